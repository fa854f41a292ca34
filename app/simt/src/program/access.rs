//! The kinds of access to memory.

use serde::{Deserialize, Serialize};

/// The effect of a request on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Access {
    Load,
    Store,
    /// Reads, modifies and writes, one lane after the other.
    Atomic,
}

impl Access {
    /// Returns true for loads and atomic operations.
    pub const fn reads(self) -> bool {
        matches!(self, Access::Load | Access::Atomic)
    }

    /// Returns true for stores and atomic operations.
    pub const fn writes(self) -> bool {
        matches!(self, Access::Store | Access::Atomic)
    }
}

/// An access to a buffer or to workgroup memory in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceAccess {
    /// Line and column of the expression's start, from 1.
    pub line: u32,
    pub column: u32,
    /// Length of the expression in characters.
    pub length: u32,
    pub access: Access,
}
