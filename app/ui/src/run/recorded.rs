//! The prebuilt runs for the page's first view: `assets/early.js` requests them while the browser reads the page.

use engine::protocol::{Job, Report};
use engine::recording::Recording;
use js_sys::Promise;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The property of `window` where the script stores the file's promise.
const KEY: &str = "warpstepOpening";

#[derive(Debug)]
enum State {
    Coming(Promise),
    There(Recording),
    None,
}

/// The prebuilt runs that are left. Clones share them.
#[derive(Clone, Debug)]
pub struct Recorded(Rc<RefCell<State>>);

impl Recorded {
    /// Returns the runs that the script has requested; none for addresses without a prebuilt run, and none at a second
    /// call.
    pub fn of_the_opening() -> Self {
        let key = JsValue::from(KEY);
        let promise = js_sys::Reflect::get(&window(), &key).ok();
        let promise = promise.and_then(|promise| promise.dyn_into::<Promise>().ok());
        // Setting a plain property of `window` cannot fail.
        let _ = js_sys::Reflect::set(&window(), &key, &JsValue::UNDEFINED);
        let state = promise.map_or(State::None, State::Coming);
        Recorded(Rc::new(RefCell::new(state)))
    }

    pub fn none() -> Self {
        Recorded(Rc::new(RefCell::new(State::None)))
    }

    /// Returns true if a prebuilt run may still answer a job.
    pub fn are_left(&self) -> bool {
        !matches!(*self.0.borrow(), State::None)
    }

    /// Waits for the file.
    pub async fn come(&self) {
        let coming = match &*self.0.borrow() {
            State::Coming(promise) => promise.clone(),
            State::There(_) | State::None => return,
        };
        // If there is no file, the promise resolves to `undefined`.
        let file = JsFuture::from(coming).await.ok();
        let file = file.and_then(|file| file.dyn_into::<js_sys::ArrayBuffer>().ok());
        let recording = file.and_then(|file| Recording::read(&js_sys::Uint8Array::new(&file).to_vec()));
        let mut state = self.0.borrow_mut();
        // Another task may have waited for the file too.
        if matches!(*state, State::Coming(_)) {
            *state = recording.map_or(State::None, State::There);
        }
    }

    /// Returns the prebuilt report of a job, once; `None` if there is none.
    pub fn take(&self, job: &Job) -> Option<Report> {
        let mut state = self.0.borrow_mut();
        let State::There(recording) = &mut *state else {
            return None;
        };
        let report = recording.take(job);
        if recording.is_empty() {
            *state = State::None;
        }
        report
    }
}
