//! Marks of a text that was translated: what a machine is told about it beside the text itself.

use crate::requests::Requests;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Functions whose calls are reported. Such a function does nothing, so that the text is valid WGSL as it is.
    pub reports: Vec<ReportMark>,
    /// Functions and variables that stand for accesses.
    pub requests: Requests,
    /// Operations whose result the first language leaves undefined for some operands, in the order of the text. The result
    /// of WGSL is defined: a text that is not translated has none.
    pub operations: Vec<CheckedOperation>,
}

/// An operation of the first text whose operands are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedOperation {
    /// A byte of the text that belongs to the operation and to none of its operands.
    pub at: u32,
    /// The operation as the first text writes it.
    pub text: String,
    pub integers: Integers,
}

/// The size of signed integers in the first language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Integers {
    /// They have 32 bits, as here.
    #[default]
    AsWritten,
    /// Some of its text have 64 bits there, and 32 here.
    Shortened,
}

/// A function whose calls are reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportMark {
    /// The function's name in the text.
    pub function: String,
    pub kind: ReportKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportKind {
    /// Each call is listed with the values of its arguments.
    Listed,
    /// Each call is a finding: the condition with this text does not hold.
    Assertion(String),
    /// A memory fence: it orders accesses of workgroups, and nothing is listed.
    Fence,
    /// A barrier at which all workgroups of the dispatch wait for each other; WGSL has none.
    GridBarrier,
}
