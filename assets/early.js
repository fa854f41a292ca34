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
  try {
    // The build has a prebuilt run for the list and for each lesson. A link to any other run starts the engine at once.
    // A page from the service worker does the same, because the engine is stored too.
    const [stem, ...names] = named("openings")?.split(" ") ?? [];
    const name = lesson || "list";
    const same = ["cycle", "embed", "grain", "lang", "panel", "step", "theme"];
    const isRecorded = names.includes(name) && [...new URLSearchParams(link).keys()].every((key) => same.includes(key));
    if (isRecorded && !navigator.serviceWorker?.controller) {
      globalThis.warpstepOpening = fetch(`${stem}-${name}.txt`, { signal: AbortSignal.timeout(10_000) })
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
