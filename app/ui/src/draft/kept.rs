//! Keeps the present draft and earlier drafts in the browser's storage, and opens drafts from links.

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
/// The most earlier drafts in storage.
const MOST: usize = 8;

/// An earlier draft.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    pub draft: Draft,
    /// The time when another draft replaced it, in milliseconds since 1970.
    pub moment: f64,
}

pub fn put_first(earlier: &mut Vec<Kept>, draft: Draft) {
    earlier.retain(|kept| kept.draft != draft);
    let moment = js_sys::Date::now();
    earlier.insert(0, Kept { draft, moment });
    earlier.truncate(MOST);
}

/// Loads the stored drafts.
pub fn bring_back(playground: Playground) {
    let Ok(Some(storage)) = window().local_storage() else {
        return;
    };
    // The reader can change the storage, so its content is checked like a file.
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

/// Stores the draft and as many earlier ones as there is room for. A notice says if there is no room for the draft.
pub fn keep(page: Page, draft: &Draft, earlier: &[Kept]) {
    // Inside another page, the draft belongs to that page's author and not to the reader.
    if page.embedded.get_untracked() {
        return;
    }
    // Some private windows forbid storage; then nothing is stored.
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
    // The present draft matters more than the earlier ones, so they make room for it.
    let freed = kept.is_some() && storage.remove_item(EARLIER).is_ok();
    if !(freed && storage.set_item(DRAFT, &text).is_ok()) {
        page.notify(|strings| strings.playground().not_kept.to_owned());
    }
}

/// Opens the draft in a link, with the same checks as for a file.
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
