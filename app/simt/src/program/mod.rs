//! The plain data that every phase shares: kernel, dispatch, bytecode, operators, errors and outcomes.
//!
//! It promises that nothing here depends on another phase. `kernel` and `dispatch` are the inputs of a run. `compiled`
//! is the result of `compile`, with its instructions (`bytecode`); the WGSL specification is the source of its operators (`arithmetic`) and of the order in
//! which overrides are known (`prologue`). `error` has what stops a kernel before it runs, `outcome` how a run ends.

mod access;
mod arithmetic;
mod binding;
mod bytecode;
mod check;
mod compiled;
mod dispatch;
mod error;
mod kernel;
mod layout;
mod narrow;
mod number;
mod outcome;
mod prologue;
mod report;
mod scalar;
mod source_tables;

pub use access::{Access, SourceAccess};
pub(crate) use arithmetic::{Binary, BinaryVisitor, Ternary, TernaryVisitor, Unary, UnaryVisitor};
pub use binding::{Binding, BindingAccess, Image, ImageKind, ImageShape, Space};
pub use bytecode::BarrierKind;
pub(crate) use bytecode::{Address, Atomic, NOWHERE, Op, Reach, Register, Scan, Shuffle};
pub(crate) use check::{Check, Checked};
pub(crate) use compiled::BuiltIn;
pub use compiled::Program;
pub use dispatch::{
    Buffer, Contents, Dispatch, ImageSize, Indirect, Lines, MAX_BLOCKS, MAX_WORKGROUPS_PER_DIMENSION, Pattern,
    fold_workgroups,
};
pub use error::{KernelError, Wide};
pub use kernel::Kernel;
pub use layout::{Layout, Member, Place};
pub use narrow::Narrow;
pub use number::{BadNumber, items, write_numbers, write_values};
pub use outcome::{Fault, Outcome};
pub(crate) use prologue::{Extent, run_prologue};
pub use report::{Report, Reports};
pub use scalar::ScalarType;
pub(crate) use source_tables::{Headers, Touch};
pub use source_tables::{LoopInfo, Override, Site, Statement, Target, TargetRoot, Variable, VariableRole};
