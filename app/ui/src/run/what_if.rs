//! Changes that a class asks for: another width of warps, another block, no barriers. Each takes one click.

use crate::draft::Playground;
use crate::page::{Overlay, Page};
use leptos::prelude::*;
use model::what_if::{WIDTHS, without_barriers};
use simt::{Machine, MachineSizes};

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
            <button id="what-if" class="button quiet" aria-expanded=move || is_open().to_string() title=move || page.strings().what_if_hint on:click=toggle>
                {move || page.strings().what_if}
            </button>
            {move || is_open().then(|| view! { <Questions page=page /> })}
        </span>
    }
}

#[component]
fn Questions(page: Page) -> impl IntoView {
    let Some(view) = page.run.spec.get() else {
        return ().into_any();
    };
    let strings = page.strings();
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
        view! { <button class="button quiet" data-width=width.to_string() on:click=change>{(strings.what_if_width)(width)}</button> }
    };
    let widths = WIDTHS.into_iter().filter(|&each| each != now).map(width);
    let has_block = Playground::can_set_block(&view);
    let block = has_block.then(|| {
        let change = move |_| {
            page.route.overlay.set(None);
            page.edit_with_block(ODD_BLOCK);
        };
        view! { <button class="button quiet" data-block=ODD_BLOCK.to_string() on:click=change>{(strings.what_if_block)(ODD_BLOCK)}</button> }
    });
    let barriers = without_barriers(&view.kernel.kernel.source).map(|text| {
        let change = move |_| {
            page.route.overlay.set(None);
            page.edit_text(text.clone());
        };
        view! { <button class="button quiet" id="what-if-barriers" on:click=change>{strings.what_if_barriers}</button> }
    });
    view! {
        <span class="what-if-list" role="group" aria-label=strings.what_if_hint>
            {widths.collect_view()} {block} {barriers}
        </span>
    }
    .into_any()
}
