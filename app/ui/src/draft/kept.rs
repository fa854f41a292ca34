//! Keeps the present draft and earlier drafts in the browser's storage, and opens drafts from links.

use super::{Moment, Playground};
use crate::browser::compression::expand;
use crate::browser::storage::Storage;
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

/// Loads the stored drafts, once. A draft that was opened before stays, and the stored one becomes an earlier one.
pub fn bring_back(playground: Playground) {
    playground.stored.set_value(Storage::Local.read(DRAFT));
    // The reader can change the storage, so its content is checked like a file.
    let earlier = Storage::Local.read(EARLIER);
    if let Some(mut earlier) = earlier.and_then(|json| read_earlier(&json)) {
        earlier.truncate(MOST);
        playground.earlier.set(earlier);
    }
    let stored = playground.stored.with_value(|stored| {
        let stored = stored.as_deref()?;
        Draft::from_json(stored).ok()
    });
    let Some(stored) = stored else { return };
    let opened = playground.draft.get_untracked();
    match opened == Draft::default() {
        true => playground.draft.set(stored),
        false if opened == stored => {}
        false => playground
            .earlier
            .update(|earlier| put_first(earlier, stored)),
    }
}

fn read_earlier(json: &str) -> Option<Vec<Kept>> {
    serde_json::from_str(json).ok()
}

/// Stores the draft and as many earlier ones as there is room for. A notice says if there is no room for the draft. A draft
/// that another tab has stored meanwhile is never lost: it becomes an earlier one.
pub fn keep(page: Page, playground: Playground) {
    // Inside another page, the draft belongs to that page's author and not to the reader.
    if page.route.embedded.get_untracked() {
        return;
    }
    let draft = playground.draft.get_untracked();
    let text = draft.to_json();
    let found = Storage::Local.read(DRAFT);
    let known = playground.stored.get_value();
    // The text that the playground begins with is worth no place in the storage.
    let is_changed = known.is_some() || draft != Draft::default();
    let is_new = is_changed && known.as_ref() != Some(&text);
    let mut earlier = playground.earlier.get_untracked();
    if is_new && found != known {
        let other = found.as_deref().map(Draft::from_json);
        if let Some(Ok(other)) = other.filter(|other| other.as_ref() != Ok(&draft)) {
            put_first(&mut earlier, other);
        }
    }
    // The newest draft is no earlier one; another tab may have stored it.
    let newest = match is_new {
        true => Some(draft),
        false => found.and_then(|json| Draft::from_json(&json).ok()),
    };
    let stored = Storage::Local.read(EARLIER);
    for kept in stored
        .and_then(|json| read_earlier(&json))
        .unwrap_or_default()
    {
        let is_known = earlier.iter().any(|each| each.draft == kept.draft);
        if !is_known && Some(&kept.draft) != newest.as_ref() {
            earlier.push(kept);
        }
    }
    earlier.sort_by(|one, other| other.moment.total_cmp(&one.moment));
    earlier.truncate(MOST);
    if earlier != playground.earlier.get_untracked() {
        playground.earlier.set(earlier.clone());
    }
    let all = |count: usize| serde_json::to_string(&earlier[..count]).unwrap_or_default();
    let room = |count: usize| Storage::Local.write(EARLIER, &all(count)).is_ok();
    let kept = (0..=earlier.len()).rev().find(|&count| room(count));
    // What another tab has stored stays the newest while this tab has nothing new.
    if !is_new {
        return;
    }
    let mut is_stored = Storage::Local.write(DRAFT, &text).is_ok();
    if !is_stored {
        // The present draft matters more than the earlier ones, so they make room for it.
        let freed = kept.is_some() && Storage::Local.remove(EARLIER).is_ok();
        is_stored = freed && Storage::Local.write(DRAFT, &text).is_ok();
    }
    match is_stored {
        true => playground.stored.set_value(Some(text)),
        false => page.notify(|strings| strings.playground().not_kept.to_owned()),
    }
}

/// Opens the draft in a link, with the same checks as for a file, at its step.
pub fn open_link(page: Page, letters: String, step: usize) {
    spawn_local(async move {
        let text = expand(&letters, MOST_BYTES).await;
        let draft = text
            .map_err(LinkError::Letters)
            .and_then(|text| Draft::from_json(&text).map_err(LinkError::Draft));
        match draft {
            Ok(draft) => {
                let playground = Playground::of(page);
                playground.take(draft);
                playground.awaited.set_value(Some(Moment::Step(step)));
            }
            Err(error) => page.notify(move |strings| (strings.playground().bad_link)(&error)),
        }
    });
}
