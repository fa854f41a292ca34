//! Sets of lanes, and values of many lanes in few numbers.
//!
//! `active_mask` has the lanes of one warp, `mask` those of a gang. `affine` has values that rise evenly from lane to lane, and
//! `block_affine` those that rise evenly along each dimension of the block; such values are also what compilers for GPUs
//! look for to execute them once per warp (Collange, Defour and Zhang, "Dynamic detection of uniform and affine vectors in
//! GPGPU computations", Euro-Par 2009 Workshops). `chunk` is the unit of lane loops.

mod active_mask;
mod affine;
mod block_affine;
mod chunk;
mod mask;

pub use active_mask::{ActiveMask, LaneValues};
pub(crate) use affine::Affine;
pub(crate) use block_affine::{BlockAffine, BlockShape, RowPiece};
pub(crate) use chunk::{CHUNK, blend, blend_row};
pub(crate) use mask::{Activity, Mask, run_bits, shared_runs};
