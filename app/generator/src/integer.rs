//! Integer expressions: every operator and built-in function of `i32` and `u32`.

use crate::construct::Construct;
use crate::expression::Expression;
use crate::types::{Scalar, Shape};
use crate::writer::Writer;

impl Writer<'_, '_> {
    pub fn integer(&mut self, shape: Shape, depth: u32) -> Expression {
        let name = shape.name();
        let text = match self.source.below(20) {
            0 => return self.leaf(shape),
            1 | 2 => {
                self.mark(Construct::Arithmetic);
                self.mark(Construct::Overflow);
                let operator = self.source.pick(["+", "-", "*"]);
                self.operator(shape, operator, depth)
            }
            3 => self.division(shape, depth),
            4 => {
                self.mark(Construct::Bitwise);
                let operator = self.source.pick(["&", "|", "^"]);
                self.operator(shape, operator, depth)
            }
            5 => self.shift(shape, depth),
            6 => {
                let a = self.variable(shape, depth).text;
                if shape.scalar == Scalar::I32 && self.source.once_in(3) {
                    self.mark(Construct::DoubleMinus);
                    let b = self.variable(shape, depth).text;
                    format!("({a} - -{b})")
                } else if shape.scalar == Scalar::I32 && self.source.once_in(2) {
                    self.mark(Construct::Negation);
                    format!("(-{a})")
                } else {
                    self.mark(Construct::Complement);
                    format!("(~{a})")
                }
            }
            7 => self.between_bounds(shape, depth),
            8 => {
                self.mark(Construct::AbsSign);
                let function = match shape.scalar {
                    Scalar::I32 => self.source.pick(["abs", "sign"]),
                    _ => "abs",
                };
                format!("{function}({})", self.variable(shape, depth).text)
            }
            9 => self.bits(shape, depth),
            10 => self.field(shape, depth),
            11 => return self.select(shape, depth),
            12 => self.converted(shape, depth),
            13 => self.of_float(shape, depth),
            14 => {
                let truth = self.variable(shape.of(Scalar::Bool), depth).text;
                format!("{name}({truth})")
            }
            15 => self.dot(shape, depth),
            16 | 17 => self.packed(shape, depth),
            18 if shape.width > 1 => self.with_scalar(shape, depth),
            _ => {
                let operator = self.source.pick(["+", "-", "^"]);
                self.operator(shape, operator, depth)
            }
        };
        Expression::new(text)
    }

    /// Writes `a operator b`, where at least one operand is only known at run time.
    pub fn operator(&mut self, shape: Shape, operator: &str, depth: u32) -> String {
        let a = self.expression(shape, depth);
        let b = if a.constant {
            self.variable(shape, depth)
        } else {
            self.expression(shape, depth)
        };
        format!("({} {operator} {})", a.text, b.text)
    }

    fn division(&mut self, shape: Shape, depth: u32) -> String {
        self.mark(Construct::Division);
        let operator = self.source.pick(["/", "%"]);
        let a = self.variable(shape, depth).text;
        let b = if self.source.once_in(2) {
            self.mark(Construct::DivisionByZero);
            self.variable(shape, depth).text
        } else {
            self.divisor(shape)
        };
        format!("({a} {operator} {b})")
    }

    fn shift(&mut self, shape: Shape, depth: u32) -> String {
        self.mark(Construct::Shift);
        let operator = self.source.pick(["<<", ">>"]);
        let a = self.variable(shape, depth).text;
        let b = self.shift_count(shape, depth);
        format!("({a} {operator} {b})")
    }

    /// Writes a shift count for a value of the shape.
    pub fn shift_count(&mut self, shape: Shape, depth: u32) -> String {
        let count = shape.of(Scalar::U32);
        if self.source.once_in(2) {
            self.mark(Construct::LongShift);
            let long = self.variable(count, depth).text;
            // naga 30 passes counts of 32 and more to SPIR-V, where they are undefined. Drivers take them modulo 32, as
            // WGSL does, but SwiftShader shifts to zero if it knows the count at compile time. It cannot know a word
            // from memory.
            return match shape.width {
                1 => format!("({long} ^ params.a)"),
                _ => format!("({long} & {}(31u))", count.name()),
            };
        }
        let bits = self.source.below(32);
        match shape.width {
            1 => format!("{bits}u"),
            _ => format!("{}({bits}u)", count.name()),
        }
    }

    fn between_bounds(&mut self, shape: Shape, depth: u32) -> String {
        self.mark(Construct::MinMaxClamp);
        let a = self.variable(shape, depth).text;
        let function = self.source.pick(["min", "max", "clamp"]);
        let b = self.variable(shape, depth).text;
        if function != "clamp" {
            return format!("{function}({a}, {b})");
        }
        // For integers this is min(max(a, b), c), even if b > c.
        let c = self.variable(shape, depth).text;
        format!("clamp({a}, {b}, {c})")
    }

    fn bits(&mut self, shape: Shape, depth: u32) -> String {
        let (function, construct) = self.source.pick([
            ("countOneBits", Construct::CountBits),
            ("countLeadingZeros", Construct::CountBits),
            ("countTrailingZeros", Construct::CountBits),
            ("firstLeadingBit", Construct::FindBits),
            ("firstTrailingBit", Construct::FindBits),
            ("reverseBits", Construct::ReverseBits),
        ]);
        self.mark(construct);
        let value = self.variable(shape, depth).text;
        match shape.width {
            1 => format!("{function}({value})"),
            // SwiftShader computes these wrongly for vectors of constants, so the operand includes a word from memory.
            _ => format!(
                "{function}({value} ^ {}({}(params.a)))",
                shape.name(),
                shape.scalar.name()
            ),
        }
    }

    fn field(&mut self, shape: Shape, depth: u32) -> String {
        let a = self.variable(shape, depth).text;
        let count = Shape::new(Scalar::U32, 1);
        let (offset, bits) = if self.source.once_in(3) {
            // Any offset and count are valid: the language limits them to the existing bits.
            (self.variable(count, depth).text, self.variable(count, depth).text)
        } else {
            let offset = self.source.below(32) as u32;
            let bits = self.source.between(0, 32 - offset);
            (format!("{offset}u"), format!("{bits}u"))
        };
        if self.source.once_in(2) {
            self.mark(Construct::ExtractBits);
            return format!("extractBits({a}, {offset}, {bits})");
        }
        self.mark(Construct::InsertBits);
        let b = self.variable(shape, depth).text;
        format!("insertBits({a}, {b}, {offset}, {bits})")
    }

    /// Writes a conversion from the other integer type.
    fn converted(&mut self, shape: Shape, depth: u32) -> String {
        let other = match shape.scalar {
            Scalar::I32 => Scalar::U32,
            _ => Scalar::I32,
        };
        let value = self.variable(shape.of(other), depth).text;
        let name = shape.name();
        if self.source.once_in(2) {
            self.mark(Construct::Bitcast);
            format!("bitcast<{name}>({value})")
        } else {
            format!("{name}({value})")
        }
    }

    fn of_float(&mut self, shape: Shape, depth: u32) -> String {
        self.mark(Construct::FloatToInteger);
        let name = shape.name();
        let value = self.variable(shape.of(Scalar::F32), depth).text;
        match (shape.scalar, shape.width) {
            (Scalar::U32, 1) if self.source.once_in(4) => {
                self.mark(Construct::Bitcast);
                // A float in [1, 2), cast back to its bits.
                let bits = self.variable(shape, depth).text;
                format!("bitcast<u32>(bitcast<f32>(({bits} & 0x7fffffu) | 0x3f800000u))")
            }
            (Scalar::U32, _) => format!("{name}(abs({value}))"),
            _ => format!("{name}({value})"),
        }
    }

    fn dot(&mut self, shape: Shape, depth: u32) -> String {
        if shape.width > 1 {
            return self.operator(shape, "*", depth);
        }
        self.mark(Construct::DotProduct);
        let width = self.source.between(2, 4);
        let vector = Shape { width, ..shape };
        let a = self.variable(vector, depth).text;
        let b = self.expression(vector, depth).text;
        format!("dot({a}, {b})")
    }

    fn with_scalar(&mut self, shape: Shape, depth: u32) -> String {
        self.mark(Construct::VectorWithScalar);
        let operator = self.source.pick(["+", "-", "*"]);
        let vector = self.variable(shape, depth).text;
        let scalar = self.variable(Shape { width: 1, ..shape }, depth).text;
        if self.source.once_in(2) {
            format!("({vector} {operator} {scalar})")
        } else {
            format!("({scalar} {operator} {vector})")
        }
    }

    /// Writes functions of four bytes packed in a word.
    fn packed(&mut self, shape: Shape, depth: u32) -> String {
        let word = Shape::new(Scalar::U32, 1);
        let four = |scalar| Shape::new(scalar, 4);
        match (shape.scalar, shape.width) {
            (Scalar::U32, 1) => match self.source.below(6) {
                0 => {
                    self.mark(Construct::PackedDot);
                    let a = self.variable(word, depth).text;
                    let b = self.variable(word, depth).text;
                    format!("dot4U8Packed({a}, {b})")
                }
                1 => {
                    self.mark(Construct::PackHalf);
                    // Positive, because the sign of a zero is unspecified.
                    let value = self.variable(Shape::new(Scalar::F32, 2), depth).text;
                    format!("pack2x16float(clamp(abs({value}), vec2f(1.0), vec2f(2048.0)))")
                }
                2 => {
                    self.mark(Construct::Pack);
                    let truth = self.variable(four(Scalar::Bool), depth).text;
                    let function = self.source.pick(["pack4x8unorm", "pack4x8snorm"]);
                    format!("{function}(vec4f({truth}))")
                }
                3 => {
                    self.mark(Construct::Pack);
                    let truth = self.variable(Shape::new(Scalar::Bool, 2), depth).text;
                    let function = self.source.pick(["pack2x16unorm", "pack2x16snorm"]);
                    format!("{function}(vec2f({truth}))")
                }
                k => {
                    self.mark(Construct::Pack);
                    let (function, scalar) = if k == 4 {
                        // `pack4xI8Clamp` is left out: SwiftShader converts values below -128 to 127.
                        ("pack4xI8", Scalar::I32)
                    } else {
                        self.source
                            .pick([("pack4xU8", Scalar::U32), ("pack4xU8Clamp", Scalar::U32)])
                    };
                    format!("{function}({})", self.variable(four(scalar), depth).text)
                }
            },
            (Scalar::I32, 1) => {
                self.mark(Construct::PackedDot);
                let a = self.variable(word, depth).text;
                let b = self.variable(word, depth).text;
                format!("dot4I8Packed({a}, {b})")
            }
            (scalar, 4) => {
                self.mark(Construct::Unpack);
                let function = if scalar == Scalar::U32 {
                    "unpack4xU8"
                } else {
                    "unpack4xI8"
                };
                format!("{function}({})", self.variable(word, depth).text)
            }
            _ => self.operator(shape, "-", depth),
        }
    }
}
