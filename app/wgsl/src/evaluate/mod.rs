//! Computes const-expressions. Source: WGSL, sections "Operator Expressions" and "Built-in Functions".
//!
//! Sums and products are rounded once in their own type. Functions that the specification allows to be inexact are
//! computed in 64 bits and rounded once.

mod arithmetic;
mod functions;
mod packing;

pub(crate) use arithmetic::{binary, unary};
pub(crate) use functions::call;
