//! The row under the editor: it formats the text, and changes the size of the letters and the width of the column.

use super::editor::EditorPlace;
use super::launch::is_cuda;
use crate::browser::storage::Storage;
use crate::page::Page;
use leptos::prelude::*;

/// Where the size of the letters and the width are stored: the step, and `wide`.
const KEPT: &str = "warpstep.editor";
/// The sizes of the letters, in percent of the usual one.
const SIZES: [u32; 7] = [80, 90, 100, 115, 130, 150, 175];
const USUAL: usize = 2;

/// The look of the editor. Copies are the same.
#[derive(Clone, Copy)]
pub struct EditorLook {
    size: RwSignal<usize>,
    is_wide: RwSignal<bool>,
}

impl EditorLook {
    pub fn of(page: Page) -> Self {
        page.feature(|| {
            let kept = Storage::Local.read(KEPT).unwrap_or_default();
            let mut words = kept.split(' ');
            let size = words.next().and_then(|size| size.parse().ok());
            EditorLook {
                size: RwSignal::new(size.filter(|&size| size < SIZES.len()).unwrap_or(USUAL)),
                is_wide: RwSignal::new(words.next() == Some("wide")),
            }
        })
    }

    /// Returns the style of the editor's element. Tracked.
    pub fn style(self) -> String {
        let percent = SIZES[self.size.get().min(SIZES.len() - 1)];
        format!("--editor-size:{}", f64::from(percent) / 100.0)
    }

    /// Returns true if the text has more room than the picture. Tracked.
    pub fn is_wide(self) -> bool {
        self.is_wide.get()
    }

    fn keep(self) {
        let width = if self.is_wide.get_untracked() {
            "wide"
        } else {
            ""
        };
        let kept = format!("{} {width}", self.size.get_untracked());
        // Without storage, the look lasts as long as the page.
        let _ = Storage::Local.write(KEPT, &kept);
    }

    fn change(self, change: impl FnOnce(usize) -> usize) {
        self.size
            .update(|size| *size = change(*size).min(SIZES.len() - 1));
        self.keep();
    }
}

#[component]
pub fn EditorTools(page: Page, place: EditorPlace) -> impl IntoView {
    let look = EditorLook::of(page);
    let words = move || page.strings().playground();
    let format = move |_| {
        place.call("format", &[]);
    };
    let widen = move |_| {
        look.is_wide.update(|is_wide| *is_wide = !*is_wide);
        look.keep();
    };
    view! {
        <div class="editor-tools" role="group" aria-label=move || words().editor>
            // The formatter reads WGSL alone.
            <button class="button quiet" id="format-text" hidden=move || is_cuda(page) title=move || words().format_hint on:click=format>{move || words().format}</button>
            <button class="button quiet" id="smaller-letters" title=move || words().smaller aria-label=move || format!("A− {}", words().smaller) on:click=move |_| look.change(|size| size.saturating_sub(1))>"A−"</button>
            <button class="button quiet" id="larger-letters" title=move || words().larger aria-label=move || format!("A+ {}", words().larger) on:click=move |_| look.change(|size| size + 1)>"A+"</button>
            <button class="button quiet" id="widen-text" title=move || words().wide aria-label=move || words().wide aria-pressed=move || look.is_wide().to_string() on:click=widen>"↔"</button>
        </div>
    }
}
