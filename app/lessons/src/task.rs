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
mod work_list;

pub use chains::Chains;
pub use distances::Distances;
pub use diverge::{Diverge, Path};
pub use gemv::Gemv;
pub use grid_stride::GridStride;
pub use launch::Launch;
pub use matrix_add::MatrixAdd;
pub use matrix_product::MatrixProduct;
pub use reduce::{Fold, Reduce};
pub use roots::Roots;
pub use stream::Stream;
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
}
