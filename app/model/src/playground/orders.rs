//! The orders of warps that are tried to find one that goes wrong.

use simt::Machine;

/// An order: the seed that shuffles the warps' turns, and the width of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    pub seed: u32,
    pub warp_width: u32,
}

/// Seeds that are tried with the width that is set, and with each other width.
const SEEDS: u32 = 64;
const SEEDS_OF_OTHER_WIDTHS: u32 = 8;
/// Widths that a warp can have.
pub const WIDTHS: [u32; 5] = [4, 8, 16, 32, 64];

/// Returns the machine with warps of another width; `None` if there is no such machine.
pub fn with_width(machine: &Machine, width: u32) -> Option<Machine> {
    let mut sizes = machine.sizes();
    sizes.request_lanes = sizes.request_lanes.max(width);
    sizes.warp_width = width;
    Machine::custom(sizes).ok()
}

/// Returns the orders, those of the width that is set first.
pub fn trials(warp_width: u32) -> Vec<Trial> {
    let of_width =
        |warp_width: u32, first: u32, seeds: u32| (first..first + seeds).map(move |seed| Trial { seed, warp_width });
    let others = WIDTHS.into_iter().filter(|&width| width != warp_width);
    let others = others.flat_map(|width| of_width(width, 0, SEEDS_OF_OTHER_WIDTHS));
    of_width(warp_width, 1, SEEDS).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_is_tried_once_and_the_usual_width_first() {
        let all = trials(32);
        assert_eq!(all.len(), 64 + 4 * 8);
        assert!(all[..64].iter().all(|trial| trial.warp_width == 32 && trial.seed > 0));
        let mut sorted: Vec<_> = all.iter().map(|each| (each.warp_width, each.seed)).collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), all.len());
    }
}
