//! Stepping by modelled cycles: the scheduler's model gives the position of every run at the same cycle.

use crate::page::{Page, Pane};
use leptos::prelude::*;
use model::pace::Pace;
use model::scheduler::timing::{Timing, Walk};
use simt::Grain;
use std::sync::Arc;

impl Page {
    /// Returns true if the scheduler model supports every shown run. Tracked.
    pub fn has_cycles(self) -> bool {
        let mut panes = shown_panes(self).peekable();
        panes.peek().is_some()
            && panes.all(|pane| {
                pane.scene.with_value(|scene| {
                    scene
                        .as_ref()
                        .is_some_and(|scene| Timing::fits(&scene.trace))
                })
            })
    }

    /// Makes a step one modelled cycle, starting at the first run's position.
    pub fn step_by_cycle(self) {
        if untrack(|| self.cycles.is_on() || !self.has_cycles()) {
            return;
        }
        self.grain.set(Grain::Statement);
        let Some(walk) = self.walk() else { return };
        let position = self.position.get_untracked();
        let cycle = walk.timing(0).map_or(0, |timing| timing.cycle_of(position));
        self.beyond.set(0);
        self.cycles.walk.set(Some(Arc::new(walk)));
        self.cycles.at.set(Some(cycle));
    }

    /// Makes a step one modelled cycle, and goes to this step as soon as all runs are there.
    pub fn step_by_cycle_from(self, press: usize) {
        self.grain.set(Grain::Statement);
        self.beyond.set(0);
        self.cycles.awaited.set_value(Some(press));
        // A cycle that is shown already stays until the new one is known.
        if !self.cycles.is_on_untracked() {
            self.cycles.at.set(Some(0));
        }
    }

    /// Returns the step unit. Tracked.
    pub fn pace(self) -> Pace {
        match self.cycles.is_on() {
            true => Pace::Cycle,
            false => Pace::Grain(self.grain.get()),
        }
    }

    /// Computes the walk of all shown runs. `None` if no run is shown, or if a run is too long for the model.
    pub fn walk(self) -> Option<Walk> {
        let timing = |pane: Pane| {
            pane.scene.with_value(|scene| {
                let scene = scene.as_ref()?;
                Timing::new(&scene.source, &scene.trace)
            })
        };
        // Runs arrive in any order, so a column without a run keeps an empty place.
        let timings: Option<Vec<Option<Timing>>> = untrack(|| {
            self.panes()
                .map(|pane| match pane.shown.with(Option::is_some) {
                    true => timing(pane).map(Some),
                    false => Some(None),
                })
                .collect()
        });
        timings
            .filter(|timings| timings.iter().any(Option::is_some))
            .map(Walk::new)
    }

    /// Sets the step unit to a statement, an iteration or a barrier.
    pub fn step_by(self, grain: Grain) {
        self.cycles.awaited.set_value(None);
        self.cycles.at.set(None);
        self.grain.set(grain);
    }

    /// Goes to a step, at once or as soon as all runs are there. Returns false if a step is not a cycle.
    pub fn go_to_cycle_of(self, press: usize) -> bool {
        match untrack(|| self.cycles.shown()) {
            Some((_, walk)) => {
                self.cycles.awaited.set_value(None);
                self.cycles.at.set(Some(walk.cycle_at(press)));
            }
            None if self.cycles.is_on_untracked() => self.cycles.awaited.set_value(Some(press)),
            None => return false,
        }
        true
    }

    /// Goes one cycle step forward or back. Returns true if the cycle has changed; `None` if the walk is not known or a
    /// step is not a cycle.
    pub fn press_cycle(self, forward: bool) -> Option<bool> {
        let (cycle, walk) = untrack(|| self.cycles.shown())?;
        let press = walk.press_of(cycle);
        let target = match forward {
            true => (press < walk.presses()).then(|| press + 1),
            false => press.checked_sub(1),
        };
        if let Some(target) = target {
            self.cycles.at.set(Some(walk.cycle_at(target)));
        }
        Some(target.is_some())
    }
}

/// Returns the columns that show a run. Tracked.
fn shown_panes(page: Page) -> impl Iterator<Item = Pane> {
    page.panes().filter(|pane| pane.shown.with(Option::is_some))
}

/// Updates the walk when runs change, and keeps the cycle and the runs' positions consistent.
pub fn follow(page: Page) {
    let cycles = page.cycles;
    let on = Memo::new(move |_| cycles.is_on());
    Effect::new(move |_| {
        let shown = shown_panes(page).count();
        let all = page
            .view
            .with(|view| view.as_ref().map_or(1, |view| view.kernels().count()));
        if !on.get() {
            cycles.walk.set(None);
            return;
        }
        let made = page.walk();
        // Runs that have not arrived yet may be short enough.
        if made.is_none() && shown >= all {
            page.notify(|strings| strings.no_cycles.to_owned());
            cycles.awaited.set_value(None);
            cycles.at.set(None);
        }
        let made = made.map(Arc::new);
        let complete = made.as_ref().filter(|_| page.shows_its_columns());
        let awaited = complete.zip(cycles.awaited.get_value());
        if let Some((walk, press)) = awaited {
            cycles.awaited.set_value(None);
            cycles.at.set(Some(walk.cycle_at(press)));
        }
        cycles.walk.set(made);
    });
    Effect::new(move |_| {
        let Some((cycle, walk)) = cycles.shown() else {
            return;
        };
        if let Some(timing) = walk.timing(0) {
            page.position.set(timing.position(cycle));
        }
        for (column, pane) in page.panes().enumerate().skip(1) {
            if let Some(timing) = walk.timing(column) {
                pane.seek(timing.position(cycle), Grain::Statement);
            }
        }
    });
    Effect::new(move |_| {
        let position = page.position.get();
        let Some((cycle, walk)) = untrack(|| cycles.shown()) else {
            return;
        };
        let Some(timing) = walk.timing(0) else { return };
        if timing.position(cycle) != position {
            cycles.at.set(Some(timing.cycle_of(position)));
        }
    });
}
