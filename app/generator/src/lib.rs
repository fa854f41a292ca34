//! Generates random kernels: valid WGSL without races that always terminates, with its dispatch and the outputs to
//! compare.
//!
//! ```text
//! seed or bytes --Source--> generate -> RandomKernel { source, dispatch, outputs, constructs }
//!                                                      Expected::of(kernel).verdict(buffers of another)
//! ```
//!
//! `generate_cuda` does the same for CUDA: `RandomCuda::run` translates the text and runs it on the machine.
//!
//! Behaviour that WGSL leaves open never reaches a buffer: no race, no index past the end, no atomic whose result
//! depends on the order, and only floats that are integers of a few bits, so that rounding, fusing and the sign of a
//! zero make no difference. One buffer is an exception: it holds floats for which the language specifies an accuracy,
//! each with a tolerance. Barriers are in control flow that the strictest compilers accept as uniform. The generator
//! uses no clock, and no randomness except its source's.

mod blind;
mod body;
mod construct;
mod control;
mod cooperate;
mod cuda;
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
pub use cuda::{CudaBuffer, Element, RandomCuda, Use, generate_cuda};
pub use minimise::{minimise, minimise_text};
pub use module::{RandomKernel, generate};
pub use output::{Difference, Outputs};
pub use source::Source;
pub use verdict::{Expected, Verdict};
