//! Drafts that outlive the page: the one at work and those before it, in the browser's storage; and those that links bring.

use super::Playground;
use crate::browser::compression::expand;
use crate::page::Page;
use leptos::prelude::*;
use model::playground::draft::{Draft, MOST_BYTES};
use model::playground::link::LinkError;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;

const DRAFT: &str = "warpstep.playground";
const EARLIER: &str = "warpstep.playground.earlier";
/// Drafts that are kept besides the one at work.
const MOST: usize = 8;

/// A draft from before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub draft: Draft,
    /// When it gave way, in milliseconds since 1970.
    pub moment: f64,
}

pub fn put_first(earlier: &mut Vec<Kept>, draft: Draft) {
    earlier.retain(|kept| kept.draft != draft);
    let moment = js_sys::Date::now();
    earlier.insert(0, Kept { draft, moment });
    earlier.truncate(MOST);
}

/// The kept drafts take their places.
pub fn bring_back(playground: Playground) {
    let Ok(Some(storage)) = window().local_storage() else {
        return;
    };
    // Storage is the reader's: whatever stands there is checked like a file.
    if let Ok(Some(json)) = storage.get_item(DRAFT)
        && let Ok(draft) = Draft::from_json(&json)
    {
        playground.draft.set(draft);
    }
    if let Ok(Some(json)) = storage.get_item(EARLIER)
        && let Ok(mut earlier) = serde_json::from_str::<Vec<Kept>>(&json)
    {
        earlier.truncate(MOST);
        playground.earlier.set(earlier);
    }
}

/// Keeps the draft, and as many of those before it as there is room for. A storage that has none is told about, once.
pub fn keep(page: Page, draft: &Draft, earlier: &[Kept]) {
    // What somebody else's page shows in a frame is no draft of the reader's.
    if page.embedded.get_untracked() {
        return;
    }
    // Storage is forbidden in some private windows: then nothing is kept.
    let Ok(Some(storage)) = window().local_storage() else {
        return;
    };
    let text = draft.to_json();
    let all = |count: usize| serde_json::to_string(&earlier[..count]).unwrap_or_default();
    let room = |count: usize| storage.set_item(EARLIER, &all(count)).is_ok();
    let kept = (0..=earlier.len()).rev().find(|&count| room(count));
    if storage.set_item(DRAFT, &text).is_ok() {
        return;
    }
    // The one at work comes before those of old.
    let freed = kept.is_some() && storage.remove_item(EARLIER).is_ok();
    if !(freed && storage.set_item(DRAFT, &text).is_ok()) {
        page.notify(|strings| strings.playground().not_kept.to_owned());
    }
}

/// Opens the draft that a link carries. It is checked like a file from anywhere.
pub fn open_link(page: Page, letters: String) {
    spawn_local(async move {
        let text = expand(&letters, MOST_BYTES).await;
        let draft = text
            .map_err(LinkError::Letters)
            .and_then(|text| Draft::from_json(&text).map_err(LinkError::Draft));
        match draft {
            Ok(draft) => Playground::of(page).take(draft),
            Err(error) => page.notify(move |strings| (strings.playground().bad_link)(&error)),
        }
    });
}
