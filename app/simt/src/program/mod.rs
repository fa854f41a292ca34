//! The plain data that every phase shares: kernel, dispatch, bytecode, operators and errors. Nothing here executes.
//!
//! `kernel` and `dispatch` are what a caller hands in, `bytecode` is what `compile` makes of a kernel, `arithmetic` has
//! the operators of that bytecode on single values, and `error` what can be wrong before a run begins.

mod access;
mod arithmetic;
mod bytecode;
mod dispatch;
mod error;
mod kernel;
mod outcome;
mod prologue;

pub use access::Access;
pub(crate) use arithmetic::{Binary, BinaryVisitor, Ternary, TernaryVisitor, Unary, UnaryVisitor};
pub(crate) use bytecode::{
    Address, Atomic, BuiltIn, NOWHERE, Op, Reach, Register, Scan, Shuffle, Touch,
};
pub use bytecode::{
    BarrierKind, Binding, BindingAccess, LoopInfo, Override, Program, ScalarType, Site, Space,
    Statement, Variable,
};
pub use dispatch::{
    Buffer, Contents, Dispatch, Indirect, Lines, MAX_WORKGROUPS_PER_DIMENSION, Pattern,
    fold_workgroups,
};
pub use error::KernelError;
pub use kernel::Kernel;
pub use outcome::{Fault, Outcome};
pub(crate) use prologue::run_prologue;
