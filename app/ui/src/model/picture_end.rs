//! Where the picture of a run ends, and how far its counters go.

use simt::Outcome;

/// The machine goes on counting after a trace is full: to the kernel's end, or to where the run is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureEnd {
    WithKernel,
    WithStop,
    BeforeKernel,
    BeforeStop,
}

/// `truncated`: the trace grew too large.
pub fn picture_end(outcome: &Outcome, truncated: bool) -> PictureEnd {
    match (truncated, outcome == &Outcome::Completed) {
        (false, true) => PictureEnd::WithKernel,
        (false, false) => PictureEnd::WithStop,
        (true, true) => PictureEnd::BeforeKernel,
        (true, false) => PictureEnd::BeforeStop,
    }
}
