//! A text in every language of the page. A missing translation does not compile.

#[cfg(packed)]
use crate::pack;
use serde::{Deserialize, Serialize};

/// The languages of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    #[default]
    English,
    SimplifiedChinese,
}

impl Language {
    pub const ALL: [Language; 2] = [Language::English, Language::SimplifiedChinese];

    /// Returns the BCP 47 tag, for `lang` attributes and links.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::SimplifiedChinese => "zh-Hans",
        }
    }
}

/// One text in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    pub en: &'static str,
    pub zh: &'static str,
}

impl Text {
    pub const fn get(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::SimplifiedChinese => self.zh,
        }
    }
}

/// A longer text in every language. A release build of the page keeps only its key in the program, and its words in a
/// pack for each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prose {
    #[cfg(not(packed))]
    text: Text,
    #[cfg(packed)]
    key: u32,
}

impl Prose {
    #[cfg(not(packed))]
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Prose {
            text: Text { en, zh },
        }
    }

    /// Only the key: the words are in no way part of the program.
    #[cfg(packed)]
    pub const fn new(en: &'static str, _zh: &'static str) -> Self {
        Prose { key: key(en) }
    }

    #[cfg(not(packed))]
    pub const fn get(&self, language: Language) -> &'static str {
        self.text.get(language)
    }

    /// Empty until the language's pack is there.
    #[cfg(packed)]
    pub fn get(&self, language: Language) -> &'static str {
        pack::find(language, self.key)
    }

    pub(crate) const fn key(&self) -> u32 {
        #[cfg(not(packed))]
        return key(self.text.en);
        #[cfg(packed)]
        return self.key;
    }
}

/// What a text is known by: FNV-1a of its English words. Two with one key are refused by a test.
const fn key(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let mut key: u32 = 0x811c_9dc5;
    let mut index = 0;
    while index < bytes.len() {
        key = (key ^ bytes[index] as u32).wrapping_mul(0x0100_0193);
        index += 1;
    }
    key
}
