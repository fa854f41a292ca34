//! Lowers expressions: each scalar of a value gets a register.

use super::{Compiler, Lowered};
use crate::compile::place::Place;
use crate::compile::shape::{Shape, scalar_type};
use crate::program::{Binary, Check, KernelError, Op, Register, ScalarType, Ternary, Unary};
use wgsl::{
    Binary as Operator, Binding, Expr, ExprKind, Info, Kind, Meaning, Num, Scalar, Span, Time, Ty, Unary as Prefix,
    Value,
};

impl<'c> Compiler<'c> {
    pub(super) fn info(&self, expression: Expr) -> &'c Info {
        &self.checked.infos[expression.index()]
    }

    pub(super) fn span(&self, expression: Expr) -> Span {
        self.checked.tree.span(expression)
    }

    /// Returns the type of an expression's value; of a pointer, the type that it leads to.
    pub(super) fn shape(&self, expression: Expr) -> Shape {
        let info = self.info(expression);
        match info.target.or(info.ty) {
            Some(ty) => match self.types.kind(ty) {
                Kind::Reference(_, to, _) | Kind::Pointer(_, to, _) => Shape::Ty(to),
                _ => Shape::Ty(ty),
            },
            None => Shape::Scalar(Scalar::U32),
        }
    }

    /// Returns the scalar type that operators on a value use.
    pub(super) fn scalar_of(&self, shape: Shape) -> Result<ScalarType, KernelError> {
        let leaf = shape.leaf(self.types);
        leaf.map(scalar_type)
            .ok_or_else(|| self.builder.unsupported("an operation on this type"))
    }

    /// Returns true for a type whose values are places: pointers, textures and samplers.
    pub(super) fn is_place(&self, ty: Ty) -> bool {
        matches!(
            self.types.kind(ty),
            Kind::Pointer(..) | Kind::Texture(_) | Kind::Sampler | Kind::SamplerComparison
        )
    }

    /// Returns the registers of an expression's value, and adds the instructions that compute it. A variable is read.
    pub(super) fn value(&mut self, expression: Expr) -> Result<Vec<Register>, KernelError> {
        match self.lowered(expression)? {
            Lowered::Value(value) => Ok(value),
            Lowered::Place(place) => {
                let inner_span = self.span(expression);
                let span = std::mem::replace(&mut self.builder.span, inner_span);
                let value = place.load(self.types, &mut self.builder)?;
                self.builder.span = span;
                Ok(value)
            }
        }
    }

    /// Returns the values of operands, which are evaluated in order. What was read from a variable is copied if a later
    /// operand calls a function, which may change the variable.
    pub(super) fn values(&mut self, operands: &[Expr]) -> Result<Vec<Vec<Register>>, KernelError> {
        let mut values = Vec::with_capacity(operands.len());
        for (number, &operand) in operands.iter().enumerate() {
            let value = self.value(operand)?;
            let rest = &operands[number + 1..];
            values.push(if rest.iter().any(|&later| self.has_call(later)) {
                self.kept(value)?
            } else {
                value
            });
        }
        Ok(values)
    }

    /// Returns the target of a pointer or of a reference to memory.
    pub(super) fn place(&mut self, expression: Expr) -> Result<Place, KernelError> {
        match self.lowered(expression)? {
            Lowered::Place(place) => Ok(place),
            Lowered::Value(_) => self.unsupported("this pointer"),
        }
    }

    pub(super) fn lowered(&mut self, expression: Expr) -> Result<Lowered, KernelError> {
        let info = self.info(expression);
        if let Some(value) = &info.value {
            self.check_known(expression)?;
            return self.known(value, info.target).map(Lowered::Value);
        }
        let inner_span = self.span(expression);
        let span = std::mem::replace(&mut self.builder.span, inner_span);
        let lowered = self.lower(expression, info)?;
        self.builder.span = span;
        Ok(lowered)
    }

    /// Emits the check that an access begins at a whole element, also where the number of the element is known.
    fn check_known(&mut self, expression: Expr) -> Result<(), KernelError> {
        let origins = self.marks.origins.as_ref();
        let span = self.span(expression);
        if self.info(expression).value.is_some()
            && let ExprKind::Binary { left, right, .. } = *self.checked.tree.kind(expression)
            && origins.is_some_and(|origins| origins.whole(span).is_some())
        {
            let number = |side: Expr| Some(self.info(side).value.as_ref()?.first().integer());
            let numbers = [left, right].map(|side| number(side).map(|number| number as u32));
            if let [Some(position), Some(every)] = numbers
                && !position.is_multiple_of(every)
            {
                let operands = [self.builder.constant(position)?, self.builder.constant(every)?];
                self.check(span, Check::Whole, (&operands[..1], &operands[1..]))?;
            }
        }
        Ok(())
    }

    /// Returns the registers of a value that is known when the text is compiled.
    fn known(&mut self, value: &Value, target: Option<Ty>) -> Result<Vec<Register>, KernelError> {
        let to = target.and_then(|ty| self.types.element_scalar(ty));
        let numbers = value.numbers.iter().map(|&number| {
            let to = to.unwrap_or(number.scalar().concrete());
            let is_abstract = number.scalar().is_abstract();
            bits(if is_abstract {
                number.convert(to.concrete()).unwrap_or(number)
            } else {
                number
            })
        });
        numbers.map(|bits| self.builder.constant(bits)).collect()
    }

    fn lower(&mut self, expression: Expr, info: &'c Info) -> Result<Lowered, KernelError> {
        let value = match self.checked.tree.kind(expression) {
            ExprKind::Parenthesis(inner) => return self.lowered(*inner),
            ExprKind::Name(_) => return self.named(expression, info),
            ExprKind::Unary {
                operator: Prefix::AddressOf,
                operand,
            } => return self.place(*operand).map(Lowered::Place),
            ExprKind::Unary {
                operator: Prefix::Indirection,
                operand,
            } => {
                let place = self.place(*operand)?;
                return Ok(Lowered::Place(place.made_by(self.span(expression))));
            }
            ExprKind::Index { base, index } => return self.index(expression, *base, *index),
            ExprKind::Member { base, member } => {
                return self.member(expression, *base, member.text);
            }
            ExprKind::Unary { operator, operand } => self.prefix(expression, *operator, *operand)?,
            ExprKind::Binary { .. } => self.operators(expression)?,
            ExprKind::Call { arguments, .. } => match info.meaning {
                Meaning::Call(function) => self.call(expression, function, arguments)?,
                Meaning::Builtin(builtin) => self.builtin(expression, builtin, arguments)?,
                _ => self.construct(expression, arguments)?,
            },
            ExprKind::Literal(_) => return self.unsupported("this number"),
        };
        Ok(Lowered::Value(value))
    }

    fn named(&mut self, expression: Expr, info: &'c Info) -> Result<Lowered, KernelError> {
        let Meaning::Variable(index) = info.meaning else {
            return self.unsupported("this name");
        };
        let variable = &self.checked.variables[index as usize];
        match (variable.binding, variable.initial) {
            (Binding::Const, Some(initial)) => return self.value(initial).map(Lowered::Value),
            (Binding::Override, _) => {
                let register = self.override_registers.get(&index).copied();
                let register = register.ok_or_else(|| self.builder.unsupported("this override"))?;
                return Ok(Lowered::Value(vec![register]));
            }
            _ => {}
        }
        let lowered = if variable.is_global {
            self.globals.get(&index).copied().map(Lowered::Place)
        } else {
            self.call.locals.get(&index).cloned()
        };
        match lowered {
            Some(Lowered::Place(place)) => Ok(Lowered::Place(place.made_by(self.span(expression)))),
            Some(lowered) => Ok(lowered),
            None => self.unsupported("this variable"),
        }
    }

    fn index(&mut self, expression: Expr, base: Expr, index: Expr) -> Result<Lowered, KernelError> {
        self.check_known(index)?;
        let span = self.span(expression);
        let outer = self.lowered(base)?;
        let outer = match (outer, self.has_call(index)) {
            (Lowered::Value(value), true) => Lowered::Value(self.kept(value)?),
            (outer, _) => outer,
        };
        let known_index = self.info(index).value.as_ref().map(|value| value.first().integer());
        if let Some(known_index) = known_index.and_then(|known_index| u32::try_from(known_index).ok()) {
            return self.part(expression, (base, outer), known_index);
        }
        let index = self.scalar(index)?;
        let place = match outer {
            Lowered::Place(place) => place.made_by(span),
            Lowered::Value(value) if self.are_known(&value) && self.are_known(&[index]) => {
                return self.chosen(base, &value, index).map(Lowered::Value);
            }
            Lowered::Value(value) => {
                // A value that is indexed needs consecutive registers, as a variable has them.
                let place = self.new_variable(None, self.shape(base))?.made_by(span);
                place.store(self.types, &mut self.builder, &value)?;
                let element = place.element(self.types, &mut self.builder, &self.bindings, index)?;
                let value = element.load(self.types, &mut self.builder)?;
                return Ok(Lowered::Value(value));
            }
        };
        self.builder.sites.discarded = self.discarded.contains(&expression);
        let element = place.element(self.types, &mut self.builder, &self.bindings, index);
        self.builder.sites.discarded = false;
        element.map(Lowered::Place)
    }

    fn are_known(&self, registers: &[Register]) -> bool {
        registers.iter().all(|&part| self.builder.is_known(part))
    }

    /// Returns an element of a value that is known before the dispatch, where there is no memory to index.
    fn chosen(&mut self, base: Expr, value: &[Register], index: Register) -> Result<Vec<Register>, KernelError> {
        let elements = self.shape(base).elements(self.types);
        let words = elements.map_or(1, |elements| elements.stride_words as usize);
        let mut elements = value.chunks(words);
        let mut result = elements.next().unwrap_or_default().to_vec();
        for (number, element) in (1..).zip(elements) {
            let number = self.builder.constant(number)?;
            let is_it = self.apply(Binary::Equal, index, number)?;
            for (old, &new) in result.iter_mut().zip(element) {
                *old = self.ternary(Ternary::Select, new, *old, is_it)?;
            }
        }
        Ok(result)
    }

    /// Lowers an access to a part with a known index.
    fn part(&mut self, expression: Expr, (base, outer): (Expr, Lowered), index: u32) -> Result<Lowered, KernelError> {
        let span = self.span(expression);
        match outer {
            Lowered::Place(place) => {
                let place = place.made_by(span);
                // An index into an array whose length is not known is checked like any other.
                match place.part(self.types, index) {
                    Some(part) if place.shape.part_count(self.types).is_some() => Ok(Lowered::Place(part)),
                    _ => {
                        let index = self.builder.constant(index)?;
                        let element = place.element(self.types, &mut self.builder, &self.bindings, index)?;
                        Ok(Lowered::Place(element))
                    }
                }
            }
            Lowered::Value(value) => {
                let part = self.shape(base).part(self.types, index);
                let words_of_part = part.and_then(|part| {
                    let words = part.shape.words(self.types)? as usize;
                    value.get(part.word_offset as usize..)?.get(..words).map(<[_]>::to_vec)
                });
                match words_of_part {
                    Some(value) => Ok(Lowered::Value(value)),
                    None => self.unsupported("a part of this value"),
                }
            }
        }
    }

    fn member(&mut self, expression: Expr, base: Expr, name: &str) -> Result<Lowered, KernelError> {
        let shape = self.shape(base);
        let Shape::Vector(..) = shape.plain(self.types) else {
            let Some(index) = shape.member(self.types, name) else {
                return self.unsupported("this member");
            };
            let outer = self.lowered(base)?;
            return self.part(expression, (base, outer), index);
        };
        let components = wgsl::swizzle(name).unwrap_or_default();
        if let [component] = components[..] {
            let outer = self.lowered(base)?;
            return self.part(expression, (base, outer), u32::from(component));
        }
        let vector = match self.lowered(base)? {
            Lowered::Value(value) => value,
            Lowered::Place(place) => place.load(self.types, &mut self.builder)?,
        };
        let picked = components.iter().map(|&component| vector[usize::from(component)]);
        Ok(Lowered::Value(picked.collect()))
    }

    fn prefix(&mut self, expression: Expr, operator: Prefix, operand: Expr) -> Result<Vec<Register>, KernelError> {
        let shape = self.shape(operand);
        let scalar = self.scalar_of(shape)?;
        let function = match (operator, scalar) {
            (Prefix::Negate, ScalarType::F32 | ScalarType::F16) => Unary::NegateFloat,
            (Prefix::Negate, _) => Unary::NegateInt,
            (Prefix::Not, _) => Unary::Not,
            _ => Unary::Complement,
        };
        let value = self.value(operand)?;
        if (operator, scalar) == (Prefix::Negate, ScalarType::I32) {
            let span = self.span(expression);
            self.check(span, crate::program::Check::Negate, (&value, &value))?;
        }
        let result = self.each(function, &value)?;
        self.rounded_as(shape, result)
    }

    /// Lowers a chain of operators, `a + b + c`: from the innermost left side on, so that a long one needs no deep stack.
    fn operators(&mut self, expression: Expr) -> Result<Vec<Register>, KernelError> {
        let mut chain = Vec::new();
        let mut innermost = expression;
        while let ExprKind::Binary { operator, left, right } = *self.checked.tree.kind(innermost)
            && (self.info(innermost).value.is_none())
        {
            chain.push((innermost, operator, left, right));
            innermost = left;
        }
        let mut value = self.value(innermost)?;
        for (whole, operator, left, right) in chain.into_iter().rev() {
            let span = self.span(whole);
            self.builder.span = span;
            value = match operator {
                // The left side decides: it is the result.
                Operator::LogicalAnd | Operator::LogicalOr if self.info(right).skipped => value,
                Operator::LogicalAnd | Operator::LogicalOr => {
                    vec![self.logical(operator, value[0], right)?]
                }
                _ => {
                    let before = if self.has_call(right) { self.kept(value)? } else { value };
                    let after = self.value(right)?;
                    self.builder.span = span;
                    let shapes = (self.shape(left), self.shape(right));
                    let result = self.operate(operator, shapes, (&before, &after), span)?;
                    self.rounded_as(self.shape(whole), result)?
                }
            };
        }
        Ok(value)
    }

    /// Lowers `&&` and `||`. If the right side neither reads memory nor calls a function, all lanes evaluate it: that has
    /// no effect then, and compilers do the same.
    fn logical(&mut self, operator: Operator, left: Register, right: Expr) -> Result<Register, KernelError> {
        let is_or = operator == Operator::LogicalOr;
        // The prologue computes expressions of overrides before the dispatch, and it has no branches.
        if self.is_pure(right) || self.info(right).time < Time::Runtime {
            let outer = self.guards.len();
            if self.marks.origins.is_some() {
                self.guards.push((left, !is_or));
            }
            let right = self.scalar(right)?;
            self.guards.truncate(outer);
            let from = self.apply(if is_or { Binary::Or } else { Binary::And }, left, right)?;
            if self.builder.is_known(from) {
                return Ok(from);
            }
            // The result counts as a move, as it does where a branch gives it.
            let to = self.builder.register()?;
            self.builder.push(Op::Set { to, from })?;
            return Ok(to);
        }
        let condition = if is_or {
            self.apply_unary(Unary::Not, left)?
        } else {
            left
        };
        self.short_circuit(condition, right, is_or)
    }

    /// Applies an operator to values of two shapes. `span` is the place of the operation.
    pub(super) fn operate(
        &mut self,
        operator: Operator,
        (left_shape, right_shape): (Shape, Shape),
        (left, right): (&[Register], &[Register]),
        span: Span,
    ) -> Result<Vec<Register>, KernelError> {
        use ScalarType::F32;
        let scalar = self.scalar_of(left_shape)?;
        if let Some(check) = self.check_of(operator, scalar, span) {
            self.check(span, check, (left, right))?;
        }
        if operator == Operator::Divide {
            self.check(span, Check::Whole, (left, right))?;
        }
        if operator == Operator::Multiply {
            match (left_shape.matrix(self.types), right_shape.matrix(self.types)) {
                (None, None) => {}
                (Some((columns, rows)), None) if right.len() > 1 => {
                    return self.matrix_times_vector(left, right, columns, rows);
                }
                (None, Some((columns, rows))) if left.len() > 1 => {
                    return (0..columns)
                        .map(|column| self.dot(F32, left, &right[column * rows..][..rows]))
                        .collect();
                }
                (Some((columns, rows)), Some(_)) => {
                    let mut product = Vec::new();
                    for column in right.chunks(columns) {
                        product.extend(self.matrix_times_vector(left, column, columns, rows)?);
                    }
                    return Ok(product);
                }
                // A scalar is combined with every component.
                (Some(_), None) | (None, Some(_)) => {}
            }
        }
        match function_of(operator, scalar) {
            (function, Order::Exchanged) => self.pairs(function, right, left),
            (function, Order::AsWritten) => self.pairs(function, left, right),
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
                let across: Vec<_> = (0..columns).map(|column| matrix[column * rows + row]).collect();
                self.dot(ScalarType::F32, &across, vector)
            })
            .collect()
    }

    /// Rounds a result to the nearest 16-bit floats, if its type has these.
    pub(super) fn rounded_as(&mut self, shape: Shape, value: Vec<Register>) -> Result<Vec<Register>, KernelError> {
        if shape.is_half(self.types) {
            self.each(Unary::QuantizeToHalf, &value)
        } else {
            Ok(value)
        }
    }

    pub(super) fn apply_unary(&mut self, function: Unary, a: Register) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder.push_pure(Op::Unary { function, to, a }, to, &[a])
    }

    pub(super) fn apply(&mut self, function: Binary, a: Register, b: Register) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder.push_pure(Op::Binary { function, to, a, b }, to, &[a, b])
    }

    pub(super) fn ternary(
        &mut self,
        function: Ternary,
        a: Register,
        b: Register,
        c: Register,
    ) -> Result<Register, KernelError> {
        let to = self.builder.register()?;
        self.builder
            .push_pure(Op::Ternary { function, to, a, b, c }, to, &[a, b, c])
    }

    /// Applies an operator to each component.
    pub(super) fn each(&mut self, function: Unary, a: &[Register]) -> Result<Vec<Register>, KernelError> {
        a.iter().map(|&a| self.apply_unary(function, a)).collect()
    }

    /// Applies an operator to pairs of components; a scalar is combined with all components of the other side.
    pub(super) fn pairs(
        &mut self,
        function: Binary,
        a: &[Register],
        b: &[Register],
    ) -> Result<Vec<Register>, KernelError> {
        let pick = |value: &[Register], word: usize| value[if value.len() == 1 { 0 } else { word }];
        (0..a.len().max(b.len()))
            .map(|word| self.apply(function, pick(a, word), pick(b, word)))
            .collect()
    }
}

/// Returns the bits of a number in a register. A 16-bit float is held as one of 32 bits.
fn bits(number: Num) -> u32 {
    match number {
        Num::F16(value) => value.to_bits(),
        Num::AbstractFloat(value) => (value as f32).to_bits(),
        other => other.bits().unwrap_or(other.integer() as u32),
    }
}

/// The order of the operands of an instruction.
#[derive(Clone, Copy)]
enum Order {
    AsWritten,
    Exchanged,
}

/// Returns the instruction of an operator. `a > b` is `b < a`.
fn function_of(operator: Operator, scalar: ScalarType) -> (Binary, Order) {
    use Operator as O;
    use ScalarType::{F16, F32, I32};
    let function = match (operator, scalar) {
        (O::Add, F32 | F16) => Binary::AddFloat,
        (O::Add, _) => Binary::Add,
        (O::Subtract, F32 | F16) => Binary::SubtractFloat,
        (O::Subtract, _) => Binary::Subtract,
        (O::Multiply, F32 | F16) => Binary::MultiplyFloat,
        (O::Multiply, _) => Binary::Multiply,
        (O::Divide, F32 | F16) => Binary::DivideFloat,
        (O::Divide, I32) => Binary::DivideInt,
        (O::Divide, _) => Binary::DivideUint,
        (O::Remainder, F32 | F16) => Binary::ModuloFloat,
        (O::Remainder, I32) => Binary::ModuloInt,
        (O::Remainder, _) => Binary::ModuloUint,
        (O::Equal, F32 | F16) => Binary::EqualFloat,
        (O::Equal, _) => Binary::Equal,
        (O::NotEqual, F32 | F16) => Binary::NotEqualFloat,
        (O::NotEqual, _) => Binary::NotEqual,
        (O::Less | O::Greater, F32 | F16) => Binary::LessFloat,
        (O::Less | O::Greater, I32) => Binary::LessInt,
        (O::Less | O::Greater, _) => Binary::LessUint,
        (O::LessEqual | O::GreaterEqual, F32 | F16) => Binary::LessEqualFloat,
        (O::LessEqual | O::GreaterEqual, I32) => Binary::LessEqualInt,
        (O::LessEqual | O::GreaterEqual, _) => Binary::LessEqualUint,
        (O::And | O::LogicalAnd, _) => Binary::And,
        (O::Or | O::LogicalOr, _) => Binary::Or,
        (O::ExclusiveOr, _) => Binary::ExclusiveOr,
        (O::ShiftLeft, _) => Binary::ShiftLeft,
        (O::ShiftRight, I32) => Binary::ShiftRightInt,
        (O::ShiftRight, _) => Binary::ShiftRightUint,
    };
    let order = match operator {
        O::Greater | O::GreaterEqual => Order::Exchanged,
        _ => Order::AsWritten,
    };
    (function, order)
}
