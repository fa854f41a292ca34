//! The window.

use leptos::prelude::*;
use wasm_bindgen::JsValue;

/// Width and height of the window's inside, in CSS pixels.
pub fn window_size() -> (f64, f64) {
    let pixels = |length: Result<JsValue, JsValue>| length.ok().and_then(|length| length.as_f64());
    let window = window();
    (
        pixels(window.inner_width()).unwrap_or(0.0),
        pixels(window.inner_height()).unwrap_or(0.0),
    )
}
