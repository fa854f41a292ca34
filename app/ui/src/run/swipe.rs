//! Swipes: a finger that moves sideways over the pictures steps through the run.

use crate::page::Page;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};

/// A shorter way, in CSS pixels, is a tap.
const LEAST: f64 = 48.0;

/// Elements that a finger moves or marks themselves.
const OWN: &str = "input, select, button, textarea, canvas.marking, [role='slider']";

/// Where a finger went down. `Copy`: all copies share the same place.
#[derive(Clone, Copy)]
pub struct Swipe {
    page: Page,
    from: StoredValue<Option<(f64, f64)>>,
}

impl Swipe {
    pub fn new(page: Page) -> Self {
        Swipe {
            page,
            from: StoredValue::new(None),
        }
    }

    pub fn begin(self, event: &PointerEvent) {
        let target = event.target().and_then(|target| target.dyn_into().ok());
        let is_own = target.is_some_and(|target: Element| target.closest(OWN).ok().flatten().is_some());
        let is_finger = event.pointer_type() == "touch" && event.is_primary();
        let place = (f64::from(event.client_x()), f64::from(event.client_y()));
        self.from.set_value((is_finger && !is_own).then_some(place));
    }

    /// Steps forward after a swipe to the left, and back after one to the right.
    pub fn end(self, event: &PointerEvent) {
        let Some((x, y)) = self.from.try_update_value(Option::take).flatten() else {
            return;
        };
        let (right, down) = (f64::from(event.client_x()) - x, f64::from(event.client_y()) - y);
        if right.abs() < LEAST || right.abs() < 2.0 * down.abs() {
            return;
        }
        self.page.run.playing.set(false);
        if right < 0.0 {
            self.page.advance()
        } else {
            self.page.retreat()
        };
    }
}
