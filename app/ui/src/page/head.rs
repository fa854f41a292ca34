//! What the build has written into the page's head.

use leptos::prelude::*;

/// The content of a `<meta>` of that name, if the page has one.
pub fn content(name: &str) -> Option<String> {
    let element = document()
        .query_selector(&format!("meta[name=\"{name}\"]"))
        .ok()??;
    element.get_attribute("content")
}
