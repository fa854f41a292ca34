//! Loads the language file of the page's language. Stepping works without it.

use crate::browser::head;
use crate::page::{Offer, Page};
use js_sys::Promise;
use leptos::prelude::*;
use lessons::{Language, language_file};
use std::cell::RefCell;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::Response;

/// A language file could not be loaded.
#[derive(Debug)]
struct Missing;

thread_local! {
    /// Requests in progress: later callers wait for the same request.
    static PENDING: RefCell<Vec<(Language, Promise)>> = const { RefCell::new(Vec::new()) };
}

/// Loads a language's file, unless it is loaded.
///
/// # Errors
/// [`Missing`]; the next call asks for the file again.
async fn load(language: Language) -> Result<(), Missing> {
    if language_file::is_loaded(language) {
        return Ok(());
    }
    let pending = PENDING.with_borrow(|pending| {
        let of_language = pending.iter().find(|(each, _)| *each == language);
        of_language.map(|(_, promise)| promise.clone())
    });
    let promise = pending.unwrap_or_else(|| {
        let promise = request(language);
        PENDING.with_borrow_mut(|pending| pending.push((language, promise.clone())));
        promise
    });
    let text = JsFuture::from(promise).await.ok();
    PENDING.with_borrow_mut(|pending| pending.retain(|(each, _)| *each != language));
    let text = text.and_then(|text| text.as_string()).ok_or(Missing)?;
    language_file::load(language, &text).map_err(|_| Missing)
}

/// Requests the text of a language's file.
fn request(language: Language) -> Promise {
    let stem = language_file::stem(language);
    // A site that `cargo xtask build` has finished names its files after their content.
    let address = head::content(&format!("warpstep-{stem}")).unwrap_or_else(|| format!("./{stem}.txt"));
    let response = window().fetch_with_str(&address);
    future_to_promise(async move {
        let response: Response = JsFuture::from(response).await?.dyn_into()?;
        if response.ok() {
            JsFuture::from(response.text()?).await
        } else {
            Err(JsValue::NULL)
        }
    })
}

/// Loads the file of the page's language, now and whenever the language changes.
pub fn follow(page: Page) {
    Effect::new(move |_| page.load_texts(page.settings.language.get()));
}

impl Page {
    /// Loads a language's file. The page is not ready before the request has ended. If it fails, a notice offers to try
    /// again.
    pub fn load_texts(self, language: Language) {
        if language_file::is_loaded(language) {
            return;
        }
        self.parts_awaited.update(|awaited| *awaited += 1);
        spawn_local(async move {
            let loaded = load(language).await;
            self.parts_awaited
                .update(|awaited| *awaited = awaited.saturating_sub(1));
            match loaded {
                Ok(()) => self.show_texts(),
                Err(Missing) => self.push_notice(Offer::Texts, |strings| strings.texts_missing.to_owned()),
            }
        });
    }

    /// Updates everything that shows the lessons' texts.
    fn show_texts(self) {
        self.texts.update(|loaded| *loaded += 1);
        let complete = untrack(|| self.has_texts());
        self.notices.maybe_update(|notices| {
            let before = notices.len();
            notices.retain(|notice| !complete || notice.offer != Offer::Texts);
            notices.len() != before
        });
    }

    /// Returns the language of the lessons' texts. Tracked: changes with the language, and when its file is loaded.
    pub fn reads(self) -> Language {
        self.texts.track();
        self.settings.language.get()
    }

    /// Returns true once the texts of the page's language are loaded. Tracked.
    pub fn has_texts(self) -> bool {
        language_file::is_loaded(self.reads())
    }
}
