//! The units of memory that have records, and the parts of an access that they cover.

/// The unit of memory that has a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grain {
    Words,
    /// Half words: at least some words contain two 16-bit floats.
    Halves,
    /// Bytes: at least some words are accessed by the byte.
    Bytes,
}

impl Grain {
    /// Returns the grain for the smallest access to a memory.
    pub(super) const fn of_bytes(bytes: u32) -> Self {
        match bytes {
            1 => Grain::Bytes,
            2 => Grain::Halves,
            _ => Grain::Words,
        }
    }

    /// Returns the number of bytes that a record stands for.
    pub(super) const fn bytes(self) -> u32 {
        match self {
            Grain::Words => 4,
            Grain::Halves => 2,
            Grain::Bytes => 1,
        }
    }

    /// Returns the number of the record at a byte address.
    #[inline(always)]
    pub(super) const fn record(self, address: u32) -> u32 {
        match self {
            Grain::Words => address / 4,
            Grain::Halves => address / 2,
            Grain::Bytes => address,
        }
    }

    /// Returns, for each record that a scalar of `each` bytes covers, its number from the scalar's first one, and the bits
    /// of the scalar that lie in it.
    pub(super) fn parts(self, each: u32) -> impl Iterator<Item = (u32, Bits)> {
        let bytes = self.bytes();
        (0..(each / bytes).max(1)).map(move |part| {
            let bits = Bits {
                shift: 8 * bytes * part,
                mask: u32::MAX >> (32 - 8 * bytes),
            };
            (part, bits)
        })
    }
}

/// The bits of a scalar that lie in one record.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits {
    shift: u32,
    mask: u32,
}

impl Bits {
    pub(super) const fn of(self, value: u32) -> u32 {
        value >> self.shift & self.mask
    }
}
