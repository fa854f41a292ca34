//! Stepping: every column follows the presses of the first.

use crate::page::Page;
use leptos::prelude::*;
use model::moment::{Moment, Scene};
use simt::Grain;
use std::sync::Arc;

impl Page {
    /// Moves to a step of the trace.
    pub fn go_to(self, position: usize) {
        self.beyond.set(0);
        self.position.set(position);
        // The first run may stand there already, and the others beyond.
        if position == 0 && self.cycles.has_walk() {
            self.go_to_cycle_of(0);
        }
    }

    /// One press forward; false at the end of every run that is shown.
    pub fn forward(self) -> bool {
        if let Some(moved) = self.press_cycle(true) {
            return moved;
        }
        if self.press(|scene, grain| scene.cursor.next(grain)) {
            return true;
        }
        let more = untrack(|| self.press_shown() < self.presses());
        if more {
            self.beyond.update(|beyond| *beyond += 1);
        }
        more
    }

    pub fn back(self) -> bool {
        if let Some(moved) = self.press_cycle(false) {
            return moved;
        }
        if self.beyond.get_untracked() > 0 {
            self.beyond.update(|beyond| *beyond -= 1);
            return true;
        }
        self.press(|scene, grain| scene.cursor.previous(grain))
    }

    pub fn to_end(self) {
        self.go_to_press(untrack(|| self.presses()));
    }

    /// The press that is shown, counted as the slider does; 0 before anything is. Tracked.
    pub fn press_shown(self) -> usize {
        if let Some((cycle, walk)) = self.cycles.shown() {
            return walk.press_of(cycle);
        }
        let first = |moment: &Option<Arc<Moment>>| moment.as_ref().map_or(0, |moment| moment.press);
        self.moment.with(first) + self.beyond.get()
    }

    /// The press that the page is at: the one that is shown, or that will be as soon as the panels have followed.
    pub fn press_now(self) -> usize {
        if let Some((cycle, walk)) = untrack(|| self.cycles.shown()) {
            return walk.press_of(cycle);
        }
        let (position, grain) = (self.position.get_untracked(), self.grain.get_untracked());
        let own = self.scene.with_value(|scene| {
            scene
                .as_ref()
                .map_or(0, |scene| scene.cursor.stops(grain).rank(position))
        });
        own + self.beyond.get_untracked()
    }

    /// Presses of the longest of the runs that are shown; tracked.
    pub fn presses(self) -> usize {
        if let Some((_, walk)) = self.cycles.shown() {
            return walk.presses();
        }
        self.panes().map(|pane| pane.presses()).max().unwrap_or(0)
    }

    fn press(self, target: impl Fn(&Scene, Grain) -> usize) -> bool {
        let (grain, position) = (self.grain.get_untracked(), self.position.get_untracked());
        let target = self.scene.try_update_value(|scene| {
            let scene = scene.as_mut()?;
            // Two quick presses may come before the panels have followed the first.
            scene.cursor.seek(&scene.trace, position);
            Some(target(scene, grain))
        });
        match target.flatten() {
            Some(target) if target != position => {
                self.position.set(target);
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
        let target = self.pane().position_of(press, self.grain.get_untracked());
        if let Some(target) = target {
            self.position.set(target);
            let own = untrack(|| self.pane().presses());
            self.beyond.set(press.saturating_sub(own));
        }
    }
}
