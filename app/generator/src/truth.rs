//! Boolean expressions: comparisons and logical operators.

use crate::construct::Construct;
use crate::expression::Expression;
use crate::types::{Scalar, Shape};
use crate::writer::Writer;

impl Writer<'_, '_> {
    pub fn truth(&mut self, shape: Shape, depth: u32) -> Expression {
        let text = match self.source.below(9) {
            0 => return self.leaf(shape),
            1..=3 => self.comparison(shape, depth),
            4 if shape.width == 1 => {
                self.mark(Construct::ShortCircuit);
                let operator = self.source.pick(["&&", "||"]);
                let a = self.variable(shape, depth).text;
                let b = self.variable(shape, depth).text;
                format!("({a} {operator} {b})")
            }
            5 => {
                self.mark(Construct::Logical);
                format!("(!{})", self.variable(shape, depth).text)
            }
            6 if shape.width == 1 => {
                self.mark(Construct::AllAny);
                let function = self.source.pick(["all", "any"]);
                let width = self.source.between(2, 4);
                let vector = self.variable(Shape { width, ..shape }, depth).text;
                format!("{function}({vector})")
            }
            7 => return self.select(shape, depth),
            _ => {
                self.mark(Construct::Logical);
                let operator = self.source.pick(["&", "|"]);
                self.operator(shape, operator, depth)
            }
        };
        Expression::new(text)
    }

    fn comparison(&mut self, shape: Shape, depth: u32) -> String {
        self.mark(Construct::Comparison);
        let scalar = self.source.pick(Scalar::ALL);
        let operator = match scalar {
            Scalar::Bool => self.source.pick(["==", "!="]),
            _ => self.source.pick(["<", "<=", ">", ">=", "==", "!="]),
        };
        self.operator(shape.of(scalar), operator, depth)
    }

    /// Writes `select`, with one condition or with one per component.
    pub fn select(&mut self, shape: Shape, depth: u32) -> Expression {
        self.mark(Construct::Select);
        let mut condition = Shape::new(Scalar::Bool, 1);
        if shape.width > 1 && self.source.once_in(2) {
            self.mark(Construct::VectorSelect);
            condition.width = shape.width;
        }
        // At least one operand is not constant: for two constant vectors under a splatted condition, SwiftShader
        // selects zero.
        let a = self.variable(shape, depth);
        let b = self.expression(shape, depth);
        let condition = self.variable(condition, depth).text;
        Expression::bounded(
            format!("select({}, {}, {condition})", a.text, b.text),
            a.bound.max(b.bound),
        )
    }
}
