//! A cache of the costs of requests: a request of one workgroup is repeated in the next, and in the next iteration of a
//! loop.

use super::counters::{SharedTraffic, Traffic};
use crate::lanes::Mask;

/// The counters of a gang's request, summed over its warps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cost {
    Global(Traffic),
    Shared(SharedTraffic),
}

/// Everything that the cost of a request depends on, besides the machine. Two requests of one instruction whose
/// addresses differ by a multiple of a line touch as many lines, sectors and banks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape<const W: usize> {
    /// Position of the instruction in the bytecode.
    pub(crate) op: u32,
    /// Byte offset in its line of the address of the block's first thread, and byte distances along each dimension.
    pub(crate) start: u32,
    pub(crate) steps: [u32; 3],
    pub(crate) lanes: Mask<W>,
}

/// Number of entries, a power of two. Loops over a few strides need a few dozen.
const PLACES: usize = 512;
/// 2^64 divided by the golden ratio: Knuth's multiplicative hashing, which spreads products evenly.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A two-way cache: each request has two places, which keep the latest two requests.
#[derive(Clone, Debug)]
pub(crate) struct Costs<const W: usize> {
    places: Vec<Option<(Shape<W>, Cost)>>,
}

impl<const W: usize> Costs<W> {
    pub(crate) const fn new() -> Self {
        Costs { places: Vec::new() }
    }

    /// Returns the cost of an earlier request, if it is cached.
    #[inline]
    pub(crate) fn get(&self, shape: &Shape<W>) -> Option<Cost> {
        let cost_at = |place: usize| match self.places.get(place) {
            Some(Some((other, cost))) if other == shape => Some(*cost),
            _ => None,
        };
        let place = shape.place();
        cost_at(place).or_else(|| cost_at(place ^ 1))
    }

    pub(crate) fn remember(&mut self, shape: Shape<W>, cost: Cost) {
        // Allocated late, because most gangs of a single warp live for one workgroup only.
        self.places.resize(PLACES, None);
        let place = shape.place();
        self.places[place ^ 1] = self.places[place].replace((shape, cost));
    }
}

impl<const W: usize> Shape<W> {
    /// Hashes the shape to a place.
    #[inline]
    fn place(&self) -> usize {
        let lanes = self
            .lanes
            .words()
            .iter()
            .fold(0, |sum: u64, word| sum.rotate_left(7).wrapping_add(*word));
        let [step, row, layer] = self.steps;
        let steps = step ^ row.rotate_left(11) ^ layer.rotate_left(20);
        let rest = u64::from(self.op) << 32 | u64::from(self.start ^ steps.rotate_left(9));
        let mixed = lanes.wrapping_mul(SPREAD).rotate_left(23).wrapping_add(rest);
        (mixed.wrapping_mul(SPREAD) >> 55) as usize % PLACES
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::ActiveMask;
    use crate::machine::Machine;
    use crate::metrics::{global_cost, shared_cost};
    use crate::program::Access;

    #[test]
    fn requests_whole_lines_apart_cost_the_same() {
        for machine in Machine::PRESETS {
            for mask in [0xffff_ffff, 0x5555_5555, 0x8000_0001, 0x00ff_fe00] {
                for step in [0, 4, 8, 12, 36, 128, 1024, 4_u32.wrapping_neg()] {
                    let mask = ActiveMask(mask).and(ActiveMask::first(machine.warp_width));
                    let costs = |first: u32| {
                        let addresses: Vec<u32> = mask
                            .lanes()
                            .map(|lane| first.wrapping_add(step.wrapping_mul(lane)))
                            .collect();
                        (
                            global_cost(Access::Load, mask, &addresses, 4, &machine),
                            shared_cost(Access::Load, mask, &addresses, 4, &machine),
                        )
                    };
                    for first in [4096, 4100, 4156] {
                        let further = first + 37 * machine.line_bytes;
                        assert_eq!(costs(first), costs(further), "{mask:?} {step} {first}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_latest_request_is_remembered_and_none_is_mistaken() {
        let shape = |op: u32| Shape::<4> {
            op,
            start: 0,
            steps: [4, 128, 1024],
            lanes: Mask::ALL,
        };
        let cost = |requests: u64| {
            Cost::Global(Traffic {
                requests,
                ..Traffic::default()
            })
        };
        let mut costs = Costs::new();
        assert_eq!(costs.get(&shape(0)), None);
        for op in 0..4 * PLACES as u32 {
            costs.remember(shape(op), cost(op.into()));
            assert_eq!(costs.get(&shape(op)), Some(cost(op.into())));
        }
        let right = |op: u32| costs.get(&shape(op)).is_none_or(|cached| cached == cost(op.into()));
        assert!((0..4 * PLACES as u32).all(right));
    }
}
