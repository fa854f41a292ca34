//! The inputs of a kernel and the output that it must produce: the same for the machine, for WebGPU and for CUDA.

mod buffers;
mod chains;
mod compact;
mod condition;
mod distances;
mod diverge;
mod exchange;
mod gemv;
mod grid_stride;
mod known;
mod launch;
mod leave;
mod matrix_add;
mod matrix_product;
mod reduce;
mod roots;
mod square;
mod stream;
mod total;
mod work_list;

pub use chains::{Chains, Kind as ChainKind};
pub use compact::Compact;
pub use condition::{Condition, Kind as ConditionKind};
pub use distances::Distances;
pub use diverge::{Diverge, Path};
pub use exchange::Exchange;
pub use gemv::{Gemv, Share};
pub use grid_stride::GridStride;
pub use launch::Launch;
pub use leave::{By, Leave};
pub use matrix_add::MatrixAdd;
pub use matrix_product::MatrixProduct;
pub use reduce::{Fold, Reduce};
pub use roots::Roots;
pub use stream::Stream;
pub use total::Total;
pub use work_list::WorkList;

use crate::size::Size;
use simt::{Dispatch, Machine};
use std::fmt;

/// The work of a kernel at a size. Kernels with the same task differ only in their text.
pub trait Task: fmt::Debug + Sync {
    /// Returns the nearest size at which the kernel can run.
    fn nearest(&self, size: Size) -> Size {
        size
    }

    /// Returns the number of elements in the repeating unit of the work: the counters of some units represent all
    /// others. `None` if the parts of a dispatch are not alike.
    fn band(&self, size: Size) -> Option<u64>;

    /// Returns the workgroups, in x, y and z, over the first `elements` of the size's elements: all of them, or whole
    /// repeating units. Usually one lane for each element.
    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3] {
        diverge::one_each(size, elements)
    }

    /// Returns the dispatch over the first `elements`.
    fn dispatch(&self, size: Size, elements: u64, machine: &Machine) -> Dispatch;

    /// Returns the index of the dispatch's buffer that holds the result.
    fn output(&self) -> usize {
        0
    }

    /// Returns the length of the output in words. Usually one for each element.
    fn output_words(&self, size: Size) -> u64 {
        u64::from(size.n())
    }

    /// Computes the output's words `first..first + out.len()` on the CPU.
    fn reference(&self, size: Size, machine: &Machine, first: u64, out: &mut [u32]);

    /// Returns the absolute tolerance of a float whose reference value is `want`; `None` if words must be equal, bit
    /// for bit.
    fn slack(&self, size: Size, index: u64, want: f32) -> Option<f32> {
        let _ = (size, index, want);
        None
    }

    /// Returns the bytes that any kernel for this task must at least move: the numerator of the GB/s shown.
    fn useful_bytes(&self, size: Size) -> u64;

    /// Returns the floating-point operations that the kernel is about: those of its chains, a multiply-add counted as
    /// two. `None` for kernels that are about something else.
    fn operations(&self, size: Size) -> Option<u64> {
        let _ = size;
        None
    }

    /// Returns the number of elements per lane, if it is the same for all lanes.
    fn elements_per_lane(&self) -> Option<u32> {
        None
    }

    /// Returns the quantity besides the size that an experiment can vary.
    fn parameter(&self) -> Option<Parameter> {
        None
    }

    /// Returns the iterations of the loop in each path, for a task with [`Parameter::Iterations`].
    fn iterations(&self) -> Option<u32> {
        None
    }

    /// Returns the turns of its longest loop that each element takes, about: the work of a dispatch grows with them.
    fn turns(&self, size: Size) -> u64 {
        let _ = size;
        self.iterations().map_or(1, u64::from)
    }

    /// Returns the same task with another value of its parameter; `None` if it has no parameter.
    fn with_parameter(&self, value: u32) -> Option<Box<dyn Task>> {
        let _ = value;
        None
    }

    /// Returns the chain of grids that this task is part of; `None` for a single dispatch.
    fn launches(&self) -> Option<LaunchChain> {
        None
    }
}

/// A quantity of a kernel, besides its size, that can be varied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Iterations of the loop in each path: the work of a branch.
    Iterations,
    /// Blocks in the grid of a grid-stride kernel.
    Blocks,
}

impl Parameter {
    /// Returns a stable name for links and files. If the shader has an override for the parameter, it has this name.
    pub const fn name(self) -> &'static str {
        match self {
            Parameter::Iterations => "ITERATIONS",
            Parameter::Blocks => "BLOCKS",
        }
    }

    /// Returns the largest sensible value: longer loops take seconds, and larger grids do not fit one dimension.
    pub const fn most(self) -> u32 {
        match self {
            // As many as the source of the first lesson.
            Parameter::Iterations => 10_000,
            Parameter::Blocks => 65_535,
        }
    }
}

/// A chain of grids in which each writes the size of the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchChain {
    pub levels: Vec<LaunchLevel>,
    /// Index in `levels` of the task's own dispatch.
    pub shown: usize,
    /// Group and binding of the buffer into which a level writes the arguments of the next.
    pub arguments: (u32, u32),
}

/// One level of a launch chain: one indirect dispatch in WebGPU, or one CUDA grid for each block that requested one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchLevel {
    /// Number of the level, from 1.
    pub level: u32,
    pub blocks: u32,
    /// Number of its first block in the tree. The host is block 0.
    pub first: u32,
    /// Number of grids that CUDA launches for this level.
    pub grids: u32,
    /// The words that it writes: x, y, z of the next dispatch, the next level, and the number of that level's first
    /// block.
    pub arguments: [u32; 5],
}
