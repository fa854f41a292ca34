//! The clock of a lesson: the size at which its kernels are timed, the order of times that its counters suggest, and what
//! the slide about the times shows beside them.

use crate::size::Size;
use crate::text::Prose;

/// The size at which a lesson's kernels are timed, and what its counters suggest about their times.
///
/// An animation needs few elements, a clock many: at the animation's size a dispatch takes as long as its launch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    pub size: Size,
    /// Pairs of indices into the lesson's kernels. The counters suggest that the first is faster than the second.
    pub faster: &'static [(usize, usize)],
}

impl Clock {
    /// 2^24 elements in blocks of 256: every kernel takes more than ten launches on a large GPU, the cause that its
    /// lesson speaks about dominates, and the shipped times of all kernels have this size.
    pub const USUAL: Size = Size::fixed(1 << 24, 256);

    /// The clock of a lesson at [`Clock::USUAL`].
    pub const fn usual(faster: &'static [(usize, usize)]) -> Self {
        Clock {
            size: Clock::USUAL,
            faster,
        }
    }
}

/// The counters and the cause that a slide about the times shows beside the chart, for the first two kernels of its pin.
#[derive(Debug, PartialEq, Eq)]
pub struct Story {
    /// One to three counters by their names in [`simt::metric`]. Their ratios, second kernel by first, stand beside the ratio
    /// of the times.
    pub counters: &'static [&'static str],
    pub cause: Cause,
}

/// Why the clock says what it says.
#[derive(Debug, PartialEq, Eq)]
pub enum Cause {
    /// The cause, and the measured kernel or line that shows it.
    Shown(Prose),
    /// No measurement shows the cause: what was excluded.
    Open(Prose),
}

impl Cause {
    pub const fn text(&self) -> &Prose {
        match self {
            Cause::Shown(text) | Cause::Open(text) => text,
        }
    }
}
