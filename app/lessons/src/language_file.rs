//! Language files: the lessons' longer texts, one file per language. Every build of the page loads the file of its language
//! next to its program; native programs have the texts of all languages compiled in, and write the files.

use crate::text::{Language, Prose};
use crate::{LESSONS, Slide, glossary};
use std::fmt;
use std::sync::OnceLock;

/// The stem of a language's file.
pub const fn stem(language: Language) -> &'static str {
    match language {
        Language::English => "texts-en",
        Language::SimplifiedChinese => "texts-zh-Hans",
    }
}

/// The file belongs to another version of the program, or is no language file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherVersion;

impl fmt::Display for OtherVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the language file does not belong to this version")
    }
}

impl std::error::Error for OtherVersion {}

/// Every text of the language files, in the files' order.
fn prose() -> impl Iterator<Item = &'static Prose> {
    let of_lessons = LESSONS.iter().flat_map(|lesson| {
        let slides = lesson.slides.iter();
        [&lesson.question, &lesson.answer, &lesson.remember]
            .into_iter()
            .chain(slides.flat_map(Slide::proses))
    });
    of_lessons.chain(glossary::TERMS.iter().map(|term| &term.meaning))
}

/// The first line of a file: a checksum over the keys of all texts, which differs between versions.
fn version() -> String {
    let keys = prose().map(Prose::key);
    let sum = keys.fold(0_u32, |sum, key| sum.rotate_left(1) ^ key);
    sum.to_string()
}

/// Separates two texts of a file. No text contains it.
const SEPARATOR: char = '\u{1e}';

/// The texts of one language by their keys.
#[derive(Debug, Default)]
struct Texts(Vec<(u32, String)>);

impl Texts {
    fn read(file: &str) -> Result<Self, OtherVersion> {
        let mut parts = file.split(SEPARATOR);
        if parts.next() != Some(&version()) {
            return Err(OtherVersion);
        }
        let texts: Vec<_> = prose()
            .zip(parts)
            .map(|(prose, text)| (prose.key(), text.to_owned()))
            .collect();
        if texts.len() == prose().count() {
            Ok(Texts(texts))
        } else {
            Err(OtherVersion)
        }
    }

    /// The text with a key; empty if there is none.
    fn find(&self, key: u32) -> &str {
        let entry = self.0.iter().find(|(each, _)| *each == key);
        entry.map_or("", |(_, text)| text)
    }
}

static LOADED: [OnceLock<Texts>; Language::ALL.len()] = [const { OnceLock::new() }; Language::ALL.len()];

const fn shelf(language: Language) -> &'static OnceLock<Texts> {
    match language {
        Language::English => &LOADED[0],
        Language::SimplifiedChinese => &LOADED[1],
    }
}

/// A text as the language's file has it; empty until the file is loaded.
pub fn text(language: Language, prose: &Prose) -> &'static str {
    let loaded = shelf(language).get();
    loaded.map_or("", |texts| texts.find(prose.key()))
}

/// Returns true once the language's file is loaded.
pub fn is_loaded(language: Language) -> bool {
    shelf(language).get().is_some()
}

/// Stores the texts of a language's file. Later calls have no effect.
///
/// # Errors
/// [`OtherVersion`] if this program did not write the file.
pub fn load(language: Language, file: &str) -> Result<(), OtherVersion> {
    let texts = Texts::read(file)?;
    // A file that is loaded already holds the same texts.
    let _ = shelf(language).set(texts);
    Ok(())
}

/// The content of a language's file.
#[cfg(not(target_arch = "wasm32"))]
pub fn write(language: Language) -> String {
    let texts = prose().map(|prose| prose.get(language).to_owned());
    let parts: Vec<String> = std::iter::once(version()).chain(texts).collect();
    parts.join(&SEPARATOR.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_key_stands_for_one_text() {
        let mut texts: BTreeMap<u32, [&str; 2]> = BTreeMap::new();
        for prose in prose() {
            let text = Language::ALL.map(|language| prose.get(language));
            let first_text = *texts.entry(prose.key()).or_insert(text);
            assert_eq!(first_text, text);
        }
        assert!(texts.len() > 400, "{}", texts.len());
    }

    #[test]
    fn a_loaded_file_holds_every_text_of_its_language() {
        for language in Language::ALL {
            assert_eq!(load(language, &write(language)), Ok(()));
            assert!(is_loaded(language));
            for prose in prose() {
                let compiled = prose.get(language);
                assert!(!compiled.contains(SEPARATOR), "{compiled}");
                assert_eq!(text(language, prose), compiled);
            }
        }
        assert_eq!(Texts::default().find(0), "");
    }

    #[test]
    fn a_file_of_another_version_is_refused() {
        let file = write(Language::English);
        let (cut, _) = file.rsplit_once(SEPARATOR).unwrap();
        let other = file.replacen(&version(), "1", 1);
        for file in ["", "<!doctype html>", cut, &other] {
            assert_eq!(load(Language::English, file), Err(OtherVersion), "{file}");
        }
    }
}
