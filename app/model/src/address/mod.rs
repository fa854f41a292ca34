//! The part of the address after `#`: the lesson, kernel, size and step that a link leads to.
//!
//! A full example, in one line: `#/neighbored?kernel=reduce_neighbored&n=16384&block=64&machine=k80&branches=taken`
//! `&picture=0&step=41&grain=stride&lang=zh&theme=dark`. `#/` alone is the list of lessons.
//! `with=reduce_neighbored_less,reduce_unroll2` adds columns with these kernels, `slide=2` and `panel=lines` open a
//! slide and a panel. `scheduling=independent` lets the parts of a warp run apart, `order=1` shuffles the turns of the
//! warps; `settings.rs` has the other settings of a run. `#/deck?slide=2` is a slide of the reader's deck, `d=` carries
//! a whole deck, `stage=1` shows it as an audience sees it, and `embed=1` shows the animation alone. A key that is
//! missing has its default. Reading never fails: each invalid part becomes a [`Nonsense`] for the reader, and the
//! nearest valid state is used.

mod aside;
mod lab;
mod read;
mod run_spec;
mod settings;
mod write;

pub use aside::Aside;
pub use run_spec::RunSpec;

use crate::lab::experiment::Experiment;
use crate::lab::list::ListError;
use crate::number::NumberError;
use lessons::{Language, Panel, Size, SizeError};
use simt::Grain;
use std::ops::RangeInclusive;

/// A colour theme of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
    Projector,
}

impl Theme {
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Projector];

    /// The name in links and in `data-theme`.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Projector => "projector",
        }
    }

    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// Returns the next theme in the order of the theme button.
    pub const fn next(self) -> Self {
        match self {
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::Projector,
            Theme::Projector => Theme::Light,
        }
    }
}

/// The text of the kernel that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeText {
    /// The text that runs.
    #[default]
    Wgsl,
    /// Its CUDA twin.
    Cuda,
}

impl CodeText {
    /// Returns its name in links.
    pub const fn name(self) -> &'static str {
        match self {
            CodeText::Wgsl => "wgsl",
            CodeText::Cuda => "cuda",
        }
    }
}

/// A parsed address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Address {
    /// `None` on the list of lessons.
    pub view: Option<RunSpec>,
    /// The number of steps executed.
    pub step: usize,
    /// The press at which a lesson opens, if the link says nothing about its run. It is read and never written.
    pub press: Option<usize>,
    pub grain: Option<Grain>,
    /// The scheduler's modelled cycle, if the player steps by cycles; `None` if it steps by `grain`.
    pub cycle: Option<u32>,
    /// `None`: the language that the browser prefers.
    pub language: Option<Language>,
    pub theme: Option<Theme>,
    /// The slide of the lesson or of the deck, from 0.
    pub slide: Option<usize>,
    /// The page next to the lessons, if the address names no lesson.
    pub aside: Option<Aside>,
    /// The lab's experiment, if the link describes one.
    pub experiment: Option<Experiment>,
    pub panel: Option<Panel>,
    /// A whole deck to edit, compressed.
    pub deck: Option<String>,
    /// A whole deck to read, compressed. Unlike `deck`, it stays in the address.
    pub reading: Option<String>,
    /// `None`: the reader's choice.
    pub text: Option<CodeText>,
    /// True if the slide fills the window, as an audience sees it.
    pub stage: bool,
    /// True if another page embeds this one; then only the animation is shown.
    pub embed: bool,
    /// The playground's kernel with its settings, compressed. It is read once; only shared links contain it.
    pub code: Option<String>,
}

/// A part of an address that cannot be used. Texts are cut to a length that fits a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nonsense {
    Lesson(String),
    Kernel(String),
    Number {
        key: &'static str,
        text: String,
        error: NumberError,
    },
    Size {
        error: SizeError,
        used: Size,
    },
    Machine(String),
    /// A list of numbers in the lab's query that cannot be measured.
    List {
        key: &'static str,
        error: ListError,
    },
    Choice {
        key: &'static str,
        text: String,
    },
    /// A number out of its range. The nearest one is used.
    Range {
        key: &'static str,
        number: u32,
        range: RangeInclusive<u32>,
    },
    Key(String),
    /// A kernel in the link that is longer than any that the page writes.
    TooMuchCode {
        letters: usize,
        most: usize,
    },
}

/// The step size of one press if the address does not name one.
pub const DEFAULT_GRAIN: Grain = Grain::Iteration;

const GRAINS: [(Grain, &str); 4] = [
    (Grain::Warp, "warp"),
    (Grain::Statement, "statement"),
    (Grain::Iteration, "stride"),
    (Grain::Barrier, "barrier"),
];

impl Address {
    /// The longest kernel in a link, in characters: many programs cut longer links off.
    pub const MOST_CODE: usize = 64 * 1024;

    /// Returns the step size that applies if the address names none. A custom kernel need not have a loop.
    pub fn usual_grain(&self) -> Grain {
        match self.aside {
            Some(Aside::Playground) => Grain::Statement,
            _ => DEFAULT_GRAIN,
        }
    }
}

#[cfg(test)]
mod tests;
