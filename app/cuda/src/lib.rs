//! Translates CUDA to WGSL: a text with kernels in; the WGSL text of one of them, with a map of its lines, out.
//!
//! The crate knows no machine and no browser. From low to high; a folder imports only from folders before it:
//!
//! - `error`: places and errors. `lex`: tokens. `preprocess`: directives and macros. `syntax`: the tree without types.
//! - `parse`: tokens to tree.

mod error;
mod lex;
mod preprocess;

pub use error::{Error, Span};
