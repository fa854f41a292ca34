//! Stepping by the modelled cycle: every run stands where the scheduler's model has it at the same cycle.

use crate::page::{Page, Pane};
use leptos::prelude::*;
use model::pace::Pace;
use model::scheduler::timing::{Timing, Walk};
use simt::Grain;
use std::sync::Arc;

impl Page {
    /// Whether the model can be had for every run that is shown; tracked.
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

    /// Presses go by the modelled cycle from now on, beginning where the first run stands.
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

    /// Presses go by the modelled cycle from now on, beginning with this one as soon as all runs are there.
    pub fn step_by_cycle_from(self, press: usize) {
        self.grain.set(Grain::Statement);
        self.beyond.set(0);
        self.cycles.awaited.set_value(Some(press));
        // One that is shown stays until it is known which comes next.
        if !self.cycles.is_on_untracked() {
            self.cycles.at.set(Some(0));
        }
    }

    /// How far a press goes; tracked.
    pub fn pace(self) -> Pace {
        match self.cycles.is_on() {
            true => Pace::Cycle,
            false => Pace::Grain(self.grain.get()),
        }
    }

    /// The walk of all runs that are shown; `None` where nothing is shown, or a run is too long for the model.
    pub fn walk(self) -> Option<Walk> {
        let timing = |pane: Pane| {
            pane.scene.with_value(|scene| {
                let scene = scene.as_ref()?;
                Timing::new(&scene.source, &scene.trace)
            })
        };
        // Runs arrive in any order: each keeps the place of its column.
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

    /// Presses go so far from now on.
    pub fn step_by(self, grain: Grain) {
        self.cycles.awaited.set_value(None);
        self.cycles.at.set(None);
        self.grain.set(grain);
    }

    /// To a press, where they go by cycles: at once, or as soon as all runs are there.
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

    /// Whether a press by cycles has moved; `None` where they do not go so.
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

/// The columns that show something; tracked.
fn shown_panes(page: Page) -> impl Iterator<Item = Pane> {
    page.panes().filter(|pane| pane.shown.with(Option::is_some))
}

/// Runs come and go, and what moves the first run takes the cycle with it.
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
        // Runs that are still to come may be short enough.
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
