//! Style sheets of the views that are loaded later: each is in its view's code, so that the first step does not wait for it.

use js_sys::{Array, Reflect};
use leptos::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use wasm_bindgen::JsCast;
use web_sys::CssStyleSheet;

/// A style sheet that is added to the page once.
pub struct Sheet {
    text: &'static str,
    is_added: AtomicBool,
}

impl Sheet {
    pub const fn new(text: &'static str) -> Self {
        Sheet {
            text,
            is_added: AtomicBool::new(false),
        }
    }

    /// Adds the sheet behind those of the document. The page's policy forbids `<style>` elements of a script.
    pub fn add(&self) {
        if self.is_added.swap(true, Ordering::Relaxed) {
            return;
        }
        let sheets = Reflect::get(&document(), &"adoptedStyleSheets".into());
        let sheets = sheets.ok().and_then(|sheets| sheets.dyn_into::<Array>().ok());
        if let (Some(sheets), Ok(sheet)) = (sheets, CssStyleSheet::new()) {
            // A rule that the browser does not know is left out; the others hold.
            let _ = sheet.replace_sync(self.text);
            sheets.push(&sheet);
        }
    }
}
