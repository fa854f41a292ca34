//! The runs that the page opens with, recorded when it was built: `assets/early.js` asks for them while the page is read.

use engine::protocol::{Job, Report};
use engine::recording::Recording;
use js_sys::Promise;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Where the script leaves the file's promise.
const KEY: &str = "warpstepOpening";

#[derive(Debug)]
enum State {
    Coming(Promise),
    There(Recording),
    None,
}

/// What is left of them. Copies are the same.
#[derive(Clone, Debug)]
pub struct Recorded(Rc<RefCell<State>>);

impl Recorded {
    /// Those that the script has asked for; none for an address that is opened otherwise. They are given once.
    pub fn of_the_opening() -> Self {
        let key = JsValue::from(KEY);
        let promise = js_sys::Reflect::get(&window(), &key).ok();
        let promise = promise.and_then(|promise| promise.dyn_into::<Promise>().ok());
        // The page's own window takes a plain property.
        let _ = js_sys::Reflect::set(&window(), &key, &JsValue::UNDEFINED);
        let state = promise.map_or(State::None, State::Coming);
        Recorded(Rc::new(RefCell::new(state)))
    }

    pub fn none() -> Self {
        Recorded(Rc::new(RefCell::new(State::None)))
    }

    /// Whether it is worth asking.
    pub fn are_left(&self) -> bool {
        !matches!(*self.0.borrow(), State::None)
    }

    /// Waits for the file.
    pub async fn come(&self) {
        let coming = match &*self.0.borrow() {
            State::Coming(promise) => promise.clone(),
            State::There(_) | State::None => return,
        };
        // Where there is no file, the promise gives nothing.
        let file = JsFuture::from(coming).await.ok();
        let file = file.and_then(|file| file.dyn_into::<js_sys::ArrayBuffer>().ok());
        let recording =
            file.and_then(|file| Recording::read(&js_sys::Uint8Array::new(&file).to_vec()));
        let mut state = self.0.borrow_mut();
        // Somebody else may have waited for it.
        if matches!(*state, State::Coming(_)) {
            *state = recording.map_or(State::None, State::There);
        }
    }

    /// What a recorded run of the job found, where one has come; once.
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
