//! Keeps the keyboard focus inside an open dialog: the page below is inert, and the element that opened the dialog gets
//! the focus back.

use crate::page::{Overlay, Page};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Returns true if a dialog covers the page. Tracked.
pub fn is_open(page: Page) -> bool {
    match page.route.overlay.get() {
        None | Some(Overlay::Answer | Overlay::WhatIf | Overlay::Black | Overlay::Menu(_)) => false,
        Some(
            Overlay::Help
            | Overlay::Times
            | Overlay::Glossary
            | Overlay::Why(..)
            | Overlay::Word(_)
            | Overlay::Overview
            | Overlay::Print
            | Overlay::Export
            | Overlay::GoTo,
        ) => true,
    }
}

/// Remembers the element that opens a dialog, and returns the focus to it.
pub fn follow(page: Page) {
    let opener = StoredValue::new_local(None::<HtmlElement>);
    let open = Memo::new(move |_| is_open(page));
    Effect::new(move |before: Option<bool>| {
        let (before, open_now) = (before.unwrap_or(false), open.get());
        if open_now && !before {
            let focused = document().active_element();
            opener.set_value(focused.and_then(|element| element.dyn_into().ok()));
        }
        if before && !open_now {
            // The page below can take the focus only after it is no longer inert.
            set_timeout(move || give_back(page, opener), Duration::ZERO);
        }
        open_now
    });
}

fn give_back(page: Page, opener: StoredValue<Option<HtmlElement>, LocalStorage>) {
    let last = opener.try_update_value(Option::take).flatten();
    let last = last.filter(|opener| opener.is_connected() && !untrack(|| is_open(page)));
    if let Some(opener) = last {
        // A command's menu has closed, and its button stands for it.
        let menu = opener.closest(".menu").ok().flatten();
        let menu = menu.and_then(|menu| menu.query_selector("button").ok().flatten());
        let menu = menu.and_then(|button| button.dyn_into::<HtmlElement>().ok());
        // If the browser refuses, the focus stays where it was.
        let _ = menu.unwrap_or(opener).focus();
    }
}
