//! What each operator gives, bit for bit: WGSL's defined results, on 32-bit patterns.
//!
//! Each function is written once; the visitors apply it to one value or to the lanes of a warp.
//! Source: WGSL, sections 8.7 (arithmetic), 8.8 (comparison), 8.9 (bit), 15.7 (conversion).

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
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Binary {
    Add,
    /// For indices: what is nowhere stays nowhere.
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
}

/// Operators of three operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Ternary {
    /// `a` where `c` holds, else `b`.
    Select,
    /// Correctly rounded `a * b + c`.
    FusedMultiplyAdd,
}

/// Receives the chosen function; generic over it, so that a lane loop is compiled for each operator.
pub(crate) trait UnaryVisitor<R> {
    fn visit(self, function: impl Fn(u32) -> u32) -> R;
}

pub(crate) trait BinaryVisitor<R> {
    fn visit(self, function: impl Fn(u32, u32) -> u32) -> R;
}

pub(crate) trait TernaryVisitor<R> {
    fn visit(self, function: impl Fn(u32, u32, u32) -> u32) -> R;
}

/// The visitor that applies a function to one value of each operand.
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

fn float(f: impl Fn(f32) -> f32) -> impl Fn(u32) -> u32 {
    move |a| f(f32::from_bits(a)).to_bits()
}

fn floats(f: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits()
}

fn compare(f: impl Fn(f32, f32) -> bool) -> impl Fn(u32, u32) -> u32 {
    move |a, b| u32::from(f(f32::from_bits(a), f32::from_bits(b)))
}

impl Unary {
    /// The result for one value of each operand.
    pub(crate) fn apply(self, a: u32) -> u32 {
        self.visit(Values([a]))
    }

    pub(crate) fn visit<R>(self, visitor: impl UnaryVisitor<R>) -> R {
        match self {
            Unary::NegateInt => visitor.visit(|a| a.wrapping_neg()),
            Unary::NegateFloat => visitor.visit(float(|a| -a)),
            Unary::Complement => visitor.visit(|a| !a),
            Unary::Not => visitor.visit(|a| a ^ 1),
            Unary::AbsInt => visitor.visit(|a| (a as i32).wrapping_abs() as u32),
            Unary::AbsFloat => visitor.visit(float(f32::abs)),
            Unary::SqrtFloat => visitor.visit(float(f32::sqrt)),
            Unary::FloorFloat => visitor.visit(float(f32::floor)),
            Unary::CeilFloat => visitor.visit(float(f32::ceil)),
            Unary::TruncFloat => visitor.visit(float(f32::trunc)),
            Unary::RoundFloat => visitor.visit(float(f32::round_ties_even)),
            Unary::FloatFromInt => visitor.visit(|a| (a as i32 as f32).to_bits()),
            Unary::FloatFromUint => visitor.visit(|a| (a as f32).to_bits()),
            // Rust's casts saturate and send NaN to zero, as WGSL's value conversions may.
            Unary::IntFromFloat => visitor.visit(|a| f32::from_bits(a) as i32 as u32),
            Unary::UintFromFloat => visitor.visit(|a| f32::from_bits(a) as u32),
            Unary::BoolFromBits => visitor.visit(|a| u32::from(a != 0)),
            Unary::BoolFromFloat => visitor.visit(|a| u32::from(f32::from_bits(a) != 0.0)),
            Unary::FloatFromBool => visitor.visit(|a| (a as f32).to_bits()),
            Unary::CountOneBits => visitor.visit(u32::count_ones),
            Unary::CountLeadingZeros => visitor.visit(u32::leading_zeros),
            Unary::CountTrailingZeros => visitor.visit(u32::trailing_zeros),
            Unary::ReverseBits => visitor.visit(u32::reverse_bits),
        }
    }
}

impl Binary {
    /// The result for one value of each operand.
    pub(crate) fn apply(self, a: u32, b: u32) -> u32 {
        self.visit(Values([a, b]))
    }

    pub(crate) fn visit<R>(self, visitor: impl BinaryVisitor<R>) -> R {
        match self {
            Binary::Add => visitor.visit(u32::wrapping_add),
            Binary::AddSaturating => visitor.visit(u32::saturating_add),
            Binary::Subtract => visitor.visit(u32::wrapping_sub),
            Binary::Multiply => visitor.visit(u32::wrapping_mul),
            // x / 0 = x and x % 0 = 0; so too for the one overflowing quotient.
            Binary::DivideInt => {
                visitor.visit(|a, b| (a as i32).checked_div(b as i32).map_or(a, |q| q as u32))
            }
            Binary::DivideUint => visitor.visit(|a, b| a.checked_div(b).unwrap_or(a)),
            Binary::ModuloInt => {
                visitor.visit(|a, b| (a as i32).checked_rem(b as i32).map_or(0, |r| r as u32))
            }
            Binary::ModuloUint => visitor.visit(|a, b| a.checked_rem(b).unwrap_or(0)),
            Binary::AddFloat => visitor.visit(floats(|a, b| a + b)),
            Binary::SubtractFloat => visitor.visit(floats(|a, b| a - b)),
            Binary::MultiplyFloat => visitor.visit(floats(|a, b| a * b)),
            Binary::DivideFloat => visitor.visit(floats(|a, b| a / b)),
            Binary::ModuloFloat => visitor.visit(floats(|a, b| a % b)),
            Binary::And => visitor.visit(|a, b| a & b),
            Binary::Or => visitor.visit(|a, b| a | b),
            Binary::ExclusiveOr => visitor.visit(|a, b| a ^ b),
            // WGSL takes the shift count modulo the bit width.
            Binary::ShiftLeft => visitor.visit(u32::wrapping_shl),
            Binary::ShiftRightInt => visitor.visit(|a, b| (a as i32).wrapping_shr(b) as u32),
            Binary::ShiftRightUint => visitor.visit(u32::wrapping_shr),
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
            Binary::MinInt => visitor.visit(|a, b| (a as i32).min(b as i32) as u32),
            Binary::MinUint => visitor.visit(u32::min),
            Binary::MinFloat => visitor.visit(floats(f32::min)),
            Binary::MaxInt => visitor.visit(|a, b| (a as i32).max(b as i32) as u32),
            Binary::MaxUint => visitor.visit(u32::max),
            Binary::MaxFloat => visitor.visit(floats(f32::max)),
        }
    }
}

impl Ternary {
    /// The result for one value of each operand.
    pub(crate) fn apply(self, a: u32, b: u32, c: u32) -> u32 {
        self.visit(Values([a, b, c]))
    }

    pub(crate) fn visit<R>(self, visitor: impl TernaryVisitor<R>) -> R {
        match self {
            Ternary::Select => visitor.visit(|a, b, c| if c != 0 { a } else { b }),
            Ternary::FusedMultiplyAdd => visitor.visit(|a, b, c| {
                f32::from_bits(a)
                    .mul_add(f32::from_bits(b), f32::from_bits(c))
                    .to_bits()
            }),
        }
    }
}
