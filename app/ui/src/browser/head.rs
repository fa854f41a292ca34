//! Reads the document's head: the `<meta>` elements that the build has written, and the language.

use leptos::prelude::*;
use lessons::Language;

/// Returns the content of the `<meta>` with this name, if the page has one.
pub fn content(name: &str) -> Option<String> {
    let element = document().query_selector(&format!("meta[name=\"{name}\"]")).ok()??;
    element.get_attribute("content")
}

/// Returns the page's language: `assets/first-paint.js` sets it first, and the page changes it later.
pub fn language() -> Language {
    let root = document().document_element();
    let tag = root.and_then(|root| root.get_attribute("lang"));
    tag.map_or(Language::English, |tag| language_of(&tag))
}

/// Returns the language of the page for a BCP 47 tag.
pub fn language_of(tag: &str) -> Language {
    if tag.starts_with("zh") {
        Language::SimplifiedChinese
    } else {
        Language::English
    }
}
