//! The clipboard.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Puts a text on the clipboard. `None` where the browser does not let it.
pub async fn copy_text(text: &str) -> Option<()> {
    let written = clipboard()?.write_text(text);
    JsFuture::from(written).await.ok().map(drop)
}

/// Pages without encryption have none.
pub fn clipboard() -> Option<web_sys::Clipboard> {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).ok()?;
    clipboard.dyn_into().ok()
}
