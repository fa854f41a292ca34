// What the first step needs loads and compiles while the page is still being read, and not after it.
(() => {
  const named = (program) => document.querySelector(`meta[name=warpstep-${program}]`)?.content;
  const page = named("page");
  // Only a finished page knows where its program lies. One that cannot be had now is asked for again by who needs it.
  if (page) {
    globalThis.warpstepProgram = WebAssembly.compileStreaming(fetch(page)).catch(() => undefined);
  }
  // The program that would hear of it is the one that broke.
  document.addEventListener("click", ({ target }) => target.closest?.("#broken button") && location.reload());
  // What the page calls only after its first step is a program of its own, which comes after that, or when it is called.
  // Where a page keeps all its files for later, it has this at hand.
  const address = named("rest");
  let exports, sentence, program, asked, come;
  let isThere = !address;
  const there = new Promise((resolve) => (come = resolve));
  const ask = () =>
    (asked ??= WebAssembly.compileStreaming(fetch(address)).then(
      (compiled) => (program = compiled),
      () => (asked = undefined),
    ));
  const join = () => {
    if (!isThere) new WebAssembly.Instance(program, { "": exports });
    isThere = true;
    come(true);
  };
  // The caller stands in the middle of something: it cannot be left, only kept waiting.
  const bring = () => {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    try {
      request.send();
    } catch {
      const asked = performance.now();
      alert(sentence);
      // Some frames may not ask anything.
      if (performance.now() - asked < 50) throw new Error(sentence);
      return;
    }
    if (request.status !== 200) {
      // The host has another version by now.
      location.reload();
      throw new Error(`${address}: ${request.status}`);
    }
    program = new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0)));
  };
  globalThis.warpstepRest = {
    of: (given) => (exports = given),
    missing: (given) => (sentence = given),
    later: async () => {
      const asking = async () => ((await ask()) ? join() : undefined);
      if (!isThere) await Promise.race([asking(), there]);
      return isThere;
    },
    now: () => {
      while (!isThere) program ? join() : bring();
    },
  };
  try {
    const isKept = navigator.serviceWorker?.controller;
    // A lesson as it opens, and the list, have been run when the page was built: the engine starts after the first step. A
    // link that asks for another run needs it at once, and a page that is kept for later has it at hand.
    const [, lesson, link] = /^#?\/?([^?]*)\??(.*)$/.exec(location.hash);
    const keys = [...new URLSearchParams(link).keys()];
    const says = (...names) => keys.every((key) => names.includes(key));
    const [stem, ...names] = named("openings")?.split(" ") ?? [];
    const name = lesson || "list";
    const isOpening = names.includes(name) && !isKept;
    // A host that does not answer is not waited for.
    const file = async (address, read) => {
      const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
      return response.ok ? read(response) : undefined;
    };
    const bytes = (response) => response.arrayBuffer();
    const missing = () => undefined;
    const posters = isOpening && says("lang", "theme") ? named("posters") : undefined;
    let drawn, done;
    if (posters) {
      // Of the page only so much is loaded at first as draws the pictures of its poster (`assets/poster.js`).
      drawn = new Promise((resolve) => (done = resolve));
      const language = document.documentElement.lang === "en" ? "en" : "zh";
      globalThis.warpstepPoster = {
        page: file(`${posters}-${name}-${language}.txt`, (response) => response.text()).catch(missing),
        pictures: file(`${posters}-${name}.txt`, bytes).catch(missing),
        done,
      };
    } else if (address) {
      ask();
    }
    // The speaker's window runs nothing.
    if (lesson === "speaker") return;
    if (isOpening && says("cycle", "embed", "grain", "lang", "panel", "step", "theme")) {
      const ask = () => file(`${stem}-${name}.txt`, bytes);
      globalThis.warpstepOpening = (drawn ? drawn.then(ask) : ask()).catch(missing);
      return;
    }
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
