//! Types the calls that only a GPU has: CUDA's own functions, warps, atomics and reports. It knows the kinds of memory, too.

pub(crate) mod atomic;
pub(crate) mod builtin;
pub(crate) mod compared;
pub(crate) mod copy;
pub(crate) mod local_memory;
pub(crate) mod report;
pub(crate) mod volatile;
pub(crate) mod warp;
