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
  // The page would ask for the files of its view one after the other, and only when it runs. A page from the service worker
  // has them.
  const fetchLater = (files) => {
    for (const href of navigator.serviceWorker?.controller ? [] : files) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href }));
    }
  };
  const views = { "": "list", deck: "deck", lab: "lab", playground: "playground" };
  const [stem, ...names] = named(`files-${views[lesson.split("/")[0]] ?? "panels"}`)?.split(" ") ?? [];
  const files = names.map((name) => `${stem}${name}.wasm`);
  if (lesson === "playground") {
    // It needs everything, so that no file comes too early.
    const compiler = ["_loader.js", ".js", "_bg.wasm"].map((end) => named("compiler").replace("_loader.js", end));
    if (files.length) fetchLater([...files, named("editor"), ...compiler]);
  } else {
    // The program is needed first.
    globalThis.warpstepProgram?.then(() => fetchLater(files));
  }
  try {
    // The build has a prebuilt run for the list and for each lesson. A link to any other run starts the engine at once.
    // A page from the service worker does the same, because the engine is stored too.
    const [opening, ...recorded] = named("openings")?.split(" ") ?? [];
    const name = lesson || "list";
    const same = ["cycle", "embed", "grain", "lang", "panel", "step", "theme"];
    const isRecorded = recorded.includes(name) && [...new URLSearchParams(link).keys()].every((key) => same.includes(key));
    if (isRecorded && !navigator.serviceWorker?.controller) {
      globalThis.warpstepOpening = fetch(`${opening}-${name}.txt`, { signal: AbortSignal.timeout(10_000) })
        .then((response) => (response.ok ? response.arrayBuffer() : undefined))
        .catch(() => undefined);
      return;
    }
    const worker = new Worker(named("engine") ?? "./engine_loader.js", { name: named("compiler") ?? "" });
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
