//! The files that a CUDA text includes: they are dropped beside the text, or opened.

use crate::draft::Playground;
use crate::page::Page;
use leptos::prelude::*;

/// Returns true for the name of a file that other files include.
pub fn is_header(name: &str) -> bool {
    let name = name.to_lowercase();
    [".h", ".cuh", ".hpp", ".inl"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

/// Adds a file, or replaces the one of the same name.
pub fn add(page: Page, name: String, text: String) {
    Playground::of(page).set(|draft| {
        draft.files.insert(name, text);
    });
}

/// The list of files, with a button that removes each.
#[component]
pub fn Headers(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let names = Memo::new(move |_| {
        playground
            .draft
            .with(|draft| draft.files.keys().cloned().collect::<Vec<String>>())
    });
    let words = move || page.strings().cuda_words();
    let row = move |name: String| {
        let (label, removed) = ((words().remove_file)(&name), name.clone());
        let remove = move |_| {
            playground.set(|draft| {
                draft.files.remove(&removed);
            });
        };
        view! {
            <div class="setup-row" data-file=name.clone()>
                <span class="mono">{name.clone()}</span>
                <button type="button" class="icon-button" aria-label=label.clone() title=label on:click=remove>
                    "×"
                </button>
            </div>
        }
    };
    move || {
        let names = names.get();
        (!names.is_empty()).then(|| {
            view! {
                <h3>{words().files}</h3>
                {names.into_iter().map(row).collect_view()}
            }
        })
    }
}
