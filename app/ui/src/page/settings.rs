//! The reader's settings, which hold for all runs.

use leptos::prelude::*;
use lessons::Language;
use model::address::CodeText;
use model::address::Theme;

/// Presses a second while playing.
pub const SPEEDS: [f64; 7] = [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0];
const FIRST_SPEED: usize = 2;

/// The reader's settings. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Settings {
    pub language: RwSignal<Language>,
    pub theme: RwSignal<Theme>,
    /// The reader's choice, which links carry; `None`: the browser's language.
    pub chosen_language: RwSignal<Option<Language>>,
    /// The reader's choice, which links carry; `None`: the system's theme.
    pub chosen_theme: RwSignal<Option<Theme>>,
    /// Index into [`SPEEDS`].
    pub speed: RwSignal<usize>,
    /// True if keys without a modifier act on the page.
    pub keys_on: RwSignal<bool>,
    pub code_text: RwSignal<CodeText>,
}

impl Settings {
    pub fn new() -> Self {
        Settings {
            language: RwSignal::new(Language::English),
            theme: RwSignal::new(Theme::Light),
            chosen_language: RwSignal::new(None),
            chosen_theme: RwSignal::new(None),
            speed: RwSignal::new(FIRST_SPEED),
            keys_on: RwSignal::new(true),
            code_text: RwSignal::new(CodeText::Wgsl),
        }
    }
}
