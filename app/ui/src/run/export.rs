//! The panel that the reader exports.

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

/// Returns the mark of a panel that can be exported: its name and its pane, such as `lanes/0`.
pub fn taken(page: Page, pane: Pane, taken: Taken) -> Option<String> {
    // A thumbnail is paper already.
    (!page.run.is_thumbnail()).then(|| format!("{}/{}", taken.name(), pane.index))
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
