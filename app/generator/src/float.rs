//! Float expressions whose value is the same in every implementation.
//!
//! All values are integers of at most 22 bits, so every sum and product is exact, fused or not. Only the sign of a zero
//! may differ, and no expression here makes it visible.

use crate::construct::Construct;
use crate::expression::Expression;
use crate::types::{Scalar, Shape};
use crate::writer::{EXPRESSION_BOUND, Writer};

impl Writer<'_, '_> {
    pub fn float(&mut self, shape: Shape, depth: u32) -> Expression {
        match self.source.below(16) {
            0 => self.leaf(shape),
            1 | 2 => self.sum(shape, depth),
            3 => self.product(shape, depth),
            4 => {
                let a = self.variable(shape, depth);
                let (construct, function) = self.source.pick([
                    (Construct::Negation, "-"),
                    (Construct::AbsSign, "abs"),
                    (Construct::AbsSign, "sign"),
                ]);
                self.mark(construct);
                Expression::bounded(format!("({function}({}))", a.text), a.bound.max(1.0))
            }
            5 => self.rounded(shape, depth),
            6 => self.extreme(shape, depth),
            7 => self.select(shape, depth),
            8 => {
                self.mark(Construct::IntegerToFloat);
                self.of_integer(shape, depth)
            }
            9 => self.fused(shape, depth),
            10 => self.mixed(shape, depth),
            11 => self.taken_apart(shape, depth),
            12 => self.scalar_product(shape, depth),
            13 => self.geometric(shape, depth),
            14 => self.through_matrix(shape, depth),
            _ => {
                self.mark(Construct::Quantize);
                let value = self.variable(shape, depth);
                let text = self.clamped(shape, value, 2048.0);
                Expression::bounded(format!("quantizeToF16({text})"), 2048.0)
            }
        }
    }

    /// Writes a float whose magnitude is at most `bound`.
    pub fn float_within(&mut self, shape: Shape, depth: u32, bound: f32) -> Expression {
        let value = self.variable(shape, depth);
        let least = value.bound.min(bound);
        let text = self.clamped(shape, value, bound);
        Expression::bounded(text, least)
    }

    fn sum(&mut self, shape: Shape, depth: u32) -> Expression {
        self.mark(Construct::Arithmetic);
        let a = self.float_within(shape, depth, EXPRESSION_BOUND / 2.0);
        let b = self.float_within(shape, depth, EXPRESSION_BOUND / 2.0);
        let operator = self.source.pick(["+", "-"]);
        Expression::bounded(format!("({} {operator} {})", a.text, b.text), a.bound + b.bound)
    }

    fn product(&mut self, shape: Shape, depth: u32) -> Expression {
        self.mark(Construct::Arithmetic);
        let a = self.float_within(shape, depth, 4096.0);
        let b = self.float_within(shape, depth, 1024.0);
        Expression::bounded(format!("({} * {})", a.text, b.text), a.bound * b.bound)
    }

    /// Writes a rounding function of halves or quarters, which are exact too.
    fn rounded(&mut self, shape: Shape, depth: u32) -> Expression {
        self.mark(Construct::Rounding);
        let a = self.variable(shape, depth);
        let part = self.source.pick(["0.5", "0.25", "-0.5"]);
        let function = self
            .source
            .pick(["floor", "ceil", "trunc", "round", "fract", "saturate"]);
        match function {
            "fract" => Expression::bounded(format!("(fract({} * 0.25) * 4.0)", a.text), 4.0),
            "saturate" => Expression::bounded(format!("saturate({})", a.text), 1.0),
            _ => Expression::bounded(format!("{function}({} * {part})", a.text), a.bound),
        }
    }

    fn extreme(&mut self, shape: Shape, depth: u32) -> Expression {
        self.mark(Construct::MinMaxClamp);
        let a = self.variable(shape, depth);
        if self.source.once_in(3) {
            // If the lower bound is larger than the upper one, the result is unspecified, so both are literals.
            let bounds = match shape.width {
                1 => "-7.0, 100.0".to_owned(),
                _ => format!("{0}(-7.0), {0}(100.0)", shape.name()),
            };
            return Expression::bounded(format!("clamp({}, {bounds})", a.text), 100.0);
        }
        let b = self.variable(shape, depth);
        let function = self.source.pick(["min", "max"]);
        Expression::bounded(format!("{function}({}, {})", a.text, b.text), a.bound.max(b.bound))
    }

    /// Writes a float made from an integer of few bits, from a boolean, or from a packed word.
    fn of_integer(&mut self, shape: Shape, depth: u32) -> Expression {
        let name = shape.name();
        let scalar = self.source.pick(Scalar::ALL);
        let mask = |shape: Shape| match shape.width {
            1 => format!("4095{}", &shape.scalar.name()[..1]),
            _ => format!("{}(4095)", shape.name()),
        };
        let text = match scalar {
            Scalar::U32 | Scalar::I32 => {
                let integers = shape.of(scalar);
                let value = self.variable(integers, depth).text;
                format!("{name}({value} & {})", mask(integers))
            }
            Scalar::Bool => format!("{name}({})", self.variable(shape.of(scalar), depth).text),
            Scalar::F32 if shape.width == 2 => {
                self.mark(Construct::PackHalf);
                let value = self.float_within(shape, depth, 2000.0).text;
                // Mesa 22.3 turns the second of two constants into zero, so the operand includes a word from memory.
                return Expression::bounded(
                    format!("unpack2x16float(pack2x16float({value} + f32(params.a & 15u)))"),
                    2048.0,
                );
            }
            Scalar::F32 if shape.width == 4 => {
                self.mark(Construct::Unpack);
                let word = self.variable(Shape::new(Scalar::U32, 1), depth).text;
                let (function, scale) = self
                    .source
                    .pick([("unpack4x8unorm", "255.0"), ("unpack4x8snorm", "127.0")]);
                // The components have a small error. Rounded to the nearest integer, they are the exact bytes.
                return Expression::bounded(format!("floor({function}({word}) * {scale} + vec4f(0.5))"), 255.0);
            }
            Scalar::F32 => return self.leaf(shape),
        };
        Expression::bounded(text, 4095.0)
    }

    fn fused(&mut self, shape: Shape, depth: u32) -> Expression {
        self.mark(Construct::Fused);
        let a = self.float_within(shape, depth, 1024.0);
        let b = self.float_within(shape, depth, 1024.0);
        let c = self.float_within(shape, depth, 4096.0);
        let text = format!("fma({}, {}, {})", a.text, b.text, c.text);
        Expression::bounded(text, a.bound * b.bound + c.bound)
    }

    fn mixed(&mut self, shape: Shape, depth: u32) -> Expression {
        let a = self.float_within(shape, depth, 4096.0);
        let b = self.float_within(shape, depth, 4096.0);
        if self.source.once_in(2) {
            self.mark(Construct::Step);
            return Expression::bounded(format!("step({}, {})", a.text, b.text), 1.0);
        }
        self.mark(Construct::Mix);
        let weight = self.float_within(shape, depth, 4.0);
        let text = format!("mix({}, {}, {})", a.text, b.text, weight.text);
        Expression::bounded(text, 4096.0 * 10.0)
    }

    /// Writes `modf`, `frexp` or `ldexp`.
    fn taken_apart(&mut self, shape: Shape, depth: u32) -> Expression {
        let exponent = shape.of(Scalar::I32);
        match self.source.below(3) {
            0 => {
                self.mark(Construct::Modf);
                let a = self.variable(shape, depth);
                if self.source.once_in(2) {
                    Expression::bounded(format!("modf({} * 0.25).whole", a.text), a.bound)
                } else {
                    Expression::bounded(format!("(modf({} * 0.25).fract * 4.0)", a.text), 4.0)
                }
            }
            1 => {
                self.mark(Construct::Frexp);
                let a = self.variable(shape, depth);
                if self.source.once_in(2) {
                    let name = shape.name();
                    Expression::bounded(format!("{name}(frexp({}).exp)", a.text), 32.0)
                } else {
                    // The fraction has at most 22 bits.
                    let a = self.clamped(shape, a, 1024.0);
                    Expression::bounded(format!("(frexp({a}).fract * 1024.0)"), 1024.0)
                }
            }
            _ => {
                self.mark(Construct::Ldexp);
                let a = self.float_within(shape, depth, 1024.0);
                let bits = self.variable(exponent, depth).text;
                let mask = match shape.width {
                    1 => "7i".to_owned(),
                    _ => format!("{}(7i)", exponent.name()),
                };
                Expression::bounded(format!("ldexp({}, {bits} & {mask})", a.text), a.bound * 128.0)
            }
        }
    }

    fn scalar_product(&mut self, shape: Shape, depth: u32) -> Expression {
        if shape.width > 1 {
            self.mark(Construct::VectorWithScalar);
            let a = self.float_within(shape, depth, 1024.0);
            let b = self.float_within(Shape { width: 1, ..shape }, depth, 1024.0);
            let text = match self.source.below(2) {
                0 => format!("({} * {})", a.text, b.text),
                _ => format!("({} * {})", b.text, a.text),
            };
            return Expression::bounded(text, a.bound * b.bound);
        }
        self.mark(Construct::DotProduct);
        let width = self.source.between(2, 4);
        let vector = Shape { width, ..shape };
        let a = self.float_within(vector, depth, 1024.0);
        let b = self.float_within(vector, depth, 1024.0);
        let text = format!("dot({}, {})", a.text, b.text);
        Expression::bounded(text, 4.0 * a.bound * b.bound)
    }

    fn geometric(&mut self, shape: Shape, depth: u32) -> Expression {
        if shape.width == 3 && self.source.once_in(2) {
            self.mark(Construct::Cross);
            let a = self.float_within(shape, depth, 1024.0);
            let b = self.float_within(shape, depth, 1024.0);
            let text = format!("cross({}, {})", a.text, b.text);
            return Expression::bounded(text, 2.0 * a.bound * b.bound);
        }
        if shape.width > 1 {
            self.mark(Construct::Reflect);
            let a = self.float_within(shape, depth, 64.0);
            let b = self.float_within(shape, depth, 64.0);
            if self.source.once_in(2) {
                let c = self.float_within(shape, depth, 1024.0);
                let text = format!("faceForward({}, {}, {})", a.text, b.text, c.text);
                return Expression::bounded(text, 64.0);
            }
            // 64 + 2 · 4 · 64 · 64 · 64 is below the bound.
            let text = format!("reflect({}, {})", a.text, b.text);
            return Expression::bounded(text, EXPRESSION_BOUND);
        }
        self.sum(shape, depth)
    }
}
