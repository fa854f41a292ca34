//! The links to a deck that was shared, with a QR code for the wall.

use super::Links;
use crate::browser::clipboard::copy_text;
use crate::page::Page;
use leptos::prelude::*;
use model::deck::QUIET;
use model::deck::QrCode;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;

/// The QR code as large as the window, which Escape closes.
const LARGE: &str = "deck-code-large";

/// The links to the deck, and the QR code of the one to read.
#[component]
pub fn SharedLinks(page: Page, links: Arc<Links>) -> impl IntoView {
    // Another language shows the links anew.
    let words = untrack(|| page.strings()).deck();
    // The link that was copied last.
    let copied = RwSignal::new(links.is_copied.then_some("deck-link-read"));
    let field = |id: &'static str, label: &'static str, hint: &'static str, link: String| {
        let text = link.clone();
        let copy = move |_| {
            let text = text.clone();
            spawn_local(async move {
                // Where the browser does not let it, the field with the link stands beside.
                if copy_text(&text).await.is_some() {
                    copied.set(Some(id));
                }
            });
        };
        let does = move || {
            if copied.get() == Some(id) {
                words.copied
            } else {
                words.copy
            }
        };
        view! {
            <label for=id>{label} " " <small>{hint}</small></label>
            <span class="deck-link">
                <input
                    id=id
                    type="text"
                    readonly
                    prop:value=link
                    on:focus=|event| {
                        if let Some(field) = event
                            .target()
                            .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok())
                        {
                            field.select();
                        }
                    }
                />
                <button class="button" data-copy=id on:click=copy>
                    {does}
                </button>
            </span>
        }
    };
    let too_long = links.is_code_of_first.then(|| {
        view! {
            <p class="deck-no-code" id="deck-no-code">
                {(words.no_code)(links.read.len())}
            </p>
        }
    });
    let code = links.code.as_ref().map(|code| {
        let title = if links.is_code_of_first {
            words.code_of_first
        } else {
            words.code
        };
        view! {
            <figure class="deck-code">
                {drawn(code, "deck-code", title)} <figcaption>{title}</figcaption>
                <button id="deck-enlarge" class="button" popovertarget=LARGE>
                    {words.enlarge}
                </button> <div id=LARGE popover="auto" class="deck-code-large">
                    {drawn(code, "deck-code-on-wall", title)}
                </div>
            </figure>
        }
    });
    let left_out = links.leaves_out_pictures.then(|| {
        view! {
            <p class="deck-no-code" id="deck-no-pictures">
                {words.no_pictures_in_links}
            </p>
        }
    });
    view! {
        <section class="deck-told deck-links">
            <div class="grow">
                {field("deck-link-read", words.link_read, words.link_read_hint, links.read.clone())}
                {field("deck-link-edit", words.link_edit, words.link_edit_hint, links.edit.clone())} {left_out}
                {too_long}
            </div>
            {code}
        </section>
    }
    .into_any()
}

fn drawn(code: &QrCode, id: &'static str, title: &'static str) -> impl IntoView + use<> {
    let side = code.size + 2 * QUIET;
    view! {
        <svg id=id role="img" aria-label=title viewBox=format!("0 0 {side} {side}") data-modules=code.size.to_string()>
            <rect width=side.to_string() height=side.to_string() fill="#fff" />
            <path d=code.path.clone() fill="#000" shape-rendering="crispEdges" />
        </svg>
    }
}
