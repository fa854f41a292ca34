// Requests what the first step needs while the browser still reads the page.
(() => {
  const named = (name) => document.querySelector(`meta[name=warpstep-${name}]`)?.content;
  // A broken program cannot hear this click itself.
  document.addEventListener("click", ({ target }) => target.closest?.("#broken button") && location.reload());
  const page = named("page");
  // Only a finished site names its program here; if this request fails, the program's own script asks again.
  if (page) {
    globalThis.warpstepProgram = WebAssembly.compileStreaming(fetch(page)).catch(() => undefined);
  }
  const [, lesson, link] = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash);
  // The speaker's window runs no kernel.
  if (lesson === "speaker") return;
  try {
    // The build has recorded the first run of the list and of each lesson. A link to another run needs the engine at once,
    // and so does a page that the service worker keeps: it has the engine at hand.
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
