//! The reader's preferences: language and theme from the link, or else the stored ones, or else the browser's.

use crate::browser::head::language_of;
use crate::browser::storage::Storage;
use crate::page::Page;
use leptos::prelude::*;
use lessons::Language;
use model::address::Theme;

const LANGUAGE: &str = "warpstep.lang";
const THEME: &str = "warpstep.theme";
const KEYS: &str = "warpstep.keys";
const DIFFERENCES: &str = "warpstep.differences";
const PRINTED_NOTES: &str = "warpstep.print-notes";

fn kept(key: &str) -> Option<String> {
    Storage::Local.read(key)
}

fn keep(key: &str, value: &str) {
    // A preference that cannot be stored holds until the page is closed.
    let _ = Storage::Local.write(key, value);
}

/// Returns the language for a link that names none.
pub fn usual_language() -> Language {
    kept(LANGUAGE)
        .or_else(|| window().navigator().language())
        .map_or(Language::English, |tag| language_of(&tag))
}

pub fn usual_theme() -> Theme {
    let prefers_dark = || {
        window()
            .match_media("(prefers-color-scheme: dark)")
            .ok()
            .flatten()
            .is_some_and(|query| query.matches())
    };
    let by_browser = || {
        if prefers_dark() { Theme::Dark } else { Theme::Light }
    };
    kept(THEME)
        .and_then(|name| Theme::by_name(&name))
        .unwrap_or_else(by_browser)
}

pub fn usual_keys() -> bool {
    kept(KEYS).as_deref() != Some("off")
}

pub fn keep_keys(on: bool) {
    keep(KEYS, if on { "on" } else { "off" });
}

pub fn usual_printed_notes() -> bool {
    kept(PRINTED_NOTES).as_deref() == Some("on")
}

pub fn keep_printed_notes(on: bool) {
    keep(PRINTED_NOTES, if on { "on" } else { "off" });
}

pub fn usual_differences() -> bool {
    kept(DIFFERENCES).as_deref() != Some("off")
}

pub fn keep_differences(on: bool) {
    keep(DIFFERENCES, if on { "on" } else { "off" });
}

impl Page {
    /// Sets the language that the reader has chosen, and stores it.
    pub fn choose_language(self, language: Language) {
        keep(LANGUAGE, language.tag());
        self.settings.chosen_language.set(Some(language));
        self.settings.language.set(language);
    }

    /// Sets the theme that the reader has chosen, and stores it.
    pub fn choose_theme(self, theme: Theme) {
        keep(THEME, theme.name());
        self.settings.chosen_theme.set(Some(theme));
        self.settings.theme.set(theme);
    }
}
