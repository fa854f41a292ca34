//! A place for files: the reader drops them anywhere on its page, or chooses them.

use crate::draw::icons;
use leptos::html;
use leptos::prelude::*;
use web_sys::{DragEvent, FileList};

/// Accepts what is dragged over the page.
pub fn drag_over(event: &DragEvent, over: RwSignal<bool>) {
    event.prevent_default();
    over.set(true);
}

/// Hands over the files that were dropped on the page.
pub fn drop_files(event: &DragEvent, over: RwSignal<bool>, bring: impl Fn(FileList)) {
    event.prevent_default();
    over.set(false);
    if let Some(files) = event.data_transfer().and_then(|given| given.files()) {
        bring(files);
    }
}

/// Shows the zone and its field for files. `words`: what to drop, and that files can be chosen.
pub fn drop_zone(
    id: &'static str,
    accept: &'static str,
    bring: impl Fn(FileList) + 'static,
    words: impl Fn() -> [&'static str; 2] + Copy + Send + 'static,
) -> AnyView {
    let input = NodeRef::<html::Input>::new();
    let bring = move |_| {
        if let Some(element) = input.get_untracked() {
            if let Some(files) = element.files() {
                bring(files);
            }
            // An empty value lets the reader choose the same file again.
            element.set_value("");
        }
    };
    view! {
        <label class="drop-zone" for=id>
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d=icons::SAVE />
            </svg>
            <b>{move || words()[0]}</b>
            <span>{move || words()[1]}</span>
        </label>
        <input node_ref=input id=id class="file" type="file" multiple accept=accept on:change=bring />
    }
    .into_any()
}
