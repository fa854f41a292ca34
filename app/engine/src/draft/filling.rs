//! The initial contents of a buffer before the kernel runs.

use serde::{Deserialize, Serialize};
use simt::{Binding, BindingAccess, Contents, Pattern, ScalarType, Space};

/// The most words of one buffer, since the page compares every cell at every edit.
pub const MOST_WORDS: u64 = 1 << 20;
/// The most bytes of a file: a buffer of that many words.
pub const MOST_FILE_BYTES: usize = MOST_WORDS as usize * 4;

/// The contents of a buffer at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filling {
    Zeros,
    Ones,
    /// 0, 1, 2, …
    Ramp,
    /// Whole numbers 0 to 255, or floats from -1 to 1, from a seed.
    Random {
        seed: u32,
    },
    /// Every cell holds the number of elements of the longest array, which a kernel's guard compares with.
    Count,
    /// A list of numbers, separated by commas or spaces; the remaining cells are zero.
    Numbers {
        text: String,
    },
    /// The bytes of a file; the remaining bytes are zero.
    File {
        name: String,
        #[serde(with = "bytes_as_text")]
        bytes: Vec<u8>,
    },
    /// The lesson's own contents.
    Lesson {
        pattern: Pattern,
    },
}

/// An item of a list that is not a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadNumber(pub String);

impl Filling {
    /// Returns the default filling of a variable. Inputs differ from lane to lane and outputs are zero. A buffer that
    /// is read and written counts as an input if the kernel has no other input.
    pub fn usual(binding: &Binding, all: &[Binding]) -> Self {
        let reads =
            |each: &Binding| each.space == Space::Storage && each.access == BindingAccess::Read;
        match (binding.space, binding.access) {
            (Space::Uniform, _) => Filling::Count,
            (_, BindingAccess::Read) => Filling::Ramp,
            (_, BindingAccess::ReadWrite) if all.iter().any(reads) => Filling::Zeros,
            (_, BindingAccess::ReadWrite) => Filling::Ramp,
        }
    }

    /// Builds `words` words of this filling for the interpreter and for WebGPU, by the type of the variable. `count` is
    /// the value that [`Filling::Count`] writes.
    ///
    /// # Errors
    /// Returns the first item of a list that is not a number.
    pub fn contents(
        &self,
        scalar: Option<ScalarType>,
        words: u64,
        count: u64,
    ) -> Result<Contents, BadNumber> {
        let pattern = |pattern| Contents::Pattern { pattern, words };
        let by = |value: &dyn Fn(u64) -> f32| Contents::Bytes(bytes_of(scalar, words, value));
        let floats = matches!(scalar, Some(ScalarType::F32 | ScalarType::F16));
        Ok(match self {
            Filling::Zeros => Contents::Zeros { words },
            Filling::Ones if floats => by(&|_| 1.0),
            Filling::Ones => pattern(Pattern::Ones),
            Filling::Ramp if floats => by(&|index| index as f32),
            Filling::Ramp => pattern(Pattern::Index),
            Filling::Random { seed } if floats => {
                by(&|index| f32::from(scatter(*seed, index) as i16) / 32_768.0)
            }
            Filling::Random { seed } => Contents::Bytes(
                (0..words)
                    .flat_map(|index| (scatter(*seed, index) & 0xFF).to_le_bytes())
                    .collect(),
            ),
            Filling::Count if floats => by(&|_| count as f32),
            Filling::Count => Contents::Bytes(
                std::iter::repeat_n((count as u32).to_le_bytes(), words as usize)
                    .flatten()
                    .collect(),
            ),
            Filling::Numbers { text } => {
                let mut bytes = Vec::new();
                for number in numbers(text) {
                    let word = ScalarType::read(scalar, number)
                        .ok_or_else(|| BadNumber(number.chars().take(24).collect()))?;
                    bytes.extend(word.to_le_bytes());
                }
                bytes.resize(words as usize * 4, 0);
                Contents::Bytes(bytes)
            }
            Filling::File { bytes, .. } => {
                let mut bytes = bytes.clone();
                bytes.resize(words as usize * 4, 0);
                Contents::Bytes(bytes)
            }
            Filling::Lesson { pattern: each } => pattern(*each),
        })
    }

    /// Returns the number of words that the filling itself determines, if it does.
    pub fn own_words(&self) -> Option<u64> {
        match self {
            Filling::Numbers { text } => Some(numbers(text).count() as u64),
            Filling::File { bytes, .. } => Some(bytes.len().div_ceil(4) as u64),
            Filling::Zeros
            | Filling::Ones
            | Filling::Ramp
            | Filling::Random { .. }
            | Filling::Count
            | Filling::Lesson { .. } => None,
        }
    }
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';', ' ', '\t', '\n', '\r'])
        .filter(|number| !number.is_empty())
}

/// Returns `words` words of floats, each computed from its index: one per word, or two of 16 bits.
fn bytes_of(scalar: Option<ScalarType>, words: u64, value: &dyn Fn(u64) -> f32) -> Vec<u8> {
    if scalar == Some(ScalarType::F16) {
        let half = |index| half::f16::from_f32(value(index)).to_le_bytes();
        (0..words * 2).flat_map(half).collect()
    } else {
        let float = |index| value(index).to_le_bytes();
        (0..words).flat_map(float).collect()
    }
}

/// Returns a pseudo-random number from a seed and an index (MurmurHash's finalizer).
fn scatter(seed: u32, index: u64) -> u32 {
    let mut bits = (index as u32).wrapping_mul(0x9E37_79B9) ^ seed.wrapping_mul(0x85EB_CA6B);
    bits = (bits ^ (bits >> 16)).wrapping_mul(0x7FEB_352D);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x846C_A68B);
    bits ^ (bits >> 16)
}

/// Bytes in JSON as base64, a third longer than the bytes.
mod bytes_as_text {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        STANDARD.decode(text).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(filling: &Filling, scalar: Option<ScalarType>, words: u64) -> Vec<u32> {
        let contents = filling.contents(scalar, words, 7).expect("numbers");
        contents.words()
    }

    #[test]
    fn every_filling_follows_the_type() {
        let one = 1.0_f32.to_bits();
        for (filling, scalar, wanted) in [
            (Filling::Ones, Some(ScalarType::U32), [1, 1, 1]),
            (Filling::Ones, Some(ScalarType::F32), [one; 3]),
            (Filling::Ramp, Some(ScalarType::I32), [0, 1, 2]),
            (
                Filling::Ramp,
                Some(ScalarType::F32),
                [0, one, 2.0_f32.to_bits()],
            ),
            (Filling::Ones, Some(ScalarType::F16), [0x3C00_3C00; 3]),
            (Filling::Count, None, [7; 3]),
            (
                Filling::Count,
                Some(ScalarType::F32),
                [7.0_f32.to_bits(); 3],
            ),
            (
                Filling::Numbers {
                    text: "5, -1".to_owned(),
                },
                Some(ScalarType::I32),
                [5, u32::MAX, 0],
            ),
            (
                Filling::File {
                    name: "a".to_owned(),
                    bytes: vec![1, 0, 0, 0, 2],
                },
                None,
                [1, 2, 0],
            ),
        ] {
            assert_eq!(words(&filling, scalar, 3), wanted, "{filling:?} {scalar:?}");
        }
        let bad = Filling::Numbers {
            text: "1 two".to_owned(),
        };
        assert_eq!(bad.contents(None, 4, 0), Err(BadNumber("two".to_owned())));
    }

    #[test]
    fn random_numbers_come_from_their_seed() {
        let of = |seed, scalar| words(&Filling::Random { seed }, Some(scalar), 512);
        assert_eq!(of(3, ScalarType::U32), of(3, ScalarType::U32));
        assert_ne!(of(3, ScalarType::U32), of(4, ScalarType::U32));
        assert!(of(3, ScalarType::U32).iter().all(|&word| word < 256));
        let floats = of(3, ScalarType::F32).into_iter().map(f32::from_bits);
        assert!(floats.into_iter().all(|value| (-1.0..1.0).contains(&value)));
    }
}
