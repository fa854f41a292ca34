//! The links to a deck that was shared, with a QR code for the wall.

use super::Links;
use crate::page::Page;
use leptos::prelude::*;
use model::deck::QUIET;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// The links to the deck, and the QR code of the one to read.
#[component]
pub fn SharedLinks(page: Page, links: Arc<Links>) -> impl IntoView {
    let words = page.strings().deck();
    let field = |id: &'static str, label: &'static str, hint: &'static str, link: String| {
        view! {
            <label for=id>{label} " " <small>{hint}</small></label>
            <input id=id type="text" readonly prop:value=link on:focus=|event| {
                if let Some(field) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) {
                    field.select();
                }
            } />
        }
    };
    let code = match &links.code {
        Some(code) => {
            let side = code.size + 2 * QUIET;
            view! {
                <figure class="deck-code">
                    <svg id="deck-code" role="img" aria-label=words.code viewBox=format!("0 0 {side} {side}") data-modules=code.size.to_string()>
                        <rect width=side.to_string() height=side.to_string() fill="#fff" />
                        <path d=code.path.clone() fill="#000" shape-rendering="crispEdges" />
                    </svg>
                    <figcaption>{words.code}</figcaption>
                </figure>
            }
            .into_any()
        }
        None => view! { <p class="deck-no-code" id="deck-no-code">{(words.no_code)(links.read.len())}</p> }.into_any(),
    };
    let left_out = links.leaves_out_pictures.then(|| {
        view! { <p class="deck-no-code" id="deck-no-pictures">{words.no_pictures_in_links}</p> }
    });
    view! {
        <section class="deck-told deck-links">
            <div class="grow">
                {field("deck-link-read", words.link_read, words.link_read_hint, links.read.clone())}
                {field("deck-link-edit", words.link_edit, words.link_edit_hint, links.edit.clone())}
                {left_out}
            </div>
            {code}
        </section>
    }
    .into_any()
}
