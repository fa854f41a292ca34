// A page that opens on a text of its reader asks for the compiler at once: it loads beside the engine.
const [compiler, wish] = self.name.split(" ");
if (wish === "now") {
  const worker = new Worker(compiler);
  const ready = new Promise((resolve) => (worker.onmessage = resolve));
  self.warpstepCompiler = { worker, ready };
}
importScripts("./engine.js");
wasm_bindgen({ module_or_path: "./engine_bg.wasm" });
