//! What a kernel is given and what must come out of it: the same for the machine, for WebGPU and for CUDA.

mod buffers;
mod chains;
mod distances;
mod diverge;
mod gemv;
mod grid_stride;
mod launch;
mod matrix_add;
mod matrix_product;
mod reduce;
mod roots;
mod square;
mod stream;
mod total;
mod work_list;

pub use chains::Chains;
pub use distances::Distances;
pub use diverge::{Diverge, Path};
pub use gemv::{Gemv, Share};
pub use grid_stride::GridStride;
pub use launch::Launch;
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

/// A kernel's work at a size. Kernels that do the same work differ in nothing else than their text.
pub trait Task: fmt::Debug + Sync {
    /// The nearest size that the kernel can take.
    fn nearest(&self, size: Size) -> Size {
        size
    }

    /// Elements of a band: a stretch of the work that repeats, so that the counters of some bands stand for all.
    /// `None` where the parts of a dispatch are not alike.
    fn band(&self, size: Size) -> Option<u64>;

    /// Workgroups over the first `elements` of the size's elements: all of them, or whole bands.
    fn workgroups(&self, size: Size, elements: u64) -> [u32; 3];

    /// The dispatch over the first `elements`.
    fn dispatch(&self, size: Size, elements: u64, machine: &Machine) -> Dispatch;

    /// Which buffer of the dispatch holds the result.
    fn output(&self) -> usize;

    /// Words of the output.
    fn output_words(&self, size: Size) -> u64;

    /// The output's words `first..first + out.len()` as the CPU computes them.
    fn reference(&self, size: Size, machine: &Machine, first: u64, out: &mut [u32]);

    /// By how much a float may miss the reference's value `want`; `None` where words must be equal, bit for bit.
    fn slack(&self, size: Size, index: u64, want: f32) -> Option<f32> {
        let _ = (size, index, want);
        None
    }

    /// Bytes that any kernel for this work must at least move: what GB/s counts.
    fn useful_bytes(&self, size: Size) -> u64;

    /// Elements that each lane takes, where that is the same for all.
    fn elements_per_lane(&self) -> Option<u32> {
        None
    }

    /// The number besides the size that an experiment can vary.
    fn parameter(&self) -> Option<Parameter> {
        None
    }

    /// The same work with another value of its parameter; `None` where it has none.
    fn with_parameter(&self, value: u32) -> Option<Box<dyn Task>> {
        let _ = value;
        None
    }

    /// The chain of grids that this work is part of; `None` for a dispatch that stands alone.
    fn launches(&self) -> Option<LaunchChain> {
        None
    }
}

/// What can be varied in a kernel besides its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// Times that the loop of each path runs: the work in a branch.
    Iterations,
    /// Blocks in the grid of a kernel whose lanes stride over the data.
    Blocks,
}

impl Parameter {
    /// Stable name for links and files; an override of this name holds it where the shader has one.
    pub const fn name(self) -> &'static str {
        match self {
            Parameter::Iterations => "ITERATIONS",
            Parameter::Blocks => "BLOCKS",
        }
    }

    /// The largest value that makes sense: longer loops take seconds, larger grids do not fit one dimension.
    pub const fn most(self) -> u32 {
        match self {
            Parameter::Iterations => 4_096,
            Parameter::Blocks => 65_535,
        }
    }
}

/// Grids in which each writes the size of the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchChain {
    pub levels: Vec<LaunchLevel>,
    /// Which of them the task's own dispatch is.
    pub shown: usize,
    /// Group and binding of the buffer that takes what a level writes for the next.
    pub arguments: (u32, u32),
}

/// One level of such a chain: one indirect dispatch, or as many grids as blocks asked for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchLevel {
    /// From 1.
    pub level: u32,
    pub blocks: u32,
    /// Number of its first block in the tree, where the host is 0.
    pub first: u32,
    /// Grids that CUDA launches for it.
    pub grids: u32,
    /// What it writes: x, y, z of the next dispatch, its level, its first block's number.
    pub arguments: [u32; 5],
}
