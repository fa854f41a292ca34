//! A size small enough to run whole, whose blocks stand for all blocks of a large dispatch.

use lessons::{GalleryKernel, Size};
use simt::Metrics;

/// Elements that the machine runs in full; beyond this, blocks stand for their like.
pub const MOST_ELEMENTS: u32 = 1 << 20;

/// Which part of a dispatch is run, and how many blocks of the whole each of its blocks stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Representative {
    pub size: Size,
    /// Blocks that run.
    pub ran: u32,
    /// Blocks of the whole dispatch: a multiple of `ran`.
    pub all: u32,
    /// True where the last block of the whole is only partly filled while those that run are full.
    pub tail: bool,
}

/// The part of the dispatch to run for a size.
pub fn representative(kernel: &GalleryKernel, size: Size) -> Representative {
    let all = kernel.blocks(size);
    if size.n() <= MOST_ELEMENTS {
        return Representative {
            size,
            ran: all,
            all,
            tail: false,
        };
    }
    let chunk = size.block() * kernel.elements_per_lane();
    let most = (MOST_ELEMENTS / chunk).max(1);
    // As many blocks as divide the whole: then the counters multiply exactly.
    let ran = (1..=most)
        .rev()
        .find(|ran| all.is_multiple_of(*ran))
        .unwrap_or(1);
    let tail = u64::from(all) * u64::from(chunk) != u64::from(size.n());
    Representative {
        size: Size::nearest(ran * chunk, size.block()),
        ran,
        all,
        tail,
    }
}

impl Representative {
    /// The counters of the whole dispatch.
    pub fn whole(&self, metrics: &Metrics) -> Metrics {
        metrics.times(u64::from(self.all / self.ran.max(1)))
    }

    /// True where some blocks stand for others.
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
        for kernel in GALLERY {
            let part = representative(kernel, Size::fixed(16_384, 64));
            assert_eq!(part.size, Size::fixed(16_384, 64));
            assert!(!part.multiplies());
        }
    }

    #[test]
    fn large_ones_run_a_part_that_divides_them() {
        for kernel in GALLERY {
            for n in [1 << 28, (1 << 20) + 1, 3 << 22, 123_456_789] {
                for block in Size::BLOCKS {
                    let size = Size::nearest(n, block);
                    let part = representative(kernel, size);
                    assert_eq!(part.all, kernel.blocks(size));
                    assert_eq!(part.all % part.ran, 0);
                    assert_eq!(
                        kernel.blocks(part.size),
                        part.ran,
                        "the part is made of full blocks"
                    );
                    assert!(part.size.n() <= MOST_ELEMENTS);
                    assert_eq!(part.tail, size.missing(kernel.elements_per_lane()) != 0);
                }
            }
        }
    }
}
