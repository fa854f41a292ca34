//! The small box next to the pointer with the values of a lane or a word. The tables show the same without a pointer.

use crate::browser::window::window_size;
use crate::page::Page;
use leptos::prelude::*;

#[component]
pub fn TipBox(page: Page) -> impl IntoView {
    let class = move |tip: &crate::page::Tip| {
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
        page.run.tip.get().map(|tip| {
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
