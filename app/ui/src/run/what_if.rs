//! Changes that a class asks for: another width of warps, another block, no barriers. Each takes one click.

use crate::page::lazy_view::lazy_view;
use crate::page::{Overlay, Page};
use leptos::ev;
use leptos::prelude::*;
use model::run::what_if::{Question, WIDTHS, has_barriers, has_block};
use simt::{Machine, MachineSizes};
use wasm_bindgen::JsCast;
use web_sys::Element;

/// A block that is no power of two: it fills three warps of 32.
const ODD_BLOCK: u32 = 96;

/// The button and, while it is open, the questions.
#[component]
pub fn WhatIf(page: Page) -> impl IntoView {
    let is_open = move || page.route.overlay.get() == Some(Overlay::WhatIf);
    let toggle = move |_| {
        let open = (!untrack(is_open)).then_some(Overlay::WhatIf);
        page.route.overlay.set(open);
    };
    view! {
        <span class="what-if">
            <button
                id="what-if"
                class="button quiet"
                aria-expanded=move || is_open().to_string()
                title=move || page.strings().what_if_hint
                on:click=toggle
            >
                {move || page.strings().what_if}
            </button>
            {questions(page)}
        </span>
    }
}

lazy_view! { panels over Overlay::WhatIf => questions(page: Page) { view! { <Questions page=page /> } } }

#[component]
fn Questions(page: Page) -> impl IntoView {
    // A press elsewhere closes the list.
    let outside = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let inside = target.and_then(|target| target.closest(".what-if").ok().flatten());
        if page.route.overlay.get_untracked() == Some(Overlay::WhatIf) && inside.is_none() {
            page.route.overlay.set(None);
        }
    });
    on_cleanup(move || outside.remove());
    move || (page.route.overlay.get() == Some(Overlay::WhatIf)).then(|| list(page))
}

fn list(page: Page) -> AnyView {
    // The list closes with a choice, so it need not follow the run or the language.
    let Some(view) = page.run.spec.get_untracked() else {
        return ().into_any();
    };
    let strings = untrack(|| page.strings());
    let now = view.machine.sizes().warp_width;
    let width = move |width: u32| {
        let change = move |_| {
            page.route.overlay.set(None);
            page.change_view(|view| {
                let sizes = MachineSizes {
                    warp_width: width,
                    // Memory serves whole warps.
                    request_lanes: width,
                    ..view.machine.sizes()
                };
                if let Ok(machine) = Machine::custom(sizes) {
                    view.select_machine(machine);
                }
            });
        };
        view! {
            <button class="button quiet" data-width=width.to_string() on:click=change>
                {(strings.what_if_width)(width)}
            </button>
        }
    };
    let widths = WIDTHS.into_iter().filter(|&each| each != now).map(width);
    let ask = move |question: Question| {
        page.route.overlay.set(None);
        page.ask_playground(question);
    };
    let block = has_block(view.kernel).then(|| {
        view! {
            <button
                class="button quiet"
                data-block=ODD_BLOCK.to_string()
                on:click=move |_| ask(Question::Block(ODD_BLOCK))
            >
                {(strings.what_if_block)(ODD_BLOCK)}
            </button>
        }
    });
    let barriers = has_barriers(view.kernel).then(|| {
        view! {
            <button class="button quiet" id="what-if-barriers" on:click=move |_| ask(Question::NoBarriers)>
                {strings.what_if_barriers}
            </button>
        }
    });
    let before = untrack(|| page.changes());
    let besides = (!before.is_empty()).then(|| {
        view! { <p class="what-if-besides">{(strings.what_if_besides)(&before.join(" · "))}</p> }
    });
    view! {
        <span class="what-if-list" role="group" aria-label=strings.what_if_hint>
            {besides}
            {widths.collect_view()}
            {block}
            {barriers}
        </span>
    }
    .into_any()
}
