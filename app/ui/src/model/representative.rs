//! A part of a dispatch small enough to run, whose blocks stand for all blocks of it.

use lessons::{GalleryKernel, Size};
use simt::{Dispatch, Machine, Metrics};

/// Elements that the machine runs in full; beyond this, blocks stand for their like.
pub const MOST_ELEMENTS: u64 = 1 << 20;

/// Which part of a dispatch is run, and how many blocks of the whole each of its blocks stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Representative {
    /// Elements that are run, from the first on.
    pub elements: u64,
    /// Blocks that run.
    pub ran: u32,
    /// Blocks of the whole dispatch: a multiple of `ran`.
    pub all: u32,
    /// True where the last block of the whole is only partly filled while those that run are full.
    pub tail: bool,
}

/// The part of the dispatch to run for a size: all of it where it is small, or where its parts are not alike.
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
    // As many bands as divide the whole: then the counters multiply exactly.
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
    /// A dispatch that runs whole, so many blocks of it.
    pub const fn whole_of(blocks: u32) -> Self {
        Representative {
            elements: 0,
            ran: blocks,
            all: blocks,
            tail: false,
        }
    }

    /// What is run of a kernel at the size that it was made for.
    pub fn dispatch(&self, kernel: &GalleryKernel, size: Size, machine: &Machine) -> Dispatch {
        kernel.task.dispatch(size, self.elements, machine)
    }

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
