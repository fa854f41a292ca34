//! A text in every language of the page. A missing translation does not compile.

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
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Text { en, zh }
    }

    pub const fn get(&self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::SimplifiedChinese => self.zh,
        }
    }
}

/// A longer text in every language. Native programs have it compiled in; the page has only its key, and loads the texts of
/// its language from a [language file](crate::language_file).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prose {
    #[cfg(not(target_arch = "wasm32"))]
    text: Text,
    #[cfg(target_arch = "wasm32")]
    key: u32,
}

#[cfg(not(target_arch = "wasm32"))]
impl Prose {
    pub const fn new(en: &'static str, zh: &'static str) -> Self {
        Prose { text: Text { en, zh } }
    }

    pub const fn get(&self, language: Language) -> &'static str {
        self.text.get(language)
    }

    pub(crate) const fn key(&self) -> u32 {
        key(self.text.en)
    }
}

#[cfg(target_arch = "wasm32")]
impl Prose {
    pub const fn new(en: &'static str, _zh: &'static str) -> Self {
        Prose { key: key(en) }
    }

    /// Empty until the language's file is loaded.
    pub fn get(&self, language: Language) -> &'static str {
        crate::language_file::text(language, self)
    }

    pub(crate) const fn key(&self) -> u32 {
        self.key
    }
}

/// The key of a text: FNV-1a over its English words. A test refuses two texts with the same key.
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
