// Requests the files for the first step while the browser still reads the page.
(() => {
  const named = (name) => document.querySelector(`meta[name=warpstep-${name}]`)?.content;
  // The program has failed, so it cannot handle this click itself.
  document.addEventListener("click", ({ target }) => target.closest?.("#broken button") && location.reload());
  const page = named("page");
  // Only a finished site names its program here. If this request fails, the program's own script requests it again.
  if (page) {
    globalThis.warpstepProgram = WebAssembly.compileStreaming(fetch(page)).catch(() => undefined);
  }
  const [, lesson, link] = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash);
  // The speaker's window runs no kernel.
  if (lesson === "speaker") return;
  // The page would ask for the chunks of its view one after the other, and only when it runs. The script that loads them takes
  // these requests. A page from the service worker has the files.
  const views = { "": "list", deck: "deck", lab: "lab", playground: "playground" };
  const view = views[lesson.split("/")[0]] ?? "panels";
  const [stem, ...names] = named(`files-${view}`)?.split(" ") ?? [];
  const isStored = navigator.serviceWorker?.controller;
  const ask = () => {
    const files = isStored ? [] : names.map((name) => `${stem}${name}.wasm`);
    globalThis.warpstepChunks = new Map(files.map((file) => [file, fetch(file)]));
    for (const asked of globalThis.warpstepChunks.values()) asked.catch(() => undefined);
  };
  // The playground needs everything, so that no file comes too early. A lesson's first step needs the program alone.
  if (view === "playground") ask();
  else globalThis.warpstepProgram?.then(ask);
  try {
    // The build has a prebuilt run for the list and for each lesson. A link to any other run starts the engine at once.
    // A page from the service worker does the same, because the engine is stored too.
    const [opening, ...recorded] = named("openings")?.split(" ") ?? [];
    const run = lesson || "list";
    const same = ["cycle", "embed", "grain", "lang", "panel", "step", "theme"];
    const isRecorded = recorded.includes(run) && [...new URLSearchParams(link).keys()].every((key) => same.includes(key));
    if (isRecorded && !navigator.serviceWorker?.controller) {
      globalThis.warpstepOpening = fetch(`${opening}-${run}.txt`, { signal: AbortSignal.timeout(10_000) })
        .then((response) => (response.ok ? response.arrayBuffer() : undefined))
        .catch(() => undefined);
      return;
    }
    const compiler = named("compiler");
    // The name tells the engine where its compiler is, and whether it is needed at once.
    const name = compiler && view === "playground" ? `${compiler} now` : compiler ?? "";
    const worker = new Worker(named("engine") ?? "./engine_loader.js", { name });
    const early = { worker, ready: false, failed: false };
    // The engine's first message says that it is ready.
    worker.onmessage = () => (early.ready = true);
    worker.onerror = (event) => {
      event.preventDefault();
      early.failed = true;
    };
    globalThis.warpstepEngine = early;
  } catch {
    // The page starts the engine itself, and reports a failure.
  }
})();
