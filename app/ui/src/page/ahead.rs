//! Walks through a long trace once, in small slices of idle time: the cursor's checkpoints then make every step quick
//! to reach.

use leptos::prelude::*;
use model::playback::Playback;
use simt::{Cursor, Trace};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// A slice takes at most this part of a frame's 16.7 ms, so that keys and the player do not wait.
const MOST_MILLIS: f64 = 4.0;

/// Starts the walk through a new run. It ends when the trace is dropped.
pub fn walk(playback: &Playback) {
    walk_on(playback.cursor.clone(), Arc::downgrade(&playback.trace));
}

fn walk_on(cursor: Cursor, trace: Weak<Trace>) {
    set_timeout(
        move || {
            let Some(still) = trace.upgrade() else { return };
            let end = now() + MOST_MILLIS;
            while cursor.prepare(&still) {
                if now() >= end {
                    return walk_on(cursor, trace);
                }
            }
        },
        Duration::ZERO,
    );
}

/// Returns milliseconds since the page was opened.
fn now() -> f64 {
    window()
        .performance()
        .map_or(f64::INFINITY, |clock| clock.now())
}
