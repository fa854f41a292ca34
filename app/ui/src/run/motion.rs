//! Motion on stage: a step's change is shown as a short movement. A key press never waits for it.

use crate::browser::window::prefers_still;
use crate::page::Page;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

/// The time that a motion takes, in milliseconds.
const LENGTH: f64 = 220.0;
/// Steps that follow each other faster than this are shown without a motion, so that the picture is never behind, in
/// milliseconds.
const PAUSE: f64 = 300.0;
/// The time of one frame, in milliseconds: the first picture of a motion is already under way.
const FRAME: f64 = 16.0;

/// The motion of one canvas.
#[derive(Clone, Default)]
pub struct Motion {
    /// The number of the motion that runs; odd while one runs.
    turn: Rc<Cell<u32>>,
    /// The time of the last change.
    changed: Rc<Cell<f64>>,
}

impl Motion {
    /// Returns true if the next change of the picture may be shown as a motion: on stage, on a screen, if the reader has
    /// not asked for less motion, and if the last change is some time ago.
    pub fn may_start(&self, page: Page) -> bool {
        let now = js_sys::Date::now();
        let since = now - self.changed.replace(now);
        let on_stage = page.route.presenting.get_untracked() && !page.run.is_thumbnail();
        on_stage && since > PAUSE && !prefers_still()
    }

    /// Ends a running motion without its last picture. Returns true if there was one.
    pub fn stop(&self) -> bool {
        let is_moving = self.is_moving();
        if is_moving {
            self.turn.set(self.turn.get().wrapping_add(1));
        }
        is_moving
    }

    fn is_moving(&self) -> bool {
        !self.turn.get().is_multiple_of(2)
    }

    /// Calls `draw` in each frame with the share of the time that has passed, at last with 1. Returns false if the first
    /// call has drawn nothing.
    pub fn start(&self, draw: Rc<dyn Fn(f64) -> bool>) -> bool {
        let begun = js_sys::Date::now() - FRAME;
        if !draw(FRAME / LENGTH) {
            return false;
        }
        self.turn.set(self.turn.get().wrapping_add(1));
        let turn = self.turn.get();
        self.go_on(turn, begun, draw);
        true
    }

    fn go_on(&self, turn: u32, begun: f64, draw: Rc<dyn Fn(f64) -> bool>) {
        let motion = self.clone();
        request_animation_frame(move || {
            if motion.turn.get() != turn {
                return;
            }
            let share = ((js_sys::Date::now() - begun) / LENGTH).clamp(0.0, 1.0);
            draw(share);
            if share < 1.0 {
                motion.go_on(turn, begun, draw)
            } else {
                motion.stop();
            }
        });
    }
}
