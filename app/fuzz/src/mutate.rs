//! Mutations of bytes: small random changes of an input.

use crate::dice::Dice;
use crate::words::WORDS;

/// Applies one to four changes to an input, some of them with pieces of another.
pub fn mutate(input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=dice.below(4) {
        let start = dice.below(bytes.len() + 1);
        let most = 1 << dice.below(8);
        let length = dice.below(most) + 1;
        let end = (start + length).min(bytes.len());
        match dice.below(8) {
            0 => bytes.insert(start, dice.below(256) as u8),
            1 => {
                let bit = 1 << dice.below(8);
                if let Some(byte) = bytes.get_mut(start) {
                    *byte ^= bit;
                }
            }
            2 => {
                bytes.drain(start..end);
            }
            3 => {
                let copy = bytes[start..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 => {
                let from = dice.below(other.len() + 1);
                let piece = &other[from..(from + length).min(other.len())];
                bytes.splice(start..start, piece.iter().copied());
            }
            5 => {
                let word = WORDS[dice.below(WORDS.len())];
                bytes.splice(start..start, word.bytes());
            }
            6 => {
                let word = WORDS[dice.below(WORDS.len())];
                bytes.splice(start..end, word.bytes());
            }
            _ => {
                for byte in &mut bytes[start..end] {
                    *byte = dice.below(256) as u8;
                }
            }
        }
    }
    bytes
}
