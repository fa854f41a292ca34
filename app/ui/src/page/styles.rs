//! Style sheets that only views beside the lessons need. They stand in the page's head, switched off: a browser loads one
//! when it is switched on.

use js_sys::{Array, Promise};
use leptos::prelude::*;
use std::cell::RefCell;
use std::future::Future;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlLinkElement;

/// How the head marks them.
const OF_VIEWS: &str = "link.of-views";

thread_local! {
    /// On their way, or there: whoever asks waits for the same.
    static ASKED: RefCell<Option<Promise>> = const { RefCell::new(None) };
}

/// Switches them on, and tells whether they have come. Asked again, what did not come is loaded again.
pub fn bring() -> impl Future<Output = bool> {
    let asked = ASKED.with_borrow_mut(|asked| asked.get_or_insert_with(all).clone());
    async move {
        let came = JsFuture::from(asked).await.is_ok();
        if !came {
            ASKED.set(None);
        }
        came
    }
}

fn all() -> Promise {
    let links = document().query_selector_all(OF_VIEWS).ok();
    let links = links.iter().flat_map(|links| {
        (0..links.length()).filter_map(|index| links.get(index)?.dyn_into().ok())
    });
    let asked: Array = links.map(|link| switched_on(&link)).collect();
    Promise::all(&asked)
}

fn switched_on(link: &HtmlLinkElement) -> Promise {
    // One that did not come is on, and would not be asked for again.
    link.set_disabled(true);
    Promise::new(&mut |came, missing| {
        link.set_onload(Some(&came));
        link.set_onerror(Some(&missing));
        link.set_disabled(false);
    })
}
