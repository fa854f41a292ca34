//! Random kernels: valid WGSL, free of races, always ending, with the dispatch to run them and what may be compared.
//!
//! ```text
//! seed or bytes --Source--> generate -> RandomKernel { source, dispatch, outputs, constructs }
//!                                                      Expected::of(kernel).verdict(buffers of another)
//! ```
//!
//! What WGSL leaves open never reaches a buffer: no race, no index past the end, no atomic whose result depends on the
//! order, no float that is not an integer of a few bits, so that neither rounding nor fusing nor the sign of a zero
//! can differ. One buffer holds floats that the language bounds instead, each within its tolerance. Barriers stand in
//! uniform control flow as the strictest compilers see it. What is absent: no clock, no randomness but the source's.

mod blind;
mod body;
mod construct;
mod control;
mod cooperate;
mod expression;
mod float;
mod function;
mod inexact;
mod integer;
mod minimise;
mod module;
mod output;
mod path;
mod source;
mod statement;
mod truth;
mod types;
mod vector;
mod verdict;
mod writer;

pub use blind::blind;
pub use construct::Construct;
pub use minimise::minimise;
pub use module::{RandomKernel, generate};
pub use output::{Difference, Outputs};
pub use source::Source;
pub use verdict::{Expected, Verdict};
