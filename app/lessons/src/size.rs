//! The size of a run: n elements in blocks of a number of lanes, checked.

use serde::{Deserialize, Serialize};
use simt::Pattern;

/// The range of the input values. The counters of kernels that take them do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Values {
    /// 0 to 255, as in the published measurements.
    #[default]
    Source,
    /// 0 to 9: sums that a class can check in the head.
    Small,
}

impl Values {
    pub const ALL: [Values; 2] = [Values::Small, Values::Source];

    /// Returns the name in links.
    pub const fn name(self) -> &'static str {
        match self {
            Values::Source => "source",
            Values::Small => "small",
        }
    }

    pub(crate) const fn pattern(self) -> Pattern {
        match self {
            Values::Source => Pattern::Bytes,
            Values::Small => Pattern::Digits,
        }
    }
}

/// A checked size. Block sizes are powers of two, because the reduction trees need that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Size {
    n: u32,
    block: u32,
    values: Values,
}

/// The reason why a size cannot run. Each variant holds the requested values and, where there is one, the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeError {
    /// n is below [`Size::MIN_N`] (also n = 0).
    TooFew { n: u32, least: u32 },
    /// n is above the limit of the adapter, or of the machine if there is no adapter.
    TooMany { n: u32, most: u32 },
    /// The block is not one of [`Size::BLOCKS`].
    Block { block: u32 },
    /// The kernel cannot run at this size; `nearest` is the nearest size at which it can.
    Unfit { size: Size, nearest: Size },
    /// The adapter only runs smaller blocks.
    BlockBeyondAdapter { block: u32, most: u32 },
}

impl Size {
    pub const MIN_N: u32 = 64;
    /// 2^29 words are 2 GiB, the largest binding any browser offers today.
    pub const MAX_N: u32 = 1 << 29;
    pub const BLOCKS: [u32; 6] = [32, 64, 128, 256, 512, 1024];

    /// Returns a size that is known to be valid. In a constant, an invalid size does not compile.
    ///
    /// # Panics
    /// At run time, if the size is invalid.
    pub const fn fixed(n: u32, block: u32) -> Self {
        assert!(n >= Self::MIN_N && n <= Self::MAX_N && block >= 32 && block <= 1024 && block.is_power_of_two());
        Size {
            n,
            block,
            values: Values::Source,
        }
    }

    /// Checks n and block.
    ///
    /// # Errors
    /// The first rule that the size breaks.
    pub fn new(n: u32, block: u32) -> Result<Self, SizeError> {
        if n < Self::MIN_N {
            return Err(SizeError::TooFew { n, least: Self::MIN_N });
        }
        if n > Self::MAX_N {
            return Err(SizeError::TooMany { n, most: Self::MAX_N });
        }
        if !Self::BLOCKS.contains(&block) {
            return Err(SizeError::Block { block });
        }
        Ok(Size::fixed(n, block))
    }

    /// Returns the nearest size that can run.
    pub fn nearest(n: u32, block: u32) -> Self {
        let distance = |candidate: &u32| candidate.abs_diff(block);
        let block = Self::BLOCKS.into_iter().min_by_key(distance).unwrap_or(Self::BLOCKS[0]);
        Size {
            n: n.clamp(Self::MIN_N, Self::MAX_N),
            block,
            values: Values::Source,
        }
    }

    /// Returns the nearest size that can run, with the same values.
    pub fn nearest_to(self, n: u32, block: u32) -> Self {
        Size::nearest(n, block).with(self.values)
    }

    /// Returns the size with other input values.
    pub const fn with(self, values: Values) -> Self {
        Size { values, ..self }
    }

    pub const fn values(self) -> Values {
        self.values
    }

    /// Number of elements.
    pub const fn n(self) -> u32 {
        self.n
    }

    /// Lanes per block.
    pub const fn block(self) -> u32 {
        self.block
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GALLERY;
    use simt::{Machine, RunOptions};

    /// Small values change the picture and nothing that is counted.
    #[test]
    fn counters_do_not_depend_on_the_values() {
        let mut differing = 0;
        for kernel in GALLERY.iter() {
            let size = kernel.task.nearest(Size::fixed(1024, 128));
            let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
            let run = |values| {
                let dispatch = kernel.dispatch(size.with(values), &Machine::default());
                let run = simt::run(&program, &dispatch, &RunOptions::default()).expect("runs");
                (dispatch, run.metrics)
            };
            let [(small, counted), (source, expected)] = Values::ALL.map(run);
            assert_eq!(counted, expected, "{}", kernel.kernel.name);
            assert_eq!(kernel.has_small_values(), small != source);
            differing += usize::from(small != source);
        }
        assert!(differing > 40, "{differing} kernels have small values");
    }

    #[test]
    fn the_nearest_size_of_every_task_keeps_the_values() {
        for kernel in GALLERY.iter() {
            let size = Size::fixed(1000, 64).with(Values::Small);
            assert_eq!(
                kernel.task.nearest(size).values(),
                Values::Small,
                "{}",
                kernel.kernel.name
            );
        }
    }
}
