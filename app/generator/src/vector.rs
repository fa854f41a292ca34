//! Vectors built from parts, and matrices.

use crate::construct::Construct;
use crate::expression::Expression;
use crate::types::{Scalar, Shape, Type};
use crate::writer::{MATRIX_BOUND, Writer};

impl Writer<'_, '_> {
    /// Writes a vector built from scalars and shorter vectors.
    pub fn composed(&mut self, shape: Shape, depth: u32) -> Expression {
        let mut left = shape.width;
        let mut bound = 0.0_f32;
        let mut parts = Vec::new();
        while left > 0 {
            // A part is narrower than the vector, so there are at least two.
            let width = self.source.between(1, left.min(shape.width - 1));
            let part = self.variable(Shape { width, ..shape }, depth);
            bound = bound.max(part.bound);
            parts.push(part.text);
            left -= width;
        }
        Expression::bounded(format!("{}({})", shape.name(), parts.join(", ")), bound)
    }

    /// Writes a matrix of small integers, built from columns or from components.
    pub fn matrix_value(&mut self, columns: u32, rows: u32, depth: u32) -> String {
        self.mark(Construct::Matrix);
        let name = Type::Matrix(columns, rows).name();
        if self.source.once_in(4) {
            self.mark(Construct::Transpose);
            return format!("transpose({})", self.matrix_value_plain(rows, columns, depth));
        }
        if let Some(there) = self.matrix_in_scope(columns, rows)
            && self.source.once_in(3)
        {
            return there;
        }
        if self.source.once_in(3) {
            let scalar = Shape::new(Scalar::F32, 1);
            let parts: Vec<String> = (0..columns * rows)
                .map(|_| self.float_within(scalar, 0, MATRIX_BOUND).text)
                .collect();
            return format!("{name}({})", parts.join(", "));
        }
        self.matrix_value_plain(columns, rows, depth)
    }

    fn matrix_value_plain(&mut self, columns: u32, rows: u32, depth: u32) -> String {
        let column = Shape::new(Scalar::F32, rows);
        let parts: Vec<String> = (0..columns)
            .map(|_| self.float_within(column, depth.min(1), MATRIX_BOUND).text)
            .collect();
        format!("{}({})", Type::Matrix(columns, rows).name(), parts.join(", "))
    }

    fn matrix_in_scope(&self, columns: u32, rows: u32) -> Option<String> {
        let wanted = Type::Matrix(columns, rows);
        let local = self.locals().find(|local| local.ty == wanted)?;
        Some(local.name.clone())
    }

    /// Writes a vector multiplied by one or two matrices; for a scalar, a determinant.
    pub fn through_matrix(&mut self, shape: Shape, depth: u32) -> Expression {
        let depth = depth.min(1);
        if shape.width == 1 {
            self.mark(Construct::Determinant);
            let size = self.source.between(2, 3);
            let matrix = self.matrix_value(size, size, depth);
            // The magnitude is at most 6 · 16^3.
            return Expression::bounded(format!("determinant({matrix})"), 24_576.0);
        }
        let inner = self.source.between(2, 4);
        let vector = Shape { width: inner, ..shape };
        self.mark(Construct::MatrixWithVector);
        match self.source.below(3) {
            0 => {
                let matrix = self.matrix_value(inner, shape.width, depth);
                let vector = self.float_within(vector, depth, 1024.0);
                let text = format!("({matrix} * {})", vector.text);
                Expression::bounded(text, 4.0 * MATRIX_BOUND * vector.bound)
            }
            1 => {
                let vector = self.float_within(vector, depth, 1024.0);
                let matrix = self.matrix_value(shape.width, inner, depth);
                let text = format!("({} * {matrix})", vector.text);
                Expression::bounded(text, 4.0 * MATRIX_BOUND * vector.bound)
            }
            _ => {
                self.mark(Construct::MatrixWithMatrix);
                let left = self.matrix_value(3, shape.width, depth);
                let right = self.matrix_value(inner, 3, depth);
                let sum = self.matrix_value(inner, shape.width, depth);
                let vector = self.float_within(vector, depth, 64.0);
                let text = format!("(({left} * {right} + {sum}) * {})", vector.text);
                // (3 · 16 · 16 + 16) · 64 · 4 is below the bound of expressions.
                Expression::bounded(text, 4.0 * 784.0 * vector.bound)
            }
        }
    }
}
