importScripts("./compiler.js");
wasm_bindgen({ module_or_path: "./compiler_bg.wasm" });
