//! Where the page is: what is shown, what is open over it, and where a run that arrives is to stand.

use leptos::prelude::*;
use model::address::Aside;
use model::panels::counters::CounterId;
use model::present::slides::SlideSource;

/// Where to go when a run arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To this step: a link says so.
    Step(usize),
    /// To this press: a slide begins there.
    Press(usize),
    /// To the same moment of the same text, or else to the same press, so that two kernels can be compared.
    SameMoment,
}

/// The dialog or screen that is open over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlay {
    Help,
    Times,
    Glossary,
    /// The explanation of a counter of a pane, by its index.
    Why(usize, CounterId),
    /// The history of a word.
    Word(WordAsked),
    Answer,
    /// Changes that a class asks for.
    WhatIf,
    /// All slides as cards.
    Overview,
    /// A page of paper for each slide.
    Print,
    /// Files of what is on the page.
    Export,
    /// Asks for a slide's number.
    GoTo,
    /// Nothing: the audience looks at the speaker.
    Black,
    /// A surface below a button of the header.
    Menu(MenuName),
}

/// A menu: a button that opens a small surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuName {
    /// The form sets what runs: n, block, values and machine.
    SetUp,
    Tools,
    /// The playground's file formats.
    Save,
    /// The places that the playground's run goes on to.
    RunTo,
}

impl MenuName {
    /// Returns the id of its button.
    pub const fn id(self) -> &'static str {
        match self {
            MenuName::SetUp => "set-up",
            MenuName::Tools => "tools",
            MenuName::Save => "save",
            MenuName::RunTo => "run-to",
        }
    }

    /// Returns the id of what it opens.
    pub const fn surface(self) -> &'static str {
        match self {
            MenuName::SetUp => "set-up-surface",
            MenuName::Tools => "tools-surface",
            MenuName::Save => "save-surface",
            MenuName::RunTo => "run-to-surface",
        }
    }
}

/// A word of memory in a pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordAsked {
    pub pane: usize,
    /// The index of the memory, and the index in the variable.
    pub memory: usize,
    pub word: u32,
}

/// Where the page is. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Route {
    /// The page beside the lessons that is shown; `None`: a lesson, or the list.
    pub aside: RwSignal<Option<Aside>>,
    /// The slide that is shown, and the deck that it belongs to.
    pub slide: RwSignal<Option<(SlideSource, usize)>>,
    /// True if slides take the whole window.
    pub presenting: RwSignal<bool>,
    /// True if the page is inside another page and shows only the animation.
    pub embedded: RwSignal<bool>,
    /// The kernel's text in the link of an embedded page.
    pub frame_code: StoredValue<Option<String>>,
    pub overlay: RwSignal<Option<Overlay>>,
    /// The overlay whose code is loaded before it is asked for.
    pub likely: RwSignal<Option<Overlay>>,
    /// True if a print of the browser needs no more runs.
    pub prepared: RwSignal<bool>,
    /// True while the browser prints the page. Pictures are then drawn at once: there are no animation frames.
    pub printing: RwSignal<bool>,
    /// Where to go when the run arrives.
    pub arrival: StoredValue<Option<Arrival>>,
}

impl Route {
    pub fn new() -> Self {
        Route {
            aside: RwSignal::new(None),
            slide: RwSignal::new(None),
            presenting: RwSignal::new(false),
            embedded: RwSignal::new(false),
            frame_code: StoredValue::new(None),
            overlay: RwSignal::new(None),
            likely: RwSignal::new(None),
            prepared: RwSignal::new(false),
            printing: RwSignal::new(false),
            arrival: StoredValue::new(None),
        }
    }
}
