//! The teacher's choices for the stage, which the browser keeps: the size of sentences and code.

use crate::browser::storage::Storage;
use crate::page::Page;
use leptos::prelude::*;

const KEY: &str = "warpstep.stage-text";

/// Factors of the sizes of sentences and code. Pictures keep their size, because they fill their place already.
pub const TEXT_SIZES: [f64; 3] = [1.0, 1.15, 1.3];

/// The choices. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Choice {
    /// Index into [`TEXT_SIZES`].
    pub text: RwSignal<usize>,
}

impl Choice {
    /// The page's choices.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        let kept = Storage::Local.read(KEY).and_then(|text| text.parse().ok());
        let text = kept.filter(|step: &usize| *step < TEXT_SIZES.len());
        Choice {
            text: RwSignal::new(text.unwrap_or(0)),
        }
    }

    pub fn choose_text(self, step: usize) {
        // A choice that cannot be stored holds until the page is closed.
        let _ = Storage::Local.write(KEY, &step.to_string());
        self.text.set(step);
    }

    /// Returns the factor of the sizes of sentences and code. Tracked.
    pub fn factor(self) -> f64 {
        TEXT_SIZES.get(self.text.get()).copied().unwrap_or(1.0)
    }
}
