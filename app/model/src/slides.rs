//! Slides for presenting, in order, each with its runs, its range of presses and its words.

use crate::address::{Aside, CodeText, RunSpec};
use crate::deck::{Deck, DeckSlide};
use crate::pace::Pace;
use crate::stage::About;
use crate::strings;
use lessons::{Language, Lesson, Panel, Part, Slide, Values, usual_parts};
use simt::Machine;
use std::sync::Arc;

/// The slides of a lesson, or of the reader's deck.
#[derive(Clone, Debug)]
pub enum Slides {
    Lesson(&'static Lesson),
    Deck(Arc<Deck>),
}

/// Names the deck that slides belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlideSource {
    /// A lesson, by its id.
    Lesson(&'static str),
    /// The reader's deck.
    Deck,
}

/// One slide, ready to be shown.
#[derive(Clone, Debug)]
pub struct ShownSlide {
    /// Its kernels and sizes.
    view: RunSpec,
    pub pace: Pace,
    /// The press at which the slide begins, and the last press before the next slide.
    pub presses: (usize, usize),
    pub panel: Option<Panel>,
    /// The parts on stage.
    parts: Vec<Part>,
    /// The lanes, words and lines that the slide speaks about.
    about: About,
    /// The text of the kernel that the slide shows; `None`: the text that is chosen.
    pub code: Option<CodeText>,
    words: Words,
}

/// The words of a slide: a lesson's are in every language, a deck's in one.
#[derive(Clone, Debug)]
enum Words {
    Lesson(&'static Slide),
    Own { text: String, notes: String },
}

impl Slides {
    pub fn source(&self) -> SlideSource {
        match self {
            Slides::Lesson(lesson) => SlideSource::Lesson(lesson.id),
            Slides::Deck(_) => SlideSource::Deck,
        }
    }
}

impl PartialEq for Slides {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Slides::Lesson(one), Slides::Lesson(other)) => one.id == other.id,
            (Slides::Deck(one), Slides::Deck(other)) => one == other,
            (Slides::Lesson(_), Slides::Deck(_)) | (Slides::Deck(_), Slides::Lesson(_)) => false,
        }
    }
}

impl Slides {
    pub fn count(&self) -> usize {
        match self {
            Slides::Lesson(lesson) => lesson.slides.len(),
            Slides::Deck(deck) => deck.slides.len(),
        }
    }

    pub fn get(&self, index: usize) -> Option<ShownSlide> {
        match self {
            Slides::Lesson(lesson) => ShownSlide::of_lesson(lesson, lesson.slides.get(index)?),
            Slides::Deck(deck) => deck.slides.get(index).map(ShownSlide::of_deck),
        }
    }

    pub const fn is_deck(&self) -> bool {
        matches!(self, Slides::Deck(_))
    }

    pub fn all(&self) -> Vec<ShownSlide> {
        (0..self.count())
            .filter_map(|index| self.get(index))
            .collect()
    }

    /// Returns the link to a slide, from `#` on.
    pub fn address(&self, index: usize) -> String {
        match self {
            Slides::Lesson(lesson) => format!("#/{}?slide={}", lesson.id, index + 1),
            // Other people do not have the deck, so the link opens the slide's picture.
            Slides::Deck(deck) => deck
                .slides
                .get(index)
                .map(DeckSlide::address)
                .unwrap_or_default(),
        }
    }

    pub fn title(&self, language: Language) -> &str {
        match self {
            Slides::Lesson(lesson) => lesson.title.get(language),
            Slides::Deck(deck) if deck.title.trim().is_empty() => {
                (strings::of(language).place)(Aside::Deck)
            }
            Slides::Deck(deck) => &deck.title,
        }
    }
}

impl ShownSlide {
    fn of_lesson(lesson: &'static Lesson, slide: &'static Slide) -> Option<Self> {
        let mut view = RunSpec::of_lesson(lesson)?;
        let pin = &slide.pin;
        let mut kernels = pin
            .kernels
            .iter()
            .filter_map(|&place| lesson.kernels.get(place).copied());
        view.kernel = kernels.next()?;
        view.beside = kernels.take(RunSpec::MOST_BESIDE).collect();
        view.size = view
            .kernel
            .task
            .nearest(pin.size.unwrap_or(lesson.size).with(Values::Small));
        view.machine = pin.machine.and_then(Machine::by_id).unwrap_or_default();
        Some(ShownSlide {
            view,
            pace: Pace::Grain(pin.grain),
            presses: pin.presses,
            panel: pin.panel,
            parts: pin.stage(),
            about: About(pin.about),
            code: None,
            words: Words::Lesson(slide),
        })
    }

    fn of_deck(slide: &DeckSlide) -> Self {
        ShownSlide {
            view: slide.view.clone(),
            pace: slide.pace,
            presses: slide.presses,
            panel: slide.panel,
            parts: usual_parts(slide.view.kernels().count(), slide.panel),
            about: About::default(),
            code: slide.code,
            words: Words::Own {
                text: slide.text.clone(),
                notes: slide.notes.clone(),
            },
        }
    }

    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub fn about(&self) -> About {
        self.about
    }

    /// Returns the slide's run as it is pinned. A lesson's slide that names no machine has the usual one.
    pub fn view(&self) -> &RunSpec {
        &self.view
    }

    /// Iterates over the kernels from left to right.
    pub fn kernels(&self) -> impl Iterator<Item = &'static lessons::GalleryKernel> {
        self.view.kernels()
    }

    pub fn text(&self, language: Language) -> &str {
        match &self.words {
            Words::Lesson(slide) => slide.text.get(language),
            Words::Own { text, .. } => text,
        }
    }

    /// Returns the notes, which only the speaker sees.
    pub fn notes(&self, language: Language) -> &str {
        match &self.words {
            Words::Lesson(slide) => slide.notes.get(language),
            Words::Own { notes, .. } => notes,
        }
    }

    /// Returns the press for a picture of the slide: the last one of its range, but not the end of the run, where all
    /// lanes have finished.
    pub fn picture(&self, presses: usize) -> usize {
        let (from, to) = self.presses;
        to.min(presses.saturating_sub(1)).max(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::LESSONS;

    #[test]
    fn every_slide_of_every_lesson_can_be_shown() {
        for lesson in LESSONS {
            let slides = Slides::Lesson(lesson);
            assert_eq!(slides.all().len(), lesson.slides.len(), "{}", lesson.id);
            for (shown, slide) in slides.all().iter().zip(lesson.slides) {
                let names: Vec<_> = shown.kernels().map(|kernel| kernel.title).collect();
                let pinned = slide.pin.kernels.iter().map(|&at| lesson.kernels[at].title);
                assert!(pinned.eq(names), "{}", lesson.id);
                let view = shown.view();
                assert_eq!(view.kernel.check(view.size), Ok(()), "{}", lesson.id);
            }
        }
    }

    #[test]
    fn a_picture_is_of_the_last_press_before_the_end() {
        let slide = Slides::Lesson(lessons::LESSONS[0]).get(0).expect("a slide");
        // (range of presses, presses of the run, press of the picture)
        for (stretch, presses, picture) in [
            ((0, 3), 7, 3),
            ((3, 7), 7, 6),
            ((7, 7), 7, 7),
            ((0, 0), 7, 0),
            ((0, 9), 4, 3),
            ((0, 1), 0, 0),
        ] {
            let slide = ShownSlide {
                presses: stretch,
                ..slide.clone()
            };
            assert_eq!(slide.picture(presses), picture, "{stretch:?} of {presses}");
        }
    }
}
