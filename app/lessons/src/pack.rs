//! Packs: what a release build of the page keeps beside its program, since no first step needs it.
//!
//! There is one of words for each language, and one for later: the CUDA twins and the figures of books and chips. A build
//! that is not packed (every native one, `trunk serve`) has all of it in the program, and can write the packs.

use crate::text::{Language, Prose};
use crate::{GALLERY, LESSONS, glossary};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt;
#[cfg(packed)]
use std::sync::OnceLock;

/// One of the packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pack {
    Words(Language),
    Later,
}

impl Pack {
    pub const ALL: [Pack; 3] = [
        Pack::Words(Language::English),
        Pack::Words(Language::SimplifiedChinese),
        Pack::Later,
    ];

    /// Its place in [`Pack::ALL`].
    pub const fn index(self) -> usize {
        match self {
            Pack::Words(Language::English) => 0,
            Pack::Words(Language::SimplifiedChinese) => 1,
            Pack::Later => 2,
        }
    }

    /// The stem of its file.
    pub const fn name(self) -> &'static str {
        match self {
            Pack::Words(Language::English) => "words-en",
            Pack::Words(Language::SimplifiedChinese) => "words-zh-Hans",
            Pack::Later => "later",
        }
    }
}

/// The pack was written by another version of the program, or is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherVersion;

impl fmt::Display for OtherVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pack does not belong to this version")
    }
}

impl std::error::Error for OtherVersion {}

/// Every text that has a key, in the order in which packs hold them.
fn prose() -> impl Iterator<Item = &'static Prose> {
    let of_lessons = LESSONS.iter().flat_map(|lesson| {
        let slides = lesson.slides.iter();
        [&lesson.question, &lesson.answer]
            .into_iter()
            .chain(slides.flat_map(|slide| [&slide.text, &slide.notes]))
    });
    of_lessons.chain(glossary::TERMS.iter().map(|term| &term.meaning))
}

/// What the first line of a pack says: the keys of all texts, as one number.
fn mark() -> String {
    let keys = prose().map(Prose::key);
    let sum = keys.fold(0_u32, |sum, key| sum.rotate_left(1) ^ key);
    sum.to_string()
}

/// Stands between two texts of a pack, and in none.
const SEPARATOR: char = '\u{1e}';

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(SEPARATOR)
}

/// A pack's words by their keys.
#[derive(Debug, Default)]
pub struct Words(Vec<(u32, String)>);

impl Words {
    /// # Errors
    /// [`OtherVersion`] where these are not the words of this program.
    pub fn read(text: &str) -> Result<Self, OtherVersion> {
        let mut parts = parts(text);
        if parts.next() != Some(&mark()) {
            return Err(OtherVersion);
        }
        let words: Vec<_> = prose()
            .zip(parts)
            .map(|(prose, text)| (prose.key(), text.to_owned()))
            .collect();
        match words.len() == prose().count() {
            true => Ok(Words(words)),
            false => Err(OtherVersion),
        }
    }

    /// The text with a key; empty where there is none.
    pub fn find(&self, key: u32) -> &str {
        let found = self.0.iter().find(|(each, _)| *each == key);
        found.map_or("", |(_, text)| text)
    }
}

/// What is in the pack for later.
#[derive(Debug, Default)]
pub struct Later {
    /// In the gallery's order.
    twins: Vec<String>,
    pub published: crate::published::Published,
    pub measured: crate::measured::Measured,
}

impl Later {
    /// # Errors
    /// [`OtherVersion`] where these are not the twins of this program.
    pub fn read(text: &str) -> Result<Self, OtherVersion> {
        let mut parts = parts(text);
        if parts.next() != Some(&mark()) {
            return Err(OtherVersion);
        }
        let figures = STANDARD.decode(parts.next().unwrap_or_default());
        let figures = figures.map_err(|_| OtherVersion)?;
        let (published, measured) = postcard::from_bytes(&figures).map_err(|_| OtherVersion)?;
        let twins: Vec<String> = parts.map(str::to_owned).collect();
        match twins.len() == GALLERY.len() {
            true => Ok(Later {
                twins,
                published,
                measured,
            }),
            false => Err(OtherVersion),
        }
    }

    /// The twin of a kernel of the gallery; empty where there is none.
    pub fn twin(&self, kernel: &crate::GalleryKernel) -> &str {
        let place = GALLERY.iter().position(|each| *each == kernel);
        place
            .and_then(|place| self.twins.get(place))
            .map_or("", String::as_str)
    }
}

/// A pack as it lies in its file.
#[cfg(not(packed))]
pub fn write(pack: Pack) -> String {
    let mut parts = vec![mark()];
    match pack {
        Pack::Words(language) => {
            parts.extend(prose().map(|prose| prose.get(language).to_owned()));
        }
        Pack::Later => {
            let figures = (crate::published::published(), crate::measured::measured());
            // Figures are plain data; a test reads what is written.
            let figures = postcard::to_allocvec(&figures).unwrap_or_default();
            parts.push(STANDARD.encode(figures));
            parts.extend(GALLERY.iter().map(|kernel| kernel.twin().to_owned()));
        }
    }
    parts.join(&SEPARATOR.to_string())
}

#[cfg(packed)]
static WORDS: [OnceLock<Words>; 2] = [OnceLock::new(), OnceLock::new()];
#[cfg(packed)]
static LATER: OnceLock<Later> = OnceLock::new();

/// A text of a language by its key; empty until the language's pack is there.
#[cfg(packed)]
pub(crate) fn find(language: Language, key: u32) -> &'static str {
    let words = WORDS[Pack::Words(language).index()].get();
    words.map_or("", |words| words.find(key))
}

#[cfg(packed)]
pub(crate) fn later() -> Option<&'static Later> {
    LATER.get()
}

/// Whether what a pack holds can be read: from the program, or from the pack.
pub fn is_there(pack: Pack) -> bool {
    #[cfg(not(packed))]
    let there = Pack::ALL.contains(&pack);
    #[cfg(packed)]
    let there = match pack {
        Pack::Words(_) => WORDS[pack.index()].get().is_some(),
        Pack::Later => LATER.get().is_some(),
    };
    there
}

/// Puts the pack of a language on its shelf. What stands there already stays.
///
/// # Errors
/// [`OtherVersion`] where it is not this program's.
pub fn bring_words(language: Language, text: &str) -> Result<(), OtherVersion> {
    let _words = Words::read(text)?;
    #[cfg(packed)]
    let _ = WORDS[Pack::Words(language).index()].set(_words);
    #[cfg(not(packed))]
    let _ = language;
    Ok(())
}

/// The same with the pack for later.
///
/// # Errors
/// [`OtherVersion`] where it is not this program's.
pub fn bring_later(text: &str) -> Result<(), OtherVersion> {
    let _later = Later::read(text)?;
    #[cfg(packed)]
    let _ = LATER.set(_later);
    Ok(())
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
            let known = *texts.entry(prose.key()).or_insert(text);
            assert_eq!(known, text);
        }
        assert!(texts.len() > 400, "{}", texts.len());
    }

    #[test]
    fn a_pack_holds_every_text_of_its_language() {
        for language in Language::ALL {
            let words = Words::read(&write(Pack::Words(language))).expect("its own pack");
            for prose in prose() {
                let text = prose.get(language);
                assert!(!text.contains(SEPARATOR), "{text}");
                assert_eq!(words.find(prose.key()), text);
            }
        }
        assert_eq!(Words::default().find(0), "");
    }

    #[test]
    fn the_pack_for_later_holds_every_twin_and_every_figure() {
        let later = Later::read(&write(Pack::Later)).expect("its own pack");
        for kernel in GALLERY.iter() {
            assert!(!kernel.twin().contains(SEPARATOR), "{kernel:?}");
            assert_eq!(later.twin(kernel), kernel.twin());
        }
        assert_eq!(later.measured, *crate::measured::measured());
        let figures = |published| serde_json::to_string(published).unwrap();
        assert_eq!(
            figures(&later.published),
            figures(crate::published::published())
        );
    }

    #[test]
    fn what_is_no_pack_of_this_version_is_refused() {
        let words = write(Pack::Words(Language::English));
        let later = write(Pack::Later);
        let cut = |text: &str| text.rsplit_once(SEPARATOR).map(|(cut, _)| cut.to_owned());
        for text in ["", "<!doctype html>", &later, &cut(&words).unwrap()] {
            assert_eq!(Words::read(text).err(), Some(OtherVersion), "{text}");
        }
        for text in ["", "<!doctype html>", &words, &cut(&later).unwrap()] {
            assert_eq!(Later::read(text).err(), Some(OtherVersion), "{text}");
        }
        let other = words.replacen(&mark(), "1", 1);
        assert_eq!(Words::read(&other).err(), Some(OtherVersion));
    }
}
