//! The step size of one press on a slide.

use simt::Grain;

/// Steps of the run itself, or of the scheduler's model of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    Grain(Grain),
    /// A press advances to the next cycle at which one of the shown runs moves.
    Cycle,
}

impl Pace {
    /// Returns the grain of the run's stops; stepping by cycles uses statements.
    pub const fn grain(self) -> Grain {
        match self {
            Pace::Grain(grain) => grain,
            Pace::Cycle => Grain::Statement,
        }
    }

    /// Returns its form in a link: the grain, and the cycle at which stepping begins.
    pub const fn in_link(self) -> (Grain, Option<u32>) {
        match self {
            Pace::Grain(grain) => (grain, None),
            Pace::Cycle => (Grain::Statement, Some(0)),
        }
    }

    /// Reads it from a link's grain and cycle.
    pub const fn from_link(grain: Grain, cycle: Option<u32>) -> Self {
        match cycle {
            Some(_) => Pace::Cycle,
            None => Pace::Grain(grain),
        }
    }
}
