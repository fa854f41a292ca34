//! What the page says of itself before its program is there: what the build has written into its head, and the language.

use leptos::prelude::*;
use lessons::Language;

/// The content of a `<meta>` of that name, if the page has one.
pub fn content(name: &str) -> Option<String> {
    let element = document()
        .query_selector(&format!("meta[name=\"{name}\"]"))
        .ok()??;
    element.get_attribute("content")
}

/// The language of the page, as `assets/first-paint.js` has found it and the program has changed it.
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
