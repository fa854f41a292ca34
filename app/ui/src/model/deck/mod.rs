//! A deck of a teacher's own: slides taken from lessons, with words of their own.

mod file;

pub use file::{DeckError, MAX_DECK_BYTES};

use crate::hash::{Address, View};
use crate::model::pace::Pace;
use lessons::Panel;

/// More than anyone shows in an hour.
pub const MOST_SLIDES: usize = 200;
/// Longest words of a slide, of its notes and of a title, in letters.
pub const MOST_TEXT: usize = 4_000;
pub const MOST_NOTES: usize = 20_000;
pub const MOST_TITLE: usize = 200;

/// One slide: what it shows, and what is said about it. Words are plain text.
#[derive(Clone, Debug, PartialEq)]
pub struct DeckSlide {
    pub view: View,
    pub pace: Pace,
    pub panel: Option<Panel>,
    /// Where it begins and where the next key turns the page.
    pub presses: (usize, usize),
    pub text: String,
    pub notes: String,
}

/// All of them, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    pub title: String,
    pub slides: Vec<DeckSlide>,
}

impl DeckSlide {
    /// The link to what it shows, from `#` on.
    pub fn address(&self) -> String {
        let (grain, cycle) = self.pace.in_link();
        let address = Address {
            view: Some(self.view.clone()),
            grain: Some(grain),
            cycle,
            panel: self.panel,
            ..Address::default()
        };
        address.write()
    }

    /// Sets where it begins; its end follows where it has to.
    pub fn begin_at(&mut self, press: usize) {
        self.presses = (press, self.presses.1.max(press));
    }

    /// Sets where it ends; its beginning follows where it has to.
    pub fn end_at(&mut self, press: usize) {
        self.presses = (self.presses.0.min(press), press);
    }
}

impl Deck {
    pub fn is_full(&self) -> bool {
        self.slides.len() >= MOST_SLIDES
    }

    /// Puts a copy of a slide behind it; false where there is no room or no such slide.
    pub fn duplicate(&mut self, index: usize) -> bool {
        let copy = self.slides.get(index).cloned().filter(|_| !self.is_full());
        let done = copy.is_some();
        if let Some(copy) = copy {
            self.slides.insert(index + 1, copy);
        }
        done
    }

    /// Takes a slide to another place, and those between make room; false where one of the places is not there.
    pub fn carry(&mut self, from: usize, to: usize) -> bool {
        let there = from.max(to) < self.slides.len();
        if there {
            let slide = self.slides.remove(from);
            self.slides.insert(to, slide);
        }
        there
    }
}

/// Text that fits: what is beyond the most is cut.
pub fn fitting(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests;
