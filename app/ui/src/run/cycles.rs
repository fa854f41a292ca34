//! Stepping by modelled cycles: the scheduler's model gives the position of every run at the same cycle.

use crate::page::{Page, Pane, Run};
use leptos::prelude::*;
use model::panels::scheduler::timing::{Timing, Walk};
use model::run::pace::Pace;
use simt::Grain;
use std::sync::Arc;

impl Page {
    /// Returns true if the scheduler model supports every shown run. Tracked.
    pub fn has_cycles(self) -> bool {
        let mut panes = shown_panes(self).peekable();
        panes.peek().is_some()
            && panes.all(|pane| {
                pane.playback
                    .with_value(|playback| playback.as_ref().is_some_and(|playback| Timing::fits(playback.trace())))
            })
    }

    /// Makes a step one modelled cycle, starting at the first run's position.
    pub fn step_by_cycle(self) {
        if untrack(|| self.run.cycles.is_on() || !self.has_cycles()) {
            return;
        }
        self.run.grain.set(Grain::Statement);
        let Some(walk) = walk(self.run) else { return };
        let position = self.run.position.get_untracked();
        let cycle = walk.timing(0).map_or(0, |timing| timing.cycle_of(position));
        self.run.beyond.set(0);
        self.run.cycles.walk.set(Some(Arc::new(walk)));
        self.run.cycles.at.set(Some(cycle));
    }

    /// Makes a step one modelled cycle, and goes to this step as soon as all runs are there.
    pub fn step_by_cycle_from(self, press: usize) {
        self.run.grain.set(Grain::Statement);
        self.run.beyond.set(0);
        self.run.cycles.awaited.set_value(Some(press));
        // A cycle that is shown already stays until the new one is known.
        if !self.run.cycles.is_on_untracked() {
            self.run.cycles.at.set(Some(0));
        }
    }

    /// Returns the step unit. Tracked.
    pub fn pace(self) -> Pace {
        if self.run.cycles.is_on() {
            Pace::Cycle
        } else {
            Pace::Grain(self.run.grain.get())
        }
    }

    /// Sets the step unit to a statement, an iteration or a barrier.
    pub fn step_by(self, grain: Grain) {
        self.run.cycles.awaited.set_value(None);
        self.run.cycles.at.set(None);
        self.run.grain.set(grain);
    }

    /// Goes to a step, at once or as soon as all runs are there. Returns false if a step is not a cycle.
    pub fn go_to_cycle_of(self, press: usize) -> bool {
        match untrack(|| self.run.cycles.shown()) {
            Some((_, walk)) => {
                self.run.cycles.awaited.set_value(None);
                self.run.cycles.at.set(Some(walk.cycle_at(press)));
            }
            None if self.run.cycles.is_on_untracked() => self.run.cycles.awaited.set_value(Some(press)),
            None => return false,
        }
        true
    }

    /// Goes one cycle step forward or back. Returns true if the cycle has changed; `None` if the walk is not known or a
    /// step is not a cycle.
    pub fn press_cycle(self, forward: bool) -> Option<bool> {
        let (cycle, walk) = untrack(|| self.run.cycles.shown())?;
        let press = walk.press_of(cycle);
        let target = if forward {
            (press < walk.presses()).then(|| press + 1)
        } else {
            press.checked_sub(1)
        };
        if let Some(target) = target {
            self.run.cycles.at.set(Some(walk.cycle_at(target)));
        }
        Some(target.is_some())
    }
}

/// Computes the walk of all shown runs. `None` if no run is shown, or if a run is too long for the model.
pub fn walk(run: Run) -> Option<Walk> {
    let timing = |pane: Pane| {
        pane.playback.with_value(|playback| {
            let playback = playback.as_ref()?;
            Timing::new(&playback.source, playback.trace())
        })
    };
    // Runs arrive in any order, so a column without a run keeps an empty place.
    let timings: Option<Vec<Option<Timing>>> = untrack(|| {
        run.panes()
            .map(|pane| {
                if pane.summary.with(Option::is_some) {
                    timing(pane).map(Some)
                } else {
                    Some(None)
                }
            })
            .collect()
    });
    timings
        .filter(|timings| timings.iter().any(Option::is_some))
        .map(Walk::new)
}

/// Returns the panes that show a run. Tracked.
fn shown_panes(page: Page) -> impl Iterator<Item = Pane> {
    page.run.panes().filter(|pane| pane.summary.with(Option::is_some))
}

/// Updates the walk when runs change, and keeps the cycle and the runs' positions consistent.
pub fn follow(page: Page) {
    let cycles = page.run.cycles;
    let on = Memo::new(move |_| cycles.is_on());
    Effect::new(move |_| {
        let arrived = shown_panes(page).count();
        let all = page
            .run
            .spec
            .with(|view| view.as_ref().map_or(1, |view| view.kernels().count()));
        if !on.get() {
            cycles.walk.set(None);
            return;
        }
        let made = walk(page.run);
        // Runs that have not arrived yet may be short enough.
        if made.is_none() && arrived >= all {
            page.notify(|strings| strings.no_cycles.to_owned());
            cycles.awaited.set_value(None);
            cycles.at.set(None);
        }
        let made = made.map(Arc::new);
        let complete = made.as_ref().filter(|_| page.run.shows_its_specs());
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
            page.run.position.set(timing.position(cycle));
        }
        for (column, pane) in page.run.panes().enumerate().skip(1) {
            if let Some(timing) = walk.timing(column) {
                pane.seek(timing.position(cycle), Grain::Statement);
            }
        }
    });
    Effect::new(move |_| {
        let position = page.run.position.get();
        let Some((cycle, walk)) = untrack(|| cycles.shown()) else {
            return;
        };
        let Some(timing) = walk.timing(0) else { return };
        if timing.position(cycle) != position {
            cycles.at.set(Some(timing.cycle_of(position)));
        }
    });
}
