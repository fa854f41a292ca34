//! The small box next to the pointer with the values of a lane or a word. The tables show the same without a pointer.

use crate::shell::state::Page;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

#[component]
pub fn TipBox(page: Page) -> impl IntoView {
    let class = move |tip: &crate::shell::state::Tip| {
        let (width, height) = window_size();
        // On the far side of the page, the box opens to the other side of the pointer.
        match (tip.x > width * 0.6, tip.y > height * 0.6) {
            (false, false) => "tip",
            (true, false) => "tip left",
            (false, true) => "tip above",
            (true, true) => "tip left above",
        }
    };
    move || {
        page.tip.get().map(|tip| {
            let class = class(&tip);
            view! {
                <div class=class aria-hidden="true" style=format!("--x:{}px;--y:{}px", tip.x, tip.y)>
                    <strong>{tip.title}</strong>
                    {tip.lines.into_iter().map(|line| view! { <span>{line}</span> }).collect_view()}
                </div>
            }
        })
    }
}

/// Returns the width and height of the window's content area, in CSS pixels.
pub fn window_size() -> (f64, f64) {
    let pixels = |length: Result<JsValue, JsValue>| length.ok().and_then(|length| length.as_f64());
    let window = window();
    (
        pixels(window.inner_width()).unwrap_or(0.0),
        pixels(window.inner_height()).unwrap_or(0.0),
    )
}
