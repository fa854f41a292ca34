//! A long trace is walked through once, a little at a time while the page has nothing else to do: then any of its steps is near.

use leptos::prelude::*;
use model::moment::Scene;
use simt::{Cursor, Trace};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Of a frame's 16.7 ms, so that keys and the player are not kept waiting.
const MOST_MILLIS: f64 = 4.0;

/// Begins to walk through a run that has come. A trace that nobody holds any longer is left alone.
pub fn walk(scene: &Scene) {
    walk_on(scene.cursor.clone(), Arc::downgrade(&scene.trace));
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

/// Milliseconds.
fn now() -> f64 {
    window()
        .performance()
        .map_or(f64::INFINITY, |clock| clock.now())
}
