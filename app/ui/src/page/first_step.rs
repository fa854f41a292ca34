//! The moment at which the first step of a run stands on a canvas: whoever measures the opening can read it as a mark, and
//! what the first step does not need waits for it.

use crate::page::rest;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// The mark's name in the browser's performance timeline.
const MARK: &str = "warpstep-first-step";

/// Where no step comes, nothing waits any longer.
const LONG_ENOUGH: Duration = Duration::from_secs(3);

type Action = Box<dyn FnOnce()>;

thread_local! {
    static STANDS: Cell<bool> = const { Cell::new(false) };
    static DRAWN: Cell<bool> = const { Cell::new(false) };
    /// Nothing waits any longer.
    static GONE_ON: Cell<bool> = const { Cell::new(false) };
    static WAITING: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
}

/// A step stands there, on a poster or on the page itself. Only the first is marked.
pub fn stands() {
    if STANDS.replace(true) {
        return;
    }
    if let Some(performance) = window().performance() {
        // Without the mark nothing is missing on the page.
        let _ = performance.mark(MARK);
    }
}

/// Whether one does: what else a view shows need not wait.
pub fn has_come() -> bool {
    STANDS.get()
}

/// The page itself has drawn a step.
pub fn drawn() {
    if DRAWN.replace(true) {
        return;
    }
    stands();
    // The frame with the step is shown first.
    set_timeout(go_on, Duration::ZERO);
}

/// Does something when the page itself has drawn its first step.
pub fn afterwards(action: impl FnOnce() + 'static) {
    if GONE_ON.get() {
        return action();
    }
    WAITING.with_borrow_mut(|waiting| waiting.push(Box::new(action)));
    set_timeout(go_on, LONG_ENOUGH);
}

/// Most of what waits is of the rest of the program.
fn go_on() {
    spawn_local(async {
        rest::come().await;
        GONE_ON.set(true);
        let waiting = WAITING.take();
        waiting.into_iter().for_each(|action| action());
    });
}
