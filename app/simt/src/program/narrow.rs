//! Numbers of 1 and 2 bytes in the memory of a translated text. WGSL has no such types.

use serde::{Deserialize, Serialize};

/// The type of a number that is smaller than a word. Registers hold it as a number of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Narrow {
    I8,
    U8,
    I16,
    U16,
    /// A byte that is 0 or 1.
    Bool8,
}

impl Narrow {
    /// Returns the name in CUDA.
    pub const fn name(self) -> &'static str {
        match self {
            Narrow::I8 => "char",
            Narrow::U8 => "unsigned char",
            Narrow::I16 => "short",
            Narrow::U16 => "unsigned short",
            Narrow::Bool8 => "bool",
        }
    }

    /// Returns the size in memory in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Narrow::I8 | Narrow::U8 | Narrow::Bool8 => 1,
            Narrow::I16 | Narrow::U16 => 2,
        }
    }

    /// Returns the number whose bits stand in the low bits.
    pub const fn value(self, bits: u32) -> i32 {
        match self {
            Narrow::I8 => bits as i8 as i32,
            Narrow::U8 => bits as u8 as i32,
            Narrow::I16 => bits as i16 as i32,
            Narrow::U16 => bits as u16 as i32,
            Narrow::Bool8 => (bits as u8 != 0) as i32,
        }
    }

    /// Returns the bits of a number; larger ones wrap, as in a store.
    pub const fn wrapped(self, value: i64) -> u32 {
        match self {
            Narrow::I8 | Narrow::U8 => value as u8 as u32,
            Narrow::I16 | Narrow::U16 => value as u16 as u32,
            Narrow::Bool8 => (value != 0) as u32,
        }
    }

    /// Returns the bits of a number that it can hold. A negative number in an unsigned type has the bits of the signed one.
    pub(super) fn fitting(self, value: i64) -> Option<u32> {
        let range = match self {
            Narrow::I8 => -0x80..=0x7f,
            Narrow::U8 => -0x80..=0xff,
            Narrow::I16 => -0x8000..=0x7fff,
            Narrow::U16 => -0x8000..=0xffff,
            Narrow::Bool8 => 0..=1,
        };
        range.contains(&value).then(|| self.wrapped(value))
    }

    /// Formats the number whose bits stand in the low bits.
    pub(super) fn show(self, bits: u32) -> String {
        match self {
            Narrow::Bool8 => (self.value(bits) != 0).to_string(),
            _ => self.value(bits).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ScalarType;

    #[test]
    fn narrow_numbers_are_shown_read_and_wrapped() {
        // (type, the word in memory, its numbers as shown)
        for (narrow, word, text) in [
            (Narrow::U8, 0x0403_0201, "1, 2, 3, 4"),
            (Narrow::I8, 0x7f80_ff01, "1, -1, -128, 127"),
            (Narrow::Bool8, 0x0100_0100, "false, true, false, true"),
            (Narrow::U16, 0xffff_0001, "1, 65535"),
            (Narrow::I16, 0xffff_0001, "1, -1"),
        ] {
            let scalar = ScalarType::Narrow(narrow);
            assert_eq!(scalar.show(word), text);
            let first = text.split(", ").next().unwrap_or_default();
            assert_eq!(scalar.show_one(word), first);
            let bits = scalar.parse(first).expect("it is a number");
            assert_eq!(narrow.value(bits), narrow.value(word), "{first}");
        }
        // (type, a number as people write it, its bits)
        for (narrow, text, bits) in [
            (Narrow::U8, "255", Some(255)),
            (Narrow::U8, "256", None),
            (Narrow::U8, "-1", Some(255)),
            (Narrow::I8, "-128", Some(0x80)),
            (Narrow::I8, "128", None),
            (Narrow::U16, "0xffff", Some(0xffff)),
            (Narrow::I16, "-32769", None),
            (Narrow::Bool8, "true", Some(1)),
            (Narrow::Bool8, "2", None),
            (Narrow::U8, "1.5", None),
        ] {
            assert_eq!(ScalarType::Narrow(narrow).parse(text), bits, "{text}");
        }
        let ramp = [254.0, 255.0, 256.0].map(|value| ScalarType::Narrow(Narrow::U8).bits_of(value));
        assert_eq!(ramp, [254, 255, 0]);
    }
}
