//! What requests cost, remembered: the ones of a workgroup come again in the next, and in the next iteration of a loop.

use crate::mask::Mask;
use crate::metrics::{SharedTraffic, Traffic};

/// The counters of a gang's request, all its warps together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cost {
    Global(Traffic),
    Shared(SharedTraffic),
}

/// What the cost of a request depends on, besides the machine: two requests of one instruction whose lanes want
/// addresses so many whole lines apart touch as many lines, sectors and banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape<const W: usize> {
    /// Position of the instruction.
    pub(crate) op: u32,
    /// Where in its line lane 0's address is, and how far apart neighbours' addresses are.
    pub(crate) start: u32,
    pub(crate) step: u32,
    pub(crate) lanes: Mask<W>,
}

/// Requests remembered; a power of two. Loops over a few strides have a few dozen.
const PLACES: usize = 512;

/// One place for each of so many requests: the latest that falls there.
#[derive(Clone, Debug)]
pub(crate) struct Costs<const W: usize> {
    places: Vec<Option<(Shape<W>, Cost)>>,
}

impl<const W: usize> Costs<W> {
    pub(crate) const fn new() -> Self {
        Costs { places: Vec::new() }
    }

    /// What a request cost before, if it is remembered.
    #[inline]
    pub(crate) fn get(&self, shape: &Shape<W>) -> Option<Cost> {
        match self.places.get(shape.place()) {
            Some(Some((known, cost))) if known == shape => Some(*cost),
            _ => None,
        }
    }

    pub(crate) fn remember(&mut self, shape: Shape<W>, cost: Cost) {
        // Most gangs of a single warp live for one workgroup alone.
        self.places.resize(PLACES, None);
        self.places[shape.place()] = Some((shape, cost));
    }
}

impl<const W: usize> Shape<W> {
    /// Few requests of one kernel fall on one place.
    #[inline]
    fn place(&self) -> usize {
        let lanes = self
            .lanes
            .words()
            .iter()
            .fold(0, |sum: u64, word| sum.rotate_left(7).wrapping_add(*word));
        let rest = u64::from(self.op) << 32 | u64::from(self.start ^ self.step.rotate_left(9));
        let mixed = (lanes ^ rest).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 48) as usize % PLACES
    }
}
