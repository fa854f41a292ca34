//! The lessons' words, the twins and the figures, where a build keeps them beside the program: they come after it, and the
//! first step does not wait for them.

use crate::page::apart::{apart, at_once};
use crate::page::first_step;
use crate::page::head;
use crate::page::state::{Offer, Page};
use js_sys::Promise;
use leptos::prelude::*;
use lessons::Language;
use lessons::pack::{self, OtherVersion, Pack};
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// A pack did not come.
#[derive(Debug)]
pub struct Missing;

thread_local! {
    /// Those on their way: whoever asks for one waits for the same.
    static ON_THE_WAY: RefCell<[Option<Promise>; Pack::ALL.len()]> = const { RefCell::new([const { None }; Pack::ALL.len()]) };
}

/// Loads a pack, unless what it holds is there.
///
/// # Errors
/// [`Missing`]; asked again, it is loaded again.
async fn load(pack: Pack) -> Result<(), Missing> {
    if pack::is_there(pack) {
        return Ok(());
    }
    let asked = ON_THE_WAY.with_borrow(|packs| packs[pack.index()].clone());
    let text = asked.or_else(|| ask(pack)).ok_or(Missing)?;
    ON_THE_WAY.with_borrow_mut(|packs| packs[pack.index()] = Some(text.clone()));
    let text = JsFuture::from(text).await.ok();
    let text = text.and_then(|text| text.as_string());
    let read = match (pack, text) {
        (_, None) => None,
        (Pack::Words(language), Some(text)) => pack::bring_words(language, &text).ok(),
        (Pack::Later, Some(text)) => read_later(text).await,
    };
    ON_THE_WAY.with_borrow_mut(|packs| packs[pack.index()] = None);
    read.ok_or(Missing)
}

/// Figures are many kinds of tables: what reads them is a part of the page, too.
async fn read_later(text: String) -> Option<()> {
    reading::load().await.ok()?;
    at_once(reading::make(text))?.ok()
}

apart! {
    mod reading in figures {
        fn make(text: String) -> Result<(), OtherVersion> { pack::bring_later(&text) }
    }
}

/// The text of the pack's file, as the browser promises it.
fn ask(pack: Pack) -> Option<Promise> {
    let address = head::content(&format!("warpstep-{}", pack.name()))?;
    let text = window().fetch_with_str(&address);
    let text = wasm_bindgen_futures::future_to_promise(async move {
        let response: Response = JsFuture::from(text).await?.dyn_into()?;
        match response.ok() {
            true => JsFuture::from(response.text()?).await,
            false => Err(JsValue::NULL),
        }
    });
    Some(text)
}

/// Loads the words of the page's language, whichever it becomes, and what comes later.
pub fn follow(page: Page) {
    Effect::new(move |_| {
        page.language.track();
        page.bring_packs();
    });
}

impl Page {
    /// Loads what is not there: the words of the page's language, and what comes later.
    pub fn bring_packs(self) {
        self.bring(Pack::Words(self.language.get_untracked()));
        self.bring(Pack::Later);
    }

    /// Loads a pack and tells everyone who reads of it; the page is not ready before it knows how that went. One that
    /// does not come is a sentence with another try.
    pub fn bring(self, pack: Pack) {
        if pack::is_there(pack) {
            return;
        }
        self.parts_awaited.update(|awaited| *awaited += 1);
        let bring = move || {
            spawn_local(async move {
                let brought = self.brought(pack).await;
                self.parts_awaited
                    .update(|awaited| *awaited = awaited.saturating_sub(1));
                if let Err(Missing) = brought {
                    self.push_notice(Offer::Packs, |strings| strings.packs_missing.to_owned());
                }
            });
        };
        // A step that is on its way comes first; at which one a modelled cycle stands, only the figures tell.
        let waits = self.shows_steps() && !first_step::has_come();
        match waits && !untrack(|| self.cycles.is_on()) {
            true => first_step::afterwards(bring),
            false => bring(),
        }
    }

    /// Whether a lesson or the list is shown, where steps are drawn.
    fn shows_steps(self) -> bool {
        self.aside.with_untracked(Option::is_none)
    }

    /// Loads a pack, whoever asks for it, and tells everyone who reads of it.
    ///
    /// # Errors
    /// [`Missing`]; asked again, it is loaded again.
    pub async fn brought(self, pack: Pack) -> Result<(), Missing> {
        if pack::is_there(pack) {
            return Ok(());
        }
        load(pack).await?;
        self.has_packs();
        Ok(())
    }

    /// What came with a pack is shown: words where they are read, and a run's published figures.
    fn has_packs(self) {
        self.packs.update(|packs| *packs += 1);
        let missing = untrack(|| !self.has_figures() || !self.has_words());
        self.notices.maybe_update(|notices| {
            let before = notices.len();
            notices.retain(|notice| missing || notice.offer != Offer::Packs);
            notices.len() != before
        });
        for pane in self.panes() {
            pane.shown.maybe_update(|shown| {
                let Some(shown) = shown else { return false };
                let with_figures = shown.with_figures();
                let has_more = with_figures.is_some();
                if let Some(with_figures) = with_figures {
                    *shown = Arc::new(with_figures);
                }
                has_more
            });
        }
    }

    /// The language to read the lessons' words in; tracked, and again when they come.
    pub fn reads(self) -> Language {
        self.packs.track();
        self.language.get()
    }

    /// Whether the figures of books and chips are there; tracked.
    pub fn has_figures(self) -> bool {
        self.packs.track();
        pack::is_there(Pack::Later)
    }

    /// Whether the lessons' words are there in the page's language; tracked.
    pub fn has_words(self) -> bool {
        pack::is_there(Pack::Words(self.reads()))
    }
}
