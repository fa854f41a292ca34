//! The text format of a deck in files and links, and the reasons to refuse a text.

use super::{
    Body, Card, Deck, DeckSlide, MOST_MINUTES, MOST_NOTES, MOST_SLIDES, MOST_TEXT, MOST_TITLE, Parts, Picture,
    PictureError, PinnedRun,
};
use crate::address::{Address, DEFAULT_GRAIN, Nonsense};
use crate::run::pace::Pace;
use serde::{Deserialize, Serialize};

/// The value of the field `format`.
const FORMAT: &str = "warpstep-deck";
/// The newest version, and the version of decks whose slides are all runs: older programs read those, too.
const VERSION: u32 = 2;
const VERSION_OF_RUNS: u32 = 1;

/// The longest text that is read, in bytes. Browsers store about five million letters of a site.
pub const MAX_DECK_BYTES: usize = 4 << 20;
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
    /// The slide's own picture cannot be shown.
    Picture {
        slide: usize,
        error: PictureError,
    },
    /// The data of a link is damaged.
    Damaged,
}

/// The treatment of the pictures in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// One that cannot be shown makes the text unusable.
    Needed,
    /// Those that cannot be shown are left out.
    Usable,
    /// All are left out, as in links.
    LeftOut,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    #[serde(default)]
    title: String,
    slides: Vec<FileSlide>,
}

#[derive(Default, Serialize, Deserialize)]
struct FileSlide {
    /// The link as in the address bar, without `#/`. A slide of words has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    show: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<usize>,
    /// The parts on stage: those of a slide of the lesson, by its number from 1, or a list of names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    as_slide: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parts: Vec<String>,
    /// The title and the picture of a slide of words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    #[serde(default)]
    text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    notes: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    minutes: Option<u32>,
}

impl FileSlide {
    fn of(slide: &DeckSlide) -> Self {
        let body = match &slide.body {
            Body::Run(run) => FileSlide {
                show: Some(run.address().trim_start_matches("#/").to_owned()),
                from: Some(run.presses.0),
                to: Some(run.presses.1),
                as_slide: match run.parts {
                    Parts::OfLesson(slide) => Some(slide + 1),
                    Parts::Usual | Parts::Chosen(_) => None,
                },
                parts: match &run.parts {
                    Parts::Chosen(choices) => choices.iter().map(|choice| choice.name().to_owned()).collect(),
                    Parts::Usual | Parts::OfLesson(_) => Vec::new(),
                },
                ..FileSlide::default()
            },
            Body::Card(card) => FileSlide {
                title: card.title.clone(),
                picture: card.picture.as_ref().map(|picture| picture.address().to_owned()),
                ..FileSlide::default()
            },
        };
        FileSlide {
            text: slide.text.clone(),
            notes: slide.notes.clone(),
            minutes: slide.minutes,
            ..body
        }
    }
}

impl Deck {
    /// Returns the text of a file. [`Deck::parse`] of it returns the same deck.
    pub fn to_json(&self) -> String {
        let file = File {
            format: FORMAT.to_owned(),
            version: if self.slides.iter().all(|slide| slide.run().is_some()) {
                VERSION_OF_RUNS
            } else {
                VERSION
            },
            title: self.title.clone(),
            slides: self.slides.iter().map(FileSlide::of).collect(),
        };
        // Serialising strings, numbers and lists cannot fail.
        serde_json::to_string_pretty(&file).unwrap_or_default()
    }

    /// Parses an untrusted text.
    ///
    /// # Errors
    /// Returns the first reason why the text is not a usable deck.
    pub fn parse(text: &str, pictures: Pictures) -> Result<Self, DeckError> {
        if text.len() > MAX_DECK_BYTES {
            return Err(DeckError::TooLarge {
                most_bytes: MAX_DECK_BYTES,
            });
        }
        let file: File = serde_json::from_str(text).map_err(|_| DeckError::NotADeck)?;
        if file.format != FORMAT {
            return Err(DeckError::NotADeck);
        }
        if !(VERSION_OF_RUNS..=VERSION).contains(&file.version) {
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
            slides.map(|(number, slide)| read(number, slide, pictures)).collect();
        Ok(Deck {
            title: file.title,
            slides: slides?,
        })
    }
}

fn is_longer(text: &str, most: usize) -> bool {
    text.chars().nth(most).is_some()
}

fn read(number: usize, slide: FileSlide, pictures: Pictures) -> Result<DeckSlide, DeckError> {
    for (words, most) in [
        (&slide.title, MOST_TITLE),
        (&slide.text, MOST_TEXT),
        (&slide.notes, MOST_NOTES),
    ] {
        if is_longer(words, most) {
            return Err(DeckError::WordsTooLong { slide: number, most });
        }
    }
    let body = match &slide.show {
        Some(show) => {
            let presses = (slide.from.unwrap_or(0), slide.to.unwrap_or(0));
            let mut run = read_run(number, show, presses)?;
            run.parts = match slide.as_slide.and_then(|number| number.checked_sub(1)) {
                Some(index) => Parts::OfLesson(index),
                None => Parts::of_names(&slide.parts),
            };
            Body::Run(Box::new(run))
        }
        None => {
            let picture = slide.picture.as_deref();
            let picture = picture.filter(|_| pictures != Pictures::LeftOut);
            let picture = match picture.map(Picture::read).transpose() {
                Ok(picture) => picture,
                Err(_) if pictures == Pictures::Usable => None,
                Err(error) => {
                    return Err(DeckError::Picture { slide: number, error });
                }
            };
            Body::Card(Card {
                title: slide.title,
                picture,
            })
        }
    };
    Ok(DeckSlide {
        body,
        text: slide.text,
        notes: slide.notes,
        minutes: slide.minutes.map(|minutes| minutes.min(MOST_MINUTES)),
    })
}

fn read_run(number: usize, show: &str, presses: (usize, usize)) -> Result<PinnedRun, DeckError> {
    if presses.0 > presses.1 {
        return Err(DeckError::Backwards { slide: number });
    }
    let wrong = |nonsense| DeckError::Nonsense {
        slide: number,
        nonsense,
    };
    let show: String = show.chars().take(MAX_LINK).collect();
    let (address, nonsense) = Address::read(&format!("#/{show}"));
    if let Some(nonsense) = nonsense.into_iter().next() {
        return Err(wrong(nonsense));
    }
    // The link leads to a page next to the lessons, or to their list.
    let name = || show.chars().take(24).collect();
    let view = address.view.ok_or_else(|| wrong(Nonsense::Lesson(name())))?;
    Ok(PinnedRun {
        view,
        pace: Pace::from_link(address.grain.unwrap_or(DEFAULT_GRAIN), address.cycle),
        panel: address.panel,
        presses,
        code: address.text,
        parts: Parts::Usual,
    })
}
