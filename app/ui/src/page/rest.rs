//! The rest of the page's program. A release build cuts it in two (`xtask/src/rest/`): what draws the pictures of a poster, and
//! the rest, for which the page itself waits. What is called before it has come, waits until it is there: nothing goes wrong
//! then, it takes longer.

use crate::page::head;
use crate::page::state::Page;
use crate::strings;
use js_sys::Promise;
use leptos::prelude::*;
use std::cell::Cell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

// `assets/early.js` has them: what brings the rest is there before it.
#[wasm_bindgen]
extern "C" {
    /// Gives what the rest has of the program: memory, tables, globals.
    #[wasm_bindgen(js_namespace = warpstepRest)]
    fn of(exports: &JsValue);

    /// Gives the sentence for a reader whose network does not bring the rest.
    #[wasm_bindgen(js_namespace = warpstepRest)]
    fn missing(sentence: &str);

    /// Brings the rest, if it can be had.
    #[wasm_bindgen(js_namespace = warpstepRest)]
    fn later() -> Promise;
}

thread_local! {
    static IS_THERE: Cell<bool> = const { Cell::new(false) };
}

/// The workers' programs, which have this library, too, are not cut.
#[cfg(not(feature = "worker"))]
mod gate {
    use super::{IS_THERE, wasm_bindgen};

    #[wasm_bindgen]
    extern "C" {
        /// Brings the rest before it comes back.
        #[wasm_bindgen(js_namespace = warpstepRest)]
        fn now();
    }

    /// What the program calls on its way to the rest, with the place in the table where that is to be; the same comes back.
    #[wasm_bindgen]
    pub fn rest_slot(slot: u32) -> u32 {
        if !IS_THERE.get() {
            now();
            IS_THERE.set(true);
        }
        slot
    }
}

/// To be called before anything else: without it, nothing finds the rest.
pub fn begin() {
    of(&wasm_bindgen::exports());
    missing(strings::of(head::language()).part_missing);
}

/// Keeps the sentence in the page's language.
pub fn follow(page: Page) {
    Effect::new(move |_| missing(page.strings().part_missing));
}

/// The rest is on its way; where it does not come, whoever needs it asks for it again.
pub async fn come() {
    if JsFuture::from(later())
        .await
        .is_ok_and(|there| there.is_truthy())
    {
        IS_THERE.set(true);
    }
}
