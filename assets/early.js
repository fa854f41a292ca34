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
  // The playground needs a program, its chunks, the engine and the compiler, and would ask for one after the other. The script
  // that loads chunks takes these requests. A page from the service worker has the files.
  const isPlayground = lesson.split("/")[0] === "playground";
  if (isPlayground && !navigator.serviceWorker?.controller) {
    const [stem, ...names] = named("playground-files")?.split(" ") ?? [];
    globalThis.warpstepChunks = new Map(names.map((name) => `${stem}${name}.wasm`).map((file) => [file, fetch(file)]));
    for (const asked of globalThis.warpstepChunks.values()) asked.catch(() => undefined);
  }
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
    const name = compiler && isPlayground ? `${compiler} now` : compiler ?? "";
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
