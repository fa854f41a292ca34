//! A pane: one run and the position at which it is shown.

use super::RunSummary;
use super::ahead;
use leptos::prelude::*;
use model::address::{CodeText, RunSpec};
use model::run::playback::{Playback, StepView};
use simt::Grain;
use std::sync::Arc;

/// One run and its position. The page shows one pane, or several side by side. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Pane {
    /// 0 is the pane whose controls, counters and address the page shows.
    pub index: usize,
    /// True in a thumbnail. There are many thumbnails, so their elements have no `id`.
    pub is_thumbnail: bool,
    pub playback: StoredValue<Option<Playback>>,
    pub summary: RwSignal<Option<Arc<RunSummary>>>,
    pub step_view: RwSignal<Option<Arc<StepView>>>,
}

impl Pane {
    pub fn new(index: usize) -> Self {
        Pane {
            index,
            is_thumbnail: false,
            playback: StoredValue::new(None),
            summary: RwSignal::new(None),
            step_view: RwSignal::new(None),
        }
    }

    /// A pane of a thumbnail.
    pub fn of_thumbnail(index: usize) -> Self {
        Pane {
            is_thumbnail: true,
            ..Pane::new(index)
        }
    }

    /// Returns true for the page's first pane, which has the controls.
    pub fn is_main(self) -> bool {
        self.index == 0 && !self.is_thumbnail
    }

    /// Returns the `id` of an element that exists once on the page: only the main pane's has one.
    pub fn id(self, name: &'static str) -> Option<&'static str> {
        self.is_main().then_some(name)
    }

    /// Returns true if the column shows the run of this specification. Untracked.
    pub fn shows(self, view: &RunSpec) -> bool {
        self.summary.with_untracked(|summary| {
            summary
                .as_ref()
                .and_then(|summary| summary.view.as_ref())
                .is_some_and(|summary| summary.same_run(view))
        })
    }

    /// Returns true if the column shows the run of this specification with this text. Untracked.
    pub fn shows_text(self, view: &RunSpec, text: CodeText) -> bool {
        let is_text = |summary: &Option<Arc<RunSummary>>| {
            summary
                .as_ref()
                .is_some_and(|summary| summary.text == view.text_that_runs(text))
        };
        self.shows(view) && self.summary.with_untracked(is_text)
    }

    /// Returns the language of the text that ran. Tracked.
    pub fn text_that_ran(self) -> CodeText {
        self.summary
            .with(|summary| summary.as_ref().map_or_else(CodeText::default, |summary| summary.text))
    }

    pub fn clear(self) {
        self.playback.set_value(None);
        self.summary.set(None);
        self.step_view.set(None);
    }

    /// Puts a run there, at a position.
    pub fn put(self, summary: Arc<RunSummary>, mut playback: Playback, position: usize, grain: Grain) {
        let step_view = Arc::new(playback.step_view(position, grain));
        ahead::walk(&playback);
        self.playback.set_value(Some(playback));
        self.step_view.set(Some(step_view));
        self.summary.set(Some(summary));
    }

    /// Moves to a position.
    pub fn seek(self, position: usize, grain: Grain) {
        let step_view = self
            .playback
            .try_update_value(|playback| playback.as_mut().map(|playback| playback.step_view(position, grain)))
            .flatten();
        let Some(step_view) = step_view else { return };
        let same = |old: &Option<Arc<StepView>>| old.as_deref() == Some(&step_view);
        if !self.step_view.with_untracked(same) {
            self.step_view.set(Some(Arc::new(step_view)));
        }
    }

    /// Moves to a press, counted as the slider does, or to the end where there are fewer.
    pub fn seek_press(self, press: usize, grain: Grain) {
        if let Some(position) = self.position_of(press, grain) {
            self.seek(position, grain);
        }
    }

    /// Returns the position at which a press begins, or the end if there are fewer presses.
    pub fn position_of(self, press: usize, grain: Grain) -> Option<usize> {
        self.playback.with_value(|playback| {
            let stops = playback.as_ref()?.cursor.stops(grain);
            stops.at(press.min(stops.count().saturating_sub(1)))
        })
    }

    /// Returns the press at which a position is reached.
    pub fn press_of(self, position: usize, grain: Grain) -> usize {
        self.playback.with_value(|playback| {
            playback
                .as_ref()
                .map_or(0, |playback| playback.cursor.stops(grain).rank(position))
        })
    }

    /// Presses from begin to end; tracked.
    pub fn presses(self) -> usize {
        self.step_view
            .with(|step_view| step_view.as_ref().map_or(0, |step_view| step_view.presses))
    }
}
