//! Checks of operations whose result the language of a translated text leaves undefined. WGSL defines each of them.

use serde::{Deserialize, Serialize};
use wgsl::{Header, Integers};

/// An operation whose operands are checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Checked {
    /// The operation as the first text writes it.
    pub(crate) text: String,
    pub(crate) integers: Integers,
    /// Line and column of its start, from 1.
    pub(crate) line: u32,
    pub(crate) column: u32,
    /// Its line in an included file, if it is in one.
    pub(crate) header: Option<Header>,
    /// The statement that it belongs to. A check may stand before the instruction that begins it.
    pub(crate) statement: u32,
}

/// The rule that the operands of an operation must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Check {
    /// The result of signed integers has 32 bits.
    Add,
    Subtract,
    Multiply,
    /// The same for the negative of the first operand. The second one is not used.
    Negate,
    /// The divisor is not zero, and the quotient has 32 bits.
    DivideInt,
    RemainderInt,
    /// The divisor of unsigned integers is not zero.
    DivideUint,
    /// The bits of the second operand are a number below 32.
    Shift,
    /// The result of unsigned integers has 32 bits.
    WideAdd,
    WideMultiply,
    WideLeft,
    /// An unsigned integer, or a float, fits a signed integer.
    WideSigned,
    WideInt,
    /// A float fits an unsigned integer.
    WideUint,
    /// A shift of integers that have 64 bits in the first language, and 32 here.
    WideShift,
    /// The first operand is a multiple of the second one: an access begins at a whole element.
    Whole,
}

/// Returns true for the bits of a float from `least` to below `end`, and for those of no number.
fn in_range(bits: u32, least: f32, end: f32) -> bool {
    let value = f32::from_bits(bits);
    value.is_nan() || least <= value && value < end
}

impl Check {
    /// Returns true if all but one value of the first operand keep the rule or break it together: the second one decides.
    pub(crate) fn asks_for_second(self) -> bool {
        matches!(
            self,
            Check::DivideInt | Check::RemainderInt | Check::DivideUint | Check::Shift | Check::WideShift
        )
    }

    /// Returns true if operands break the rule.
    #[inline]
    pub(crate) fn fails(self, a: u32, b: u32) -> bool {
        let (x, y) = (a as i32, b as i32);
        match self {
            // The sign of the result is the other one. A compiler makes no vectors of `checked_add`.
            Check::Add => {
                let sum = x.wrapping_add(y);
                (x ^ sum) & (y ^ sum) < 0
            }
            Check::Subtract => {
                let difference = x.wrapping_sub(y);
                (x ^ y) & (x ^ difference) < 0
            }
            Check::Multiply => i64::from(x) * i64::from(y) != i64::from(x.wrapping_mul(y)),
            Check::Negate => x == i32::MIN,
            Check::DivideInt | Check::RemainderInt => y == 0 || x == i32::MIN && y == -1,
            Check::DivideUint => b == 0,
            Check::Shift | Check::WideShift => b >= u32::BITS,
            Check::WideSigned => x < 0,
            Check::WideInt => !in_range(a, -2_147_483_648.0, 2_147_483_648.0),
            Check::WideUint => !in_range(a, -4_294_967_296.0, 4_294_967_296.0),
            Check::WideAdd => a.wrapping_add(b) < a,
            Check::WideMultiply => u64::from(a) * u64::from(b) > u64::from(u32::MAX),
            Check::WideLeft => b >= u32::BITS || u64::from(a) << b > u64::from(u32::MAX),
            Check::Whole => !a.is_multiple_of(b),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_ends_at_the_last_result_that_fits() {
        const MOST: i32 = i32::MAX;
        const LEAST: i32 = i32::MIN;
        // (check, operands that keep the rule, operands that break it)
        for (check, (a, b), (c, d)) in [
            (Check::Add, (MOST, 0), (MOST, 1)),
            (Check::Add, (LEAST, MOST), (LEAST, -1)),
            (Check::Subtract, (-1, MOST), (-2, MOST)),
            (Check::Subtract, (0, MOST), (0, LEAST)),
            (Check::Multiply, (46_340, 46_340), (46_341, 46_341)),
            (Check::Multiply, (-65_536, 32_768), (65_536, 32_768)),
            (Check::Negate, (MOST, 0), (LEAST, 0)),
            (Check::DivideInt, (LEAST, 1), (LEAST, -1)),
            (Check::DivideInt, (0, 1), (0, 0)),
            (Check::RemainderInt, (MOST, -1), (LEAST, -1)),
            (Check::DivideUint, (-1, -1), (-1, 0)),
            (Check::Shift, (1, 31), (1, 32)),
            (Check::Shift, (1, 0), (1, -1)),
            (Check::WideSigned, (MOST, 0), (LEAST, 0)),
            (Check::WideInt, (0x4eff_ffff, 0), (0x4f00_0000, 0)),
            (Check::WideUint, (0x4f7f_ffff, 0), (0x4f80_0000, 0)),
            (Check::WideAdd, (-2, 1), (-1, 1)),
            (Check::WideMultiply, (65_537, 65_535), (65_536, 65_536)),
            (Check::WideLeft, (1, 31), (2, 31)),
            (Check::WideLeft, (0, 31), (0, 32)),
            (Check::WideShift, (1, 31), (1, 32)),
            (Check::Whole, (8, 4), (9, 4)),
            (Check::Whole, (-8, 4), (-9, 4)),
        ] {
            assert!(!check.fails(a as u32, b as u32), "{check:?} {a} {b}");
            assert!(check.fails(c as u32, d as u32), "{check:?} {c} {d}");
        }
    }
}
