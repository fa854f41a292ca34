//! Exports what the page shows: pictures, animations, the trace, and HTML for other pages.

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
pub use state::{Taking, What};

use crate::draw::icons;
use crate::shell::state::{Page, Pane};
use leptos::prelude::*;
use model::take::Taken;

/// Returns the names of the kernels that are shown.
pub fn kernels_shown(page: Page) -> Vec<String> {
    picture::about(page, What::LANES).kernels
}

/// A panel's export button: opens the dialog with this panel chosen.
#[component]
pub fn TakeButton(page: Page, pane: Pane, taken: Taken) -> impl IntoView {
    let label = move || (page.strings().take().take_panel)(taken.title(page.strings()));
    // Thumbnails have no controls.
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

/// The button that opens the dialog with the whole stage chosen.
#[component]
pub fn TakeAll(page: Page) -> impl IntoView {
    let label = move || page.strings().take().title;
    view! {
        <button id="take-home" class="icon-button" aria-haspopup="dialog" aria-label=label title=label on:click=move |_| page.take_home(What::STAGE)>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::SAVE /></svg>
        </button>
    }
}
