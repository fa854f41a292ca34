//! Memory that lanes share: words behind byte addresses, and the address that is nowhere.

/// What an index out of bounds leads to. No variable is that large, so no sum of it and an offset is an address.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// One binding or workgroup variable. Everything WGSL puts in memory is aligned to 4 bytes.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) words: Vec<u32>,
}

impl Memory {
    /// The word at a byte address; zero past the end.
    #[inline]
    pub(crate) fn read(&self, address: u32) -> u32 {
        self.words.get((address / 4) as usize).copied().unwrap_or(0)
    }

    /// Replaces the word at a byte address and gives the old one; past the end nothing happens.
    #[inline]
    pub(crate) fn write(&mut self, address: u32, value: u32) -> u32 {
        match self.words.get_mut((address / 4) as usize) {
            Some(word) => std::mem::replace(word, value),
            None => 0,
        }
    }
}
