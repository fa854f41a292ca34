//! Types the calls that only a GPU has: CUDA's own functions, warps, atomics and reports. It knows the kinds of memory, too.

pub(crate) mod atomic;
pub(crate) mod builtin;
pub(crate) mod compared;
pub(crate) mod constant;
pub(crate) mod copy;
mod effect;
mod float;
mod group;
mod integer;
pub(crate) mod local_memory;
mod math;
mod number_conversion;
pub(crate) mod report;
mod shuffle;
pub(crate) mod volatile;
pub(crate) mod warp;
