//! Expressions: leaves, and the choice between the operators of a type.

use crate::construct::Construct;
use crate::types::{Scalar, Shape, Type};
use crate::writer::{Calls, VARIABLE_BOUND, Writer};

/// The text of an expression, and what is known about its value.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub text: String,
    /// True for a constant expression. Compilers reject a division by zero or an overflow in it.
    pub constant: bool,
    /// Largest magnitude of the components of a float.
    pub bound: f32,
}

impl Expression {
    /// Returns an expression whose value is only known at run time.
    pub fn new(text: String) -> Self {
        Expression {
            text,
            constant: false,
            bound: VARIABLE_BOUND,
        }
    }

    pub fn bounded(text: String, bound: f32) -> Self {
        Expression {
            bound,
            ..Expression::new(text)
        }
    }
}

impl Writer<'_, '_> {
    /// Writes an expression of a shape, with operators nested at most `depth` deep.
    pub fn expression(&mut self, shape: Shape, depth: u32) -> Expression {
        if depth == 0 || self.source.is_over() {
            return self.leaf(shape);
        }
        if self.source.once_in(12)
            && let Some(call) = self.call(shape, depth)
        {
            return call;
        }
        if self.source.once_in(250) {
            self.mark(Construct::DeepParentheses);
            let value = self.leaf(shape);
            let [open, close] = ["(", ")"].map(|bracket| bracket.repeat(90));
            // An index in it can already have its parentheses: together they would be too deep for every compiler.
            if value.text.contains(&open) {
                return value;
            }
            let text = format!("{open}{}{close}", value.text);
            return Expression { text, ..value };
        }
        if shape.width > 1 && self.source.once_in(5) {
            return self.composed(shape, depth - 1);
        }
        match shape.scalar {
            Scalar::U32 | Scalar::I32 => self.integer(shape, depth - 1),
            Scalar::F32 => self.float(shape, depth - 1),
            Scalar::Bool => self.truth(shape, depth - 1),
        }
    }

    /// Writes an expression that is only known at run time. Every operator has at least one such operand.
    pub fn variable(&mut self, shape: Shape, depth: u32) -> Expression {
        let value = self.expression(shape, depth);
        if value.constant { self.anchored(shape) } else { value }
    }

    /// Writes a leaf: a variable or value in scope, or a literal.
    pub fn leaf(&mut self, shape: Shape) -> Expression {
        self.mark(match shape.scalar {
            Scalar::U32 => Construct::Unsigned,
            Scalar::I32 => Construct::Signed,
            Scalar::F32 => Construct::Float,
            Scalar::Bool => Construct::Boolean,
        });
        if shape.width > 1 {
            self.mark(match shape.scalar {
                Scalar::Bool => Construct::BooleanVector,
                _ => Construct::Vector,
            });
        }
        if self.source.is_over() {
            return self.anchored(shape);
        }
        if !self.source.once_in(4)
            && let Some(read) = self.read(shape)
        {
            return read;
        }
        self.literal(shape)
    }

    /// Returns the shortest value of a shape that is only known at run time.
    pub fn anchored(&self, shape: Shape) -> Expression {
        let anchor = self.anchor;
        let scalar = match shape.scalar {
            Scalar::U32 => anchor.to_owned(),
            Scalar::I32 => format!("i32({anchor})"),
            Scalar::F32 => format!("f32({anchor} & 1023u)"),
            Scalar::Bool => format!("({anchor} > 2u)"),
        };
        Expression::new(match shape.width {
            1 => scalar,
            _ => format!("{}({scalar})", shape.name()),
        })
    }

    /// Writes a literal, or a vector of literals.
    pub fn literal(&mut self, shape: Shape) -> Expression {
        let text = if shape.width == 1 && self.source.once_in(8) && self.source.takes(Construct::ConstantBuiltIn) {
            self.computed_literal(shape.scalar)
        } else if shape.width == 1 {
            self.scalar_literal(shape.scalar)
        } else if self.source.once_in(3) {
            format!("{}({})", shape.name(), self.scalar_literal(shape.scalar))
        } else {
            let parts: Vec<String> = (0..shape.width).map(|_| self.scalar_literal(shape.scalar)).collect();
            format!("{}({})", shape.name(), parts.join(", "))
        };
        Expression {
            text,
            constant: true,
            bound: 1024.0,
        }
    }

    /// Writes a const-expression of built-in functions or abstract numbers. Floats are integers of up to 1024.
    fn computed_literal(&mut self, scalar: Scalar) -> String {
        if self.source.once_in(3) {
            self.mark(Construct::AbstractNumber);
            let value = self.source.below(256);
            let large = "1099511627776";
            return match scalar {
                Scalar::Bool => format!("({value} < {large})"),
                _ => format!("{}({value} * {large} / {large})", scalar.name()),
            };
        }
        self.mark(Construct::ConstantBuiltIn);
        let (a, b) = (self.source.below(128), self.source.below(16));
        match scalar {
            Scalar::U32 => match self.source.below(4) {
                0 => format!("pack4xU8(vec4u({a}u, {b}u, 3u, 4u))"),
                1 => format!("insertBits({a}u, {b}u, 5u, 20u)"),
                2 => format!("bitcast<u32>({a}.5f)"),
                _ => format!("u32(frexp({a}.25).fract * 1024.0)"),
            },
            Scalar::I32 => match self.source.below(4) {
                0 => format!("frexp({a}.0).exp"),
                1 => format!("extractBits(-{a}i, 1u, {b}u)"),
                2 => format!("unpack4xI8({}u).x", a * 16 + b),
                _ => format!("dot4I8Packed({a}u, {b}u)"),
            },
            Scalar::F32 => match self.source.below(5) {
                0 => format!("mix({a}.0, {b}.0, 2.0)"),
                1 => format!("modf({a}.75).whole"),
                2 => format!("ldexp({b}.0, 3)"),
                3 => format!("determinant(mat2x2f({b}.0, 1.0, 2.0, 3.0))"),
                _ => format!("faceForward(vec2f({a}.0), vec2f(1.0), vec2f({b}.0)).x"),
            },
            Scalar::Bool => format!("(modf({a}.5).fract == 0.5)"),
        }
    }

    fn scalar_literal(&mut self, scalar: Scalar) -> String {
        match scalar {
            Scalar::U32 => match self.source.below(4) {
                0 => format!("{}u", self.source.below(8)),
                1 => format!("{}u", self.source.below(256)),
                2 => self
                    .source
                    .pick(["2147483648u", "4294967295u", "65535u", "0x55555555u"])
                    .to_owned(),
                _ => format!("{}u", self.source.word()),
            },
            Scalar::I32 => match self.source.below(4) {
                0 => format!("{}i", self.source.below(8)),
                1 => format!("({}i)", self.source.below(256) as i32 - 128),
                2 => self
                    .source
                    .pick(["2147483647i", "(-2147483647i - 1i)", "(-1i)", "65536i"])
                    .to_owned(),
                _ => format!("({}i)", (self.source.word() as i32).max(-i32::MAX)),
            },
            Scalar::F32 => match self.source.below(3) {
                0 => format!("{}.0", self.source.below(8)),
                1 => format!("({}.0)", self.source.below(256) as i32 - 128),
                _ => format!("{}f", self.source.below(5) * 256),
            },
            Scalar::Bool => self.source.pick(["true", "false"]).to_owned(),
        }
    }

    /// Writes a literal without zero components, which may be on the right of `/` and `%`.
    pub fn divisor(&mut self, shape: Shape) -> String {
        let suffix = &shape.scalar.name()[..1];
        let parts: Vec<String> = (0..shape.width)
            .map(|_| format!("{}{suffix}", self.source.between(1, 255)))
            .collect();
        if shape.width == 1 {
            parts.concat()
        } else {
            format!("{}({})", shape.name(), parts.join(", "))
        }
    }

    /// Writes a `u32` or `i32` index below `length`.
    pub fn index(&mut self, length: u32) -> String {
        // Limits the nesting: an index in an index in an index is a literal.
        if self.indices >= 2 || self.source.is_over() || self.source.once_in(2) {
            return format!("{}u", self.source.below(length as usize));
        }
        self.mark(Construct::ComputedIndex);
        self.indices += 1;
        let value = self.variable(Shape::new(Scalar::U32, 1), 1).text;
        self.indices -= 1;
        match self.source.below(3) {
            0 => format!("{value} % {length}u"),
            1 => format!("min({value}, {}u)", length - 1),
            // The language also allows signed indices.
            _ => format!("i32({value} % {length}u)"),
        }
    }

    /// Writes a call of a function that returns the shape, if there is one.
    fn call(&mut self, shape: Shape, depth: u32) -> Option<Expression> {
        if self.calls == Calls::None {
            return None;
        }
        let fits = |function: &&crate::writer::Function| function.result == shape && function.pointer.is_none();
        let function = self.functions.iter().find(fits)?.clone();
        self.mark(Construct::Call);
        if function.impure {
            self.mark(Construct::ImpureCall);
        }
        let arguments: Vec<String> = function
            .parameters
            .iter()
            .map(|&parameter| self.kept(parameter, (depth - 1).min(1)))
            .collect();
        let text = format!("{}({})", function.name, arguments.join(", "));
        Some(Expression::new(text))
    }

    /// Writes an expression whose value a variable can hold: floats are within [`VARIABLE_BOUND`].
    pub fn kept(&mut self, shape: Shape, depth: u32) -> String {
        let value = self.expression(shape, depth);
        self.clamped(shape, value, VARIABLE_BOUND)
    }

    /// Returns the value, clamped if it is a float that may exceed the bound.
    pub fn clamped(&mut self, shape: Shape, value: Expression, bound: f32) -> String {
        if shape.scalar != Scalar::F32 || value.bound <= bound {
            return value.text;
        }
        let name = shape.name();
        match shape.width {
            1 => format!("clamp({}, -{bound}.0, {bound}.0)", value.text),
            _ => format!("clamp({}, {name}(-{bound}.0), {name}({bound}.0))", value.text),
        }
    }

    /// Writes a value of any type. Arrays and structures are written as constructors.
    pub fn value_of(&mut self, ty: &Type, depth: u32) -> String {
        let parts: Vec<String> = match ty {
            Type::Value(shape) => return self.kept(*shape, depth),
            Type::Matrix(columns, rows) => return self.matrix_value(*columns, *rows, depth),
            Type::Array(element, length) => (0..*length).map(|_| self.value_of(element, depth.min(1))).collect(),
            Type::Struct(structure) => {
                let members = structure.members.clone();
                members
                    .iter()
                    .map(|member| self.value_of(member, depth.min(1)))
                    .collect()
            }
        };
        format!("{}({})", ty.name(), parts.join(", "))
    }
}
