//! The page's own state: settings, what is shown, and the runs. A feature's state belongs to the feature: see
//! [`Page::feature`].

mod ahead;
mod cycles;
pub mod lazy_view;
pub mod menu;
mod notice;
mod pane;
mod pointer;
pub mod preference;
mod route;
pub mod roving;
mod run;
pub mod sentence;
mod settings;
mod summary;

pub use cycles::Cycles;
pub use notice::{Notice, Offer};
pub use pane::Pane;
pub use pointer::{Hover, Tip};
pub use route::{Arrival, MenuName, Overlay, Route, WordAsked};
pub use run::{Fault, Run};
pub use settings::{SPEEDS, Settings};
pub use summary::RunSummary;

use leptos::prelude::*;
use model::address::{Aside, RunSpec};
use model::strings::{self, Strings};

/// The state of the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EngineState {
    Idle,
    /// So many of so many blocks are done; `slow` once it has taken long enough to be worth a word.
    Working {
        done: u64,
        all: u64,
        slow: bool,
    },
    /// It died too often: a reader starts it again.
    GaveUp,
}

/// The page's state. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Page {
    pub settings: Settings,
    pub route: Route,
    pub run: Run,
    pub engine: RwSignal<EngineState>,
    pub notices: RwSignal<Vec<Notice>>,
    /// The chunks that are being loaded.
    pub parts_awaited: RwSignal<usize>,
    /// Changes when the reader asks again for the views that could not be loaded.
    pub parts_again: Trigger,
    /// Language files that have been loaded.
    pub texts: RwSignal<usize>,
    /// Rises when canvases must be drawn again: another theme, another size.
    pub epoch: RwSignal<u32>,
    /// Owns the states of the features, so that they live as long as the page.
    owner: StoredValue<Owner>,
}

impl Page {
    pub fn new() -> Self {
        Page {
            settings: Settings::new(),
            route: Route::new(),
            run: Run::new(),
            engine: RwSignal::new(EngineState::Idle),
            notices: RwSignal::new(Vec::new()),
            parts_awaited: RwSignal::new(0),
            parts_again: Trigger::new(),
            texts: RwSignal::new(0),
            epoch: RwSignal::new(0),
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        }
    }

    /// Returns this page with another run, for the views of a thumbnail.
    pub fn with_run(self, run: Run) -> Page {
        Page { run, ..self }
    }

    /// Returns true if the reader edits the deck. Tracked.
    pub fn edits_deck(self) -> bool {
        self.route.aside.get() == Some(Aside::Deck)
            && self.run.spec.with(Option::is_none)
            && self.route.slide.with(Option::is_none)
    }

    /// Returns the state of a feature, which `new` makes at the first call. Only the feature's own files call this.
    pub fn feature<State: Copy + Send + Sync + 'static>(self, new: impl FnOnce() -> State) -> State {
        self.owner.get_value().with(|| {
            use_context().unwrap_or_else(|| {
                let state = new();
                provide_context(state);
                state
            })
        })
    }

    /// The sentences in the page's language; tracked.
    pub fn strings(self) -> &'static Strings {
        strings::of(self.settings.language.get())
    }

    /// Changes what is shown; the run follows.
    pub fn change_view(self, change: impl FnOnce(&mut RunSpec)) {
        let Some(mut view) = self.run.spec.get_untracked() else {
            return;
        };
        change(&mut view);
        // Another kernel may not be able to take the size: it gets the nearest that it can.
        if let Err(error) = view.kernel.check(view.size) {
            view.size = view.kernel.task.nearest(view.size);
            self.notify(move |strings| (strings.bad_size)(error));
        }
        let last = view.kernel.blocks(view.size).saturating_sub(1);
        view.workgroup = view.workgroup.min(last);
        if self.run.spec.with_untracked(|old| old.as_ref() != Some(&view)) {
            self.route.arrival.set_value(Some(Arrival::SameMoment));
            self.run.spec.set(Some(view));
        }
    }
}
