//! The sizes up to which a text runs.

use super::filling::MOST_WORDS;

/// The most lanes of a dispatch that runs again at every edit.
pub const MOST_LANES: u64 = 1 << 20;

/// The sizes up to which a text runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The lanes of one dispatch. All launches of a program may have twice as many together.
    pub lanes: u64,
    /// The words of one buffer.
    pub words: u64,
}

impl Limits {
    /// The limits of a text that runs again at every edit.
    pub const AT_EVERY_EDIT: Limits = Limits {
        lanes: MOST_LANES,
        words: MOST_WORDS,
    };
    /// The limits of a text that runs once: the memory of a buffer, and no limit of time.
    pub const ONCE: Limits = Limits {
        lanes: u64::MAX / 2,
        words: 1 << 29,
    };
}
