//! Buffers of a dispatch, in the order of their bindings in group 0.

use simt::{Buffer, Contents, Pattern};

/// Binds buffers to 0, 1, … of group 0.
pub(super) fn bound(contents: impl IntoIterator<Item = Contents>) -> Vec<Buffer> {
    let numbered = (0..).zip(contents);
    numbered
        .map(|(binding, contents)| Buffer {
            group: 0,
            binding,
            contents,
        })
        .collect()
}

pub(super) fn zeros(words: u64) -> Contents {
    Contents::Zeros { words }
}

pub(super) fn pattern(pattern: Pattern, words: u64) -> Contents {
    Contents::Pattern { pattern, words }
}
