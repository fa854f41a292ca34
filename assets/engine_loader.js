importScripts("./engine.js");
wasm_bindgen({ module_or_path: "./engine_bg.wasm" });
