//! Work that takes many frames of the screen: it goes on between them, tells how far it is, and can be stopped.

use crate::page::Page;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Milliseconds of work between two frames of the screen.
pub const SLICE_MILLIS: f64 = 8.0;

/// Copies are the same work. It ends with the component that it belongs to.
#[derive(Clone, Copy)]
pub struct Work {
    /// Done, and all.
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

    /// Begins, and stops what was going on; the answer is the turn to ask about.
    pub fn begin(self, all: usize) -> u32 {
        let turn = self.turn.try_get_value().unwrap_or(0).wrapping_add(1);
        self.turn.try_update_value(|now| *now = turn);
        self.progress.try_set(Some((0, all)));
        turn
    }

    pub fn stop(self) {
        self.turn
            .try_update_value(|turn| *turn = turn.wrapping_add(1));
        self.progress.try_set(None);
    }

    /// Whether a turn is still wanted.
    pub fn goes_on(self, turn: u32) -> bool {
        self.turn.try_get_value() == Some(turn)
    }

    pub fn tell(self, done: usize, all: usize) {
        self.progress.try_set(Some((done, all)));
    }
}

/// Until the browser is about to draw the next frame, when the page's changes stand; in a hidden tab, a moment.
pub async fn next_frame() {
    let promise = js_sys::Promise::new(&mut |done, _| {
        let call = move || {
            // The promise is there as long as somebody waits for it.
            let _ = done.call0(&wasm_bindgen::JsValue::NULL);
        };
        match document().hidden() {
            true => set_timeout(call, std::time::Duration::ZERO),
            false => request_animation_frame(call),
        }
    });
    let _ = JsFuture::from(promise).await;
}

/// How far the work is, with a way to stop it.
#[component]
pub fn Progress(page: Page, work: Work) -> impl IntoView {
    move || {
        work.progress.get().map(|(done, all)| {
            view! {
                <span class="take-progress">
                    <progress max=all.to_string() prop:value=done.to_string() aria-label=move || page.strings().take().working></progress>
                    <span>{format!("{done} / {all}")}</span>
                    <button id="take-cancel" class="button" on:click=move |_| work.stop()>{move || page.strings().cancel}</button>
                </span>
            }
        })
    }
}
