//! A dispatch: how many workgroups, which override values, and what the buffers hold at the start.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything besides the kernel's text that decides what a run does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dispatch {
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
    /// Override values by name (or by the number of an `@id`).
    pub overrides: BTreeMap<String, f64>,
    /// One buffer for each binding.
    pub buffers: Vec<Buffer>,
}

/// The buffer behind one `@group(…) @binding(…)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Buffer {
    pub group: u32,
    pub binding: u32,
    pub contents: Contents,
}

/// What a buffer holds before the dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Contents {
    /// These bytes, little-endian, a multiple of four of them.
    Bytes(Vec<u8>),
    /// So many zero words of 4 bytes.
    Zeros { words: u64 },
    /// So many words of 4 bytes, each a function of its index.
    Pattern { pattern: Pattern, words: u64 },
}

/// A word as a function of its index: large inputs need not be stored or sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// 1 everywhere: the sum is n.
    Ones,
    /// The index itself.
    Index,
    /// 0 to 255, scattered by a multiplicative hash of the index: the inputs of the textbook's `rand() & 0xFF`.
    Bytes,
}

impl Pattern {
    /// The word at `index`, as its bits.
    pub fn word(self, index: u64) -> u32 {
        match self {
            Pattern::Ones => 1,
            Pattern::Index => index as u32,
            // Knuth's multiplicative hash; the top byte is the best mixed.
            Pattern::Bytes => (index as u32).wrapping_mul(2_654_435_769) >> 24,
        }
    }
}

impl Contents {
    /// Length in bytes.
    pub fn byte_len(&self) -> u64 {
        match self {
            Contents::Bytes(bytes) => bytes.len() as u64,
            Contents::Zeros { words } | Contents::Pattern { words, .. } => words * 4,
        }
    }

    /// The 4-byte words from `first`, as many as `out` holds; words past the end are zero.
    pub fn fill(&self, first: u64, out: &mut [u32]) {
        match self {
            Contents::Bytes(bytes) => {
                let tail = bytes.get(first as usize * 4..).unwrap_or(&[]);
                out.fill(0);
                for (word, chunk) in out.iter_mut().zip(tail.chunks(4)) {
                    let mut four = [0; 4];
                    four[..chunk.len()].copy_from_slice(chunk);
                    *word = u32::from_le_bytes(four);
                }
            }
            Contents::Zeros { .. } => out.fill(0),
            Contents::Pattern { pattern, words } => {
                for (index, word) in (first..).zip(out) {
                    *word = if index < *words {
                        pattern.word(index)
                    } else {
                        0
                    };
                }
            }
        }
    }

    /// All words, in order.
    pub fn words(&self) -> Vec<u32> {
        let mut words = vec![0; self.byte_len().div_ceil(4) as usize];
        self.fill(0, &mut words);
        words
    }
}

impl Dispatch {
    /// The number of workgroups in all.
    pub fn workgroup_count(&self) -> u64 {
        self.workgroups.iter().map(|&n| u64::from(n)).product()
    }
}

/// WebGPU's limit of workgroups in one dimension.
pub const MAX_WORKGROUPS_PER_DIMENSION: u32 = 65_535;

/// Folds `count` workgroups into x and y where one row cannot hold them; the product may then be a little more.
/// Kernels that may be folded number their blocks `group.y * groups.x + group.x` and guard the rest.
pub fn fold_workgroups(count: u32) -> [u32; 3] {
    const ROW: u32 = 32_768;
    if count <= MAX_WORKGROUPS_PER_DIMENSION {
        [count, 1, 1]
    } else {
        [ROW, count.div_ceil(ROW), 1]
    }
}
