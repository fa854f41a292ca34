//! What a request to memory does.

use serde::{Deserialize, Serialize};

/// What a request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    Load,
    Store,
    /// Reads, changes and writes, one lane after the other.
    Atomic,
}

impl Access {
    /// True for loads and atomic operations.
    pub const fn reads(self) -> bool {
        matches!(self, Access::Load | Access::Atomic)
    }

    /// True for stores and atomic operations.
    pub const fn writes(self) -> bool {
        matches!(self, Access::Store | Access::Atomic)
    }
}
