//! The window.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

/// Width and height of the window's inside, in CSS pixels.
pub fn window_size() -> (f64, f64) {
    let pixels = |length: Result<JsValue, JsValue>| length.ok().and_then(|length| length.as_f64());
    let window = window();
    (
        pixels(window.inner_width()).unwrap_or(0.0),
        pixels(window.inner_height()).unwrap_or(0.0),
    )
}

/// Moves the keyboard's focus to an element, if there is one with this id.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot have the focus leaves it where it is.
        let _ = element.focus();
    }
}

/// Scrolls to an element, if there is one with this id.
pub fn show(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.scroll_into_view();
    }
}

/// Returns true if the reader has asked the system for less motion.
pub fn prefers_still() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}

/// Returns the page's address without the part from `#` on.
pub fn page_address() -> String {
    let location = window().location();
    let (origin, path) = (location.origin(), location.pathname());
    format!("{}{}", origin.unwrap_or_default(), path.unwrap_or_default())
}
