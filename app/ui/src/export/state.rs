//! The state of the export dialog: the chosen panel and format.

use crate::shell::state::{Overlay, Page};
use leptos::prelude::*;
use model::take::Taken;

/// A tab of the dialog.
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

/// A panel in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct What {
    pub taken: Taken,
    pub pane: usize,
}

impl What {
    /// The lanes of the first column. The exported trace and the embedded page belong to this column.
    pub const LANES: What = What {
        taken: Taken::Lanes,
        pane: 0,
    };
    pub const STAGE: What = What {
        taken: Taken::Stage,
        pane: 0,
    };
}

/// The state of the dialog. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Taking {
    pub what: RwSignal<What>,
    pub tab: RwSignal<Tab>,
}

impl Taking {
    pub fn new() -> Self {
        Taking {
            what: RwSignal::new(What::STAGE),
            tab: RwSignal::new(Tab::Picture),
        }
    }
}

impl Page {
    /// Opens the export dialog for a panel.
    pub fn take_home(self, what: What) {
        self.playing.set(false);
        self.take.what.set(what);
        self.overlay.set(Some(Overlay::Take));
    }
}
