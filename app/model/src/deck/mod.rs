//! The reader's deck: slides taken from lessons and slides of words, with the reader's own texts.

mod card;
mod file;
pub mod markup;
mod parts;
mod qr;

pub use card::{Card, MOST_PICTURE_BYTES, MOST_SOURCE_BYTES, Picture, PictureError, check_source};
pub use file::{DeckError, MAX_DECK_BYTES, Pictures};
pub use parts::{Choice, MOST_PARTS, Parts};
pub use qr::{QUIET, QrCode};

use crate::address::{Address, CodeText, RunSpec};
use crate::run::pace::Pace;
use lessons::Panel;

/// The most slides in a deck: more than fit into an hour.
pub const MOST_SLIDES: usize = 200;
/// The longest text of a slide, of its notes and of a title, in characters.
pub const MOST_TEXT: usize = 4_000;
pub const MOST_NOTES: usize = 20_000;
pub const MOST_TITLE: usize = 200;
/// The most minutes that can be planned for one slide.
pub const MOST_MINUTES: u32 = 240;

/// One slide: what it shows, and its texts. Texts are plain.
#[derive(Clone, Debug, PartialEq)]
pub struct DeckSlide {
    pub body: Body,
    pub text: String,
    pub notes: String,
    /// The minutes that the speaker plans for the slide.
    pub minutes: Option<u32>,
}

/// The content of a slide.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    Run(Box<PinnedRun>),
    Card(Card),
}

/// A range of a run, as it is shown on a slide.
#[derive(Clone, Debug, PartialEq)]
pub struct PinnedRun {
    pub view: RunSpec,
    pub pace: Pace,
    pub panel: Option<Panel>,
    /// The press at which the slide begins, and the last press before the next slide.
    pub presses: (usize, usize),
    /// The text of the kernel that the slide shows; `None`: the text that is chosen.
    pub code: Option<CodeText>,
    pub parts: Parts,
}

/// A deck: its title and its slides in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    pub title: String,
    pub slides: Vec<DeckSlide>,
}

impl DeckSlide {
    /// Returns an empty slide of words.
    pub fn of_words() -> Self {
        DeckSlide {
            body: Body::Card(Card::default()),
            text: String::new(),
            notes: String::new(),
            minutes: None,
        }
    }

    pub const fn run(&self) -> Option<&PinnedRun> {
        match &self.body {
            Body::Run(run) => Some(run),
            Body::Card(_) => None,
        }
    }

    pub const fn run_mut(&mut self) -> Option<&mut PinnedRun> {
        match &mut self.body {
            Body::Run(run) => Some(run),
            Body::Card(_) => None,
        }
    }

    pub const fn card(&self) -> Option<&Card> {
        match &self.body {
            Body::Run(_) => None,
            Body::Card(card) => Some(card),
        }
    }

    pub const fn card_mut(&mut self) -> Option<&mut Card> {
        match &mut self.body {
            Body::Run(_) => None,
            Body::Card(card) => Some(card),
        }
    }
}

impl PinnedRun {
    /// Returns the link to the slide's picture, from `#` on.
    pub fn address(&self) -> String {
        let (grain, cycle) = self.pace.in_link();
        let address = Address {
            view: Some(self.view.clone()),
            grain: Some(grain),
            cycle,
            panel: self.panel,
            text: self.code,
            ..Address::default()
        };
        address.write()
    }

    /// Sets the first press; moves the end if it would lie before the beginning.
    pub fn begin_at(&mut self, press: usize) {
        self.presses = (press, self.presses.1.max(press));
    }

    /// Sets the last press; moves the beginning if it would lie after the end.
    pub fn end_at(&mut self, press: usize) {
        self.presses = (self.presses.0.min(press), press);
    }
}

impl Deck {
    /// Returns the deck for readers: without notes and plans.
    pub fn to_read(&self) -> Deck {
        let slides = self.slides.iter().map(|slide| DeckSlide {
            notes: String::new(),
            minutes: None,
            ..slide.clone()
        });
        Deck {
            title: self.title.clone(),
            slides: slides.collect(),
        }
    }

    /// Returns the deck without its pictures: in a link, each would take more letters than browsers pass on.
    pub fn without_pictures(&self) -> Deck {
        let mut deck = self.clone();
        for card in deck.slides.iter_mut().filter_map(DeckSlide::card_mut) {
            card.picture = None;
        }
        deck
    }

    pub fn has_pictures(&self) -> bool {
        let mut cards = self.slides.iter().filter_map(DeckSlide::card);
        cards.any(|card| card.picture.is_some())
    }

    /// Returns the name of the deck's file: its title, as far as file names can have it.
    pub fn file_name(&self) -> String {
        const MOST: usize = 60;
        let is_allowed = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
        let words = self.title.split(|letter| !is_allowed(letter));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        match fitting(&words.join("-"), MOST).as_str() {
            "" => "warpstep-deck.json".to_owned(),
            title => format!("{title}.json"),
        }
    }

    /// Returns the planned minutes of the slides up to `last`; `None` if none are planned.
    pub fn planned(&self, last: usize) -> Option<u32> {
        let slides = self.slides.iter().take(last + 1);
        let planned: Vec<u32> = slides.filter_map(|slide| slide.minutes).collect();
        (!planned.is_empty()).then(|| planned.iter().sum())
    }

    pub fn is_full(&self) -> bool {
        self.slides.len() >= MOST_SLIDES
    }

    /// Inserts a copy of a slide after it. Returns false if the deck is full or the slide does not exist.
    pub fn duplicate(&mut self, index: usize) -> bool {
        let copy = self.slides.get(index).cloned().filter(|_| !self.is_full());
        let done = copy.is_some();
        if let Some(copy) = copy {
            self.slides.insert(index + 1, copy);
        }
        done
    }

    /// Moves a slide to another position; the slides between shift. Returns false if a position does not exist.
    pub fn carry(&mut self, from: usize, to: usize) -> bool {
        let there = from.max(to) < self.slides.len();
        if there {
            let slide = self.slides.remove(from);
            self.slides.insert(to, slide);
        }
        there
    }
}

/// Cuts a text to at most `most` characters.
pub fn fitting(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests;
