//! Words in blocks: a table that grows to hundreds of megabytes without being moved, and whose full blocks can be
//! removed while it still grows.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// Words after which a block is full (1 MiB). A piece that must be contiguous may exceed it.
pub(super) const BLOCK_WORDS: usize = 1 << PLACE_BITS;

/// A place is the number of a block, and in these low bits the index in the block.
const PLACE_BITS: u32 = 18;

/// Blocks of words. Serialized without the full blocks, which are sent separately.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Words {
    /// Hashes of the full blocks, and the number of words in all of them.
    digests: Vec<u64>,
    full_words: u64,
    /// The full blocks, without those removed, which were the first.
    #[serde(skip)]
    full: Vec<Vec<u32>>,
    last: Vec<u32>,
}

impl Words {
    /// Returns the number of words, including removed blocks.
    pub(super) fn len(&self) -> usize {
        self.full_words as usize + self.last.len()
    }

    /// Prepares for a contiguous piece. Returns true if a new block begins for it.
    pub(super) fn make_room(&mut self) -> bool {
        if self.last.len() < BLOCK_WORDS {
            return false;
        }
        let next = Vec::with_capacity(BLOCK_WORDS + BLOCK_WORDS / 16);
        let mut block = std::mem::replace(&mut self.last, next);
        block.shrink_to_fit();
        self.digests.push(digest(&block));
        self.full_words += block.len() as u64;
        self.full.push(block);
        true
    }

    /// Returns the place of the next word.
    pub(super) fn end(&self) -> u32 {
        (self.digests.len() as u32) << PLACE_BITS | self.last.len() as u32
    }

    pub(super) fn push(&mut self, word: u32) {
        self.last.push(word);
    }

    pub(super) fn extend(&mut self, words: impl IntoIterator<Item = u32>) {
        self.last.extend(words);
    }

    /// Returns `count` words from a place on; `None` if they are not there.
    pub(super) fn get(&self, place: u32, count: usize) -> Option<&[u32]> {
        let from = place as usize % BLOCK_WORDS;
        self.block(place).get(from..from + count)
    }

    /// Returns the words from one place to another, or to the end of the block if the other is in a later block.
    pub(super) fn between(&self, place: u32, next: Option<u32>) -> &[u32] {
        let block = self.block(place);
        let next = next.filter(|next| next >> PLACE_BITS == place >> PLACE_BITS);
        let end = next.map_or(block.len(), |next| next as usize % BLOCK_WORDS);
        block.get(place as usize % BLOCK_WORDS..end).unwrap_or(&[])
    }

    fn block(&self, place: u32) -> &[u32] {
        let number = (place >> PLACE_BITS) as usize;
        if number == self.digests.len() {
            return &self.last;
        }
        let taken = self.digests.len() - self.full.len();
        let index = number.checked_sub(taken);
        index.and_then(|index| self.full.get(index)).map_or(&[], Vec::as_slice)
    }

    /// Removes the first full block that is still there.
    pub(super) fn take(&mut self) -> Option<Vec<u32>> {
        (!self.full.is_empty()).then(|| self.full.remove(0))
    }

    /// Puts back all full blocks in their order. Returns false if they are not the right ones.
    pub(super) fn put(&mut self, blocks: Vec<Vec<u32>>) -> bool {
        self.full = blocks;
        let words: usize = self.full.iter().map(Vec::len).sum();
        self.full.len() == self.digests.len() && words as u64 == self.full_words
    }

    /// Returns the size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let blocks = self.full.iter().chain([&self.last]);
        let words: usize = blocks.map(Vec::capacity).sum();
        4 * words + 8 * self.digests.capacity() + size_of::<Vec<u32>>() * self.full.capacity()
    }
}

/// Hashes words, with the same result on every platform.
fn digest(words: &[u32]) -> u64 {
    let mut hash = Xxh3::new();
    let mut bytes = [0; 1024];
    for some in words.chunks(bytes.len() / 4) {
        for (four, word) in bytes.chunks_exact_mut(4).zip(some) {
            four.copy_from_slice(&word.to_le_bytes());
        }
        hash.update(&bytes[..4 * some.len()]);
    }
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes pieces of one length, and returns the place of each.
    fn written(pieces: u32, length: u32) -> (Words, Vec<u32>) {
        let mut words = Words::default();
        let places = (0..pieces).map(|piece| {
            words.make_room();
            let place = words.end();
            words.extend((0..length).map(|word| piece * length + word));
            place
        });
        let places = places.collect();
        (words, places)
    }

    #[test]
    fn every_piece_is_whole_where_it_was_written() {
        // Pieces that fill blocks exactly, pieces that exceed them, and one larger than a block.
        for (pieces, length) in [(40, BLOCK_WORDS as u32 / 16), (1000, 999), (3, BLOCK_WORDS as u32 * 2)] {
            let (words, places) = written(pieces, length);
            assert_eq!(words.len(), (pieces * length) as usize);
            for (piece, place) in (0..).zip(&places) {
                let wanted: Vec<u32> = (piece * length..(piece + 1) * length).collect();
                assert_eq!(words.get(*place, length as usize), Some(&wanted[..]));
                let next = places.get(piece as usize + 1).copied();
                assert_eq!(words.between(*place, next), wanted);
            }
        }
    }

    #[test]
    fn blocks_that_were_taken_away_make_it_whole_again() {
        let (whole, _) = written(5000, 200);
        let mut words = whole.clone();
        let blocks: Vec<Vec<u32>> = std::iter::from_fn(|| words.take()).collect();
        assert_eq!(blocks.len(), 3);
        assert_eq!(words.len(), whole.len());
        assert!(words.bytes() < whole.bytes() / 2);
        assert_ne!(words, whole);
        let message = postcard::to_stdvec(&whole).expect("plain data");
        assert!(message.len() < whole.bytes() / 2);
        let mut read: Words = postcard::from_bytes(&message).expect("its own bytes");
        assert!(!read.clone().put(blocks[1..].to_vec()));
        assert!(read.put(blocks));
        assert_eq!(read, whole);
    }

    #[test]
    fn another_word_is_another_fingerprint() {
        let (words, _) = written(5000, 200);
        let mut other = words.full[1].clone();
        other[77] += 1;
        assert_ne!(digest(&other), words.digests[1]);
        assert_eq!(digest(&words.full[1]), words.digests[1]);
    }
}
