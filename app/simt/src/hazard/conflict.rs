//! A conflict: two accesses that nothing orders, with lanes, lines and source text.

use crate::program::{BarrierKind, Space};
use serde::{Deserialize, Serialize};
use std::fmt;
use wgsl::Header;

/// Two accesses to one place in memory, in the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conflict {
    pub variable: String,
    /// The element, if the variable is an array.
    pub index: Option<u32>,
    pub space: Space,
    /// The barrier that orders accesses of a workgroup to it.
    pub barrier: BarrierKind,
    pub here: Party,
    pub there: Party,
    /// True if the same two accesses also meet between workgroups.
    pub also_between_workgroups: bool,
    /// True if one of them stores one component of a vector, which may write all of them.
    pub in_vector: bool,
    /// The condition of the branch in which both lanes execute one line at the same time.
    pub let_in: Option<Condition>,
    /// The first and the last line of a branch whose statements conflict with each other in the same way: this conflict
    /// stands for all of them.
    pub tail: Option<[u32; 2]>,
    /// The pointers of both accesses, if they are views of one array of bytes as wider numbers.
    pub views: Option<[String; 2]>,
}

/// The condition of an `if`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    pub line: u32,
    pub text: String,
}

/// One of the accesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    /// Line and column in the source, from 1.
    pub line: u32,
    pub column: u32,
    /// Its line in an included file, if it is in one: then line and column are those of the directive.
    pub header: Option<Header>,
    /// The expression, for example `data[i + stride]`.
    pub text: String,
    pub access: AccessKind,
    pub workgroup: u32,
    /// Number of the invocation in its workgroup; `None` if it is one of several.
    pub invocation: Option<u32>,
    /// True for an atomic read in a loop, which waits for a value, and for a volatile one, which expects any.
    pub is_awaited: bool,
    /// True for an update that compares the word itself: an exchange that may fail, a maximum or a minimum. A read before
    /// it may be out of date.
    pub compares: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccessKind {
    Read,
    Write,
    AtomicRead,
    AtomicWrite,
    /// Reads, modifies and writes, as `atomicAdd` does.
    AtomicUpdate,
}

impl Party {
    /// Returns its line as a sentence names it.
    fn place(&self) -> String {
        match &self.header {
            Some(Header { name, line }) => format!("line {line} of `{name}`"),
            None => format!("line {}", self.line),
        }
    }
}

impl AccessKind {
    pub const fn writes(self) -> bool {
        match self {
            AccessKind::Read | AccessKind::AtomicRead => false,
            AccessKind::Write | AccessKind::AtomicWrite | AccessKind::AtomicUpdate => true,
        }
    }

    const fn active(self) -> &'static str {
        match self {
            AccessKind::Read => "reads",
            AccessKind::Write => "writes",
            AccessKind::AtomicRead => "atomically reads",
            AccessKind::AtomicWrite => "atomically writes",
            AccessKind::AtomicUpdate => "atomically updates",
        }
    }
}

impl Conflict {
    /// Returns true if both update the word, one of them waits for a value in a loop, or one only looks before the other
    /// compares: then some order is expected.
    pub(crate) fn is_ticket(&self) -> bool {
        let updates = |party: &Party| party.access == AccessKind::AtomicUpdate;
        updates(&self.here) && updates(&self.there)
            || self.here.is_awaited
            || self.there.is_awaited
            || self.is_look()
            || self.here.access == AccessKind::AtomicWrite && self.there.access == AccessKind::AtomicWrite
    }

    /// Returns true if one reads, and the other compares the word itself when it updates.
    fn is_look(&self) -> bool {
        let looks = |one: &Party, other: &Party| one.access == AccessKind::AtomicRead && other.compares;
        looks(&self.here, &self.there) || looks(&self.there, &self.here)
    }

    /// Returns true if the two are in different workgroups, which no barrier orders.
    pub fn between_workgroups(&self) -> bool {
        self.here.workgroup != self.there.workgroup
    }
}

/// Formats the conflict, for example as `thread 3 reads `sums[tid + 1u]` (line 14) and thread 4 writes `sums[tid]` (line
/// 15), both index 4 of `sums``.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let across = self.between_workgroups();
        let who = |party: &Party| {
            let thread = match party.invocation {
                Some(thread) => format!("thread {thread}"),
                None if across => "a thread".to_owned(),
                None => "another thread".to_owned(),
            };
            if across {
                format!("{thread} of workgroup {}", party.workgroup)
            } else {
                thread
            }
        };
        let (here, there) = (&self.here, &self.there);
        write!(
            f,
            "{} {} `{}` ({}) while {} {} `{}` ({})",
            who(here),
            here.access.active(),
            here.text,
            here.place(),
            who(there),
            there.access.active(),
            there.text,
            there.place()
        )?;
        match self.index {
            Some(index) => write!(f, ", both index {index} of `{}`", self.variable)?,
            None => write!(f, ", both in `{}`", self.variable)?,
        }
        if let Some([one, other]) = &self.views {
            let variable = &self.variable;
            write!(
                f,
                "; `{one}` and `{other}` are views of `{variable}` that overlap there"
            )?;
        }
        if self.in_vector {
            f.write_str("; a store to one component may write the whole vector")?;
        }
        Ok(())
    }
}
