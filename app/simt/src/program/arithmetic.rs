//! The operators of the bytecode on 32-bit patterns, with WGSL's results, bit for bit.
//!
//! Each operator is written once; the visitors apply it to single values or to the lanes of a gang. Source: WGSL,
//! sections 8.7 (arithmetic), 8.8 (comparison), 8.9 (bit), 15.7 (conversion).

use serde::{Deserialize, Serialize};

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unary {
    NegateInt,
    NegateFloat,
    Complement,
    Not,
    AbsInt,
    AbsFloat,
    SqrtFloat,
    FloorFloat,
    CeilFloat,
    TruncFloat,
    RoundFloat,
    FloatFromInt,
    FloatFromUint,
    IntFromFloat,
    UintFromFloat,
    BoolFromBits,
    BoolFromFloat,
    FloatFromBool,
    CountOneBits,
    CountLeadingZeros,
    CountTrailingZeros,
    ReverseBits,
    SignInt,
    SignFloat,
    FractFloat,
    SaturateFloat,
    Radians,
    Degrees,
    Cos,
    Sin,
    Tan,
    Acos,
    Asin,
    Atan,
    Cosh,
    Sinh,
    Tanh,
    Acosh,
    Asinh,
    Atanh,
    Exp,
    Exp2,
    Log,
    Log2,
    InverseSqrt,
    FirstTrailingBit,
    FirstLeadingBitInt,
    FirstLeadingBitUint,
    /// Rounds to the nearest 16-bit float.
    QuantizeToHalf,
    /// Converts the 16-bit float in the low half of the word to 32 bits, and back.
    FloatFromHalf,
    HalfFromFloat,
    IsNan,
    IsInf,
    /// Return fraction and exponent, as `frexp` splits a number.
    FrexpFraction,
    FrexpExponent,
    /// Convert between a float and the low 8 or 16 bits of a packed word, signed (-1 to 1) or unsigned (0 to 1).
    FloatFromSnorm8,
    FloatFromUnorm8,
    FloatFromSnorm16,
    FloatFromUnorm16,
    Snorm8FromFloat,
    Unorm8FromFloat,
    Snorm16FromFloat,
    Unorm16FromFloat,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub(crate) enum Binary {
    Add,
    /// For indices: an address out of bounds stays out of bounds.
    AddSaturating,
    Subtract,
    Multiply,
    DivideInt,
    DivideUint,
    ModuloInt,
    ModuloUint,
    AddFloat,
    SubtractFloat,
    MultiplyFloat,
    DivideFloat,
    ModuloFloat,
    And,
    Or,
    ExclusiveOr,
    ShiftLeft,
    ShiftRightInt,
    ShiftRightUint,
    Equal,
    NotEqual,
    LessInt,
    LessUint,
    LessFloat,
    LessEqualInt,
    LessEqualUint,
    LessEqualFloat,
    EqualFloat,
    NotEqualFloat,
    MinInt,
    MinUint,
    MinFloat,
    MaxInt,
    MaxUint,
    MaxFloat,
    Atan2,
    Pow,
    /// 0 if b < a, else 1: `step(a, b)`.
    Step,
    /// `a * 2^b`.
    Ldexp,
    /// Extract signed or unsigned bits of `a`; `b` packs the offset (low half) and the count (high half).
    ExtractInt,
    ExtractUint,
}

/// Operators of three operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Ternary {
    /// `a` if `c` holds, else `b`.
    Select,
    /// Correctly rounded `a * b + c`.
    FusedMultiplyAdd,
    /// `a` with the low bits of `b` inserted at the field `c` (offset in the low half, count in the high half).
    Insert,
    /// `a` if `c` is negative, else `-a`: `faceForward` with the dot product as `c`.
    FaceForward,
}

/// Receives an operator as a function. It is generic, so that a lane loop is compiled for each operator.
pub(crate) trait UnaryVisitor<R> {
    fn visit(self, function: impl Fn(u32) -> u32) -> R;
}

pub(crate) trait BinaryVisitor<R> {
    fn visit(self, function: impl Fn(u32, u32) -> u32) -> R;
}

pub(crate) trait TernaryVisitor<R> {
    fn visit(self, function: impl Fn(u32, u32, u32) -> u32) -> R;
}

/// Applies a function to one value of each operand.
struct Values<const N: usize>([u32; N]);

impl UnaryVisitor<u32> for Values<1> {
    fn visit(self, function: impl Fn(u32) -> u32) -> u32 {
        function(self.0[0])
    }
}

impl BinaryVisitor<u32> for Values<2> {
    fn visit(self, function: impl Fn(u32, u32) -> u32) -> u32 {
        function(self.0[0], self.0[1])
    }
}

impl TernaryVisitor<u32> for Values<3> {
    fn visit(self, function: impl Fn(u32, u32, u32) -> u32) -> u32 {
        function(self.0[0], self.0[1], self.0[2])
    }
}

/// Returns the bits of a result. NaNs have many bit patterns, and platforms differ in their choice; here it is always
/// the same one.
fn canonical(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

fn float(f: impl Fn(f32) -> f32) -> impl Fn(u32) -> u32 {
    move |a| canonical(f(f32::from_bits(a)))
}

fn floats(f: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |a, b| canonical(f(f32::from_bits(a), f32::from_bits(b)))
}

/// Returns a function as a pointer. All operators that are given as pointers have one type and share one lane loop:
/// meant for operators that are rare, or that take much longer than a call.
fn rare(f: fn(u32) -> u32) -> fn(u32) -> u32 {
    f
}

/// The same as `rare` for a function of two operands.
fn rare_of_two(f: fn(u32, u32) -> u32) -> fn(u32, u32) -> u32 {
    f
}

/// The same as `rare` for a function on a float.
fn called(f: fn(f32) -> f32) -> impl Fn(u32) -> u32 {
    float(f)
}

/// The same as `rare` for a function on two floats.
fn called_with_two(f: fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    floats(f)
}

/// Returns the smaller number. A NaN counts as the larger one; of two zeros the first is taken. Platforms' instructions
/// differ in both cases.
fn least(a: f32, b: f32) -> f32 {
    if b < a || a.is_nan() { b } else { a }
}

fn greatest(a: f32, b: f32) -> f32 {
    if b > a || a.is_nan() { b } else { a }
}

/// Scales, clamps and rounds to the nearest integer, as the pack functions do.
fn normalized(a: u32, scale: f32, low: f32) -> u32 {
    (scale * greatest(low, least(1.0, f32::from_bits(a))) + 0.5).floor() as i32 as u32
}

fn compare(f: impl Fn(f32, f32) -> bool) -> impl Fn(u32, u32) -> u32 {
    move |a, b| u32::from(f(f32::from_bits(a), f32::from_bits(b)))
}

impl Unary {
    /// Computes the result for one value of each operand.
    pub(crate) fn apply(self, a: u32) -> u32 {
        self.visit(Values([a]))
    }

    pub(crate) fn visit<R>(self, visitor: impl UnaryVisitor<R>) -> R {
        match self {
            Unary::NegateInt => visitor.visit(|a| a.wrapping_neg()),
            Unary::NegateFloat => visitor.visit(|a| a ^ 1 << 31),
            Unary::Complement => visitor.visit(|a| !a),
            Unary::Not => visitor.visit(|a| a ^ 1),
            Unary::AbsInt => visitor.visit(|a| (a as i32).wrapping_abs() as u32),
            Unary::AbsFloat => visitor.visit(|a| a & !(1 << 31)),
            Unary::SqrtFloat => visitor.visit(float(f32::sqrt)),
            Unary::FloorFloat => visitor.visit(float(f32::floor)),
            Unary::CeilFloat => visitor.visit(float(f32::ceil)),
            Unary::TruncFloat => visitor.visit(float(f32::trunc)),
            Unary::RoundFloat => visitor.visit(float(f32::round_ties_even)),
            Unary::FloatFromInt => visitor.visit(|a| (a as i32 as f32).to_bits()),
            Unary::FloatFromUint => visitor.visit(|a| (a as f32).to_bits()),
            // Truncates, and clamps to the largest float that the integer type can represent; NaN becomes zero.
            Unary::IntFromFloat => visitor.visit(|a| match f32::from_bits(a) {
                a if a >= 2_147_483_648.0 => 0x7fff_ff80,
                a => a as i32 as u32,
            }),
            Unary::UintFromFloat => visitor.visit(|a| match f32::from_bits(a) {
                a if a >= 4_294_967_296.0 => 0xffff_ff00,
                a => a as u32,
            }),
            Unary::BoolFromBits => visitor.visit(|a| u32::from(a != 0)),
            Unary::BoolFromFloat => visitor.visit(|a| u32::from(f32::from_bits(a) != 0.0)),
            Unary::FloatFromBool => visitor.visit(|a| (a as f32).to_bits()),
            Unary::CountOneBits => visitor.visit(rare(u32::count_ones)),
            Unary::CountLeadingZeros => visitor.visit(rare(u32::leading_zeros)),
            Unary::CountTrailingZeros => visitor.visit(rare(u32::trailing_zeros)),
            Unary::ReverseBits => visitor.visit(rare(u32::reverse_bits)),
            Unary::SignInt => visitor.visit(rare(|a| (a as i32).signum() as u32)),
            Unary::SignFloat => visitor.visit(called(|a| {
                if a > 0.0 {
                    1.0
                } else if a < 0.0 {
                    -1.0
                } else {
                    0.0
                }
            })),
            Unary::FractFloat => visitor.visit(called(|a| a - a.floor())),
            Unary::SaturateFloat => visitor.visit(called(|a| least(greatest(a, 0.0), 1.0))),
            Unary::Radians => visitor.visit(called(|a| a * 0.017_453_293)),
            Unary::Degrees => visitor.visit(called(|a| a * 57.295_78)),
            // One library on every platform: the math libraries of the systems differ in the last bits.
            Unary::Cos => visitor.visit(called(libm::cosf)),
            Unary::Sin => visitor.visit(called(libm::sinf)),
            Unary::Tan => visitor.visit(called(libm::tanf)),
            Unary::Acos => visitor.visit(called(libm::acosf)),
            Unary::Asin => visitor.visit(called(libm::asinf)),
            Unary::Atan => visitor.visit(called(libm::atanf)),
            Unary::Cosh => visitor.visit(called(libm::coshf)),
            Unary::Sinh => visitor.visit(called(libm::sinhf)),
            Unary::Tanh => visitor.visit(called(libm::tanhf)),
            Unary::Acosh => visitor.visit(called(libm::acoshf)),
            Unary::Asinh => visitor.visit(called(libm::asinhf)),
            Unary::Atanh => visitor.visit(called(libm::atanhf)),
            Unary::Exp => visitor.visit(called(libm::expf)),
            Unary::Exp2 => visitor.visit(called(libm::exp2f)),
            Unary::Log => visitor.visit(called(libm::logf)),
            Unary::Log2 => visitor.visit(called(libm::log2f)),
            Unary::InverseSqrt => visitor.visit(called(|a| 1.0 / a.sqrt())),
            Unary::FirstTrailingBit => visitor.visit(rare(|a| if a == 0 { u32::MAX } else { a.trailing_zeros() })),
            Unary::FirstLeadingBitUint => visitor.visit(rare(first_leading_bit)),
            // For a negative number, the first bit that differs from the sign.
            Unary::FirstLeadingBitInt => {
                visitor.visit(rare(|a| first_leading_bit(if (a as i32) < 0 { !a } else { a })))
            }
            Unary::QuantizeToHalf => visitor.visit(called(|a| half::f16::from_f32(a).to_f32())),
            Unary::FloatFromHalf => visitor.visit(rare(|a| canonical(half::f16::from_bits(a as u16).to_f32()))),
            Unary::HalfFromFloat => {
                visitor.visit(rare(|a| u32::from(half::f16::from_f32(f32::from_bits(a)).to_bits())))
            }
            Unary::IsNan => visitor.visit(rare(|a| u32::from(f32::from_bits(a).is_nan()))),
            Unary::IsInf => visitor.visit(rare(|a| u32::from(f32::from_bits(a).is_infinite()))),
            Unary::FrexpFraction => visitor.visit(called(|a| libm::frexpf(a).0)),
            Unary::FrexpExponent => visitor.visit(rare(|a| libm::frexpf(f32::from_bits(a)).1 as u32)),
            Unary::FloatFromSnorm8 => {
                visitor.visit(rare(|a| greatest(f32::from(a as u8 as i8) / 127.0, -1.0).to_bits()))
            }
            Unary::FloatFromUnorm8 => visitor.visit(rare(|a| (f32::from(a as u8) / 255.0).to_bits())),
            Unary::FloatFromSnorm16 => {
                visitor.visit(rare(|a| greatest(f32::from(a as u16 as i16) / 32767.0, -1.0).to_bits()))
            }
            Unary::FloatFromUnorm16 => visitor.visit(rare(|a| (f32::from(a as u16) / 65535.0).to_bits())),
            Unary::Snorm8FromFloat => visitor.visit(rare(|a| normalized(a, 127.0, -1.0))),
            Unary::Unorm8FromFloat => visitor.visit(rare(|a| normalized(a, 255.0, 0.0))),
            Unary::Snorm16FromFloat => visitor.visit(rare(|a| normalized(a, 32767.0, -1.0))),
            Unary::Unorm16FromFloat => visitor.visit(rare(|a| normalized(a, 65535.0, 0.0))),
        }
    }
}

impl Binary {
    /// Returns true for a minimum or a maximum.
    pub(crate) const fn is_order(self) -> bool {
        use Binary::*;
        matches!(self, MinInt | MinUint | MinFloat | MaxInt | MaxUint | MaxFloat)
    }

    /// Computes the result for one value of each operand.
    pub(crate) fn apply(self, a: u32, b: u32) -> u32 {
        self.visit(Values([a, b]))
    }

    pub(crate) fn visit<R>(self, visitor: impl BinaryVisitor<R>) -> R {
        match self {
            Binary::Add => visitor.visit(u32::wrapping_add),
            Binary::AddSaturating => visitor.visit(u32::saturating_add),
            Binary::Subtract => visitor.visit(u32::wrapping_sub),
            Binary::Multiply => visitor.visit(u32::wrapping_mul),
            // WGSL defines x / 0 = x and x % 0 = 0, and the same for the one quotient that overflows.
            Binary::DivideInt => visitor.visit(|a, b| (a as i32).checked_div(b as i32).map_or(a, |q| q as u32)),
            Binary::DivideUint => visitor.visit(|a, b| a.checked_div(b).unwrap_or(a)),
            Binary::ModuloInt => visitor.visit(|a, b| (a as i32).checked_rem(b as i32).map_or(0, |r| r as u32)),
            Binary::ModuloUint => visitor.visit(|a, b| a.checked_rem(b).unwrap_or(0)),
            Binary::AddFloat => visitor.visit(floats(|a, b| a + b)),
            Binary::SubtractFloat => visitor.visit(floats(|a, b| a - b)),
            Binary::MultiplyFloat => visitor.visit(floats(|a, b| a * b)),
            Binary::DivideFloat => visitor.visit(floats(|a, b| a / b)),
            Binary::ModuloFloat => visitor.visit(called_with_two(|a, b| a % b)),
            Binary::And => visitor.visit(|a, b| a & b),
            Binary::Or => visitor.visit(|a, b| a | b),
            Binary::ExclusiveOr => visitor.visit(|a, b| a ^ b),
            // WGSL takes the shift count modulo the bit width.
            Binary::ShiftLeft => visitor.visit(u32::wrapping_shl),
            Binary::ShiftRightInt => visitor.visit(|a, b| (a as i32).wrapping_shr(b) as u32),
            Binary::ShiftRightUint => visitor.visit(u32::wrapping_shr),
            Binary::Equal
            | Binary::NotEqual
            | Binary::LessInt
            | Binary::LessUint
            | Binary::LessFloat
            | Binary::LessEqualInt
            | Binary::LessEqualUint
            | Binary::LessEqualFloat
            | Binary::EqualFloat
            | Binary::NotEqualFloat => self.visit_condition(visitor),
            Binary::MinInt => visitor.visit(|a, b| (a as i32).min(b as i32) as u32),
            Binary::MinUint => visitor.visit(u32::min),
            Binary::MinFloat => visitor.visit(floats(least)),
            Binary::MaxInt => visitor.visit(|a, b| (a as i32).max(b as i32) as u32),
            Binary::MaxUint => visitor.visit(u32::max),
            Binary::MaxFloat => visitor.visit(floats(greatest)),
            Binary::Atan2 => visitor.visit(called_with_two(libm::atan2f)),
            Binary::Pow => visitor.visit(called_with_two(libm::powf)),
            Binary::Step => visitor.visit(called_with_two(|edge, x| if x < edge { 0.0 } else { 1.0 })),
            Binary::Ldexp => visitor.visit(rare_of_two(|a, b| canonical(libm::ldexpf(f32::from_bits(a), b as i32)))),
            Binary::ExtractUint => visitor.visit(rare_of_two(|a, b| {
                let (offset, count) = field(b);
                if count == 0 {
                    0
                } else {
                    a << (32 - offset - count) >> (32 - count)
                }
            })),
            Binary::ExtractInt => visitor.visit(rare_of_two(|a, b| {
                let (offset, count) = field(b);
                if count == 0 {
                    0
                } else {
                    ((a << (32 - offset - count)) as i32 >> (32 - count)) as u32
                }
            })),
        }
    }

    /// The same as `visit` for operators whose result is a condition, 0 or 1. Each comparison has a lane loop; the few
    /// others share one.
    pub(crate) fn visit_condition<R>(self, visitor: impl BinaryVisitor<R>) -> R {
        match self {
            Binary::Equal => visitor.visit(|a, b| u32::from(a == b)),
            Binary::NotEqual => visitor.visit(|a, b| u32::from(a != b)),
            Binary::LessInt => visitor.visit(|a, b| u32::from((a as i32) < b as i32)),
            Binary::LessUint => visitor.visit(|a, b| u32::from(a < b)),
            Binary::LessFloat => visitor.visit(compare(|a, b| a < b)),
            Binary::LessEqualInt => visitor.visit(|a, b| u32::from(a as i32 <= b as i32)),
            Binary::LessEqualUint => visitor.visit(|a, b| u32::from(a <= b)),
            Binary::LessEqualFloat => visitor.visit(compare(|a, b| a <= b)),
            Binary::EqualFloat => visitor.visit(compare(|a, b| a == b)),
            Binary::NotEqualFloat => visitor.visit(compare(|a, b| a != b)),
            other => visitor.visit(move |a, b| other.apply(a, b)),
        }
    }
}

fn first_leading_bit(a: u32) -> u32 {
    a.checked_ilog2().unwrap_or(u32::MAX)
}

/// Unpacks a bit field (offset in the low half, count in the high half), limited to the word.
fn field(packed: u32) -> (u32, u32) {
    let offset = (packed & 0xffff).min(32);
    (offset, (packed >> 16).min(32 - offset))
}

impl Ternary {
    /// Computes the result for one value of each operand.
    pub(crate) fn apply(self, a: u32, b: u32, c: u32) -> u32 {
        self.visit(Values([a, b, c]))
    }

    pub(crate) fn visit<R>(self, visitor: impl TernaryVisitor<R>) -> R {
        match self {
            Ternary::Select => visitor.visit(|a, b, c| if c != 0 { a } else { b }),
            Ternary::FusedMultiplyAdd => {
                visitor.visit(|a, b, c| canonical(libm::fmaf(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c))))
            }
            Ternary::Insert => visitor.visit(|a, b, c| {
                let (offset, count) = field(c);
                let mask = if count == 32 {
                    u32::MAX
                } else {
                    ((1 << count) - 1) << (offset & 31)
                };
                a & !mask | b.wrapping_shl(offset) & mask
            }),
            Ternary::FaceForward => visitor.visit(|a, _, c| if f32::from_bits(c) < 0.0 { a } else { a ^ 1 << 31 }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_fields_stay_inside_the_word() {
        let pack = |offset: u32, count: u32| offset | count << 16;
        // (bits, offset, count, unsigned, signed)
        for (bits, offset, count, unsigned, signed) in [
            (0xdead_beef_u32, 8, 8, 0xbe, 0xffff_ffbe),
            (0xdead_beef, 0, 32, 0xdead_beef, 0xdead_beef),
            (0xdead_beef, 28, 8, 0xd, 0xffff_fffd),
            (0xdead_beef, 40, 8, 0, 0),
            (0xdead_beef, 5, 0, 0, 0),
        ] {
            assert_eq!(Binary::ExtractUint.apply(bits, pack(offset, count)), unsigned);
            assert_eq!(Binary::ExtractInt.apply(bits, pack(offset, count)), signed);
        }
        for (offset, count, result) in [(8, 8, 0xffff_00ff_u32), (0, 32, 0), (32, 4, u32::MAX), (4, 0, u32::MAX)] {
            assert_eq!(
                Ternary::Insert.apply(u32::MAX, 0, pack(offset, count)),
                result,
                "{offset} {count}"
            );
        }
    }

    #[test]
    fn what_is_not_a_number_has_one_form() {
        let nan = f32::NAN.to_bits() | 1 << 31 | 7;
        assert_eq!(Binary::AddFloat.apply(nan, 0), 0x7fc0_0000);
        assert_eq!(Unary::SqrtFloat.apply((-1.0_f32).to_bits()), 0x7fc0_0000);
        assert_eq!(Unary::IntFromFloat.apply(nan), 0);
        assert_eq!(f32::from_bits(Binary::MinFloat.apply(nan, 2.0_f32.to_bits())), 2.0);
        assert_eq!(f32::from_bits(Binary::MaxFloat.apply(2.0_f32.to_bits(), nan)), 2.0);
    }

    #[test]
    fn first_bits_as_the_language_has_them() {
        for (bits, unsigned, signed) in [
            (0_u32, u32::MAX, u32::MAX),
            (1, 0, 0),
            (u32::MAX, 31, u32::MAX),
            (0x8000_0000, 31, 30),
        ] {
            assert_eq!(Unary::FirstLeadingBitUint.apply(bits), unsigned);
            assert_eq!(Unary::FirstLeadingBitInt.apply(bits), signed);
        }
    }
}
