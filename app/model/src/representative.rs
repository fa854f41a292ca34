//! A part of a dispatch that is small enough to run and whose blocks represent all blocks.

use lessons::{GalleryKernel, Size};
use simt::{Dispatch, Machine, Metrics};

/// The most elements that the machine runs in full; of a larger dispatch it runs a part.
pub const MOST_ELEMENTS: u64 = 1 << 20;

/// The part of a dispatch that runs, and the number of blocks that it represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Representative {
    /// The number of elements that are processed, from the first on.
    pub elements: u64,
    /// Blocks that run.
    pub ran: u32,
    /// Blocks of the whole dispatch: a multiple of `ran`.
    pub all: u32,
    /// True if the last block of the whole is only partly filled, while all blocks that run are full.
    pub tail: bool,
}

/// Chooses the part to run for a size: all of it if it is small, or if it has no repeating unit.
pub fn representative(kernel: &GalleryKernel, size: Size) -> Representative {
    let (n, all) = (u64::from(size.n()), kernel.blocks(size));
    let Some(band) = kernel.task.band(size).filter(|_| n > MOST_ELEMENTS) else {
        return Representative {
            elements: n,
            ran: all,
            all,
            tail: false,
        };
    };
    let bands = n.div_ceil(band);
    // The number of units must divide the whole, so that the counters multiply exactly.
    let ran = (1..=(MOST_ELEMENTS / band).max(1))
        .rev()
        .find(|ran| bands.is_multiple_of(*ran))
        .unwrap_or(1);
    Representative {
        elements: ran * band,
        ran: (u64::from(all) / bands * ran) as u32,
        all,
        tail: !n.is_multiple_of(band),
    }
}

impl Representative {
    /// Describes a dispatch of `blocks` blocks that runs as a whole.
    pub const fn whole_of(blocks: u32) -> Self {
        Representative {
            elements: 0,
            ran: blocks,
            all: blocks,
            tail: false,
        }
    }

    /// Returns the dispatch that runs for a kernel at this size.
    pub fn dispatch(&self, kernel: &GalleryKernel, size: Size, machine: &Machine) -> Dispatch {
        kernel.task.dispatch(size, self.elements, machine)
    }

    /// Computes the counters of the whole dispatch from those of the part.
    pub fn whole(&self, metrics: &Metrics) -> Metrics {
        metrics.times(u64::from(self.all / self.ran.max(1)))
    }

    /// True if blocks that run represent others.
    pub fn multiplies(&self) -> bool {
        self.ran != self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::GALLERY;

    #[test]
    fn small_dispatches_run_whole() {
        for kernel in GALLERY.iter() {
            let size = kernel.task.nearest(Size::fixed(16_384, 64));
            let part = representative(kernel, size);
            assert_eq!(part.elements, u64::from(size.n()));
            assert!(!part.multiplies());
        }
    }

    #[test]
    fn large_ones_run_a_part_that_divides_them() {
        for kernel in GALLERY.iter() {
            for n in [1 << 28, (1 << 20) + 1, 3 << 22, 123_456_789] {
                for block in Size::BLOCKS {
                    let size = kernel.task.nearest(Size::nearest(n, block));
                    let part = representative(kernel, size);
                    let name = &kernel.kernel.name;
                    assert_eq!(part.all, kernel.blocks(size), "{name}");
                    assert_eq!(part.all % part.ran, 0, "{name}");
                    let Some(band) = kernel.task.band(size) else {
                        assert_eq!(part.elements, u64::from(size.n()), "{name}");
                        continue;
                    };
                    assert!(part.elements <= MOST_ELEMENTS.max(band), "{name}");
                    if part.multiplies() {
                        assert_eq!(part.elements % band, 0, "{name}: full blocks");
                        assert_eq!(part.tail, u64::from(size.n()) % band != 0, "{name}");
                    }
                }
            }
        }
    }
}
