//! Random CUDA kernels: valid CUDA C++ without races and without undefined behaviour, with its launch and its buffers.
//!
//! Each signed value is known to stay in a number of bits, and is cut before it could overflow. Floats are whole numbers
//! of a few bits, so that rounding and fusing make no difference.

mod control;
mod cooperate;
mod expression;
mod function;
mod kernel;
mod run;
mod statement;
mod types;
mod value;
mod writer;

pub use kernel::{CudaBuffer, RandomCuda, Use, generate_cuda};
pub use types::Element;
