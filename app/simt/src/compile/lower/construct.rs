//! Lowers constructors and conversions: `f32(x)`, `vec3(v, 1.0)`, `bitcast<u32>(x)`.

use super::Compiler;
use crate::compile::shape::{Shape, scalar_type};
use crate::program::{Binary, KernelError, Register, ScalarType, Unary};
use wgsl::{Expr, Scalar};

impl<'c> Compiler<'c> {
    /// Lowers a call of a type.
    pub(super) fn construct(&mut self, call: Expr, arguments: &[Expr]) -> Result<Vec<Register>, KernelError> {
        let shape = self.shape(call);
        let words = shape.words(self.types);
        let words = words.ok_or_else(|| self.builder.unsupported("a value of this type"))?;
        let values = self.values(arguments)?;
        match (arguments, values.as_slice(), shape.plain(self.types)) {
            ([], ..) => self.zeros(words),
            // A scalar in each component.
            ([_], [value], Shape::Vector(size, _)) if value.len() == 1 => Ok(value.repeat(usize::from(size))),
            ([argument], [value], Shape::Scalar(to) | Shape::Vector(_, to) | Shape::Matrix(_, _, to)) => {
                let Some(from) = self.shape(*argument).leaf(self.types) else {
                    return self.unsupported("a conversion of this type");
                };
                let rule = super::check::rule_of_conversion(scalar_type(from), scalar_type(to));
                if let Some(rule) = rule
                    && self.is_wide(self.span(call))
                {
                    self.check(self.span(call), rule, (value, value))?;
                }
                self.convert(value, from, to)
            }
            _ => Ok(values.concat()),
        }
    }

    fn convert(&mut self, value: &[Register], from: Scalar, to: Scalar) -> Result<Vec<Register>, KernelError> {
        use ScalarType::{Bool, F32, I32, U32};
        let function = match (scalar_type(from), scalar_type(to)) {
            (I32, F32) => Some(Unary::FloatFromInt),
            (U32, F32) => Some(Unary::FloatFromUint),
            (Bool, F32) => Some(Unary::FloatFromBool),
            (F32, I32) => Some(Unary::IntFromFloat),
            (F32, U32) => Some(Unary::UintFromFloat),
            (I32 | U32, Bool) => Some(Unary::BoolFromBits),
            (F32, Bool) => Some(Unary::BoolFromFloat),
            _ => None,
        };
        let value = match function {
            Some(function) => self.each(function, value)?,
            None => value.to_vec(),
        };
        match (from, to) {
            (Scalar::F16, Scalar::F16) => Ok(value),
            (_, Scalar::F16) => self.each(Unary::QuantizeToHalf, &value),
            _ => Ok(value),
        }
    }

    /// Lowers `bitcast`. Registers hold the bits of numbers of 32 bits as they are, and 16-bit floats as wider ones.
    pub(super) fn bitcast(&mut self, call: Expr, argument: Expr) -> Result<Vec<Register>, KernelError> {
        let (from, to) = (self.shape(argument), self.shape(call));
        let value = self.value(argument)?;
        match (from.is_half(self.types), to.is_half(self.types)) {
            (true, false) => {
                let half = self.builder.constant(16)?;
                let bits = self.each(Unary::HalfFromFloat, &value)?;
                bits.chunks(2)
                    .map(|pair| match *pair {
                        [low, high] => {
                            let high = self.apply(Binary::ShiftLeft, high, half)?;
                            self.apply(Binary::Or, low, high)
                        }
                        _ => self.unsupported("this `bitcast`"),
                    })
                    .collect()
            }
            (false, true) => {
                let halves = value
                    .into_iter()
                    .map(|word| self.unpack(word, Unary::FloatFromHalf, 16));
                Ok(halves.collect::<Result<Vec<_>, _>>()?.concat())
            }
            _ => Ok(value),
        }
    }
}
