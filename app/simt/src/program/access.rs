//! The kinds of access to memory.

use serde::{Deserialize, Serialize};

/// The effect of a request on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
