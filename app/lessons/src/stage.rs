//! The stage: the few large parts of a slide that an audience sees while a lesson is presented.

use crate::clock::Story;
use crate::host::Phase;
use crate::panel::Panel;
use crate::published::PublishedTable;
use std::ops::Range;

/// A part of a slide on stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The kernel's text around the statements that the slide executes.
    Code,
    Lanes,
    /// The words that the slide's steps load and store.
    Memory,
    Timeline,
    Panel(Panel),
    /// These formulas of the panel, by the names of their counters.
    Formulas(&'static [&'static str]),
    /// These phases of the host's program.
    Host(&'static [Phase]),
    /// One to three counters by their names in [`simt::metric`], in large digits.
    Figures(&'static [&'static str]),
    /// Times of the lesson's kernels beside the lanes of the first two, what was counted of them, and the cause.
    Clock(&'static Story),
    /// The chapter of the lesson: the times of its ladder, and the sentence to remember of each lesson.
    Chapter,
    /// A table that a source prints.
    Published(&'static PublishedTable),
}

/// A subject of a slide. The stage marks it, and the rest steps back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Lanes by their numbers in the block. A block of many warps has the first lane's warp in front.
    Lanes(Range<u32>),
    /// Words of a variable, by its name in the kernel.
    Words(&'static str, Range<u32>),
    /// Lines of the kernel that contain this text.
    Lines(&'static str),
}

/// Returns the parts of a slide that names none: those that show its panel, or else the lanes and the words that they touch.
pub fn usual_parts(kernels: usize, panel: Option<Panel>) -> Vec<Part> {
    let picture = match panel {
        Some(panel) => Part::Panel(panel),
        None => Part::Memory,
    };
    match (kernels, panel) {
        // These panels say all about the run by themselves.
        (
            _,
            Some(
                Panel::Occupancy
                | Panel::Multiprocessors
                | Panel::Scheduler
                | Panel::Launch
                | Panel::Formulas
                | Panel::Grid
                | Panel::Host,
            ),
        ) => {
            vec![picture]
        }
        // The tree stands below the lanes that make it.
        (1, Some(Panel::Tree)) => vec![Part::Lanes, picture],
        (1, Some(_)) => vec![Part::Code, picture],
        (1, None) => vec![Part::Code, Part::Lanes, picture],
        // Several runs leave room for one picture of each.
        (_, Some(_)) => vec![picture],
        (2, None) => vec![Part::Code, Part::Lanes],
        (_, None) => vec![Part::Lanes],
    }
}
