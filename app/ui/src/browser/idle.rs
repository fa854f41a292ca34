//! Marks the moment at which the first step of a run is drawn, and defers work until the browser is idle.

use futures::channel::oneshot;
use leptos::prelude::*;
use std::cell::Cell;
use std::time::Duration;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

/// The mark's name in the browser's performance timeline; `cargo xtask opening` reads it.
const MARK: &str = "warpstep-first-step";

/// Deferred work starts after this time even if the browser is never idle.
const LATEST_MILLIS: u32 = 3_000;

thread_local! {
    static MARKED: Cell<bool> = const { Cell::new(false) };
}

/// Sets the mark at the first call; later calls have no effect.
pub fn mark() {
    if MARKED.replace(true) {
        return;
    }
    if let Some(performance) = window().performance() {
        // The page works without the mark.
        let _ = performance.mark(MARK);
    }
}

/// Runs `action` when the browser is idle.
pub fn when_idle(action: impl FnOnce() + 'static) {
    let global = js_sys::global();
    let request = js_sys::Reflect::get(&global, &JsValue::from("requestIdleCallback"));
    let request = request.and_then(|request| request.dyn_into::<js_sys::Function>());
    // Safari does not have this function.
    let Ok(request) = request else {
        return set_timeout(action, Duration::ZERO);
    };
    let options = js_sys::Object::new();
    // Setting a property of a plain object cannot fail.
    let _ = js_sys::Reflect::set(&options, &"timeout".into(), &LATEST_MILLIS.into());
    let callback = Closure::once_into_js(action);
    // A browser that has the function accepts these arguments.
    let _ = request.call2(&global, &callback, &options);
}

/// Resolves when the browser is idle.
pub async fn idle() {
    let (sender, receiver) = oneshot::channel();
    when_idle(move || {
        // The waiting task may have been aborted.
        let _ = sender.send(());
    });
    // The sender is dropped only after it has sent.
    let _ = receiver.await;
}
