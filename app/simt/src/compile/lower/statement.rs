//! Lowers statements one by one.

use super::{Compiler, Lowered};
use crate::compile::shape::Shape;
use crate::program::{KernelError, Op, Register};
use wgsl::{Binary, Binding, Block, Expr, ExprKind, Kind, Meaning, Statement, StatementKind, Ty, VariableDeclaration};

impl<'c> Compiler<'c> {
    pub(super) fn block(&mut self, block: &'c Block<'c>) -> Result<(), KernelError> {
        block
            .statements
            .iter()
            .try_for_each(|statement| self.statement(statement))
    }

    pub(super) fn statement(&mut self, statement: &'c Statement<'c>) -> Result<(), KernelError> {
        self.builder.span = statement.span;
        match &statement.kind {
            StatementKind::Empty | StatementKind::ConstAssert(_) => Ok(()),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Declaration(declaration) => self.declaration(declaration),
            StatementKind::Assign { left: None, right, .. } => self.phony(*right),
            StatementKind::Assign {
                left: Some(left),
                operator,
                right,
            } => self.assign(statement, *left, *operator, *right),
            StatementKind::Step { left, operator } => self.step(statement, *left, *operator),
            StatementKind::Call(call) => self.value(*call).map(|_| ()),
            StatementKind::If {
                branches, otherwise, ..
            } => self.branch(branches, otherwise.as_ref()),
            StatementKind::Switch { selector, cases, .. } => self.switch(*selector, cases),
            StatementKind::Loop { body, continuing, .. } => self.loop_(body, continuing.as_ref()),
            StatementKind::For {
                start,
                condition,
                update,
                body,
                ..
            } => {
                if let Some(start) = start {
                    self.statement(start)?;
                }
                self.builder.span = statement.span;
                self.loop_with(*condition, body, update.as_deref())
            }
            StatementKind::While { condition, body, .. } => self.loop_with(Some(*condition), body, None),
            StatementKind::Break => self.builder.push(Op::Break),
            StatementKind::Continue => self.builder.push(Op::Continue),
            StatementKind::Return(value) => {
                if let Some(value) = value {
                    let value = self.value(*value)?;
                    for (to, from) in self.call.result.clone().into_iter().zip(value) {
                        self.builder.push(Op::Set { to, from })?;
                    }
                }
                self.builder.push(Op::Return)
            }
            StatementKind::Discard => self.unsupported("`discard`"),
        }
    }

    /// Lowers `_ = right`. A value without instructions of its own is moved, so that the statement takes a step.
    fn phony(&mut self, right: Expr) -> Result<(), KernelError> {
        let info = &self.checked.infos[right.index()];
        if info.value.is_some() {
            return Ok(());
        }
        if info.ty.is_some_and(|ty| self.is_place(self.types.loaded(ty))) {
            return self.lowered(right).map(|_| ());
        }
        let before = self.builder.here();
        let value = self.value(right)?;
        if self.is_alias(right) || self.builder.here() > before {
            Ok(())
        } else {
            self.moved(value).map(|_| ())
        }
    }

    fn declaration(&mut self, declaration: &'c VariableDeclaration<'c>) -> Result<(), KernelError> {
        let Some(&variable) = self.checked.declared.get(&declaration.name.span.start) else {
            return Ok(());
        };
        let ty = self.checked.variables[variable as usize].ty;
        match (declaration.binding, declaration.initial) {
            (Binding::Let, Some(initial)) => {
                let span = self.builder.span;
                let lowered = if self.is_place(ty) {
                    Lowered::Place(self.place(initial)?)
                } else {
                    Lowered::Value(self.value(initial)?)
                };
                self.builder.span = span;
                // Giving a name to what is loaded counts as a move, as it does where a variable is read.
                let lowered = match lowered {
                    Lowered::Value(value) if self.is_in_memory(initial) => Lowered::Value(self.moved(value)?),
                    other => other,
                };
                let lowered = if self.is_alias(initial) {
                    lowered
                } else {
                    self.name(declaration.name.text, ty, lowered)?
                };
                self.call.locals.insert(variable, lowered);
                Ok(())
            }
            (Binding::Var, initial) => {
                let value = match initial {
                    Some(initial) => Some(self.value(initial)?),
                    // Registers start as zero, and an iteration must find them so, too.
                    None if self.call.loops > 0 => {
                        let words = Shape::Ty(ty).words(self.types).unwrap_or(0);
                        Some(self.zeros(words)?)
                    }
                    None => None,
                };
                let place = self.declare(variable)?;
                match value {
                    Some(value) => place.store(self.types, &mut self.builder, &value),
                    None => Ok(()),
                }
            }
            (Binding::Let | Binding::Const | Binding::Override, _) => Ok(()),
        }
    }

    /// Returns true for the first value of a `let` that only gives another name to what has one, or to a number.
    fn is_alias(&self, initial: Expr) -> bool {
        let initial = self.checked.tree.bare(initial);
        let info = &self.checked.infos[initial.index()];
        match self.checked.tree.kind(initial) {
            ExprKind::Literal(_) => true,
            ExprKind::Unary {
                operator: wgsl::Unary::AddressOf,
                operand,
            } => {
                let operand = self.checked.tree.bare(*operand);
                matches!(
                    self.checked.tree.kind(operand),
                    ExprKind::Name(_)
                        | ExprKind::Unary {
                            operator: wgsl::Unary::Indirection,
                            ..
                        }
                )
            }
            ExprKind::Name(_) => match info.meaning {
                Meaning::Variable(index) => {
                    let variable = &self.checked.variables[index as usize];
                    let is_pointer = info.ty.is_some_and(|ty| self.is_place(ty));
                    variable.binding != Binding::Var || is_pointer
                }
                _ => false,
            },
            ExprKind::Call { arguments, .. } => {
                let is_zero = info.meaning == Meaning::Constructor && arguments.is_empty();
                is_zero || self.is_known_scalar(initial)
            }
            _ => self.is_known_scalar(initial),
        }
    }

    fn is_known_scalar(&self, expression: Expr) -> bool {
        let info = &self.checked.infos[expression.index()];
        let is_scalar = |ty: Ty| matches!(self.types.kind(ty), Kind::Scalar(_));
        info.value.is_some() && info.ty.is_some_and(is_scalar)
    }

    fn assign(
        &mut self,
        statement: &Statement<'c>,
        left: Expr,
        operator: Option<Binary>,
        right: Expr,
    ) -> Result<(), KernelError> {
        if let Some((base, components)) = self.swizzled_place(left) {
            return self.assign_components(statement, (base, &components), operator, right);
        }
        let place = self.place(left)?;
        let value = match operator {
            None => self.value(right)?,
            Some(operator) => {
                let old = place.load(self.types, &mut self.builder)?;
                self.combined(statement, (left, old), operator, right)?
            }
        };
        self.builder.span = statement.span;
        self.builder.sites.vector = self.vector_of(left);
        place.store(self.types, &mut self.builder, &value)?;
        self.builder.sites.vector = 0;
        Ok(())
    }

    /// Returns the new value of `left += right`, where `left` is loaded already.
    fn combined(
        &mut self,
        statement: &Statement<'c>,
        (left, old): (Expr, Vec<Register>),
        operator: Binary,
        right: Expr,
    ) -> Result<Vec<Register>, KernelError> {
        let old = if self.has_call(right) { self.kept(old)? } else { old };
        let value = self.value(right)?;
        self.builder.span = statement.span;
        let shapes = (self.shape(left), self.shape(right));
        let result = self.operate(operator, shapes, (&old, &value), statement.span)?;
        self.rounded_as(shapes.0, result)
    }

    /// Lowers `v.xy = right`: one store for each component.
    fn assign_components(
        &mut self,
        statement: &Statement<'c>,
        (base, components): (Expr, &[u32]),
        operator: Option<Binary>,
        right: Expr,
    ) -> Result<(), KernelError> {
        let place = self.place(base)?;
        let value = match operator {
            None => self.value(right)?,
            Some(operator) => {
                let whole = place.load(self.types, &mut self.builder)?;
                let old = components.iter().map(|&component| whole[component as usize]).collect();
                self.combined(statement, (base, old), operator, right)?
            }
        };
        self.builder.span = statement.span;
        // A component that is read must not be overwritten before.
        let value = self.kept(value)?;
        self.builder.sites.vector = place.shape.words(self.types).unwrap_or(0);
        for (&component, from) in components.iter().zip(value) {
            let part = place.part(self.types, component);
            let part = part.ok_or_else(|| self.builder.unsupported("this component"))?;
            part.store(self.types, &mut self.builder, &[from])?;
        }
        self.builder.sites.vector = 0;
        Ok(())
    }

    /// Returns the vector in memory and the components that `v.xy` on the left of an assignment means.
    fn swizzled_place(&self, left: Expr) -> Option<(Expr, Vec<u32>)> {
        let ExprKind::Member { base, member } = self.checked.tree.kind(self.checked.tree.bare(left)) else {
            return None;
        };
        let is_vector = matches!(self.shape(*base).plain(self.types), Shape::Vector(..));
        let components = wgsl::swizzle(member.text)?;
        (is_vector && components.len() > 1).then(|| (*base, components.into_iter().map(u32::from).collect()))
    }

    /// Lowers `left++` and `left--`.
    fn step(&mut self, statement: &Statement<'c>, left: Expr, operator: Binary) -> Result<(), KernelError> {
        let place = self.place(left)?;
        let old = place.load(self.types, &mut self.builder)?;
        let one = vec![self.builder.constant(1)?];
        let shape = self.shape(left);
        let value = self.operate(operator, (shape, shape), (&old, &one), statement.span)?;
        self.builder.span = statement.span;
        self.builder.sites.vector = self.vector_of(left);
        place.store(self.types, &mut self.builder, &value)?;
        self.builder.sites.vector = 0;
        Ok(())
    }

    /// Returns the number of components of the vector whose component an expression is; 0 if it is none.
    fn vector_of(&self, expression: Expr) -> u32 {
        match self.checked.tree.kind(self.checked.tree.bare(expression)) {
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => match self.shape(*base).plain(self.types) {
                Shape::Vector(size, _) => u32::from(size),
                _ => 0,
            },
            _ => 0,
        }
    }
}
