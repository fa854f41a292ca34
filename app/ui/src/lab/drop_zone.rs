//! A place for files: the reader drops them anywhere on its page, or chooses them.

use crate::draw::icons;
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use web_sys::{DragEvent, File, FileList};

/// Takes files that are dropped anywhere on the page, while the component that calls this is shown. `over` is true while
/// files are dragged over it.
pub fn follow_drops(over: RwSignal<bool>, bring: impl Fn(Vec<File>) + 'static) {
    let has_files = |event: &DragEvent| {
        let types = event.data_transfer().map(|given| given.types());
        types.is_some_and(|types| types.includes(&"Files".into(), 0))
    };
    let dragged = window_event_listener(ev::dragover, move |event| {
        if has_files(&event) {
            event.prevent_default();
            over.set(true);
        }
    });
    let left = window_event_listener(ev::dragleave, move |_| over.set(false));
    let dropped = window_event_listener(ev::drop, move |event| {
        over.set(false);
        let files = event.data_transfer().and_then(|given| given.files());
        if let Some(files) = files.filter(|files| files.length() > 0) {
            event.prevent_default();
            bring(listed(&files));
        }
    });
    on_cleanup(move || {
        [dragged, left, dropped]
            .into_iter()
            .for_each(|listener| listener.remove())
    });
}

fn listed(files: &FileList) -> Vec<File> {
    let indices = 0..files.length();
    indices.filter_map(|index| files.get(index)).collect()
}

/// Shows the zone and its field for files. `words`: what to drop, and that files can be chosen.
pub fn drop_zone(
    id: &'static str,
    accept: &'static str,
    bring: impl Fn(Vec<File>) + 'static,
    words: impl Fn() -> [&'static str; 2] + Copy + Send + 'static,
) -> AnyView {
    let input = NodeRef::<html::Input>::new();
    let bring = move |_| {
        if let Some(element) = input.get_untracked() {
            if let Some(files) = element.files() {
                bring(listed(&files));
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
