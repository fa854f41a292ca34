//! Arrays of the host with their contents, and the numbers of `rand()`.

use super::value::Value;
use crate::error::Span;
use crate::syntax::{TypeKind, TypeName};
use std::rc::Rc;

/// The most bytes of an array.
pub(super) const MOST_BYTES: usize = 1 << 24;

/// The contents of an array of the host or the device.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Contents {
    Known(Array),
    /// The statement at this place writes it, and is not followed.
    Unfollowed(Span),
}

/// The elements that were written, from the first on; those between them are zero.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Array {
    pub element: Element,
    pub bytes: Rc<Vec<u8>>,
}

/// The type of an element: its bytes, and how they hold a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    Integer { bytes: usize, signed: bool },
    Float,
    Double,
}

impl Element {
    pub const BYTE: Self = Element::Integer {
        bytes: 1,
        signed: false,
    };

    pub fn of(ty: &TypeName) -> Option<Self> {
        let TypeKind::Named(name) = &ty.kind else {
            return None;
        };
        let integer = |bytes, signed| Some(Element::Integer { bytes, signed });
        match &*name.text {
            "float" => Some(Element::Float),
            "double" => Some(Element::Double),
            "char" | "int8_t" => integer(1, true),
            "unsigned char" | "uint8_t" | "bool" => integer(1, false),
            "short" | "int16_t" => integer(2, true),
            "unsigned short" | "uint16_t" => integer(2, false),
            "int" | "int32_t" => integer(4, true),
            "unsigned int" | "uint32_t" | "uint" => integer(4, false),
            "long" | "long long" | "int64_t" => integer(8, true),
            "unsigned long" | "unsigned long long" | "uint64_t" | "size_t" => integer(8, false),
            _ => None,
        }
    }

    fn bytes(self) -> usize {
        match self {
            Element::Integer { bytes, .. } => bytes,
            Element::Float => 4,
            Element::Double => 8,
        }
    }

    fn write(self, value: &Value) -> Option<Vec<u8>> {
        Some(match self {
            Element::Float => (value.float()? as f32).to_le_bytes().to_vec(),
            Element::Double => value.float()?.to_le_bytes().to_vec(),
            Element::Integer { bytes, .. } => value.integer()?.to_le_bytes()[..bytes].to_vec(),
        })
    }

    fn read(self, from: &[u8]) -> Value {
        let mut wide = [0; 8];
        wide[..from.len()].copy_from_slice(from);
        match self {
            Element::Float => {
                let bits = u32::from_le_bytes([wide[0], wide[1], wide[2], wide[3]]);
                Value::Float(f64::from(f32::from_bits(bits)))
            }
            Element::Double => Value::Float(f64::from_le_bytes(wide)),
            Element::Integer { bytes, signed } => {
                let value = i64::from_le_bytes(wide);
                let shift = 64 - 8 * bytes as u32;
                Value::Int(if signed { value << shift >> shift } else { value })
            }
        }
    }
}

impl Array {
    pub fn new(element: Element) -> Self {
        Array {
            element,
            bytes: Rc::default(),
        }
    }

    pub fn elements(&self) -> usize {
        self.bytes.len() / self.element.bytes()
    }

    pub fn get(&self, index: i64) -> Option<Value> {
        let size = self.element.bytes();
        let from = usize::try_from(index).ok()?.checked_mul(size)?;
        let bytes = self.bytes.get(from..from.checked_add(size)?)?;
        Some(self.element.read(bytes))
    }

    /// Writes a value to some elements; `None` if they do not fit.
    pub fn set(&mut self, first: i64, count: usize, value: &Value) -> Option<()> {
        let size = self.element.bytes();
        let from = usize::try_from(first).ok()?.checked_mul(size)?;
        let end = from.checked_add(count.checked_mul(size)?)?;
        if end > MOST_BYTES {
            return None;
        }
        let value = self.element.write(value)?;
        let bytes = Rc::make_mut(&mut self.bytes);
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        let elements = bytes[from..end].chunks_exact_mut(size);
        elements.for_each(|element| element.copy_from_slice(&value));
        Some(())
    }

    /// Returns the bytes as a kernel reads them: 64-bit numbers are read as numbers of 32 bits.
    pub fn of_device(&self) -> Vec<u8> {
        let narrow = match self.element {
            Element::Double => Element::Float,
            Element::Integer { bytes: 8, signed } => Element::Integer { bytes: 4, signed },
            _ => return self.bytes.to_vec(),
        };
        let elements = self.bytes.chunks_exact(8);
        let written = elements.filter_map(|bytes| narrow.write(&self.element.read(bytes)));
        written.flatten().collect()
    }
}

/// The numbers of `rand()`, as the GNU C library makes them: each is the sum of two earlier ones.
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: Vec<u32>,
}

impl Random {
    pub fn new(seed: u32) -> Self {
        let mut state = vec![i64::from(seed.max(1))];
        for index in 1..31 {
            let next = 16_807 * i64::from(state[index - 1] as i32) % 2_147_483_647;
            state.push(if next < 0 { next + 2_147_483_647 } else { next });
        }
        let mut random = Random {
            state: state.into_iter().map(|word| word as u32).collect(),
        };
        random.state.extend_from_within(..3);
        for _ in 34..344 {
            random.next();
        }
        random
    }

    pub fn next(&mut self) -> u32 {
        let length = self.state.len();
        let next = self.state[length - 31].wrapping_add(self.state[length - 3]);
        self.state.push(next);
        if length > 1 << 12 {
            self.state.drain(..length - 64);
        }
        next >> 1
    }
}
