//! Keeps the present draft and earlier drafts in the browser's storage, and opens drafts from links.

use super::{Moment, Playground};
use crate::browser::compression::expand;
use crate::browser::storage::Storage;
use crate::page::Page;
use leptos::prelude::*;
use model::playground::draft::{Draft, MOST_BYTES};
use model::playground::kept::{NoRoom, Shelf, Store};
use model::playground::link::LinkError;
use wasm_bindgen_futures::spawn_local;

/// The key of the text that this tab alone has.
const OF_TAB: &str = "warpstep.playground.of-tab";
/// The key of the address of the lesson from which this text comes.
const ORIGIN: &str = "warpstep.playground.origin";

/// The browser's storage.
struct Browser;

impl Store for Browser {
    fn read(&self, key: &str) -> Option<String> {
        Storage::Local.read(key)
    }

    fn write(&mut self, key: &str, text: &str) -> Result<(), NoRoom> {
        Storage::Local.write(key, text).map_err(|_| NoRoom)
    }

    fn remove(&mut self, key: &str) -> Result<(), NoRoom> {
        Storage::Local.remove(key).map_err(|_| NoRoom)
    }

    fn of_tab(&self) -> Option<String> {
        Storage::Session.read(OF_TAB)
    }

    fn keep_for_tab(&mut self, text: &str) {
        // The text is in the storage of all tabs, too.
        let _ = Storage::Session.write(OF_TAB, text);
    }
}

/// Reads the drafts of this tab, lets `act` change them, and writes them back.
pub(super) fn with_shelf<R>(playground: Playground, act: impl FnOnce(&mut Shelf) -> R) -> R {
    let mut shelf = Shelf {
        draft: playground.draft.get_untracked(),
        opened: playground.opened.get_value(),
        earlier: playground.earlier.get_untracked(),
        stored: playground.stored.get_value(),
    };
    let result = act(&mut shelf);
    if playground.draft.with_untracked(|draft| *draft != shelf.draft) {
        playground.draft.set(shelf.draft);
    }
    if playground.earlier.with_untracked(|earlier| *earlier != shelf.earlier) {
        playground.earlier.set(shelf.earlier);
    }
    playground.opened.set_value(shelf.opened);
    playground.stored.set_value(shelf.stored);
    result
}

/// Loads the stored drafts, once.
pub fn bring_back(playground: Playground) {
    let is_fresh = playground.draft.with_untracked(|draft| *draft == Draft::default());
    with_shelf(playground, |shelf| shelf.bring_back(&Browser, js_sys::Date::now()));
    if is_fresh {
        playground.origin.set(Storage::Session.read(ORIGIN));
    }
}

/// Stores the draft and the earlier ones. A notice says what there is no room for.
pub fn keep(page: Page, playground: Playground) {
    // Inside another page, the draft belongs to that page's author and not to the reader.
    if page.route.embedded.get_untracked() {
        return;
    }
    // Without it, the browser's own button goes back.
    let _ = match playground.origin.get_untracked() {
        Some(origin) => Storage::Session.write(ORIGIN, &origin),
        None => Storage::Session.remove(ORIGIN),
    };
    let kept = with_shelf(playground, |shelf| shelf.keep(&mut Browser, js_sys::Date::now()));
    let before = playground.dropped.get_value();
    match kept {
        Err(NoRoom) => page.notify(|strings| strings.playground().not_kept.to_owned()),
        Ok(dropped) => {
            playground.dropped.set_value(dropped);
            if dropped > before {
                page.notify(move |strings| (strings.playground().earlier_not_kept)(dropped));
            }
        }
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
