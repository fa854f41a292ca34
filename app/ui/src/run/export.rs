//! What the reader is about to take home.

use crate::draw::icons;
use crate::page::{Overlay, Page, Pane};
use leptos::prelude::*;
use model::take::Taken;

/// A part of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    Picture,
    Animation,
    Trace,
    Frame,
}

impl Tab {
    pub const ALL: [Tab; 4] = [Tab::Picture, Tab::Animation, Tab::Trace, Tab::Frame];

    pub const fn id(self) -> &'static str {
        match self {
            Tab::Picture => "picture",
            Tab::Animation => "animation",
            Tab::Trace => "trace",
            Tab::Frame => "frame",
        }
    }
}

/// A panel of a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct What {
    pub taken: Taken,
    pub pane: usize,
}

impl What {
    /// The first pane, of which trace and frame are.
    pub const LANES: What = What {
        taken: Taken::Lanes,
        pane: 0,
    };
    pub const STAGE: What = What {
        taken: Taken::Stage,
        pane: 0,
    };
}

/// Copies are the same.
#[derive(Clone, Copy)]
pub struct Taking {
    pub what: RwSignal<What>,
    pub tab: RwSignal<Tab>,
}

impl Taking {
    /// The page's export dialog.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        Taking {
            what: RwSignal::new(What::STAGE),
            tab: RwSignal::new(Tab::Picture),
        }
    }
}

impl Page {
    /// Opens the dialog about a panel.
    pub fn take_home(self, what: What) {
        self.playing.set(false);
        Taking::of(self).what.set(what);
        self.overlay.set(Some(Overlay::Take));
    }
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
