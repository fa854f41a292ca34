//! The button that says what runs and opens the form of sizes.

use crate::page::lazy_view::lazy_view;
use crate::page::menu::Menu;
use crate::page::{MenuName, Page};
use crate::run::fields::Fields;
use crate::run::machine::Signs;
use leptos::prelude::*;
use model::address::RunSpec;
use model::number::grouped;

lazy_view! { panels: fields(page: Page) { view! { <Fields page=page /> } } }

#[component]
pub fn SetUp(page: Page) -> impl IntoView {
    view! {
        <Menu page=page name=MenuName::SetUp label=move || set_up(page)>
            {fields(page)}
        </Menu>
    }
}

/// Says what runs: n, blocks, machine, and what is unusual.
fn set_up(page: Page) -> AnyView {
    let words = page.strings().tools();
    let of_view = |view: &RunSpec| {
        let (n, block) = (view.size.n(), view.size.block());
        let machine = if view.machine.is_custom() {
            (page.strings().what_if_width)(view.machine.warp_width)
        } else {
            view.machine.name.to_string()
        };
        view! {
            <span class="set-up-n">"n " <b>{grouped(n.into())}</b></span>
            <span class="set-up-block">{words.blocks_of} " " <b>{block}</b></span>
            <span class="set-up-machine">
                <b>{machine}</b>
            </span>
            <Signs page=page />
        }
        .into_any()
    };
    page.run.spec.with(|view| view.as_ref().map(of_view)).into_any()
}
