//! The end of a run's picture compared with the end of its counters.

use simt::Outcome;

/// The end of the picture. The machine goes on counting after a trace is full, until the kernel ends or the run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureEnd {
    WithKernel,
    WithStop,
    BeforeKernel,
    BeforeStop,
}

/// Returns where the picture ends; `truncated` is true if the trace was full before the end.
pub fn picture_end(outcome: &Outcome, truncated: bool) -> PictureEnd {
    match (truncated, outcome == &Outcome::Completed) {
        (false, true) => PictureEnd::WithKernel,
        (false, false) => PictureEnd::WithStop,
        (true, true) => PictureEnd::BeforeKernel,
        (true, false) => PictureEnd::BeforeStop,
    }
}
