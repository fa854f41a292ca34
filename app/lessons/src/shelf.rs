//! The texts of the language files that are loaded.

use crate::text::Language;
use std::sync::OnceLock;

/// The texts of one language by their keys.
#[derive(Debug, Default)]
pub(crate) struct Texts(Vec<(u32, String)>);

impl Texts {
    pub(crate) fn new(texts: Vec<(u32, String)>) -> Self {
        Texts(texts)
    }

    /// Returns the text with a key; empty if there is none.
    fn find(&self, key: u32) -> &str {
        let found = self.0.iter().find(|(each, _)| *each == key);
        found.map_or("", |(_, text)| text)
    }
}

static LOADED: [OnceLock<Texts>; Language::ALL.len()] =
    [const { OnceLock::new() }; Language::ALL.len()];

/// Returns the place of a language's texts.
pub(crate) const fn of(language: Language) -> &'static OnceLock<Texts> {
    match language {
        Language::English => &LOADED[0],
        Language::SimplifiedChinese => &LOADED[1],
    }
}

/// Returns a text as the language's file has it; empty until the file is loaded.
pub fn text(language: Language, key: u32) -> &'static str {
    let loaded = of(language).get();
    loaded.map_or("", |texts| texts.find(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_by_its_key() {
        let texts = Texts::new(vec![(7, "seven".to_owned())]);
        assert_eq!([texts.find(7), texts.find(8)], ["seven", ""]);
    }
}
