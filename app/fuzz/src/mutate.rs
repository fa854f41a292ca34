//! Mutations: what turns an input into a near one.

/// Random numbers by xorshift, the same on every platform.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Any seed will do.
    pub fn new(seed: u64) -> Self {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `count`; 0 for a count of 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) as usize).checked_rem(count).unwrap_or(0)
    }
}

/// Pieces of the language that random bytes would hardly hit on.
const WORDS: [&str; 32] = [
    "0",
    "1",
    "-1",
    "4294967295u",
    "0x7fffffff",
    "1e39f",
    "0.0",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "<",
    ">",
    "->",
    "&",
    "*",
    "array<u32, 4>",
    "vec4<f32>",
    "ptr<function, u32>",
    "atomic<u32>",
    "@id(0)",
    "@align(16)",
    "override ",
    "const ",
    "loop {",
    "switch ",
    "return ",
    "/*",
];

/// One to four changes of an input, with pieces of another.
pub fn mutate(input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let most = 1 << dice.below(8);
        let length = dice.below(most) + 1;
        let end = (at + length).min(bytes.len());
        match dice.below(8) {
            0 => bytes.insert(at, dice.below(256) as u8),
            1 => {
                let bit = 1 << dice.below(8);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= bit;
                }
            }
            2 => {
                bytes.drain(at..end);
            }
            3 => {
                let copy = bytes[at..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            4 => {
                let from = dice.below(other.len() + 1);
                let piece = &other[from..(from + length).min(other.len())];
                bytes.splice(at..at, piece.iter().copied());
            }
            5 => {
                let word = WORDS[dice.below(WORDS.len())];
                bytes.splice(at..at, word.bytes());
            }
            6 => {
                let word = WORDS[dice.below(WORDS.len())];
                bytes.splice(at..end, word.bytes());
            }
            _ => {
                for byte in &mut bytes[at..end] {
                    *byte = dice.below(256) as u8;
                }
            }
        }
    }
    bytes
}
