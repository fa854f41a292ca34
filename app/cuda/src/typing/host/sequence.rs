//! The launches of a program one after another, and the state of the walk that follows them.

use super::{Launch, LeftOut, Lost, Written};
use crate::error::Span;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The launches of a program in the order in which it makes them.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub steps: Vec<Step>,
    /// The place at which it is no longer followed, and the reason.
    pub left: Option<(Span, LeftOut)>,
    /// The name without whose value or contents it is not followed, and the place that lost them.
    pub unknown: Option<Lost>,
}

/// A launch of a program.
#[derive(Debug)]
pub(crate) struct Step {
    pub launch: Launch,
    /// The host's writes to the arrays of earlier launches before this one, in their order.
    pub writes: Vec<HostWrite>,
    /// The contents of `__constant__` and `__device__` variables that the host writes before their first launch.
    pub symbols: Vec<(Rc<str>, Written)>,
}

/// A write of the host to an array of the device between two launches.
#[derive(Clone, Debug, PartialEq)]
pub struct HostWrite {
    pub array: String,
    pub from: Source,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The new first bytes.
    Bytes(Vec<u8>),
    /// The first bytes of another array of the device.
    Array { name: String, bytes: u64 },
}

/// The state of a walk that follows a program.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    pub found: Program,
    /// The places of the conditions around the present statement that are not known, each with the name without which it
    /// is not.
    pub doubts: Vec<(Span, Option<Lost>)>,
    /// The number of the present statement, and of the last one that began.
    pub statement: u32,
    pub statements: u32,
    /// The calls that were followed, by their statement and their place: an expression is computed several times.
    pub called: HashSet<(u32, u32)>,
    /// Above 0 inside of a call that was followed before.
    pub repeated: u32,
    /// The arrays that kernels write, and copies of them.
    pub computed: HashSet<Rc<str>>,
    /// The host's last write to each array that a launch has had; `None` after a kernel has written it.
    pub last: HashMap<Rc<str>, Option<Written>>,
    pub pending: Vec<HostWrite>,
    /// The number of allocations of each name.
    pub allocations: HashMap<Rc<str>, u32>,
}

/// The first repetition of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// The condition is asked before it.
    Asked,
    /// `do` takes it without a condition.
    Taken,
}
