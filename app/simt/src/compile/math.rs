//! Lowers built-in functions: each becomes a few operators on its components.
//!
//! Source of the formulas: WGSL, section 17 (built-in functions).

use super::compiler::Compiler;
use super::instance::Instance;
use super::types::Shape;
use crate::program::{Binary, KernelError, Register, ScalarType, Ternary, Unary};
use naga::{Expression, Handle, MathFunction};

type Value = Vec<Register>;

impl<'m> Compiler<'m> {
    pub(super) fn math(
        &mut self,
        instance: &mut Instance<'m>,
        function: MathFunction,
        arguments: [Option<Handle<Expression>>; 4],
    ) -> Result<Value, KernelError> {
        use MathFunction as M;
        let [Some(first), ..] = arguments else {
            return Err(self.builder.unsupported("this call"));
        };
        let shape = instance.shape(first);
        let mut values = Vec::new();
        for argument in arguments.into_iter().flatten() {
            values.push(self.value(instance, argument)?);
        }
        match function {
            M::Transpose => return self.transpose(shape, &values[0]),
            M::Determinant => return self.determinant(&values[0]),
            _ => {}
        }
        let scalar = self.scalar_of(instance, first)?;
        if let Some(unary) = unary(function, scalar) {
            return self.each(unary, &values[0]);
        }
        if (function, scalar) == (M::Abs, ScalarType::U32) {
            return Ok(values.swap_remove(0));
        }
        let (least, greatest) = extremes(scalar);
        let [a, rest @ ..] = values.as_slice() else {
            return Err(self.builder.unsupported("this call"));
        };
        let [b, c] = [0, 1].map(|index| rest.get(index).cloned().unwrap_or_default());
        match function {
            M::Min => self.pairs(least, a, &b),
            M::Max => self.pairs(greatest, a, &b),
            M::Atan2 => self.pairs(Binary::Atan2, a, &b),
            M::Pow => self.pairs(Binary::Pow, a, &b),
            M::Step => self.pairs(Binary::Step, a, &b),
            M::Ldexp => self.pairs(Binary::Ldexp, a, &b),
            M::Clamp => {
                let raised = self.pairs(greatest, a, &b)?;
                self.pairs(least, &raised, &c)
            }
            M::Fma => {
                let triples: Vec<_> = a
                    .iter()
                    .zip(&b)
                    .zip(&c)
                    .map(|((&a, &b), &c)| (a, b, c))
                    .collect();
                triples
                    .into_iter()
                    .map(|(a, b, c)| self.ternary(Ternary::FusedMultiplyAdd, a, b, c))
                    .collect()
            }
            M::Mix => {
                let one = self.float(1.0)?;
                let other = self.pairs(Binary::SubtractFloat, &[one], &c)?;
                let left = self.pairs(Binary::MultiplyFloat, a, &other)?;
                let right = self.pairs(Binary::MultiplyFloat, &b, &c)?;
                self.pairs(Binary::AddFloat, &left, &right)
            }
            M::SmoothStep => {
                let along = self.pairs(Binary::SubtractFloat, &c, a)?;
                let whole = self.pairs(Binary::SubtractFloat, &b, a)?;
                let part = self.pairs(Binary::DivideFloat, &along, &whole)?;
                let t = self.each(Unary::SaturateFloat, &part)?;
                let (two, three) = (self.float(2.0)?, self.float(3.0)?);
                let double = self.pairs(Binary::MultiplyFloat, &[two], &t)?;
                let rest = self.pairs(Binary::SubtractFloat, &[three], &double)?;
                let square = self.pairs(Binary::MultiplyFloat, &t, &t)?;
                self.pairs(Binary::MultiplyFloat, &square, &rest)
            }
            M::Modf => {
                let whole = self.each(Unary::TruncFloat, a)?;
                let fraction = self.pairs(Binary::SubtractFloat, a, &whole)?;
                Ok([fraction, whole].concat())
            }
            M::Frexp => Ok([
                self.each(Unary::FrexpFraction, a)?,
                self.each(Unary::FrexpExponent, a)?,
            ]
            .concat()),
            M::Dot => Ok(vec![self.dot(scalar, a, &b)?]),
            M::Length => Ok(vec![self.length(a)?]),
            M::Distance => {
                let between = self.pairs(Binary::SubtractFloat, a, &b)?;
                Ok(vec![self.length(&between)?])
            }
            M::Normalize => {
                let length = self.length(a)?;
                self.pairs(Binary::DivideFloat, a, &[length])
            }
            M::Cross => {
                let mut out = Vec::new();
                for (i, j) in [(1, 2), (2, 0), (0, 1)] {
                    let left = self.apply(Binary::MultiplyFloat, a[i], b[j])?;
                    let right = self.apply(Binary::MultiplyFloat, a[j], b[i])?;
                    out.push(self.apply(Binary::SubtractFloat, left, right)?);
                }
                Ok(out)
            }
            M::FaceForward => {
                let dot = self.dot(scalar, &b, &c)?;
                a.iter()
                    .map(|&a| self.ternary(Ternary::FaceForward, a, a, dot))
                    .collect()
            }
            M::Reflect => {
                let dot = self.dot(scalar, a, &b)?;
                let two = self.float(2.0)?;
                let twice = self.apply(Binary::MultiplyFloat, two, dot)?;
                let along = self.pairs(Binary::MultiplyFloat, &[twice], &b)?;
                self.pairs(Binary::SubtractFloat, a, &along)
            }
            M::Refract => self.refract(a, &b, &c),
            M::ExtractBits => {
                let field = self.field(&b, &c)?;
                let function = if scalar == ScalarType::I32 {
                    Binary::ExtractInt
                } else {
                    Binary::ExtractUint
                };
                self.pairs(function, a, &[field])
            }
            M::InsertBits => {
                let count = rest.get(2).cloned().unwrap_or_default();
                let field = self.field(&c, &count)?;
                let both: Vec<_> = a.iter().copied().zip(b).collect();
                both.into_iter()
                    .map(|(a, b)| self.ternary(Ternary::Insert, a, b, field))
                    .collect()
            }
            M::Dot4I8Packed | M::Dot4U8Packed => {
                let signed = function == M::Dot4I8Packed;
                let (a, b) = (
                    self.unpack_ints(a[0], signed)?,
                    self.unpack_ints(b[0], signed)?,
                );
                Ok(vec![self.dot(ScalarType::I32, &a, &b)?])
            }
            M::Pack4x8snorm => self.pack(a, Some(Unary::Snorm8FromFloat), 8),
            M::Pack4x8unorm => self.pack(a, Some(Unary::Unorm8FromFloat), 8),
            M::Pack2x16snorm => self.pack(a, Some(Unary::Snorm16FromFloat), 16),
            M::Pack2x16unorm => self.pack(a, Some(Unary::Unorm16FromFloat), 16),
            M::Pack2x16float => self.pack(a, Some(Unary::HalfFromFloat), 16),
            M::Pack4xI8 | M::Pack4xU8 => self.pack(a, None, 8),
            M::Pack4xI8Clamp => {
                let (low, high) = (
                    self.builder.constant(-128_i32 as u32)?,
                    self.builder.constant(127)?,
                );
                let raised = self.pairs(Binary::MaxInt, a, &[low])?;
                let inside = self.pairs(Binary::MinInt, &raised, &[high])?;
                self.pack(&inside, None, 8)
            }
            M::Pack4xU8Clamp => {
                let high = self.builder.constant(255)?;
                let inside = self.pairs(Binary::MinUint, a, &[high])?;
                self.pack(&inside, None, 8)
            }
            M::Unpack4x8snorm => self.unpack(a[0], Unary::FloatFromSnorm8, 8),
            M::Unpack4x8unorm => self.unpack(a[0], Unary::FloatFromUnorm8, 8),
            M::Unpack2x16snorm => self.unpack(a[0], Unary::FloatFromSnorm16, 16),
            M::Unpack2x16unorm => self.unpack(a[0], Unary::FloatFromUnorm16, 16),
            M::Unpack2x16float => self.unpack(a[0], Unary::FloatFromHalf, 16),
            M::Unpack4xI8 => self.unpack_ints(a[0], true),
            M::Unpack4xU8 => self.unpack_ints(a[0], false),
            other => Err(self
                .builder
                .unsupported(format!("the built-in function {other:?}"))),
        }
    }

    fn float(&mut self, value: f32) -> Result<Register, KernelError> {
        self.builder.constant(value.to_bits())
    }

    /// Applies an operator to each component.
    pub(super) fn each(&mut self, function: Unary, a: &[Register]) -> Result<Value, KernelError> {
        a.iter().map(|&a| self.apply_unary(function, a)).collect()
    }

    /// Applies an operator to pairs of components; a scalar is combined with all components of the other side.
    pub(super) fn pairs(
        &mut self,
        function: Binary,
        a: &[Register],
        b: &[Register],
    ) -> Result<Value, KernelError> {
        let pick = |value: &[Register], word: usize| value[if value.len() == 1 { 0 } else { word }];
        (0..a.len().max(b.len()))
            .map(|word| self.apply(function, pick(a, word), pick(b, word)))
            .collect()
    }

    fn sum(&mut self, plus: Binary, terms: Value) -> Result<Register, KernelError> {
        let mut terms = terms.into_iter();
        let first = terms
            .next()
            .ok_or_else(|| self.builder.unsupported("an empty vector"))?;
        terms.try_fold(first, |sum, term| self.apply(plus, sum, term))
    }

    pub(super) fn dot(
        &mut self,
        scalar: ScalarType,
        a: &[Register],
        b: &[Register],
    ) -> Result<Register, KernelError> {
        let (times, plus) = match scalar {
            ScalarType::F32 | ScalarType::F16 => (Binary::MultiplyFloat, Binary::AddFloat),
            _ => (Binary::Multiply, Binary::Add),
        };
        let products = self.pairs(times, a, b)?;
        self.sum(plus, products)
    }

    /// Computes the length of a vector, or the absolute value of a scalar.
    fn length(&mut self, a: &[Register]) -> Result<Register, KernelError> {
        if let [a] = *a {
            return self.apply_unary(Unary::AbsFloat, a);
        }
        let square = self.dot(ScalarType::F32, a, a)?;
        self.apply_unary(Unary::SqrtFloat, square)
    }

    /// Computes `eta * a - (eta * dot + sqrt(k)) * b` with `k = 1 - eta² (1 - dot²)`, or zero if k is negative.
    fn refract(
        &mut self,
        a: &[Register],
        b: &[Register],
        eta: &[Register],
    ) -> Result<Value, KernelError> {
        let (one, zero) = (self.float(1.0)?, self.float(0.0)?);
        let eta = *eta
            .first()
            .ok_or_else(|| self.builder.unsupported("this call"))?;
        let dot = self.dot(ScalarType::F32, b, a)?;
        let dot_square = self.apply(Binary::MultiplyFloat, dot, dot)?;
        let sine = self.apply(Binary::SubtractFloat, one, dot_square)?;
        let eta_square = self.apply(Binary::MultiplyFloat, eta, eta)?;
        let bent = self.apply(Binary::MultiplyFloat, eta_square, sine)?;
        let k = self.apply(Binary::SubtractFloat, one, bent)?;
        let root = self.apply_unary(Unary::SqrtFloat, k)?;
        let along = self.apply(Binary::MultiplyFloat, eta, dot)?;
        let factor = self.apply(Binary::AddFloat, along, root)?;
        let left = self.pairs(Binary::MultiplyFloat, &[eta], a)?;
        let right = self.pairs(Binary::MultiplyFloat, &[factor], b)?;
        let through = self.pairs(Binary::SubtractFloat, &left, &right)?;
        let reflected = self.apply(Binary::LessFloat, k, zero)?;
        through
            .into_iter()
            .map(|part| self.ternary(Ternary::Select, zero, part, reflected))
            .collect()
    }

    /// Packs offset and count of a bit field into one word, each limited to its half.
    fn field(&mut self, offset: &[Register], count: &[Register]) -> Result<Register, KernelError> {
        let (&[offset], &[count]) = (offset, count) else {
            return Err(self.builder.unsupported("this call"));
        };
        let (width, half) = (self.builder.constant(32)?, self.builder.constant(16)?);
        let offset = self.apply(Binary::MinUint, offset, width)?;
        let count = self.apply(Binary::MinUint, count, width)?;
        let high = self.apply(Binary::ShiftLeft, count, half)?;
        self.apply(Binary::Or, offset, high)
    }

    /// Packs components, converted by `function`, into one word.
    fn pack(
        &mut self,
        a: &[Register],
        function: Option<Unary>,
        bits: u32,
    ) -> Result<Value, KernelError> {
        let mask = self.builder.constant((1 << bits) - 1)?;
        let mut word = None;
        for (&component, position) in a.iter().zip(0..) {
            let value = match function {
                Some(function) => self.apply_unary(function, component)?,
                None => component,
            };
            let value = self.apply(Binary::And, value, mask)?;
            let shift = self.builder.constant(position * bits)?;
            let value = self.apply(Binary::ShiftLeft, value, shift)?;
            word = Some(match word {
                Some(word) => self.apply(Binary::Or, word, value)?,
                None => value,
            });
        }
        Ok(word.into_iter().collect())
    }

    fn unpack(&mut self, word: Register, function: Unary, bits: u32) -> Result<Value, KernelError> {
        (0..32 / bits)
            .map(|position| {
                let shift = self.builder.constant(position * bits)?;
                let value = self.apply(Binary::ShiftRightUint, word, shift)?;
                self.apply_unary(function, value)
            })
            .collect()
    }

    /// Returns the four bytes of a word as integers.
    fn unpack_ints(&mut self, word: Register, signed: bool) -> Result<Value, KernelError> {
        let function = if signed {
            Binary::ExtractInt
        } else {
            Binary::ExtractUint
        };
        (0..4)
            .map(|byte| {
                let field = self.builder.constant((8 * byte) | (8 << 16))?;
                self.apply(function, word, field)
            })
            .collect()
    }

    fn transpose(&mut self, shape: Option<Shape>, a: &[Register]) -> Result<Value, KernelError> {
        let (columns, rows) = self
            .matrix(shape)
            .ok_or_else(|| self.builder.unsupported("this transposition"))?;
        Ok((0..rows)
            .flat_map(|row| (0..columns).map(move |column| a[column * rows + row]))
            .collect())
    }

    /// Returns the numbers of columns and rows of a matrix.
    pub(super) fn matrix(&self, shape: Option<Shape>) -> Option<(usize, usize)> {
        match shape?.plain(self.module) {
            Shape::Matrix(columns, rows, _) => Some((columns as usize, rows as usize)),
            Shape::Scalar(_) | Shape::Vector(..) | Shape::Handle(_) => None,
        }
    }

    /// Computes the determinant by expansion along the first row.
    fn determinant(&mut self, a: &[Register]) -> Result<Value, KernelError> {
        let size = match a.len() {
            4 => 2,
            9 => 3,
            16 => 4,
            _ => return Err(self.builder.unsupported("this determinant")),
        };
        if size == 2 {
            let left = self.apply(Binary::MultiplyFloat, a[0], a[3])?;
            let right = self.apply(Binary::MultiplyFloat, a[2], a[1])?;
            return Ok(vec![self.apply(Binary::SubtractFloat, left, right)?]);
        }
        let mut sum = None;
        for column in 0..size {
            let rest: Vec<Register> = (0..size)
                .filter(|&other| other != column)
                .flat_map(|other| (1..size).map(move |row| a[other * size + row]))
                .collect();
            let minor = self.determinant(&rest)?[0];
            let term = self.apply(Binary::MultiplyFloat, a[column * size], minor)?;
            sum = Some(match sum {
                None => term,
                Some(sum) if column % 2 == 1 => self.apply(Binary::SubtractFloat, sum, term)?,
                Some(sum) => self.apply(Binary::AddFloat, sum, term)?,
            });
        }
        Ok(sum.into_iter().collect())
    }
}

fn extremes(scalar: ScalarType) -> (Binary, Binary) {
    match scalar {
        ScalarType::F32 | ScalarType::F16 => (Binary::MinFloat, Binary::MaxFloat),
        ScalarType::I32 => (Binary::MinInt, Binary::MaxInt),
        _ => (Binary::MinUint, Binary::MaxUint),
    }
}

/// Returns the operator of a function that is one operator on each component.
fn unary(function: MathFunction, scalar: ScalarType) -> Option<Unary> {
    use MathFunction as M;
    use ScalarType::{F32, I32};
    Some(match (function, scalar) {
        (M::Abs, F32) => Unary::AbsFloat,
        (M::Abs, I32) => Unary::AbsInt,
        (M::Sign, F32) => Unary::SignFloat,
        (M::Sign, I32) => Unary::SignInt,
        (M::FirstLeadingBit, I32) => Unary::FirstLeadingBitInt,
        (M::FirstLeadingBit, _) => Unary::FirstLeadingBitUint,
        (M::FirstTrailingBit, _) => Unary::FirstTrailingBit,
        (M::CountOneBits, _) => Unary::CountOneBits,
        (M::CountLeadingZeros, _) => Unary::CountLeadingZeros,
        (M::CountTrailingZeros, _) => Unary::CountTrailingZeros,
        (M::ReverseBits, _) => Unary::ReverseBits,
        (M::Saturate, _) => Unary::SaturateFloat,
        (M::Sqrt, _) => Unary::SqrtFloat,
        (M::InverseSqrt, _) => Unary::InverseSqrt,
        (M::Floor, _) => Unary::FloorFloat,
        (M::Ceil, _) => Unary::CeilFloat,
        (M::Trunc, _) => Unary::TruncFloat,
        (M::Round, _) => Unary::RoundFloat,
        (M::Fract, _) => Unary::FractFloat,
        (M::Radians, _) => Unary::Radians,
        (M::Degrees, _) => Unary::Degrees,
        (M::Cos, _) => Unary::Cos,
        (M::Sin, _) => Unary::Sin,
        (M::Tan, _) => Unary::Tan,
        (M::Acos, _) => Unary::Acos,
        (M::Asin, _) => Unary::Asin,
        (M::Atan, _) => Unary::Atan,
        (M::Cosh, _) => Unary::Cosh,
        (M::Sinh, _) => Unary::Sinh,
        (M::Tanh, _) => Unary::Tanh,
        (M::Acosh, _) => Unary::Acosh,
        (M::Asinh, _) => Unary::Asinh,
        (M::Atanh, _) => Unary::Atanh,
        (M::Exp, _) => Unary::Exp,
        (M::Exp2, _) => Unary::Exp2,
        (M::Log, _) => Unary::Log,
        (M::Log2, _) => Unary::Log2,
        (M::QuantizeToF16, _) => Unary::QuantizeToHalf,
        _ => return None,
    })
}
