//! A lesson: a question, the kernels whose comparison answers it, and the slides that lead to the answer.

use crate::calculator::Calculator;
use crate::clock::Clock;
use crate::kernel::GalleryKernel;
use crate::multiprocessors::Placement;
use crate::panel::Panel;
use crate::scheduler::Dials;
use crate::size::Size;
use crate::stage::{Part, Subject, usual_parts};
use crate::text::{Prose, Text};
use simt::{Grain, Machine, Scheduling};
use std::fmt;

/// A section of the list of lessons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Threads,
    Divergence,
    ReductionInGlobalMemory,
    ReductionInSharedMemory,
    ReductionBeyond,
    Memory,
    Execution,
}

/// One lesson. Its kernels are first those that it introduces, then those that it compares them with.
pub struct Lesson {
    /// Stable name for links.
    pub id: &'static str,
    pub group: Group,
    pub title: Text,
    /// The question to answer by stepping.
    pub question: Prose,
    /// The answer, shown on request.
    pub answer: Prose,
    /// The sentence to keep: one sentence that is true on every device, so it holds no time and no device's name.
    pub remember: Prose,
    pub slides: &'static [Slide],
    pub kernels: &'static [&'static GalleryKernel],
    /// The panels that the page shows next to code, lanes, memory and counters.
    pub panels: &'static [Panel],
    /// The size with which the lesson opens.
    pub size: Size,
    /// The run with which the lesson opens, where its question is about: the kernel, the panel, the machine, the distance
    /// of a press, and the first press.
    pub opens: Pin,
    pub clock: Clock,
}

/// One slide: a few sentences about a range of steps of a run.
#[derive(Debug)]
pub struct Slide {
    pub text: Prose,
    /// Notes that only the speaker sees.
    pub notes: Prose,
    pub pin: Pin,
}

impl Slide {
    /// Returns every text of the slide.
    pub(crate) fn proses(&self) -> impl Iterator<Item = &Prose> {
        let stories = self.pin.parts.iter().filter_map(|part| match part {
            Part::Clock(story) => Some(story.cause.text()),
            _ => None,
        });
        [&self.text, &self.notes].into_iter().chain(stories)
    }
}

/// The content of a slide: kernels in columns, their size, and the range of steps that it plays.
#[derive(Clone, Copy, Debug)]
pub struct Pin {
    /// Indices into the lesson's kernels: one to four.
    pub kernels: &'static [usize],
    /// `None`: the lesson's size.
    pub size: Option<Size>,
    /// The distance of one press of the step key.
    pub grain: Grain,
    /// The first and the last step, in presses: the slide begins at the first, and after the last the next key turns
    /// the page.
    pub presses: (usize, usize),
    /// A preset's id, or `custom:` with sizes as in links; `None`: the usual machine.
    pub machine: Option<&'static str>,
    /// True if short branches are masked.
    pub predication: bool,
    /// The relation of the lanes of a warp whose branches part.
    pub scheduling: Scheduling,
    /// The order in which the warps take turns; 0: by number.
    pub order: u32,
    /// The settings of the occupancy calculator.
    pub calculator: Calculator,
    /// The settings of the scheduler panel.
    pub dials: Dials,
    /// The block that the picture follows.
    pub block: u32,
    /// The settings of the multiprocessors panel.
    pub placement: Placement,
    pub panel: Option<Panel>,
    /// The parts on stage, in their order; empty: [`usual_parts`].
    pub parts: &'static [Part],
    /// The lanes, words and lines that the slide speaks about.
    pub about: &'static [Subject],
}

impl Pin {
    /// Shows the lesson's first kernel before its first step.
    pub const START: Pin = Pin::of(&[0], 0, 0);

    /// Shows `kernels` from press `from` to press `to`, each one iteration of the stride loop.
    pub const fn of(kernels: &'static [usize], from: usize, to: usize) -> Self {
        Pin {
            kernels,
            size: None,
            grain: Grain::Iteration,
            presses: (from, to),
            machine: None,
            predication: false,
            scheduling: Scheduling::Lockstep,
            order: 0,
            calculator: Calculator::USUAL,
            dials: Dials::USUAL,
            block: 0,
            placement: Placement::USUAL,
            panel: None,
            parts: &[],
            about: &[],
        }
    }

    /// Shows these parts on stage.
    pub const fn showing(mut self, parts: &'static [Part]) -> Self {
        self.parts = parts;
        self
    }

    /// Marks these lanes, words and lines on stage.
    pub const fn about(mut self, about: &'static [Subject]) -> Self {
        self.about = about;
        self
    }

    /// Returns the parts on stage.
    pub fn stage(&self) -> Vec<Part> {
        match self.parts {
            [] => usual_parts(self.kernels.len(), self.panel),
            parts => parts.to_vec(),
        }
    }

    /// Opens a panel with the slide.
    pub const fn with(mut self, panel: Panel) -> Self {
        self.panel = Some(panel);
        self
    }

    /// Sets the distance of one press.
    pub const fn by(mut self, grain: Grain) -> Self {
        self.grain = grain;
        self
    }

    /// Selects a machine for the slide, by its preset's id or its sizes.
    pub const fn on(mut self, machine: &'static str) -> Self {
        self.machine = Some(machine);
        self
    }

    /// Returns the machine of the slide.
    pub fn shown_machine(&self) -> Machine {
        // A test reads the name of every machine.
        let named = self.machine.map(Machine::by_name);
        named.and_then(Result::ok).unwrap_or_default()
    }

    /// Masks short branches.
    pub const fn masked(mut self) -> Self {
        self.predication = true;
        self
    }

    /// Lets the parts of a warp run apart after a branch.
    pub const fn independent(mut self) -> Self {
        self.scheduling = Scheduling::Independent;
        self
    }

    /// Lets the warps take turns in a shuffled order.
    pub const fn in_order(mut self, order: u32) -> Self {
        self.order = order;
        self
    }

    /// Follows this block.
    pub const fn following(mut self, block: u32) -> Self {
        self.block = block;
        self
    }

    /// Opens the occupancy calculator with these settings.
    pub const fn calculating(mut self, calculator: Calculator) -> Self {
        self.calculator = calculator;
        self.with(Panel::Occupancy)
    }

    /// Opens the scheduler panel with these settings.
    pub const fn scheduling(mut self, dials: Dials) -> Self {
        self.dials = dials;
        self.with(Panel::Scheduler)
    }

    /// Opens the multiprocessors panel with these settings.
    pub const fn placing(mut self, placement: Placement) -> Self {
        self.placement = placement;
        self.with(Panel::Multiprocessors)
    }

    /// Sets a size for the slide, instead of the lesson's.
    pub const fn at(mut self, size: Size) -> Self {
        self.size = Some(size);
        self
    }
}

/// Prints only the id: the texts are long.
impl fmt::Debug for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Lesson {
    /// Returns the lesson with this id.
    pub fn by_id(id: &str) -> Option<&'static Lesson> {
        crate::LESSONS.iter().copied().find(|lesson| lesson.id == id)
    }
}
