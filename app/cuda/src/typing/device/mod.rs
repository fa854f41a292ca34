//! What only a GPU's functions do: CUDA's own functions, warps, atomics, reports and kinds of memory.

pub(crate) mod atomic;
pub(crate) mod builtin;
pub(crate) mod compared;
pub(crate) mod copy;
pub(crate) mod local_memory;
pub(crate) mod report;
pub(crate) mod volatile;
pub(crate) mod warp;
