//! The positions at which moves of a grain stop.

/// The positions at which a grain stops.
#[derive(Clone, Copy, Debug)]
pub enum Stops<'a> {
    /// Every position up to the end.
    Every(usize),
    /// These positions, rising.
    These(&'a [u32]),
}

impl Stops<'_> {
    /// Returns the number of stops.
    pub fn count(self) -> usize {
        match self {
            Stops::Every(end) => end + 1,
            Stops::These(stops) => stops.len(),
        }
    }

    /// Returns the position of the stop with this number; `None` past the last.
    pub fn at(self, rank: usize) -> Option<usize> {
        match self {
            Stops::Every(end) => (rank <= end).then_some(rank),
            Stops::These(stops) => stops.get(rank).map(|&stop| stop as usize),
        }
    }

    /// Returns the number of stops before `position`: the number of the stop it is at.
    pub fn rank(self, position: usize) -> usize {
        match self {
            Stops::Every(_) => position,
            Stops::These(stops) => stops.partition_point(|&stop| (stop as usize) < position),
        }
    }

    pub(super) fn after(self, position: usize) -> usize {
        match self {
            Stops::Every(end) => (position + 1).min(end),
            Stops::These(stops) => {
                let next = stops.partition_point(|&stop| stop as usize <= position);
                stops.get(next).or(stops.last()).map_or(0, |&stop| stop as usize)
            }
        }
    }

    pub(super) fn before(self, position: usize) -> usize {
        match self {
            Stops::Every(_) => position.saturating_sub(1),
            Stops::These(stops) => self
                .rank(position)
                .checked_sub(1)
                .and_then(|rank| stops.get(rank))
                .map_or(0, |&stop| stop as usize),
        }
    }
}
