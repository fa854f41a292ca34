//! A dispatch: number of workgroups, override values, and initial contents of the buffers.

use super::error::KernelError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything besides the kernel's text that determines a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dispatch {
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
    /// Override values by name, or by the number of an `@id`.
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

/// The contents of a buffer before the dispatch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Contents {
    /// These bytes, little-endian; their number is a multiple of four.
    Bytes(Vec<u8>),
    /// Zero words of 4 bytes.
    Zeros { words: u64 },
    /// Words of 4 bytes, each a function of its index.
    Pattern { pattern: Pattern, words: u64 },
    /// The texels of an image, row by row and then layer by layer.
    Image { size: ImageSize, texels: Box<Contents> },
}

/// Texels in x and y, and in z: the depth, or the number of layers.
pub type ImageSize = [u32; 3];

/// A word as a function of its index, so that large inputs need not be stored or sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pattern {
    /// 1 everywhere, so the sum is n.
    Ones,
    /// The index itself.
    Index,
    /// 0 to 255, scattered by a multiplicative hash of the index: stands for the textbook's `rand() & 0xFF`.
    Bytes,
    /// 0 to 255, of which some come twice among few words, as random bytes do. Among 256 words [`Pattern::Bytes`] are all
    /// different.
    RandomBytes,
    /// 0 to 9: [`Pattern::Bytes`] modulo 10.
    Digits,
    /// 0 or 1, as the lowest bit of [`Pattern::Bytes`].
    Bits,
    /// Floats from -128 to 127: [`Pattern::Bytes`] less 128.
    SignedFloats,
    /// `length` words of the first value, then as many of the second, and so on in turn.
    Runs { length: u32, first: u32, second: u32 },
    /// A matrix, row by row: `row` × row number + `column` × column number, wrapping.
    Plane { width: u32, row: u32, column: u32 },
    /// Floats i - 0.1 j + 1 in row i and column j of a matrix, stored as consecutive lines of `length`: its rows, or
    /// its columns. With [`Pattern::LogRoots`], the matrix-vector product of a published measurement.
    Slope { length: u32, lines: Lines },
    /// Floats ln(sqrt(i² - i + 2)).
    LogRoots,
}

/// The lines of a matrix that are contiguous in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lines {
    Rows,
    Columns,
}

impl Pattern {
    /// Returns the word at `index`, as its bits.
    // Inlined where it fills a buffer, so that the pattern is chosen once and not for each of 2^20 words.
    #[inline(always)]
    pub fn word(self, index: u64) -> u32 {
        match self {
            Pattern::Ones => 1,
            Pattern::Index => index as u32,
            Pattern::Bytes => scattered_byte(index),
            Pattern::RandomBytes => random_byte(index),
            Pattern::Digits => scattered_byte(index) % 10,
            Pattern::Bits => scattered_byte(index) & 1,
            Pattern::SignedFloats => (scattered_byte(index) as f32 - 128.0).to_bits(),
            Pattern::Runs { length, first, second } => match index / u64::from(length.max(1)) % 2 {
                0 => first,
                _ => second,
            },
            Pattern::Plane { width, row, column } => {
                let width = u64::from(width.max(1));
                let (in_row, in_column) = ((index / width) as u32, (index % width) as u32);
                row.wrapping_mul(in_row).wrapping_add(column.wrapping_mul(in_column))
            }
            Pattern::Slope { length, lines } => {
                let length = u64::from(length.max(1));
                let (line, place) = ((index / length) as f64, (index % length) as f64);
                let (i, j) = match lines {
                    Lines::Rows => (line, place),
                    Lines::Columns => (place, line),
                };
                ((i - 0.1 * j + 1.0) as f32).to_bits()
            }
            Pattern::LogRoots => {
                let i = index as f64;
                (libm::log(libm::sqrt(i * i - i + 2.0)) as f32).to_bits()
            }
        }
    }
}

/// Returns the top byte of Knuth's multiplicative hash, which is mixed best.
fn scattered_byte(index: u64) -> u32 {
    (index as u32).wrapping_mul(2_654_435_769) >> 24
}

/// Returns the low byte of a hash of the index (the finalizer of MurmurHash3).
fn random_byte(index: u64) -> u32 {
    let mut bits = (index as u32).wrapping_add(0x9e37_79b9);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x85eb_ca6b);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xc2b2_ae35);
    (bits ^ (bits >> 16)) & 0xff
}

impl Contents {
    /// Returns the length in bytes.
    pub fn byte_len(&self) -> u64 {
        match self {
            Contents::Bytes(bytes) => bytes.len() as u64,
            Contents::Zeros { words } | Contents::Pattern { words, .. } => words * 4,
            Contents::Image { texels, .. } => texels.byte_len(),
        }
    }

    /// Returns the size of an image; other contents have none.
    pub fn image_size(&self) -> Option<ImageSize> {
        match self {
            Contents::Image { size, .. } => Some(*size),
            Contents::Bytes(_) | Contents::Zeros { .. } | Contents::Pattern { .. } => None,
        }
    }

    /// Fills `out` with the 4-byte words from index `first` on; words past the end are zero.
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
            Contents::Image { texels, .. } => texels.fill(first, out),
            Contents::Pattern { pattern, words } => {
                let length = words.saturating_sub(first).min(out.len() as u64);
                let (random, rest) = out.split_at_mut(length as usize);
                for (index, word) in (first..).zip(random) {
                    *word = pattern.word(index);
                }
                rest.fill(0);
            }
        }
    }

    /// Returns all words, in order.
    pub fn words(&self) -> Vec<u32> {
        let mut words = vec![0; self.byte_len().div_ceil(4) as usize];
        self.fill(0, &mut words);
        words
    }
}

impl Dispatch {
    /// Returns the total number of workgroups.
    pub fn workgroup_count(&self) -> u64 {
        self.workgroups.iter().map(|&n| u64::from(n)).product()
    }

    /// Returns the same dispatch, with the number of workgroups that one of its buffers contains.
    ///
    /// # Errors
    /// Returns an error if the offset is no multiple of 4 or too large, or if there is no such buffer.
    pub fn with_indirect(mut self, indirect: Indirect) -> Result<Self, KernelError> {
        let Indirect { group, binding, offset } = indirect;
        let buffer = self
            .buffers
            .iter()
            .find(|buffer| (buffer.group, buffer.binding) == (group, binding))
            .ok_or(KernelError::IndirectBuffer { group, binding })?;
        self.workgroups = indirect_workgroups(&buffer.contents, offset)?;
        Ok(self)
    }
}

/// The place in a buffer of the arguments of an indirect dispatch: three `u32`, 12 bytes in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Indirect {
    pub group: u32,
    pub binding: u32,
    /// In bytes.
    pub offset: u64,
}

/// Reads the workgroups in x, y and z at a byte offset. As in WebGPU's `dispatchWorkgroupsIndirect`, nothing is
/// dispatched if one of them exceeds the limit: then all three are 0.
fn indirect_workgroups(contents: &Contents, offset: u64) -> Result<[u32; 3], KernelError> {
    if !offset.is_multiple_of(4) {
        return Err(KernelError::IndirectOffset { offset });
    }
    let bytes = contents.byte_len();
    if offset.checked_add(12).is_none_or(|end| end > bytes) {
        return Err(KernelError::IndirectRange { offset, bytes });
    }
    let mut workgroups = [0; 3];
    contents.fill(offset / 4, &mut workgroups);
    let fits = |&count: &u32| count <= MAX_WORKGROUPS_PER_DIMENSION;
    Ok(if workgroups.iter().all(fits) {
        workgroups
    } else {
        [0; 3]
    })
}

/// WebGPU's limit of workgroups in each dimension.
pub const MAX_WORKGROUPS_PER_DIMENSION: u32 = 65_535;

/// CUDA's limits of blocks in x, y and z.
///
/// Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
pub const MAX_BLOCKS: [u32; 3] = [i32::MAX as u32, 65_535, 65_535];

/// Folds `count` workgroups into x and y if one row cannot hold them; the product may then be a little larger. Kernels
/// that allow this number their workgroups `group.y * groups.x + group.x` and guard the rest.
pub fn fold_workgroups(count: u32) -> [u32; 3] {
    const ROW: u32 = 32_768;
    if count <= MAX_WORKGROUPS_PER_DIMENSION {
        [count, 1, 1]
    } else {
        [ROW, count.div_ceil(ROW), 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indirect_arguments_follow_the_rules_of_webgpu() {
        let words = [9, 2, 3, 4, 65_535, 65_536, 1];
        let bytes = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        let dispatch = Dispatch {
            workgroups: [7, 7, 7],
            overrides: BTreeMap::new(),
            buffers: vec![Buffer {
                group: 1,
                binding: 2,
                contents: Contents::Bytes(bytes),
            }],
        };
        let read_at = |group, offset| {
            let indirect = Indirect {
                group,
                binding: 2,
                offset,
            };
            dispatch.clone().with_indirect(indirect).map(|d| d.workgroups)
        };
        assert_eq!(read_at(1, 4), Ok([2, 3, 4]));
        assert_eq!(read_at(1, 8), Ok([3, 4, 65_535]));
        assert_eq!(read_at(1, 12), Ok([0, 0, 0]), "one is over the limit");
        assert_eq!(read_at(1, 16), Ok([0, 0, 0]), "the last that fits in the buffer");
        assert_eq!(
            read_at(1, 20),
            Err(KernelError::IndirectRange { offset: 20, bytes: 28 })
        );
        assert_eq!(read_at(1, 6), Err(KernelError::IndirectOffset { offset: 6 }));
        let far = u64::MAX - 3;
        assert_eq!(
            read_at(1, far),
            Err(KernelError::IndirectRange { offset: far, bytes: 28 })
        );
        assert_eq!(read_at(0, 0), Err(KernelError::IndirectBuffer { group: 0, binding: 2 }));
    }
}
