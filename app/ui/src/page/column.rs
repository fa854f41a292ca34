//! A column: one run and the position at which it is shown.

use super::Shown;
use super::ahead;
use leptos::prelude::*;
use model::address::RunSpec;
use model::moment::{Moment, Scene};
use simt::Grain;
use std::sync::Arc;

/// One run and where it stands. The page follows one, or several side by side; copies are the same.
#[derive(Clone, Copy)]
pub struct Pane {
    /// 0 is the one whose controls, counters and address the page shows.
    pub index: usize,
    /// Of a thumbnail, of which there are many: its elements have no names.
    pub is_thumbnail: bool,
    pub scene: StoredValue<Option<Scene>>,
    pub shown: RwSignal<Option<Arc<Shown>>>,
    pub moment: RwSignal<Option<Arc<Moment>>>,
}

impl Pane {
    pub fn new(index: usize) -> Self {
        Pane {
            index,
            is_thumbnail: false,
            scene: StoredValue::new(None),
            shown: RwSignal::new(None),
            moment: RwSignal::new(None),
        }
    }

    /// One of a thumbnail's.
    pub fn of_thumbnail(index: usize) -> Self {
        Pane {
            is_thumbnail: true,
            ..Pane::new(index)
        }
    }

    /// An element's name on the page, where there is only one such: in the first pane.
    pub fn id(self, name: &'static str) -> Option<&'static str> {
        (self.index == 0 && !self.is_thumbnail).then_some(name)
    }

    /// Returns true if the column shows the run of this specification. Untracked.
    pub fn shows(self, view: &RunSpec) -> bool {
        self.shown.with_untracked(|shown| {
            shown
                .as_ref()
                .and_then(|shown| shown.view.as_ref())
                .is_some_and(|shown| shown.same_run(view))
        })
    }

    pub fn clear(self) {
        self.scene.set_value(None);
        self.shown.set(None);
        self.moment.set(None);
    }

    /// Puts a run there, at a position.
    pub fn put(self, shown: Arc<Shown>, mut scene: Scene, position: usize, grain: Grain) {
        let moment = Arc::new(scene.moment(position, grain));
        ahead::walk(&scene);
        self.scene.set_value(Some(scene));
        self.moment.set(Some(moment));
        self.shown.set(Some(shown));
    }

    /// Moves to a position.
    pub fn seek(self, position: usize, grain: Grain) {
        let moment = self
            .scene
            .try_update_value(|scene| scene.as_mut().map(|scene| scene.moment(position, grain)))
            .flatten();
        let Some(moment) = moment else { return };
        let same = |old: &Option<Arc<Moment>>| old.as_deref() == Some(&moment);
        if !self.moment.with_untracked(same) {
            self.moment.set(Some(Arc::new(moment)));
        }
    }

    /// Moves to a press, counted as the slider does, or to the end where there are fewer.
    pub fn seek_press(self, press: usize, grain: Grain) {
        if let Some(position) = self.position_of(press, grain) {
            self.seek(position, grain);
        }
    }

    /// Where a press begins; the end where there are fewer.
    pub fn position_of(self, press: usize, grain: Grain) -> Option<usize> {
        self.scene.with_value(|scene| {
            let stops = scene.as_ref()?.cursor.stops(grain);
            stops.at(press.min(stops.count().saturating_sub(1)))
        })
    }

    /// Presses from begin to end; tracked.
    pub fn presses(self) -> usize {
        self.moment
            .with(|moment| moment.as_ref().map_or(0, |moment| moment.presses))
    }
}
