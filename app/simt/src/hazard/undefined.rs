//! Operations on integers whose result the language of a translated text leaves undefined.

use crate::program::Check;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An operation with the operands of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UndefinedOperation {
    /// The result of signed integers does not have 32 bits.
    Overflow(Overflow),
    DivisionByZero,
    /// A shift by a number of bits that is not from 0 to 31.
    Shift {
        by: i32,
    },
    /// The result of integers that have 64 bits in the first language does not have 32.
    Lost(Lost),
    /// An access begins at a unit that is no multiple of its own size in units.
    Misaligned {
        at: u32,
        every: u32,
    },
}

/// An operation of signed integers with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overflow {
    Sum(i32, i32),
    Difference(i32, i32),
    Product(i32, i32),
    Negative(i32),
    Quotient(i32, i32),
    Remainder(i32, i32),
}

/// An operation of unsigned integers, a shift, or a number that is converted, with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lost {
    Sum(u32, u32),
    Product(u32, u32),
    Shifted(u32, u32),
    Unsigned(u32),
    /// The bits of a float.
    Float(u32),
}

/// A check that fails for the operands of a lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undefined {
    pub(crate) check: Check,
    pub(crate) a: u32,
    pub(crate) b: u32,
}

impl Undefined {
    pub(super) fn operation(self) -> UndefinedOperation {
        let (a, b) = (self.a as i32, self.b as i32);
        let overflow = match self.check {
            Check::WideAdd => return UndefinedOperation::Lost(Lost::Sum(self.a, self.b)),
            Check::WideMultiply => return UndefinedOperation::Lost(Lost::Product(self.a, self.b)),
            Check::WideLeft | Check::WideShift => {
                return UndefinedOperation::Lost(Lost::Shifted(self.a, self.b));
            }
            Check::WideSigned => return UndefinedOperation::Lost(Lost::Unsigned(self.a)),
            Check::WideInt | Check::WideUint => {
                return UndefinedOperation::Lost(Lost::Float(self.a));
            }
            Check::Shift => return UndefinedOperation::Shift { by: b },
            Check::Whole => {
                let (at, every) = (self.a, self.b);
                return UndefinedOperation::Misaligned { at, every };
            }
            Check::DivideInt | Check::RemainderInt | Check::DivideUint if b == 0 => {
                return UndefinedOperation::DivisionByZero;
            }
            Check::Add => Overflow::Sum(a, b),
            Check::Subtract => Overflow::Difference(a, b),
            Check::Multiply => Overflow::Product(a, b),
            Check::Negate => Overflow::Negative(a),
            Check::DivideInt | Check::DivideUint => Overflow::Quotient(a, b),
            Check::RemainderInt => Overflow::Remainder(a, b),
        };
        UndefinedOperation::Overflow(overflow)
    }
}

/// Formats the operation with its operands, such as `4294967295 + 1`.
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Lost::Sum(a, b) => write!(f, "{a} + {b}"),
            Lost::Product(a, b) => write!(f, "{a} * {b}"),
            Lost::Shifted(a, b) => write!(f, "{a} shifted by {b}"),
            Lost::Unsigned(a) => write!(f, "{a}"),
            Lost::Float(bits) => write!(f, "{:e}", f32::from_bits(bits)),
        }
    }
}

/// Formats the operation with its operands, such as `2147483647 + 1`.
impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, sign, b) = match *self {
            Overflow::Negative(a) => return write!(f, "-({a})"),
            Overflow::Sum(a, b) => (a, '+', b),
            Overflow::Difference(a, b) => (a, '-', b),
            Overflow::Product(a, b) => (a, '*', b),
            Overflow::Quotient(a, b) => (a, '/', b),
            Overflow::Remainder(a, b) => (a, '%', b),
        };
        match b {
            ..0 => write!(f, "{a} {sign} ({b})"),
            0.. => write!(f, "{a} {sign} {b}"),
        }
    }
}
