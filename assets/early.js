// The engine, and the page's own program, load and compile while the page is still being read, and not after it.
(() => {
  const named = (program) => document.querySelector(`meta[name=warpstep-${program}]`)?.content;
  const page = named("page");
  // Only a finished page knows where its program lies. One that cannot be had now is asked for again by who needs it.
  if (page) {
    globalThis.warpstepProgram = WebAssembly.compileStreaming(fetch(page)).catch(() => undefined);
  }
  // The speaker's window runs nothing.
  if (location.hash.startsWith("#/speaker?")) return;
  try {
    const worker = new Worker(named("engine") ?? "./engine_loader.js", { name: named("compiler") ?? "" });
    const early = { worker, ready: false, failed: false };
    // Its first word is that it is ready.
    worker.onmessage = () => (early.ready = true);
    worker.onerror = (event) => {
      event.preventDefault();
      early.failed = true;
    };
    globalThis.warpstepEngine = early;
  } catch {
    // The page tries again, and says so if that fails.
  }
})();
