//! The modelled cycle at which the columns are shown.

use leptos::prelude::*;
use model::panels::scheduler::timing::Walk;
use std::sync::Arc;

/// The cycle that is shown. Copies are the same.
#[derive(Clone, Copy)]
pub struct Cycles {
    /// `None`: presses are counted by statement, iteration or barrier.
    pub at: RwSignal<Option<u32>>,
    pub walk: RwSignal<Option<Arc<Walk>>>,
    /// A press to go to as soon as there is a walk of all runs.
    pub awaited: StoredValue<Option<usize>>,
}

impl Cycles {
    pub fn new() -> Self {
        Cycles {
            at: RwSignal::new(None),
            walk: RwSignal::new(None),
            awaited: StoredValue::new(None),
        }
    }

    /// The cycle that is shown and the runs' walk, where stepping goes by cycles; tracked.
    pub fn shown(self) -> Option<(u32, Arc<Walk>)> {
        self.at.get().zip(self.walk.get())
    }

    pub fn is_on(self) -> bool {
        self.at.with(Option::is_some)
    }

    pub fn is_on_untracked(self) -> bool {
        untrack(|| self.is_on())
    }

    /// Returns true once the cycles at which a lane moves are known.
    pub fn has_walk(self) -> bool {
        self.is_on_untracked() && self.walk.with_untracked(Option::is_some)
    }

    /// A run is about to change: until the walk is made again, no place is judged by the old one.
    pub fn forget_walk(self) {
        if self.walk.with_untracked(Option::is_some) {
            self.walk.set(None);
        }
    }
}
