//! The text format of a deck in files and links, and the reasons to refuse a text.

use super::{Deck, DeckSlide, MOST_MINUTES, MOST_NOTES, MOST_SLIDES, MOST_TEXT, MOST_TITLE};
use crate::address::{Address, DEFAULT_GRAIN, Nonsense};
use crate::pace::Pace;
use serde::{Deserialize, Serialize};

/// The value of the field `format`.
const FORMAT: &str = "warpstep-deck";
const VERSION: u32 = 1;

/// The longest text that is read, in bytes.
pub const MAX_DECK_BYTES: usize = 1 << 20;
/// The longest link of a slide's picture, in characters.
const MAX_LINK: usize = 2_000;

/// The reason why a text is not a usable deck. Slides count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeckError {
    TooLarge {
        most_bytes: usize,
    },
    NotADeck,
    OtherVersion {
        version: u32,
        known: u32,
    },
    Empty,
    TooManySlides {
        most: usize,
    },
    TitleTooLong {
        most: usize,
    },
    WordsTooLong {
        slide: usize,
        most: usize,
    },
    /// The link of the slide's picture leads nowhere.
    Nonsense {
        slide: usize,
        nonsense: Nonsense,
    },
    /// The slide's end lies before its beginning.
    Backwards {
        slide: usize,
    },
    /// The data of a link is damaged.
    Damaged,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    #[serde(default)]
    title: String,
    slides: Vec<FileSlide>,
}

#[derive(Serialize, Deserialize)]
struct FileSlide {
    /// The link as in the address bar, without `#/`.
    show: String,
    from: usize,
    to: usize,
    #[serde(default)]
    text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    minutes: Option<u32>,
}

impl Deck {
    /// Returns the text of a file. [`Deck::parse`] of it returns the same deck.
    pub fn to_json(&self) -> String {
        let slide = |slide: &DeckSlide| FileSlide {
            show: slide.address().trim_start_matches("#/").to_owned(),
            from: slide.presses.0,
            to: slide.presses.1,
            text: slide.text.clone(),
            notes: slide.notes.clone(),
            minutes: slide.minutes,
        };
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            title: self.title.clone(),
            slides: self.slides.iter().map(slide).collect(),
        };
        // Serialising strings, numbers and lists cannot fail.
        serde_json::to_string_pretty(&file).unwrap_or_default()
    }

    /// Parses an untrusted text.
    ///
    /// # Errors
    /// Returns the first reason why the text is not a usable deck.
    pub fn parse(text: &str) -> Result<Self, DeckError> {
        if text.len() > MAX_DECK_BYTES {
            return Err(DeckError::TooLarge {
                most_bytes: MAX_DECK_BYTES,
            });
        }
        let file: File = serde_json::from_str(text).map_err(|_| DeckError::NotADeck)?;
        if file.format != FORMAT {
            return Err(DeckError::NotADeck);
        }
        if file.version != VERSION {
            return Err(DeckError::OtherVersion {
                version: file.version,
                known: VERSION,
            });
        }
        if file.slides.is_empty() {
            return Err(DeckError::Empty);
        }
        if file.slides.len() > MOST_SLIDES {
            return Err(DeckError::TooManySlides { most: MOST_SLIDES });
        }
        if is_longer(&file.title, MOST_TITLE) {
            return Err(DeckError::TitleTooLong { most: MOST_TITLE });
        }
        let slides = (1..).zip(file.slides);
        let slides: Result<Vec<DeckSlide>, DeckError> =
            slides.map(|(number, slide)| read(number, slide)).collect();
        Ok(Deck {
            title: file.title,
            slides: slides?,
        })
    }
}

fn is_longer(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_some()
}

fn read(number: usize, slide: FileSlide) -> Result<DeckSlide, DeckError> {
    for (words, most) in [(&slide.text, MOST_TEXT), (&slide.notes, MOST_NOTES)] {
        if is_longer(words, most) {
            return Err(DeckError::WordsTooLong {
                slide: number,
                most,
            });
        }
    }
    if slide.from > slide.to {
        return Err(DeckError::Backwards { slide: number });
    }
    let wrong = |nonsense| DeckError::Nonsense {
        slide: number,
        nonsense,
    };
    let show: String = slide.show.chars().take(MAX_LINK).collect();
    let (address, nonsense) = Address::read(&format!("#/{show}"));
    if let Some(nonsense) = nonsense.into_iter().next() {
        return Err(wrong(nonsense));
    }
    // The link leads to a page next to the lessons, or to their list.
    let name = || show.chars().take(24).collect();
    let view = address
        .view
        .ok_or_else(|| wrong(Nonsense::Lesson(name())))?;
    Ok(DeckSlide {
        view,
        pace: Pace::from_link(address.grain.unwrap_or(DEFAULT_GRAIN), address.cycle),
        panel: address.panel,
        presses: (slide.from, slide.to),
        text: slide.text,
        notes: slide.notes,
        code: address.text,
        minutes: slide.minutes.map(|minutes| minutes.min(MOST_MINUTES)),
    })
}
