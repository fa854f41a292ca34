//! The panel that the reader exports, and the buttons that open the export dialog.

use crate::draw::icons;
use crate::page::{Overlay, Page, Pane};
use leptos::prelude::*;
use model::export::Taken;

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
pub struct ExportTarget {
    pub taken: Taken,
    pub pane: usize,
}

impl ExportTarget {
    /// The first pane, of which trace and frame are.
    pub const LANES: ExportTarget = ExportTarget {
        taken: Taken::Lanes,
        pane: 0,
    };
    pub const STAGE: ExportTarget = ExportTarget {
        taken: Taken::Stage,
        pane: 0,
    };
}

/// Copies are the same.
#[derive(Clone, Copy)]
pub struct ExportState {
    pub what: RwSignal<ExportTarget>,
    pub tab: RwSignal<Tab>,
}

impl ExportState {
    /// The page's export dialog.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        ExportState {
            what: RwSignal::new(ExportTarget::STAGE),
            tab: RwSignal::new(Tab::Picture),
        }
    }
}

impl Page {
    /// Opens the dialog about a panel.
    pub fn open_export(self, what: ExportTarget) {
        self.run.playing.set(false);
        ExportState::of(self).what.set(what);
        self.route.overlay.set(Some(Overlay::Export));
    }
}

/// A panel's own control: opens the dialog about it.
#[component]
pub fn ExportButton(page: Page, pane: Pane, taken: Taken) -> impl IntoView {
    let label = move || (page.strings().export().take_panel)(taken.title(page.strings()));
    // A thumbnail is paper already.
    (!page.run.is_thumbnail()).then(|| {
        view! {
            <button
                class="icon-button plain-button take-button"
                data-take=taken.name()
                data-take-pane=pane.index.to_string()
                aria-haspopup="dialog"
                aria-label=label
                title=label
                on:click=move |_| page.open_export(ExportTarget { taken, pane: pane.index })
            >
                <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::SAVE /></svg>
            </button>
        }
    })
}

/// Opens the dialog about all panels.
#[component]
pub fn ExportAllButton(page: Page) -> impl IntoView {
    let label = move || page.strings().export().title;
    view! {
        <button id="take-home" class="icon-button" aria-haspopup="dialog" aria-label=label title=label on:click=move |_| page.open_export(ExportTarget::STAGE)>
            <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::SAVE /></svg>
        </button>
    }
}
