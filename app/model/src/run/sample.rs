//! Counts the workgroups that the machine ran for the counters of a dispatch.

use lessons::Split;

/// The workgroups of a dispatch: how many there are, and how many of them ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The first workgroups, of which a reader can follow any.
    pub followed: u32,
    /// All workgroups that ran.
    pub ran: u32,
    /// Workgroups of the whole dispatch.
    pub all: u32,
}

impl Sample {
    /// Describes a dispatch of `blocks` workgroups that runs in full.
    pub const fn whole_of(blocks: u32) -> Self {
        Sample {
            followed: blocks,
            ran: blocks,
            all: blocks,
        }
    }

    /// True if workgroups that ran represent others.
    pub fn multiplies(&self) -> bool {
        self.ran < self.all
    }
}

impl From<Split> for Sample {
    fn from(split: Split) -> Self {
        let count = |workgroups: [u32; 3]| workgroups.iter().product();
        let all: u32 = count(split.workgroups);
        Sample {
            followed: count(split.part.workgroups),
            ran: u32::try_from(split.workgroups_run()).map_or(all, |ran| ran.min(all)),
            all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{GALLERY, Limits, Size};

    fn sample(kernel: &lessons::GalleryKernel, size: Size) -> Sample {
        Sample::from(Split::of_size(kernel.task, size, Limits::SHOWN))
    }

    #[test]
    fn small_dispatches_run_in_full() {
        for kernel in GALLERY.iter() {
            let size = kernel.task.nearest(Size::fixed(16_384, 64));
            let blocks = kernel.blocks(size);
            assert_eq!(sample(kernel, size), Sample::whole_of(blocks));
        }
    }

    #[test]
    fn few_workgroups_of_a_large_dispatch_run() {
        for kernel in GALLERY.iter() {
            for n in [1 << 28, (1 << 20) + 1, 3 << 22, 123_456_789] {
                let size = kernel.task.nearest(Size::nearest(n, 256));
                let sample = sample(kernel, size);
                let name = &kernel.kernel.name;
                assert!(sample.followed <= sample.ran, "{name}");
                if size.n() >= 1 << 22 && kernel.task.band(size).is_some() {
                    assert!(sample.multiplies(), "{name} {n}");
                }
            }
        }
    }
}
