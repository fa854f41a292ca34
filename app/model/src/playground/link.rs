//! Why a link carries no draft.

use crate::playground::draft::DraftError;

/// Why a text from a link is none of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SqueezeError {
    /// No base64 of deflated UTF-8.
    Damaged,
    /// Longer than anything we would have written.
    TooLong { most_bytes: usize },
    /// The browser cannot do it.
    Unsupported,
}

/// Why a link leads to no draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    Letters(SqueezeError),
    Draft(DraftError),
}
