//! The words that a part of a dispatch has accessed, to see if the parts are independent, and to join their memories.

use crate::lanes::ActiveMask;
use crate::memory::Memory;

/// The accesses to 64 words of a buffer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) accessed: u64,
    pub(crate) written: u64,
}

/// The accesses to each buffer that the kernel writes, in blocks of 64 words; none to the other memories.
#[derive(Debug)]
pub(crate) struct Footprint(pub(super) Vec<Vec<Touched>>);

impl Footprint {
    /// Adds the accesses of another part. Returns false if one of the two writes a word that the other one accesses.
    pub(crate) fn add(&mut self, other: &Footprint) -> bool {
        let mut apart = true;
        let blocks = self.0.iter_mut().flatten();
        for (block, other) in blocks.zip(other.0.iter().flatten()) {
            apart &= block.written & other.accessed == 0 && block.accessed & other.written == 0;
            block.accessed |= other.accessed;
            block.written |= other.written;
        }
        apart
    }

    /// Copies the words that this part has written.
    pub(crate) fn copy_written(&self, from: &[Memory], to: &mut [Memory]) {
        for (blocks, (from, to)) in self.0.iter().zip(from.iter().zip(to)) {
            let from = from.words.chunks(64);
            for (block, (from, to)) in blocks.iter().zip(from.zip(to.words.chunks_mut(64))) {
                match block.written {
                    u64::MAX => to.copy_from_slice(from),
                    written => ActiveMask(written)
                        .lanes()
                        .for_each(|word| to[word as usize] = from[word as usize]),
                }
            }
        }
    }
}
