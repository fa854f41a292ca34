//! Walks through a long trace once, in small slices of idle time: the cursor's checkpoints then make every step quick
//! to reach.

use leptos::prelude::*;
use model::run::playback::Playback;
use simt::Cursor;
use std::time::Duration;

/// A slice takes at most this part of a frame's 16.7 ms, so that keys and the player do not wait.
const MOST_MILLIS: f64 = 4.0;

/// Starts the walk through a new run. It ends when no other cursor of the run is left.
pub fn walk(playback: &Playback) {
    walk_on(playback.cursor.clone());
}

fn walk_on(cursor: Cursor) {
    set_timeout(
        move || {
            if !cursor.has_copies() {
                return;
            }
            let end = now() + MOST_MILLIS;
            while cursor.prepare() {
                if now() >= end {
                    return walk_on(cursor);
                }
            }
        },
        Duration::ZERO,
    );
}

/// Returns milliseconds since the page was opened.
fn now() -> f64 {
    window().performance().map_or(f64::INFINITY, |clock| clock.now())
}
