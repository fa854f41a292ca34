//! The launches of a CUDA program, one after another on the arrays that its host passes.

use super::filling::Slot;
use super::given::Given;
pub use cuda::{LaunchFault, LeftOut, Reached, Unknown};
use serde::{Deserialize, Serialize};
use simt::Binding;
use std::collections::BTreeMap;

/// The group of a program's arrays: the kernels of a CUDA text have group 0.
pub const ARRAYS: u32 = 1;

/// The launches that run in a row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The arrays of the device, in the order in which the calls use them first.
    pub arrays: Vec<Binding>,
    /// The settings of the arrays that the text determines.
    pub given: Vec<Given>,
    /// The arguments of calls, and what the host writes between two calls.
    pub fixed: Vec<Vec<u8>>,
    pub calls: Vec<Call>,
}

/// A launch of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub entry_point: String,
    pub line: u32,
    /// The call as CUDA writes it, with its values.
    pub text: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub overrides: BTreeMap<String, f64>,
    /// For each buffer of the entry point its slot, and the place of its contents.
    pub bound: Vec<(Slot, Place)>,
    /// The writes of the host between this call and the next.
    pub writes: Vec<Write>,
}

/// The place of a buffer's contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    Array(usize),
    Fixed(usize),
}

/// A write of the host to the first bytes of an array.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Write {
    pub from: Place,
    pub array: usize,
    pub bytes: u64,
}

/// The launches of a program that do not run in a row: from which line on, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    pub line: u32,
    pub why: LeftOut,
    /// The value or the contents of the host without which they do not.
    pub unknown: Option<Unknown>,
}
