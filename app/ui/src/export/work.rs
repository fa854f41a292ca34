//! Runs long work in slices between screen frames, reports its progress, and can be stopped.

use crate::page::Page;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds of work between two screen frames.
pub const SLICE_MILLIS: f64 = 8.0;

/// Work in progress. `Copy`: all copies are the same work. It ends with the component that owns it.
#[derive(Clone, Copy)]
pub struct Work {
    /// The parts done, and all parts; `None` if no work is in progress.
    pub progress: RwSignal<Option<(usize, usize)>>,
    turn: StoredValue<u32>,
}

impl Work {
    pub fn new() -> Self {
        Work {
            progress: RwSignal::new(None),
            turn: StoredValue::new(0),
        }
    }

    /// Starts work of `all` parts, and stops earlier work. Returns a number for [`Work::goes_on`].
    pub fn begin(self, all: usize) -> u32 {
        let turn = self.turn.try_get_value().unwrap_or(0).wrapping_add(1);
        self.turn.try_update_value(|now| *now = turn);
        self.progress.try_set(Some((0, all)));
        turn
    }

    pub fn stop(self) {
        self.turn.try_update_value(|turn| *turn = turn.wrapping_add(1));
        self.progress.try_set(None);
    }

    /// Returns true if the work with this number has not been stopped or replaced.
    pub fn goes_on(self, turn: u32) -> bool {
        self.turn.try_get_value() == Some(turn)
    }

    pub fn tell(self, done: usize, all: usize) {
        self.progress.try_set(Some((done, all)));
    }
}

/// Waits until the browser is about to draw the next frame; by then the page's changes are applied. In a hidden tab,
/// which draws no frames, waits for a timeout of zero.
pub async fn next_frame() {
    let promise = js_sys::Promise::new(&mut |done, _| {
        let call = move || {
            // The promise exists as long as something waits for it.
            let _ = done.call0(&wasm_bindgen::JsValue::NULL);
        };
        if document().hidden() {
            set_timeout(call, std::time::Duration::ZERO)
        } else {
            request_animation_frame(call)
        }
    });
    let _ = JsFuture::from(promise).await;
}

/// A progress bar with a button that stops the work.
#[component]
pub fn Progress(page: Page, work: Work) -> impl IntoView {
    move || {
        work.progress.get().map(|(done, all)| {
            view! {
                <span class="take-progress">
                    <progress
                        max=all.to_string()
                        prop:value=done.to_string()
                        aria-label=move || page.strings().export().working
                    />
                    <span>{format!("{done} / {all}")}</span>
                    <button id="take-cancel" class="button" on:click=move |_| work.stop()>
                        {move || page.strings().cancel}
                    </button>
                </span>
            }
        })
    }
}
