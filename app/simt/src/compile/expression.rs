//! Lowers expressions: each scalar of a value gets a register.

use super::compiler::Compiler;
use super::image::Coordinates;
use super::instance::{Instance, Lowered};
use super::types::Shape;
use crate::program::{Binary, KernelError, Op, Register, ScalarType, Ternary, Unary};
use naga::{
    BinaryOperator, Expression, Handle, Literal, RelationalFunction, ScalarKind, UnaryOperator,
};

impl<'m> Compiler<'m> {
    /// Returns the registers of an expression's value, and adds the instructions that compute it if they are not there.
    pub(super) fn value(
        &mut self,
        instance: &mut Instance<'m>,
        handle: Handle<Expression>,
    ) -> Result<Vec<Register>, KernelError> {
        match self.lowered(instance, handle)? {
            Lowered::Value(value) => Ok(value),
            Lowered::Place(_) => Err(self.builder.unsupported("a pointer as a value")),
        }
    }

    pub(super) fn lowered(
        &mut self,
        instance: &mut Instance<'m>,
        handle: Handle<Expression>,
    ) -> Result<Lowered, KernelError> {
        if let Some(lowered) = instance.cached(handle) {
            return Ok(lowered);
        }
        let lowered = self.lower(instance, handle)?;
        instance.remember(handle, lowered.clone());
        Ok(lowered)
    }

    fn lower(
        &mut self,
        instance: &mut Instance<'m>,
        handle: Handle<Expression>,
    ) -> Result<Lowered, KernelError> {
        let own = instance.arena().get_span(handle);
        let value = match instance.arena()[handle] {
            Expression::Literal(literal) => {
                let bits = match literal {
                    Literal::F32(value) => value.to_bits(),
                    Literal::U32(value) => value,
                    Literal::I32(value) => value as u32,
                    Literal::Bool(value) => u32::from(value),
                    Literal::AbstractInt(value) => value as u32,
                    Literal::AbstractFloat(value) => (value as f32).to_bits(),
                    Literal::F16(value) => value.to_f32().to_bits(),
                    Literal::F64(_)
                    | Literal::U64(_)
                    | Literal::I64(_)
                    | Literal::U16(_)
                    | Literal::I16(_) => {
                        return Err(self
                            .builder
                            .unsupported("numbers that are not 32 bits wide"));
                    }
                };
                vec![self.builder.constant(bits)?]
            }
            Expression::Constant(constant) => self.constant_value(constant)?,
            Expression::Override(handle) => {
                let register = self.override_register(handle);
                vec![register.ok_or_else(|| self.builder.unsupported("this override"))?]
            }
            Expression::ZeroValue(ty) => {
                let words = Shape::Handle(ty).words(self.module);
                let words =
                    words.ok_or_else(|| self.builder.unsupported("a value of this type"))?;
                self.zeros(words)?
            }
            Expression::Compose { ref components, .. } => {
                let mut value = Vec::new();
                for &component in components {
                    value.extend(self.value(instance, component)?);
                }
                value
            }
            Expression::Splat { size, value } => {
                let value = self.value(instance, value)?;
                value.repeat(size as usize)
            }
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => {
                let vector = self.value(instance, vector)?;
                pattern[..size as usize]
                    .iter()
                    .map(|component| vector[*component as usize])
                    .collect()
            }
            Expression::AccessIndex { base, index } => {
                return self.access_index(instance, base, index, own);
            }
            Expression::Access { base, index } => {
                self.builder.sites.discarded = instance.discarded.contains(&handle);
                let access = self.access(instance, base, index, own);
                self.builder.sites.discarded = false;
                return access;
            }
            Expression::FunctionArgument(number) => return Ok(instance.argument(number)),
            Expression::GlobalVariable(global) => {
                let place = self.global_place(global);
                return place
                    .map(Lowered::Place)
                    .ok_or_else(|| self.builder.unsupported("this variable"));
            }
            Expression::LocalVariable(local) => {
                return self.local(instance, local).map(Lowered::Place);
            }
            Expression::Load { pointer } => {
                let place = self.place(instance, pointer)?;
                self.builder.sites.pointer = instance.arena().get_span(pointer);
                place.load(self.module, &mut self.builder)?
            }
            Expression::Unary { op, expr } => {
                self.check(instance, handle)?;
                self.unary(instance, op, expr)?
            }
            Expression::Binary { op, left, right } => {
                self.check(instance, handle)?;
                self.binary(instance, op, left, right)?
            }
            Expression::Select {
                condition,
                accept,
                reject,
            } => {
                let condition = self.value(instance, condition)?;
                let (accept, reject) =
                    (self.value(instance, accept)?, self.value(instance, reject)?);
                self.check_sides(instance, handle)?;
                let mut value = Vec::new();
                for (word, (&a, &b)) in accept.iter().zip(&reject).enumerate() {
                    let c = condition[if condition.len() == 1 { 0 } else { word }];
                    value.push(self.ternary(Ternary::Select, a, b, c)?);
                }
                value
            }
            Expression::Relational { fun, argument } => {
                let argument = self.value(instance, argument)?;
                match fun {
                    RelationalFunction::All => vec![self.fold(Binary::And, &argument)?],
                    RelationalFunction::Any => vec![self.fold(Binary::Or, &argument)?],
                    RelationalFunction::IsNan => self.each(Unary::IsNan, &argument)?,
                    RelationalFunction::IsInf => self.each(Unary::IsInf, &argument)?,
                }
            }
            Expression::Math {
                fun,
                arg,
                arg1,
                arg2,
                arg3,
            } => self.math(instance, fun, [Some(arg), arg1, arg2, arg3])?,
            Expression::As {
                expr,
                kind,
                convert,
            } => self.convert(instance, expr, kind, convert)?,
            Expression::ArrayLength(pointer) => {
                let place = self.place(instance, pointer)?;
                vec![place.length(self.module, &mut self.builder, &self.bindings)?]
            }
            // The statements that compute these results store them.
            Expression::CallResult(_) => {
                return Err(self.builder.unsupported("the result of this call"));
            }
            Expression::AtomicResult { .. } => {
                return Err(self.builder.unsupported("atomic operations"));
            }
            Expression::WorkGroupUniformLoadResult { .. } => {
                return Err(self.builder.unsupported("workgroupUniformLoad"));
            }
            Expression::SubgroupBallotResult | Expression::SubgroupOperationResult { .. } => {
                return Err(self.builder.unsupported("subgroup operations"));
            }
            Expression::ImageLoad {
                image,
                coordinate,
                array_index,
                sample: None,
                level,
            } => {
                let at = Coordinates {
                    image,
                    coordinate,
                    layer: array_index,
                    level,
                };
                self.image_load(instance, at)?
            }
            Expression::ImageQuery { image, query } => self.image_query(instance, image, query)?,
            Expression::Derivative { .. }
            | Expression::ImageLoad { .. }
            | Expression::ImageSample { .. }
            | Expression::RayQueryVertexPositions { .. }
            | Expression::RayQueryProceedResult
            | Expression::RayQueryGetIntersection { .. }
            | Expression::CooperativeLoad { .. }
            | Expression::CooperativeMultiplyAdd { .. } => {
                return Err(self
                    .builder
                    .unsupported("texture functions that sample; `textureLoad` reads a texel"));
            }
        };
        let computes = matches!(
            instance.arena()[handle],
            Expression::Unary { .. }
                | Expression::Binary { .. }
                | Expression::Math { .. }
                | Expression::As { .. }
        );
        let is_half = |shape: Shape| shape.is_half(self.module);
        if computes && instance.shape(handle).is_some_and(is_half) {
            return self.rounded(&value).map(Lowered::Value);
        }
        Ok(Lowered::Value(value))
    }

    /// Rounds to the nearest 16-bit floats.
    pub(super) fn rounded(&mut self, value: &[Register]) -> Result<Vec<Register>, KernelError> {
        self.each(Unary::QuantizeToHalf, value)
    }

    fn access_index(
        &mut self,
        instance: &mut Instance<'m>,
        base: Handle<Expression>,
        index: u32,
        own: naga::Span,
    ) -> Result<Lowered, KernelError> {
        match self.lowered(instance, base)? {
            Lowered::Place(place) => match place.part(self.module, index) {
                // An index past the known part of a runtime-sized array is checked like any other.
                Some(part) if place.shape.part_count(self.module).is_some() => {
                    Ok(Lowered::Place(part))
                }
                _ => {
                    let index = self.builder.constant(index)?;
                    self.builder.sites.pointer = own;
                    self.element(place, index)
                }
            },
            Lowered::Value(value) => {
                let part = instance
                    .shape(base)
                    .and_then(|shape| shape.part(self.module, index));
                let part = part.ok_or_else(|| self.builder.unsupported("a part of this value"))?;
                let words = part.shape.words(self.module).unwrap_or(0);
                Ok(Lowered::Value(
                    value[part.word_offset as usize..][..words as usize].to_vec(),
                ))
            }
        }
    }

    fn access(
        &mut self,
        instance: &mut Instance<'m>,
        base: Handle<Expression>,
        index: Handle<Expression>,
        own: naga::Span,
    ) -> Result<Lowered, KernelError> {
        let index = self.value(instance, index)?[0];
        let base_lowered = self.lowered(instance, base)?;
        self.builder.sites.pointer = own;
        match base_lowered {
            Lowered::Place(place) => self.element(place, index),
            Lowered::Value(value) => {
                // A value that is indexed needs consecutive registers, as a variable has them.
                let shape = instance
                    .shape(base)
                    .ok_or_else(|| self.builder.unsupported("an index into this value"))?;
                let place = self.new_variable(None, shape)?;
                place.store(self.module, &mut self.builder, &value)?;
                let Lowered::Place(element) = self.element(place, index)? else {
                    return Err(self.builder.unsupported("an index into this value"));
                };
                element
                    .load(self.module, &mut self.builder)
                    .map(Lowered::Value)
            }
        }
    }

    fn element(
        &mut self,
        place: super::place::Place,
        index: Register,
    ) -> Result<Lowered, KernelError> {
        place
            .element(self.module, &mut self.builder, &self.bindings, index)
            .map(Lowered::Place)
    }

    pub(super) fn place(
        &mut self,
        instance: &mut Instance<'m>,
        pointer: Handle<Expression>,
    ) -> Result<super::place::Place, KernelError> {
        match self.lowered(instance, pointer)? {
            Lowered::Place(place) => Ok(place),
            Lowered::Value(_) => Err(self.builder.unsupported("this pointer")),
        }
    }

    pub(super) fn scalar_of(
        &self,
        instance: &Instance<'m>,
        handle: Handle<Expression>,
    ) -> Result<ScalarType, KernelError> {
        instance
            .shape(handle)
            .and_then(|shape| Self::scalar_kind(shape, self.module))
            .ok_or_else(|| self.builder.unsupported("an operation on this type"))
    }

    fn unary(
        &mut self,
        instance: &mut Instance<'m>,
        op: UnaryOperator,
        operand: Handle<Expression>,
    ) -> Result<Vec<Register>, KernelError> {
        let function = match (op, self.scalar_of(instance, operand)?) {
            (UnaryOperator::Negate, ScalarType::F32 | ScalarType::F16) => Unary::NegateFloat,
            (UnaryOperator::Negate, _) => Unary::NegateInt,
            (UnaryOperator::LogicalNot, _) => Unary::Not,
            (UnaryOperator::BitwiseNot, _) => Unary::Complement,
        };
        let operand = self.value(instance, operand)?;
        operand
            .into_iter()
            .map(|a| self.apply_unary(function, a))
            .collect()
    }

    fn binary(
        &mut self,
        instance: &mut Instance<'m>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Result<Vec<Register>, KernelError> {
        use ScalarType::{F16, F32, I32};
        let scalar = self.scalar_of(instance, left)?;
        self.scalar_of(instance, right)?;
        // `a > b` is `b < a`.
        let (function, exchange) = match (op, scalar) {
            (BinaryOperator::Add, F32 | F16) => (Binary::AddFloat, false),
            (BinaryOperator::Add, _) => (Binary::Add, false),
            (BinaryOperator::Subtract, F32 | F16) => (Binary::SubtractFloat, false),
            (BinaryOperator::Subtract, _) => (Binary::Subtract, false),
            (BinaryOperator::Multiply, F32 | F16) => (Binary::MultiplyFloat, false),
            (BinaryOperator::Multiply, _) => (Binary::Multiply, false),
            (BinaryOperator::Divide, F32 | F16) => (Binary::DivideFloat, false),
            (BinaryOperator::Divide, I32) => (Binary::DivideInt, false),
            (BinaryOperator::Divide, _) => (Binary::DivideUint, false),
            (BinaryOperator::Modulo, F32 | F16) => (Binary::ModuloFloat, false),
            (BinaryOperator::Modulo, I32) => (Binary::ModuloInt, false),
            (BinaryOperator::Modulo, _) => (Binary::ModuloUint, false),
            (BinaryOperator::Equal, F32 | F16) => (Binary::EqualFloat, false),
            (BinaryOperator::Equal, _) => (Binary::Equal, false),
            (BinaryOperator::NotEqual, F32 | F16) => (Binary::NotEqualFloat, false),
            (BinaryOperator::NotEqual, _) => (Binary::NotEqual, false),
            (BinaryOperator::Less, F32 | F16) => (Binary::LessFloat, false),
            (BinaryOperator::Less, I32) => (Binary::LessInt, false),
            (BinaryOperator::Less, _) => (Binary::LessUint, false),
            (BinaryOperator::LessEqual, F32 | F16) => (Binary::LessEqualFloat, false),
            (BinaryOperator::LessEqual, I32) => (Binary::LessEqualInt, false),
            (BinaryOperator::LessEqual, _) => (Binary::LessEqualUint, false),
            (BinaryOperator::Greater, F32 | F16) => (Binary::LessFloat, true),
            (BinaryOperator::Greater, I32) => (Binary::LessInt, true),
            (BinaryOperator::Greater, _) => (Binary::LessUint, true),
            (BinaryOperator::GreaterEqual, F32 | F16) => (Binary::LessEqualFloat, true),
            (BinaryOperator::GreaterEqual, I32) => (Binary::LessEqualInt, true),
            (BinaryOperator::GreaterEqual, _) => (Binary::LessEqualUint, true),
            (BinaryOperator::And | BinaryOperator::LogicalAnd, _) => (Binary::And, false),
            (BinaryOperator::InclusiveOr | BinaryOperator::LogicalOr, _) => (Binary::Or, false),
            (BinaryOperator::ExclusiveOr, _) => (Binary::ExclusiveOr, false),
            (BinaryOperator::ShiftLeft, _) => (Binary::ShiftLeft, false),
            (BinaryOperator::ShiftRight, I32) => (Binary::ShiftRightInt, false),
            (BinaryOperator::ShiftRight, _) => (Binary::ShiftRightUint, false),
        };
        let shapes = (instance.shape(left), instance.shape(right));
        let (left, right) = (self.value(instance, left)?, self.value(instance, right)?);
        if op == BinaryOperator::Multiply {
            match (self.matrix(shapes.0), self.matrix(shapes.1)) {
                (None, None) => {}
                (Some((columns, rows)), None) if right.len() > 1 => {
                    return self.matrix_times_vector(&left, &right, columns, rows);
                }
                (None, Some((columns, rows))) if left.len() > 1 => {
                    return (0..columns)
                        .map(|column| self.dot(F32, &left, &right[column * rows..][..rows]))
                        .collect();
                }
                (Some((columns, rows)), Some(_)) => {
                    let mut product = Vec::new();
                    for column in right.chunks(columns) {
                        product.extend(self.matrix_times_vector(&left, column, columns, rows)?);
                    }
                    return Ok(product);
                }
                // A scalar is combined with every component.
                (Some(_), None) | (None, Some(_)) => {}
            }
        }
        if exchange {
            self.pairs(function, &right, &left)
        } else {
            self.pairs(function, &left, &right)
        }
    }

    /// Adds the columns, each times its component of the vector.
    fn matrix_times_vector(
        &mut self,
        matrix: &[Register],
        vector: &[Register],
        columns: usize,
        rows: usize,
    ) -> Result<Vec<Register>, KernelError> {
        (0..rows)
            .map(|row| {
                let across: Vec<_> = (0..columns)
                    .map(|column| matrix[column * rows + row])
                    .collect();
                self.dot(ScalarType::F32, &across, vector)
            })
            .collect()
    }

    fn fold(&mut self, function: Binary, value: &[Register]) -> Result<Register, KernelError> {
        let (&first, rest) = value
            .split_first()
            .ok_or_else(|| self.builder.unsupported("an empty vector"))?;
        rest.iter()
            .try_fold(first, |all, &next| self.apply(function, all, next))
    }

    fn convert(
        &mut self,
        instance: &mut Instance<'m>,
        operand: Handle<Expression>,
        kind: ScalarKind,
        convert: Option<naga::Bytes>,
    ) -> Result<Vec<Register>, KernelError> {
        use ScalarType::{Bool, F16, F32, I32, Narrow, U32};
        let from = self.scalar_of(instance, operand)?;
        let value = self.value(instance, operand)?;
        let to = match kind {
            ScalarKind::Sint => I32,
            ScalarKind::Uint => U32,
            ScalarKind::Float => F32,
            ScalarKind::Bool => Bool,
            ScalarKind::AbstractInt | ScalarKind::AbstractFloat => return Ok(value),
        };
        let function = match (convert, from, to) {
            // Without a width, a bitcast: the bits stay the same.
            (None, ..) => return Ok(value),
            (Some(width), ..) if width != 4 && to != Bool && (width, to) != (2, F32) => {
                return Err(self
                    .builder
                    .unsupported("numbers that are not 32 bits wide"));
            }
            (_, I32 | U32 | Bool, I32 | U32) | (_, F32 | F16, F32 | F16) | (_, Bool, Bool) => {
                return Ok(value);
            }
            // Registers hold numbers of 32 bits only.
            (_, Narrow(_), _) | (_, _, Narrow(_)) => return Ok(value),
            (_, I32, F32 | F16) => Unary::FloatFromInt,
            (_, U32, F32 | F16) => Unary::FloatFromUint,
            (_, Bool, F32 | F16) => Unary::FloatFromBool,
            (_, F32 | F16, I32) => Unary::IntFromFloat,
            (_, F32 | F16, U32) => Unary::UintFromFloat,
            (_, I32 | U32, Bool) => Unary::BoolFromBits,
            (_, F32 | F16, Bool) => Unary::BoolFromFloat,
        };
        value
            .into_iter()
            .map(|a| self.apply_unary(function, a))
            .collect()
    }

    pub(super) fn apply_unary(
        &mut self,
        function: Unary,
        a: Register,
    ) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder
            .push_pure(Op::Unary { function, to, a }, to, &[a])
    }

    pub(super) fn apply(
        &mut self,
        function: Binary,
        a: Register,
        b: Register,
    ) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder
            .push_pure(Op::Binary { function, to, a, b }, to, &[a, b])
    }

    pub(super) fn ternary(
        &mut self,
        function: Ternary,
        a: Register,
        b: Register,
        c: Register,
    ) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder.push_pure(
            Op::Ternary {
                function,
                to,
                a,
                b,
                c,
            },
            to,
            &[a, b, c],
        )
    }
}
