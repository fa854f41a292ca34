//! Stepping: every column follows the presses of the first.

use crate::draft::{Playground, Turn};
use crate::page::Page;
use leptos::prelude::*;
use model::run::playback::{Playback, StepView};
use simt::Grain;
use std::sync::Arc;

impl Page {
    /// Moves to a step of the trace.
    pub fn go_to(self, position: usize) {
        self.run.beyond.set(0);
        self.run.position.set(position);
        // The first run may stand there already, and the others beyond.
        if position == 0 && self.run.cycles.has_walk() {
            self.go_to_cycle_of(0);
        }
    }

    /// One press forward; false at the end of every run that is shown. At the end of a dispatch of the playground's chain,
    /// the next one begins.
    pub fn forward(self) -> bool {
        if let Some(moved) = self.press_cycle(true) {
            return moved;
        }
        if self.press(|playback, grain| playback.cursor.next(grain)) {
            return true;
        }
        let more = untrack(|| self.press_shown() < self.presses());
        if more {
            self.run.beyond.update(|beyond| *beyond += 1);
        }
        more || self.turn_stage(Turn::Next)
    }

    pub fn back(self) -> bool {
        if let Some(moved) = self.press_cycle(false) {
            return moved;
        }
        if self.run.beyond.get_untracked() > 0 {
            self.run.beyond.update(|beyond| *beyond -= 1);
            return true;
        }
        self.press(|playback, grain| playback.cursor.previous(grain)) || self.turn_stage(Turn::Before)
    }

    /// Shows the next dispatch of the playground's chain, or the one before. Returns false if there is none.
    pub fn turn_stage(self, turn: Turn) -> bool {
        untrack(|| self.in_playground()) && Playground::of(self).turn_stage(turn)
    }

    /// Goes to the next step before which lanes of a warp come together again, in the first column.
    pub fn to_reconvergence(self) {
        let position = self.run.position.get_untracked();
        let next = self.run.first.playback.with_value(|playback| {
            let playback = playback.as_ref()?;
            playback.cursor.reconvergence_after(position)
        });
        match next {
            Some(step) => self.go_to(step),
            None => self.notify(|strings| strings.no_reconvergence.to_owned()),
        }
    }

    /// Returns true at the end of every run that is shown, and if none is.
    pub fn is_at_end(self) -> bool {
        self.press_now() >= untrack(|| self.presses())
    }

    pub fn to_end(self) {
        self.go_to_press(untrack(|| self.presses()));
    }

    /// The press that is shown, counted as the slider does; 0 before anything is. Tracked.
    pub fn press_shown(self) -> usize {
        if let Some((cycle, walk)) = self.run.cycles.shown() {
            return walk.press_of(cycle);
        }
        let first = |step_view: &Option<Arc<StepView>>| step_view.as_ref().map_or(0, |step_view| step_view.press);
        self.run.first.step_view.with(first) + self.run.beyond.get()
    }

    /// The press that the page is at: the one that is shown, or that will be as soon as the panels have followed.
    pub fn press_now(self) -> usize {
        if let Some((cycle, walk)) = untrack(|| self.run.cycles.shown()) {
            return walk.press_of(cycle);
        }
        let (position, grain) = (self.run.position.get_untracked(), self.run.grain.get_untracked());
        let press = self.run.first.playback.with_value(|playback| {
            playback
                .as_ref()
                .map_or(0, |playback| playback.cursor.stops(grain).rank(position))
        });
        press + self.run.beyond.get_untracked()
    }

    /// Presses of the longest of the runs that are shown; tracked.
    pub fn presses(self) -> usize {
        if let Some((_, walk)) = self.run.cycles.shown() {
            return walk.presses();
        }
        self.run.panes().map(|pane| pane.presses()).max().unwrap_or(0)
    }

    fn press(self, target: impl Fn(&Playback, Grain) -> usize) -> bool {
        let (grain, position) = (self.run.grain.get_untracked(), self.run.position.get_untracked());
        let target = self.run.first.playback.try_update_value(|playback| {
            let playback = playback.as_mut()?;
            // Two quick presses may come before the panels have followed the first.
            playback.cursor.seek(position);
            Some(target(playback, grain))
        });
        match target.flatten() {
            Some(target) if target != position => {
                self.run.position.set(target);
                true
            }
            _ => false,
        }
    }

    /// To a press, counted as the slider does, or to the end where there are fewer.
    pub fn go_to_press(self, press: usize) {
        if self.go_to_cycle_of(press) {
            return;
        }
        let target = self.run.first.position_of(press, self.run.grain.get_untracked());
        if let Some(target) = target {
            self.run.position.set(target);
            let presses = untrack(|| self.run.first.presses());
            self.run.beyond.set(press.saturating_sub(presses));
        }
    }
}
