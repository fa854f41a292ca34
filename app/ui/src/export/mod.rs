//! Taking home what is on the page.

mod animation;
mod dialog;
mod files;
mod frame;
mod picture;
mod save;
mod shapes;
mod state;
mod texts;
mod trace;
mod walk;
mod work;

pub use dialog::TakeDialog;
pub use files::copy_text;
pub use state::What;

use crate::draw::icons;
use crate::page::{Page, Pane};
use leptos::prelude::*;
use model::take::Taken;

/// Names of the kernels that are shown.
pub fn kernels_shown(page: Page) -> Vec<String> {
    picture::about(page, What::LANES).kernels
}

/// A panel's own control: opens the dialog about it.
#[component]
pub fn TakeButton(page: Page, pane: Pane, taken: Taken) -> impl IntoView {
    let label = move || (page.strings().take().take_panel)(taken.title(page.strings()));
    // A plate is paper already.
    (!page.is_plate).then(|| {
        view! {
            <button
                class="icon-button plain-button take-button"
                data-take=taken.name()
                data-take-pane=pane.index.to_string()
                aria-haspopup="dialog"
                aria-label=label
                title=label
                on:click=move |_| page.take_home(What { taken, pane: pane.index })
            >
                <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::SAVE /></svg>
            </button>
        }
    })
}

/// Opens the dialog about all panels.
#[component]
pub fn TakeAll(page: Page) -> impl IntoView {
    let label = move || page.strings().take().title;
    view! {
        <button id="take-home" class="icon-button" aria-haspopup="dialog" aria-label=label title=label on:click=move |_| page.take_home(What::STAGE)>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::SAVE /></svg>
        </button>
    }
}
