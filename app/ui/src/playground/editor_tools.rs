//! The look of the editor: the size of its letters, and the divider that sets its width.

use crate::browser::storage::Storage;
use crate::page::Page;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

/// Where the size of the letters and the width are stored: the step, and the percent of the page.
const KEPT: &str = "warpstep.editor";
/// The sizes of the letters, in percent of the usual one.
const SIZES: [u32; 7] = [80, 90, 100, 115, 130, 150, 175];
const USUAL: usize = 2;
/// The widths that the text can have, in percent of the page, and the change of one key.
const LEAST: f64 = 30.0;
const MOST: f64 = 65.0;
const USUAL_WIDTH: f64 = 48.0;
const KEY_STEP: f64 = 2.0;

/// The look of the editor. Copies are the same.
#[derive(Clone, Copy)]
pub struct EditorLook {
    size: RwSignal<usize>,
    width: RwSignal<f64>,
}

impl EditorLook {
    pub fn of(page: Page) -> Self {
        page.feature(|| {
            let kept = Storage::Local.read(KEPT).unwrap_or_default();
            let mut words = kept.split(' ');
            let size = words.next().and_then(|size| size.parse().ok());
            let width = words.next().and_then(|width| width.parse().ok());
            EditorLook {
                size: RwSignal::new(size.filter(|&size| size < SIZES.len()).unwrap_or(USUAL)),
                width: RwSignal::new(
                    width
                        .filter(|width: &f64| (LEAST..=MOST).contains(width))
                        .unwrap_or(USUAL_WIDTH),
                ),
            }
        })
    }

    /// Returns the style of the editor's element. Tracked.
    pub fn style(self) -> String {
        let percent = SIZES[self.size.get().min(SIZES.len() - 1)];
        format!("--editor-size:{}", f64::from(percent) / 100.0)
    }

    /// Returns the width of the text in percent of the page. Tracked.
    pub fn width(self) -> f64 {
        self.width.get()
    }

    fn keep(self) {
        let kept = format!("{} {}", self.size.get_untracked(), self.width.get_untracked());
        // Without storage, the look lasts as long as the page.
        let _ = Storage::Local.write(KEPT, &kept);
    }

    fn resize(self, change: impl FnOnce(usize) -> usize) {
        self.size.update(|size| *size = change(*size).min(SIZES.len() - 1));
        self.keep();
    }

    fn widen(self, width: f64) {
        self.width.set(width.clamp(LEAST, MOST));
    }
}

/// The buttons for the size of the letters.
#[component]
pub fn Letters(page: Page) -> impl IntoView {
    let look = EditorLook::of(page);
    let words = move || page.strings().playground();
    view! {
        <span class="letters">
            <button
                class="button quiet"
                id="smaller-letters"
                title=move || words().smaller
                aria-label=move || format!("A− {}", words().smaller)
                on:click=move |_| look.resize(|size| size.saturating_sub(1))
            >
                "A−"
            </button>
            <button
                class="button quiet"
                id="larger-letters"
                title=move || words().larger
                aria-label=move || format!("A+ {}", words().larger)
                on:click=move |_| look.resize(|size| size + 1)
            >
                "A+"
            </button>
        </span>
    }
}

/// The divider between the text and the pictures: the pointer drags it, arrow keys move it, a double click resets it.
#[component]
pub fn Divider(page: Page) -> impl IntoView {
    let look = EditorLook::of(page);
    let drag = move |event: PointerEvent| {
        let target = event
            .current_target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let Some(target) = target else { return };
        match event.type_().as_str() {
            "pointerdown" => {
                // Without pointer capture, a drag ends at the divider's edge.
                let _ = target.set_pointer_capture(event.pointer_id());
            }
            "pointermove" if event.buttons() & 1 == 1 => {
                let Some(page) = target.parent_element() else {
                    return;
                };
                let all = page.get_bounding_client_rect();
                let x = f64::from(event.client_x()) - all.left();
                look.widen(x / all.width().max(1.0) * 100.0);
            }
            "pointerup" => look.keep(),
            _ => {}
        }
    };
    let press = move |event: KeyboardEvent| {
        let now = look.width.get_untracked();
        look.widen(match event.key().as_str() {
            "ArrowLeft" => now - KEY_STEP,
            "ArrowRight" => now + KEY_STEP,
            "Home" => LEAST,
            "End" => MOST,
            _ => return,
        });
        look.keep();
        // The arrows also step through the run.
        event.prevent_default();
        event.stop_propagation();
    };
    let reset = move |_| {
        look.widen(USUAL_WIDTH);
        look.keep();
    };
    view! {
        <div
            class="divider"
            id="divider"
            role="separator"
            tabindex="0"
            aria-orientation="vertical"
            aria-label=move || page.strings().playground().divider
            aria-valuemin=LEAST.to_string()
            aria-valuemax=MOST.to_string()
            aria-valuenow=move || format!("{:.0}", look.width())
            on:pointerdown=drag
            on:pointermove=drag
            on:pointerup=drag
            on:keydown=press
            on:dblclick=reset
        />
    }
}
