//! Sets of lanes and values that rise evenly from lane to lane: how the machine handles many lanes at once.

mod active_mask;
mod affine;
mod chunk;
mod mask;

pub use active_mask::{ActiveMask, LaneValues};
pub(crate) use affine::Affine;
pub(crate) use chunk::{CHUNK, blend, blend_row};
pub(crate) use mask::{Activity, Mask, run_bits, shared_runs};
