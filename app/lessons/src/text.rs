//! A sentence in every language of the page: one that is missing does not compile.

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

    /// The BCP 47 tag, for `lang` and for links.
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
