//! How far one press goes on a slide.

use simt::Grain;

/// By the run itself, or by the scheduler's model of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    Grain(Grain),
    /// To the next cycle at which one of the runs that are shown moves.
    Cycle,
}

impl Pace {
    /// What the run is cut into: by cycles it goes by statements.
    pub const fn grain(self) -> Grain {
        match self {
            Pace::Grain(grain) => grain,
            Pace::Cycle => Grain::Statement,
        }
    }

    /// What stands for it in a link: the grain, and the cycle that stepping begins with.
    pub const fn in_link(self) -> (Grain, Option<u32>) {
        match self {
            Pace::Grain(grain) => (grain, None),
            Pace::Cycle => (Grain::Statement, Some(0)),
        }
    }

    /// From a link's grain and cycle.
    pub const fn from_link(grain: Grain, cycle: Option<u32>) -> Self {
        match cycle {
            Some(_) => Pace::Cycle,
            None => Pace::Grain(grain),
        }
    }
}
