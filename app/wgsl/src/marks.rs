//! Marks of a text that was translated: what a machine is told about it beside the text itself.

use crate::origins::Origins;
use crate::requests::Requests;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Functions whose calls are reported. Such a function does nothing, so that the text is valid WGSL as it is.
    pub reports: Vec<ReportMark>,
    /// Functions and variables that stand for accesses.
    pub requests: Requests,
    /// The places of the first text; `None` for a text that is its own first text.
    pub origins: Option<Origins>,
}

/// A function whose calls are reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportMark {
    /// The function's name in the text.
    pub function: String,
    pub kind: ReportKind,
}

/// The threads for which a fence orders accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FenceScope {
    /// Those of the same workgroup.
    Workgroup,
    Device,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportKind {
    /// Each call is listed with the values of its arguments.
    Listed,
    /// Each call is a finding: the condition with this text does not hold.
    Assertion(String),
    /// The argument of each call names the lanes that take part in a function of the warp.
    Mask,
    /// A memory fence: it orders accesses, and nothing is listed.
    Fence(FenceScope),
    /// A barrier at which all workgroups of the dispatch wait for each other; WGSL has none.
    GridBarrier,
}
