//! Lowers built-in functions: each becomes a few operators on its components.
//!
//! Source of the formulas: WGSL, section 17 (built-in functions).

use super::Compiler;
use crate::compile::shape::Shape;
use crate::program::{Binary, KernelError, Register, ScalarType, Ternary, Unary};
use wgsl::{Builtin, Expr};

type Value = Vec<Register>;

impl<'c> Compiler<'c> {
    /// Lowers a call of a built-in function.
    pub(super) fn builtin(&mut self, call: Expr, builtin: Builtin, arguments: &[Expr]) -> Result<Value, KernelError> {
        match builtin {
            Builtin::Select => return self.select(arguments),
            Builtin::Bitcast => return self.bitcast(call, arguments[0]),
            Builtin::ArrayLength => {
                let place = self.place(arguments[0])?;
                let length = place.length(self.types, &mut self.builder, &self.bindings)?;
                return Ok(vec![length]);
            }
            Builtin::WorkgroupUniformLoad => return self.uniform_load(arguments[0]),
            _ if builtin.is_barrier() => return self.barrier(builtin),
            _ if builtin.is_atomic() => return self.atomic(call, builtin, arguments),
            _ if builtin.is_of_subgroups() => return self.subgroup(builtin, arguments),
            _ if builtin.is_of_textures() => return self.image_function(builtin, arguments),
            _ if builtin.is_derivative() => {
                return self.unsupported(format!("`{}` outside of a fragment", builtin.name()));
            }
            _ => {}
        }
        let values = self.values(arguments)?;
        let result = self.math(builtin, self.shape(arguments[0]), &values)?;
        // The results of `all`, `any` and the like have no half precision.
        self.rounded_as(self.shape(call), result)
    }

    fn math(&mut self, builtin: Builtin, shape: Shape, values: &[Value]) -> Result<Value, KernelError> {
        use Builtin as B;
        match builtin {
            B::Transpose => return self.transpose(shape, &values[0]),
            B::Determinant => return self.determinant(&values[0]),
            _ => {}
        }
        let scalar = self.scalar_of(shape)?;
        if let Some(unary) = unary(builtin, scalar) {
            return self.each(unary, &values[0]);
        }
        let (least, greatest) = extremes(scalar);
        let [a, rest @ ..] = values else {
            return self.unsupported("this call");
        };
        let [b, c] = [0, 1].map(|index| rest.get(index).cloned().unwrap_or_default());
        match builtin {
            B::Abs => Ok(a.clone()),
            B::All => Ok(vec![self.fold(Binary::And, a)?]),
            B::Any => Ok(vec![self.fold(Binary::Or, a)?]),
            B::Min => self.pairs(least, a, &b),
            B::Max => self.pairs(greatest, a, &b),
            B::Atan2 => self.pairs(Binary::Atan2, a, &b),
            B::Pow => self.pairs(Binary::Pow, a, &b),
            B::Step => self.pairs(Binary::Step, a, &b),
            B::Ldexp => self.pairs(Binary::Ldexp, a, &b),
            B::Clamp => {
                let raised = self.pairs(greatest, a, &b)?;
                self.pairs(least, &raised, &c)
            }
            B::Fma => {
                let triples: Vec<_> = a.iter().zip(&b).zip(&c).map(|((&a, &b), &c)| (a, b, c)).collect();
                triples
                    .into_iter()
                    .map(|(a, b, c)| self.ternary(Ternary::FusedMultiplyAdd, a, b, c))
                    .collect()
            }
            B::Mix => {
                let one = self.float(1.0)?;
                let other = self.pairs(Binary::SubtractFloat, &[one], &c)?;
                let left = self.pairs(Binary::MultiplyFloat, a, &other)?;
                let right = self.pairs(Binary::MultiplyFloat, &b, &c)?;
                self.pairs(Binary::AddFloat, &left, &right)
            }
            B::Smoothstep => {
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
            B::Modf => {
                let whole = self.each(Unary::TruncFloat, a)?;
                let fraction = self.pairs(Binary::SubtractFloat, a, &whole)?;
                Ok([fraction, whole].concat())
            }
            B::Frexp => Ok([self.each(Unary::FrexpFraction, a)?, self.each(Unary::FrexpExponent, a)?].concat()),
            B::Dot => Ok(vec![self.dot(scalar, a, &b)?]),
            B::Length => Ok(vec![self.length(a)?]),
            B::Distance => {
                let between = self.pairs(Binary::SubtractFloat, a, &b)?;
                Ok(vec![self.length(&between)?])
            }
            B::Normalize => {
                let length = self.length(a)?;
                self.pairs(Binary::DivideFloat, a, &[length])
            }
            B::Cross => {
                let mut out = Vec::new();
                for (i, j) in [(1, 2), (2, 0), (0, 1)] {
                    let left = self.apply(Binary::MultiplyFloat, a[i], b[j])?;
                    let right = self.apply(Binary::MultiplyFloat, a[j], b[i])?;
                    out.push(self.apply(Binary::SubtractFloat, left, right)?);
                }
                Ok(out)
            }
            B::FaceForward => {
                let dot = self.dot(scalar, &b, &c)?;
                a.iter()
                    .map(|&a| self.ternary(Ternary::FaceForward, a, a, dot))
                    .collect()
            }
            B::Reflect => {
                let dot = self.dot(scalar, a, &b)?;
                let two = self.float(2.0)?;
                let twice = self.apply(Binary::MultiplyFloat, two, dot)?;
                let along = self.pairs(Binary::MultiplyFloat, &[twice], &b)?;
                self.pairs(Binary::SubtractFloat, a, &along)
            }
            B::Refract => self.refract(a, &b, &c),
            B::ExtractBits => {
                let field = self.field(&b, &c)?;
                let function = if scalar == ScalarType::I32 {
                    Binary::ExtractInt
                } else {
                    Binary::ExtractUint
                };
                self.pairs(function, a, &[field])
            }
            B::InsertBits => {
                let count = rest.get(2).cloned().unwrap_or_default();
                let field = self.field(&c, &count)?;
                let both: Vec<_> = a.iter().copied().zip(b).collect();
                both.into_iter()
                    .map(|(a, b)| self.ternary(Ternary::Insert, a, b, field))
                    .collect()
            }
            B::Dot4I8Packed | B::Dot4U8Packed => {
                let signed = builtin == B::Dot4I8Packed;
                let (a, b) = (self.unpack_ints(a[0], signed)?, self.unpack_ints(b[0], signed)?);
                Ok(vec![self.dot(ScalarType::I32, &a, &b)?])
            }
            B::Pack4x8snorm => self.pack(a, Some(Unary::Snorm8FromFloat), 8),
            B::Pack4x8unorm => self.pack(a, Some(Unary::Unorm8FromFloat), 8),
            B::Pack2x16snorm => self.pack(a, Some(Unary::Snorm16FromFloat), 16),
            B::Pack2x16unorm => self.pack(a, Some(Unary::Unorm16FromFloat), 16),
            B::Pack2x16float => self.pack(a, Some(Unary::HalfFromFloat), 16),
            B::Pack4xI8 | B::Pack4xU8 => self.pack(a, None, 8),
            B::Pack4xI8Clamp => {
                let (low, high) = (self.builder.constant(-128_i32 as u32)?, self.builder.constant(127)?);
                let raised = self.pairs(Binary::MaxInt, a, &[low])?;
                let inside = self.pairs(Binary::MinInt, &raised, &[high])?;
                self.pack(&inside, None, 8)
            }
            B::Pack4xU8Clamp => {
                let high = self.builder.constant(255)?;
                let inside = self.pairs(Binary::MinUint, a, &[high])?;
                self.pack(&inside, None, 8)
            }
            B::Unpack4x8snorm => self.unpack(a[0], Unary::FloatFromSnorm8, 8),
            B::Unpack4x8unorm => self.unpack(a[0], Unary::FloatFromUnorm8, 8),
            B::Unpack2x16snorm => self.unpack(a[0], Unary::FloatFromSnorm16, 16),
            B::Unpack2x16unorm => self.unpack(a[0], Unary::FloatFromUnorm16, 16),
            B::Unpack2x16float => self.unpack(a[0], Unary::FloatFromHalf, 16),
            B::Unpack4xI8 => self.unpack_ints(a[0], true),
            B::Unpack4xU8 => self.unpack_ints(a[0], false),
            other => self.unsupported(format!("the built-in function `{}`", other.name())),
        }
    }

    fn float(&mut self, value: f32) -> Result<Register, KernelError> {
        self.builder.constant(value.to_bits())
    }

    /// Combines all components, from the first to the last.
    fn fold(&mut self, function: Binary, value: &[Register]) -> Result<Register, KernelError> {
        let (&first, rest) = value
            .split_first()
            .ok_or_else(|| self.builder.unsupported("an empty vector"))?;
        rest.iter()
            .try_fold(first, |all, &next| self.apply(function, all, next))
    }

    pub(super) fn dot(&mut self, scalar: ScalarType, a: &[Register], b: &[Register]) -> Result<Register, KernelError> {
        let (times, plus) = match scalar {
            ScalarType::F32 | ScalarType::F16 => (Binary::MultiplyFloat, Binary::AddFloat),
            _ => (Binary::Multiply, Binary::Add),
        };
        let products = self.pairs(times, a, b)?;
        self.fold(plus, &products)
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
    fn refract(&mut self, a: &[Register], b: &[Register], eta: &[Register]) -> Result<Value, KernelError> {
        let (one, zero) = (self.float(1.0)?, self.float(0.0)?);
        let eta = *eta.first().ok_or_else(|| self.builder.unsupported("this call"))?;
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
    fn pack(&mut self, a: &[Register], function: Option<Unary>, bits: u32) -> Result<Value, KernelError> {
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

    pub(super) fn unpack(&mut self, word: Register, function: Unary, bits: u32) -> Result<Value, KernelError> {
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

    fn transpose(&mut self, shape: Shape, a: &[Register]) -> Result<Value, KernelError> {
        let (columns, rows) = shape
            .matrix(self.types)
            .ok_or_else(|| self.builder.unsupported("this transposition"))?;
        Ok((0..rows)
            .flat_map(|row| (0..columns).map(move |column| a[column * rows + row]))
            .collect())
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
fn unary(builtin: Builtin, scalar: ScalarType) -> Option<Unary> {
    use Builtin as B;
    use ScalarType::{F32, I32};
    Some(match (builtin, scalar) {
        (B::Abs, F32) => Unary::AbsFloat,
        (B::Abs, I32) => Unary::AbsInt,
        (B::Sign, F32) => Unary::SignFloat,
        (B::Sign, I32) => Unary::SignInt,
        (B::FirstLeadingBit, I32) => Unary::FirstLeadingBitInt,
        (B::FirstLeadingBit, _) => Unary::FirstLeadingBitUint,
        (B::FirstTrailingBit, _) => Unary::FirstTrailingBit,
        (B::CountOneBits, _) => Unary::CountOneBits,
        (B::CountLeadingZeros, _) => Unary::CountLeadingZeros,
        (B::CountTrailingZeros, _) => Unary::CountTrailingZeros,
        (B::ReverseBits, _) => Unary::ReverseBits,
        (B::Saturate, _) => Unary::SaturateFloat,
        (B::Sqrt, _) => Unary::SqrtFloat,
        (B::InverseSqrt, _) => Unary::InverseSqrt,
        (B::Floor, _) => Unary::FloorFloat,
        (B::Ceil, _) => Unary::CeilFloat,
        (B::Trunc, _) => Unary::TruncFloat,
        (B::Round, _) => Unary::RoundFloat,
        (B::Fract, _) => Unary::FractFloat,
        (B::Radians, _) => Unary::Radians,
        (B::Degrees, _) => Unary::Degrees,
        (B::Cos, _) => Unary::Cos,
        (B::Sin, _) => Unary::Sin,
        (B::Tan, _) => Unary::Tan,
        (B::Acos, _) => Unary::Acos,
        (B::Asin, _) => Unary::Asin,
        (B::Atan, _) => Unary::Atan,
        (B::Cosh, _) => Unary::Cosh,
        (B::Sinh, _) => Unary::Sinh,
        (B::Tanh, _) => Unary::Tanh,
        (B::Acosh, _) => Unary::Acosh,
        (B::Asinh, _) => Unary::Asinh,
        (B::Atanh, _) => Unary::Atanh,
        (B::Exp, _) => Unary::Exp,
        (B::Exp2, _) => Unary::Exp2,
        (B::Log, _) => Unary::Log,
        (B::Log2, _) => Unary::Log2,
        (B::QuantizeToF16, _) => Unary::QuantizeToHalf,
        _ => return None,
    })
}
