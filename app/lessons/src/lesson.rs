//! A lesson: a question, the kernels whose comparison answers it, and the slides that lead there.

use crate::kernel::GalleryKernel;
use crate::size::Size;
use crate::text::{Prose, Text};
use simt::Grain;
use std::fmt;

/// Lessons that belong together in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Divergence,
    ReductionInGlobalMemory,
    ReductionInSharedMemory,
    ReductionBeyond,
    Memory,
    Execution,
}

/// One lesson. It names the kernels that it introduces first, then those it is compared with.
pub struct Lesson {
    /// Stable name for links.
    pub id: &'static str,
    pub group: Group,
    pub title: Text,
    /// What to find out by stepping.
    pub question: Prose,
    /// The answer, shown on request.
    pub answer: Prose,
    pub slides: &'static [Slide],
    pub kernels: &'static [&'static GalleryKernel],
    /// What the page shows beside code, lanes, memory and counters.
    pub panels: &'static [Panel],
    /// The size it opens with.
    pub size: Size,
}

/// One slide: a few sentences over a stretch of a run.
#[derive(Debug)]
pub struct Slide {
    pub text: Prose,
    /// For the speaker alone.
    pub notes: Prose,
    pub pin: Pin,
}

/// What a slide shows: kernels side by side, at a size, from one press of the stride loop to another.
#[derive(Clone, Copy, Debug)]
pub struct Pin {
    /// Which of the lesson's kernels, by their place in it: one to four.
    pub kernels: &'static [usize],
    /// `None`: the lesson's size.
    pub size: Option<Size>,
    /// How far one press goes.
    pub grain: Grain,
    /// Where the slide begins and where the next key turns the page, in presses.
    pub presses: (usize, usize),
    /// A preset's id; `None`: the one that is chosen.
    pub machine: Option<&'static str>,
    pub panel: Option<Panel>,
}

impl Pin {
    /// The lesson's first kernel before its first step.
    pub const START: Pin = Pin::of(&[0], 0, 0);

    /// Some kernels from one press by stride iteration to another.
    pub const fn of(kernels: &'static [usize], from: usize, to: usize) -> Self {
        Pin {
            kernels,
            size: None,
            grain: Grain::Iteration,
            presses: (from, to),
            machine: None,
            panel: None,
        }
    }

    /// With a panel in front.
    pub const fn with(mut self, panel: Panel) -> Self {
        self.panel = Some(panel);
        self
    }

    /// With presses of another length.
    pub const fn by(mut self, grain: Grain) -> Self {
        self.grain = grain;
        self
    }

    /// On a machine of its own, by its preset's id.
    pub const fn on(mut self, machine: &'static str) -> Self {
        self.machine = Some(machine);
        self
    }

    /// At another size than the lesson's.
    pub const fn at(mut self, size: Size) -> Self {
        self.size = Some(size);
        self
    }
}

/// A view of a run, or of the machine, that some lessons need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// Lines and sectors of a request: bytes asked for and moved.
    Lines,
    /// Banks of workgroup memory, with broadcast.
    Banks,
    /// The tree of partial sums.
    Tree,
    /// Two-dimensional blocks and how warps are cut from them.
    Blocks,
    /// The occupancy calculator.
    Occupancy,
    /// The warp scheduler: eligible, stalled, issued; latency and instruction-level parallelism.
    Scheduler,
    /// Grids that launch grids.
    Launch,
    /// A profiler's formulas with live values.
    Formulas,
}

impl Panel {
    pub const ALL: [Panel; 8] = [
        Panel::Lines,
        Panel::Banks,
        Panel::Tree,
        Panel::Blocks,
        Panel::Launch,
        Panel::Scheduler,
        Panel::Formulas,
        Panel::Occupancy,
    ];

    /// Stable name for links.
    pub const fn id(self) -> &'static str {
        match self {
            Panel::Lines => "lines",
            Panel::Banks => "banks",
            Panel::Tree => "tree",
            Panel::Blocks => "blocks",
            Panel::Launch => "launch",
            Panel::Scheduler => "scheduler",
            Panel::Formulas => "formulas",
            Panel::Occupancy => "occupancy",
        }
    }

    /// The panel with this id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|panel| panel.id() == id)
    }
}

/// By its name: the texts are long.
impl fmt::Debug for Lesson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Lesson {
    /// The lesson with this id.
    pub fn by_id(id: &str) -> Option<&'static Lesson> {
        crate::LESSONS
            .iter()
            .copied()
            .find(|lesson| lesson.id == id)
    }
}
