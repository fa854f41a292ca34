//! Finds the lines of each column's code that differ from the other columns, and switches their highlighting.

use crate::page::preference::keep_differences;
use crate::page::{Page, Pane};
use crate::panels::code::text_of;
use leptos::prelude::*;
use model::compare::differing::{DifferingLine, differing, differing_from_any};

/// The switch of the highlighting, and the column that the reader looks at. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Differences {
    pub on: RwSignal<bool>,
    /// The column under the pointer or with the focus.
    looked_at: RwSignal<Option<usize>>,
}

impl Differences {
    /// The marks of differing lines.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        Differences {
            on: RwSignal::new(true),
            looked_at: RwSignal::new(None),
        }
    }

    pub fn look_at(self, column: usize) {
        self.looked_at.set(Some(column));
    }

    pub fn look_away(self) {
        self.looked_at.set(None);
    }

    fn toggle(self) {
        self.on.update(|on| *on = !*on);
        keep_differences(self.on.get_untracked());
    }
}

/// Returns the highlighted lines of a column. Every other column is compared with the first. The first is compared with
/// the column that the reader looks at, or with all others if there is none.
pub fn differing_lines(page: Page, pane: Pane) -> Memo<Vec<DifferingLine>> {
    let texts = Memo::new(move |_| {
        let columns = page
            .run
            .spec
            .with(|view| view.as_ref().map_or(1, |view| view.kernels().count()));
        let panes = page.run.panes().take(columns);
        panes.map(|pane| text_of(page, pane)).collect::<Vec<_>>()
    });
    // Only the first column's result depends on the column that the reader looks at.
    let looked_at = Memo::new(move |_| match pane.index {
        0 => Differences::of(page).looked_at.get().filter(|column| *column > 0),
        _ => None,
    });
    Memo::new(move |_| {
        if !Differences::of(page).on.get() {
            return Vec::new();
        }
        texts.with(|texts| {
            let (Some(text), Some(first)) = (texts.get(pane.index), texts.first()) else {
                return Vec::new();
            };
            if pane.index > 0 {
                return differing(text, first);
            }
            match looked_at.get().and_then(|column| texts.get(column)) {
                Some(other) => differing(text, other),
                None => {
                    let others: Vec<&str> = texts.iter().skip(1).map(String::as_str).collect();
                    differing_from_any(text, &others)
                }
            }
        })
    })
}

/// The button that switches the highlighting of differences.
#[component]
pub fn DifferencesSwitch(page: Page) -> impl IntoView {
    view! {
        <button
            id="differences"
            class="icon-button"
            aria-pressed=move || Differences::of(page).on.get().to_string()
            aria-label=move || page.strings().differences
            title=move || page.strings().differences_hint
            on:click=move |_| Differences::of(page).toggle()
        >
            "≠"
        </button>
    }
}
