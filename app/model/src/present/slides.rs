//! Slides for presenting, in order, each with its runs, its range of presses and its words.

use crate::address::{Aside, CodeText, RunSpec};
use crate::deck::markup;
use crate::deck::{Body, Card, Deck, DeckSlide, Parts, PinnedRun};
use crate::present::cited_lines::{cited, in_cuda, strides};
use crate::present::stage::About;
use crate::run::pace::Pace;
use crate::run::playback::{Playback, StepView};
use crate::strings;
use lessons::path::Path;
use lessons::{Language, Lesson, Panel, Part, Slide, Values};
use std::borrow::Cow;
use std::sync::Arc;

/// The slides of a lesson, of a path through lessons, or of the reader's deck.
#[derive(Clone, Debug)]
pub enum Slides {
    Lesson(&'static Lesson),
    Path(&'static Path),
    Deck(Arc<Deck>),
}

/// Names the deck that slides belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlideSource {
    /// A lesson, by its id.
    Lesson(&'static str),
    /// The reader's deck, or one that is read: of a link, or of a path.
    Deck,
}

/// One slide, ready to be shown.
#[derive(Clone, Debug)]
pub struct ShownSlide {
    content: Content,
    words: Words,
}

#[derive(Clone, Debug)]
enum Content {
    Run(Box<SlideRun>),
    Card(Card),
}

/// A range of a run, and the parts on stage that show it.
#[derive(Clone, Debug, PartialEq)]
pub struct SlideRun {
    /// Its kernels and sizes as pinned. A lesson's slide that names no machine has the usual one.
    pub view: RunSpec,
    pub pace: Pace,
    /// The press at which the slide begins, and the last press before the next slide.
    pub presses: (usize, usize),
    pub panel: Option<Panel>,
    /// The parts on stage.
    pub parts: Vec<Part>,
    /// The lanes, words and lines that the slide speaks about.
    pub about: About,
    /// The lines of the WGSL text that its sentence cites, from 1.
    pub cited: Vec<u32>,
    /// The strides that its sentence names, in its order.
    pub strides: Vec<String>,
    /// The text of the kernel that the slide shows; `None`: the text that is chosen.
    pub code: Option<CodeText>,
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
            Slides::Path(_) | Slides::Deck(_) => SlideSource::Deck,
        }
    }
}

impl PartialEq for Slides {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Slides::Lesson(one), Slides::Lesson(other)) => one.id == other.id,
            (Slides::Path(one), Slides::Path(other)) => one == other,
            (Slides::Deck(one), Slides::Deck(other)) => one == other,
            _ => false,
        }
    }
}

impl Slides {
    pub fn count(&self) -> usize {
        match self {
            Slides::Lesson(lesson) => lesson.slides.len(),
            Slides::Path(path) => path.slides().len(),
            Slides::Deck(deck) => deck.slides.len(),
        }
    }

    pub fn get(&self, index: usize) -> Option<ShownSlide> {
        match self {
            Slides::Lesson(lesson) => ShownSlide::of_lesson(lesson, lesson.slides.get(index)?),
            Slides::Path(path) => {
                let (lesson, slide) = path.slide(index)?;
                ShownSlide::of_lesson(lesson, slide)
            }
            Slides::Deck(deck) => deck.slides.get(index).map(ShownSlide::of_deck),
        }
    }

    pub const fn is_deck(&self) -> bool {
        !matches!(self, Slides::Lesson(_))
    }

    pub fn all(&self) -> Vec<ShownSlide> {
        (0..self.count()).filter_map(|index| self.get(index)).collect()
    }

    /// Returns the index of a slide in its lesson; `None` for a slide that no lesson has.
    pub fn index_in_lesson(&self, index: usize) -> Option<usize> {
        match self {
            Slides::Lesson(_) => Some(index),
            Slides::Path(path) => path.slides().get(index).map(|(_, slide)| *slide),
            Slides::Deck(deck) => match deck.slides.get(index)?.run()?.parts {
                Parts::OfLesson(slide) => Some(slide),
                Parts::Usual | Parts::Chosen(_) => None,
            },
        }
    }

    /// Returns the link to a slide, from `#` on.
    pub fn address(&self, index: usize) -> String {
        match self {
            Slides::Lesson(lesson) => format!("#/{}?slide={}", lesson.id, index + 1),
            Slides::Path(path) => {
                format!("#/{}?r={}&slide={}", Aside::Deck.name(), path.id, index + 1)
            }
            // Other people do not have the deck, so the link opens the slide's picture.
            Slides::Deck(deck) => deck
                .slides
                .get(index)
                .and_then(DeckSlide::run)
                .map(PinnedRun::address)
                .unwrap_or_default(),
        }
    }

    pub fn title(&self, language: Language) -> &str {
        match self {
            Slides::Lesson(lesson) => lesson.title.get(language),
            Slides::Path(path) => path.title.get(language),
            Slides::Deck(deck) if deck.title.trim().is_empty() => (strings::of(language).place)(Aside::Deck),
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
        view.set_as_pinned(pin);
        let run = SlideRun {
            view,
            pace: Pace::Grain(pin.grain),
            presses: pin.presses,
            panel: pin.panel,
            parts: pin.stage(),
            about: About(pin.about),
            cited: cited(slide.text.get(Language::English)),
            strides: strides(slide.text.get(Language::English)),
            code: None,
        };
        Some(ShownSlide {
            content: Content::Run(Box::new(run)),
            words: Words::Lesson(slide),
        })
    }

    /// Returns a slide of a deck.
    pub fn of_deck(slide: &DeckSlide) -> Self {
        let content = match &slide.body {
            Body::Run(run) => {
                let (parts, about) = run.parts.on_stage(&run.view, run.panel);
                Content::Run(Box::new(SlideRun {
                    view: run.view.clone(),
                    pace: run.pace,
                    presses: run.presses,
                    panel: run.panel,
                    parts,
                    about,
                    cited: cited(&slide.text),
                    strides: strides(&slide.text),
                    code: run.code,
                }))
            }
            Body::Card(card) => Content::Card(card.clone()),
        };
        ShownSlide {
            content,
            words: Words::Own {
                text: slide.text.clone(),
                notes: slide.notes.clone(),
            },
        }
    }

    /// Returns the slide's run; `None` for a slide of words.
    pub fn run(&self) -> Option<&SlideRun> {
        match &self.content {
            Content::Run(run) => Some(run),
            Content::Card(_) => None,
        }
    }

    /// Returns the title and the picture of a slide of words.
    pub const fn card(&self) -> Option<&Card> {
        match &self.content {
            Content::Run(_) => None,
            Content::Card(card) => Some(card),
        }
    }

    /// Iterates over the kernels from left to right.
    pub fn kernels(&self) -> impl Iterator<Item = &'static lessons::GalleryKernel> {
        self.run().into_iter().flat_map(SlideRun::kernels)
    }

    /// Returns the text with the lines of the shown code.
    pub fn text_in(&self, language: Language, code: CodeText) -> Cow<'_, str> {
        self.in_code(self.text(language), code)
    }

    /// Returns the notes with the lines of the shown code.
    pub fn notes_in(&self, language: Language, code: CodeText) -> Cow<'_, str> {
        self.in_code(self.notes(language), code)
    }

    fn in_code<'a>(&self, text: &'a str, code: CodeText) -> Cow<'a, str> {
        match code {
            CodeText::Wgsl => Cow::Borrowed(text),
            CodeText::Cuda => in_cuda(text, &self.kernels().collect::<Vec<_>>()),
        }
    }

    /// Returns all words that the audience sees: the title of a slide of words, and the text with the lines of the shown
    /// code.
    pub fn all_words(&self, language: Language, code: CodeText) -> String {
        let title = self.card().map_or("", |card| &card.title);
        let text = match self.card() {
            Some(_) => Cow::Owned(markup::plain(self.text(language))),
            None => self.text_in(language, code),
        };
        let parts = [title, &*text];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("\n")
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
}

impl SlideRun {
    /// Iterates over the kernels from left to right.
    pub fn kernels(&self) -> impl Iterator<Item = &'static lessons::GalleryKernel> {
        self.view.kernels()
    }

    /// Returns the press for a picture of the slide: the last one of its range, but not the end of the run, where all
    /// lanes have finished.
    pub fn picture(&self, presses: usize) -> usize {
        let (from, to) = self.presses;
        to.min(presses.saturating_sub(1)).max(from)
    }

    /// Returns the press for a picture, once all its runs are there: of the last presses, one that executes a line that the
    /// sentence cites or is about, with the first stride that it names, and at which compared kernels load the most different numbers of cache lines, or at least
    /// do not look alike.
    pub fn telling_picture(&self, runs: &[&Playback]) -> Option<usize> {
        /// A longer slide is looked at in its last presses only.
        const MOST: usize = 64;
        let (Pace::Grain(grain), Some(first)) = (self.pace, runs.first()) else {
            return None;
        };
        let last = |run: &Playback| run.cursor.stops(grain).count().saturating_sub(1);
        let latest = self.picture(runs.iter().map(|run| last(run)).max()?);
        let earliest = self.presses.0.max(latest.saturating_sub(MOST)).min(latest);
        let named = [self.about.lines(&first.source), self.cited.clone()].concat();
        let mut walks: Vec<Playback> = runs.iter().map(|run| (*run).clone()).collect();
        let mut score = |press: usize| {
            let views = walks.iter_mut().map(|walk| {
                let stops = walk.cursor.stops(grain);
                let position = stops.at(press.min(stops.count().saturating_sub(1)));
                walk.step_view(position.unwrap_or(0), grain)
            });
            let views: Vec<StepView> = views.collect();
            let is_named = views.iter().any(|view| {
                let line = view.next.map(|next| next.line);
                line.is_some_and(|line| named.contains(&line))
            });
            let pairs = || views.windows(2).map(|pair| (&pair[0], &pair[1]));
            let lines = |view: &StepView| view.array.loads.lines;
            let apart = pairs().map(|(one, other)| lines(one).abs_diff(lines(other)));
            let letters = |view: &StepView| view.lanes.letters();
            let differs = pairs().any(|(one, other)| letters(one) != letters(other));
            let stride = views.first().and_then(|view| view.caption.stride.as_ref());
            let said = |(_, value): &(String, String)| {
                let mut strides = self.strides.iter().rev();
                strides.position(|stride| stride == value).map(|place| place + 1)
            };
            (is_named, stride.and_then(said), apart.max(), differs)
        };
        (earliest..=latest).max_by_key(|&press| (score(press), press))
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
            for (built, slide) in slides.all().iter().zip(lesson.slides) {
                let names: Vec<_> = built.kernels().map(|kernel| kernel.title).collect();
                let pinned = slide.pin.kernels.iter().map(|&index| lesson.kernels[index].title);
                assert!(pinned.eq(names), "{}", lesson.id);
                let view = &built.run().expect("a run").view;
                assert_eq!(view.kernel.check(view.size), Ok(()), "{}", lesson.id);
            }
        }
    }

    /// A path's slides are those of its lessons, with their parts on stage, and each has a link that leads to it.
    #[test]
    fn the_slides_of_a_path_are_those_of_its_lessons() {
        for path in &lessons::path::PATHS {
            let slides = Slides::Path(path);
            assert!(slides.is_deck() && slides.source() == SlideSource::Deck);
            assert_eq!(slides.all().len(), path.slides().len(), "{}", path.id);
            for (index, (built, (lesson, slide))) in slides.all().iter().zip(path.slides()).enumerate() {
                let run = built.run().expect("a run");
                assert_eq!(run.view.lesson.id, lesson.id);
                assert_eq!(run.parts, lesson.slides[slide].pin.stage());
                let notes = lesson.slides[slide].notes.get(Language::English);
                assert_eq!(built.notes(Language::English), notes);
                let (address, nonsense) = crate::address::Address::read(&slides.address(index));
                assert!(nonsense.is_empty(), "{nonsense:?}");
                assert_eq!(address.reading.as_deref(), Some(path.id));
                assert_eq!(address.slide, Some(index));
            }
        }
    }

    #[test]
    fn a_picture_of_two_kernels_is_of_a_step_at_which_they_differ() {
        let lesson = lessons::Lesson::by_id("interleaved").expect("a lesson");
        let slides = Slides::Lesson(lesson);
        let slide = slides.get(1).expect("a slide of two kernels");
        let run = slide.run().expect("a run");
        let names: Vec<&str> = run.kernels().map(|kernel| &*kernel.kernel.name).collect();
        let mut runs: Vec<Playback> = names
            .iter()
            .map(|name| crate::run::samples::playback(name, 1024, 128))
            .collect();
        let press = run.telling_picture(&runs.iter().collect::<Vec<_>>());
        let press = press.expect("it steps by strides");
        assert!(press >= run.presses.0 && press <= run.presses.1);
        let mut loaded = |press: usize| {
            let lines = runs.iter_mut().map(|run| {
                let position = run.cursor.stops(simt::Grain::Iteration).at(press);
                let view = run.step_view(position.expect("a press"), simt::Grain::Iteration);
                view.array.loads.lines
            });
            lines.collect::<Vec<u32>>()
        };
        assert_eq!(loaded(press), [2, 8], "the most that they ever differ");
        let last = run.picture(8);
        assert_eq!(loaded(last), [2, 2], "at the last step they look alike");
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
            let run = SlideRun {
                presses: stretch,
                ..slide.run().expect("a run").clone()
            };
            assert_eq!(run.picture(presses), picture, "{stretch:?} of {presses}");
        }
    }
}
