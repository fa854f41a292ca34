//! The plain data that every phase shares: kernel, dispatch, bytecode, operators, errors and outcomes.
//!
//! It promises that nothing here depends on another phase. `kernel` and `dispatch` are the inputs of a run. `bytecode`
//! is the result of `compile`; the WGSL specification is the source of its operators (`arithmetic`) and of the order in
//! which overrides are known (`prologue`). `error` has what stops a kernel before it runs, `outcome` how a run ends.

mod access;
mod arithmetic;
mod bytecode;
mod check;
mod dispatch;
mod error;
mod kernel;
mod layout;
mod narrow;
mod number;
mod outcome;
mod prologue;
mod report;

pub use access::{Access, SourceAccess};
pub(crate) use arithmetic::{Binary, BinaryVisitor, Ternary, TernaryVisitor, Unary, UnaryVisitor};
pub(crate) use bytecode::{
    Address, Atomic, BuiltIn, Headers, NOWHERE, Op, Reach, Register, Scan, Shuffle, Touch,
};
pub use bytecode::{
    BarrierKind, Binding, BindingAccess, Image, ImageKind, ImageShape, LoopInfo, Override, Program,
    ScalarType, Site, Space, Statement, Target, TargetRoot, Variable, VariableRole,
};
pub(crate) use check::{Check, Checked};
pub use dispatch::{
    Buffer, Contents, Dispatch, ImageSize, Indirect, Lines, MAX_BLOCKS,
    MAX_WORKGROUPS_PER_DIMENSION, Pattern, fold_workgroups,
};
pub use error::{KernelError, Wide};
pub use kernel::Kernel;
pub use layout::{Layout, Member, Place};
pub use narrow::Narrow;
pub use number::{BadNumber, items, write_numbers, write_values};
pub use outcome::{Fault, Outcome};
pub(crate) use prologue::{Extent, run_prologue};
pub use report::{Report, Reports};
