//! Checks statements.

use super::{Checker, Entity, Meaning, Time, Variable};
use crate::error::{Result, Span, invalid};
use crate::syntax::{self, Binary, Binding, Block, Continuing, Expr, ExprKind, Statement, StatementKind};
use crate::types::{Access, Kind, Scalar, Space, Ty};
use std::collections::{HashMap, HashSet};

impl<'s> Checker<'s, '_> {
    /// Checks the statements of one scope, which the caller has opened.
    pub(super) fn statements(&mut self, statements: &[Statement<'s>]) -> Result<()> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }

    fn block(&mut self, block: &Block<'s>) -> Result<()> {
        self.only_diagnostics(&block.attributes)?;
        self.scopes.push(HashMap::new());
        let result = self.statements(&block.statements);
        self.scopes.pop();
        result
    }

    fn condition(&mut self, condition: Expr, word: &str) -> Result<()> {
        self.expression(condition)?;
        let ty = self.value_ty(condition)?;
        match self.types.kind(ty) {
            Kind::Scalar(Scalar::Bool) => Ok(()),
            _ => invalid(
                self.span(condition),
                format!(
                    "the condition of {word} must be `bool`; `{}` is `{}`",
                    self.quote(self.span(condition)),
                    self.types.name(ty)
                ),
            ),
        }
    }

    fn statement(&mut self, statement: &Statement<'s>) -> Result<()> {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Empty => Ok(()),
            StatementKind::Block(block) => self.block(block),
            StatementKind::Declaration(variable) => self.local(variable),
            StatementKind::ConstAssert(condition) => self.const_assert(*condition),
            StatementKind::Assign { left: None, right, .. } => self.dropped(*right),
            StatementKind::Assign {
                left: Some(left),
                operator,
                right,
            } => self.assign(*left, *operator, *right, span),
            StatementKind::Step { left, operator } => self.step(*left, *operator, span),
            StatementKind::Call(call) => self.call_statement(*call),
            StatementKind::If {
                attributes,
                branches,
                otherwise,
            } => {
                self.only_diagnostics(attributes)?;
                for branch in branches {
                    self.condition(branch.condition, "`if`")?;
                    self.block(&branch.body)?;
                }
                otherwise.iter().try_for_each(|otherwise| self.block(otherwise))
            }
            StatementKind::Switch {
                attributes,
                selector,
                body_attributes,
                cases,
            } => {
                self.only_diagnostics(attributes)?;
                self.only_diagnostics(body_attributes)?;
                self.switch(*selector, cases, span)
            }
            StatementKind::Loop {
                attributes,
                body,
                continuing,
            } => {
                self.only_diagnostics(attributes)?;
                self.loop_body(body, continuing.as_ref())
            }
            StatementKind::For {
                attributes,
                start,
                condition,
                update,
                body,
            } => {
                self.only_diagnostics(attributes)?;
                self.scopes.push(HashMap::new());
                if let Some(start) = start {
                    self.statement(start)?;
                }
                if let Some(condition) = condition {
                    self.condition(*condition, "`for`")?;
                }
                if let Some(update) = update {
                    self.statement(update)?;
                }
                self.nesting.push(Nest::Loop);
                self.block(body)?;
                self.nesting.pop();
                self.scopes.pop();
                Ok(())
            }
            StatementKind::While {
                attributes,
                condition,
                body,
            } => {
                self.only_diagnostics(attributes)?;
                self.condition(*condition, "`while`")?;
                self.nesting.push(Nest::Loop);
                self.block(body)?;
                self.nesting.pop();
                Ok(())
            }
            StatementKind::Break => self.check_break(span),
            StatementKind::Continue => self.check_continue(span),
            StatementKind::Return(value) => self.return_statement(*value, span),
            StatementKind::Discard => {
                if self.nesting.contains(&Nest::Continuing) {
                    return invalid(span, "`discard` cannot stand in `continuing`");
                }
                if let Some(current) = self.current {
                    self.functions[current as usize].discard.get_or_insert(span);
                }
                Ok(())
            }
        }
    }

    /// Checks the value of `_ = value;`.
    fn dropped(&mut self, value: Expr) -> Result<()> {
        self.expression(value)?;
        let ty = self.info(value).ty.map(|ty| self.types.kind(ty));
        match ty {
            // A pointer, a texture or a sampler may be dropped, too.
            Some(Kind::Pointer(..)) => Ok(()),
            // A value that is known is not computed again, so it needs no type that holds it.
            _ if self.info(value).value.is_some() => Ok(()),
            _ => self.concretize(value).map(|_| ()),
        }
    }

    fn step(&mut self, left: Expr, operator: Binary, span: Span) -> Result<()> {
        self.expression(left)?;
        let ty = self.target(left)?;
        if !matches!(self.types.kind(ty), Kind::Scalar(Scalar::I32 | Scalar::U32)) {
            let symbol = if operator == Binary::Add { "++" } else { "--" };
            return invalid(
                span,
                format!("`{symbol}` is for `i32` and `u32`, not `{}`", self.types.name(ty)),
            );
        }
        Ok(())
    }

    fn loop_body(&mut self, body: &Block<'s>, continuing: Option<&Continuing<'s>>) -> Result<()> {
        self.only_diagnostics(&body.attributes)?;
        self.nesting.push(Nest::Loop);
        self.scopes.push(HashMap::new());
        self.statements(&body.statements)?;
        if let Some(continuing) = continuing {
            self.check_jumps(&body.statements, continuing)?;
            self.only_diagnostics(&continuing.body.attributes)?;
            self.nesting.push(Nest::Continuing);
            self.scopes.push(HashMap::new());
            self.statements(&continuing.body.statements)?;
            if let Some(last) = continuing.break_if {
                self.condition(last.condition, "`break if`")?;
            }
            self.scopes.pop();
            self.nesting.pop();
        }
        self.scopes.pop();
        self.nesting.pop();
        Ok(())
    }

    fn check_break(&self, span: Span) -> Result<()> {
        match self.nesting.last() {
            None => invalid(span, "`break` stands in loops and in `switch` only"),
            Some(Nest::Continuing) => invalid(span, "`break` cannot stand in `continuing`; end it with `break if …;`"),
            Some(_) => Ok(()),
        }
    }

    fn check_continue(&self, span: Span) -> Result<()> {
        let mut around = self.nesting.iter().rev();
        match around.find(|nest| **nest != Nest::Switch) {
            Some(Nest::Loop) => Ok(()),
            Some(_) => invalid(span, "`continue` cannot stand in `continuing`"),
            None => invalid(span, "`continue` stands in loops only"),
        }
    }

    fn return_statement(&mut self, value: Option<Expr>, span: Span) -> Result<()> {
        if self.nesting.contains(&Nest::Continuing) {
            return invalid(span, "`return` cannot stand in `continuing`");
        }
        let Some(current) = self.current else {
            return Ok(());
        };
        let function = &self.functions[current as usize];
        let (name, result) = (function.name.clone(), function.result);
        match (value, result) {
            (None, None) => Ok(()),
            (Some(value), Some(result)) => {
                self.expression(value)?;
                self.convert(value, result, &format!("the result of `{name}`"))
            }
            (Some(value), None) => {
                self.expression(value)?;
                invalid(
                    self.span(value),
                    format!("`{name}` returns nothing, so `return` takes no value"),
                )
            }
            (None, Some(_)) => invalid(span, format!("`{name}` must return a value")),
        }
    }

    /// Declares a name in the innermost scope.
    fn declare(&mut self, name: syntax::Name<'s>, entity: Entity) -> Result<()> {
        let scope = self.scopes.last_mut();
        if let Some(scope) = scope
            && scope.insert(name.text, entity).is_some()
        {
            return invalid(name.span, format!("`{}` is declared twice in this block", name.text));
        }
        Ok(())
    }

    fn local(&mut self, declaration: &syntax::Variable<'s>) -> Result<()> {
        let name = declaration.name;
        if declaration.binding == Binding::Const {
            let entity = self.constant_declaration(declaration, false)?;
            return self.declare(name, entity);
        }
        let is_var = declaration.binding == Binding::Var;
        if let Some(template) = &declaration.template {
            for &argument in template {
                self.expression(argument)?;
            }
            let space = self.word(template[0]).and_then(super::predeclared::space_of);
            if space != Some(Space::Function) || template.len() > 1 {
                return invalid(
                    self.span(template[0]),
                    "variables in functions lie in `function`; declare it outside for another address space",
                );
            }
        }
        let (ty, initial) = self.initial(declaration)?;
        let ty = match initial {
            Some(initial) if declaration.ty.is_none() => {
                let kind = self.types.kind(ty);
                let is_value = matches!(
                    kind,
                    Kind::Pointer(..) | Kind::Texture(_) | Kind::Sampler | Kind::SamplerComparison
                );
                if is_value { ty } else { self.concretize(initial)? }
            }
            _ => ty,
        };
        let is_allowed = match self.types.kind(ty) {
            Kind::Pointer(..) | Kind::Texture(_) | Kind::Sampler | Kind::SamplerComparison => !is_var,
            _ => self.types.is_constructible(ty),
        };
        if !is_allowed {
            return invalid(
                name.span,
                format!("`{}` cannot hold `{}`", name.text, self.types.name(ty)),
            );
        }
        let is_known = !is_var
            && initial
                .is_some_and(|initial| self.info(initial).value.is_some() && self.info(initial).time == Time::Const);
        let index = self.add_variable(Variable {
            name: name.text,
            span: name.span,
            binding: declaration.binding,
            is_global: false,
            is_parameter: false,
            space: Space::Function,
            access: if is_var { Access::ReadWrite } else { Access::Read },
            ty,
            time: Time::Runtime,
            value: None,
            initial,
            slot: None,
            id: None,
            is_known,
        });
        self.declare(name, Entity::Variable(index))
    }

    /// Returns the type of what the left side of an assignment stores to.
    fn target(&mut self, left: Expr) -> Result<Ty> {
        let span = self.span(left);
        let info = self.info(left).clone();
        if let Some(Kind::Reference(_, to, access)) = info.ty.map(|ty| self.types.kind(ty)) {
            if !access.writes() {
                return invalid(span, format!("`{}` can be read only", self.quote(span)));
            }
            if !self.types.is_constructible(to) {
                let name = self.types.name(to);
                return invalid(
                    span,
                    format!("`{}` of type `{name}` cannot be stored as a whole", self.quote(span)),
                );
            }
            return Ok(to);
        }
        // Several components of a vector in memory.
        if let ExprKind::Member { base, member } = self.tree.kind(self.tree.bare(left))
            && let Some(Kind::Reference(_, to, access) | Kind::Pointer(_, to, access)) =
                self.info(*base).ty.map(|ty| self.types.kind(ty))
            && matches!(self.types.kind(to), Kind::Vector(..))
            && let Some(ty) = info.ty
        {
            if !access.writes() {
                return invalid(span, format!("`{}` can be read only", self.quote(span)));
            }
            let letters: HashSet<char> = member.text.chars().collect();
            if letters.len() < member.text.len() {
                return invalid(
                    member.span,
                    format!("`{}` names a component twice, so it cannot be stored to", member.text),
                );
            }
            return Ok(ty);
        }
        let bare = self.tree.bare(left);
        let mut root = bare;
        while let ExprKind::Index { base, .. } | ExprKind::Member { base, .. } = self.tree.kind(root) {
            root = self.tree.bare(*base);
        }
        if let Meaning::Variable(index) = self.info(root).meaning {
            let variable = &self.variables[index as usize];
            let name = variable.name;
            let kind = match variable.binding {
                _ if variable.is_parameter => "a parameter",
                Binding::Const => "a constant",
                Binding::Override => "an override",
                _ => "a `let`",
            };
            return invalid(span, format!("`{name}` is {kind} and cannot be changed; use `var`"));
        }
        invalid(
            span,
            format!("`{}` is a value and cannot be stored to", self.quote(span)),
        )
    }

    fn assign(&mut self, left: Expr, operator: Option<Binary>, right: Expr, span: Span) -> Result<()> {
        self.expression(left)?;
        self.expression(right)?;
        let to = self.target(left)?;
        let Some(operator) = operator else {
            return self.convert(right, to, &format!("the value for `{}`", self.quote(self.span(left))));
        };
        // Reads the left side, too.
        let left_ty = self.value_ty(left)?;
        let right_ty = self.value_ty(right)?;
        let Some((operands, result)) = self.binary_types(operator, left_ty, right_ty) else {
            let (a, b) = (self.types.name(left_ty), self.types.name(right_ty));
            return invalid(
                span,
                format!("`{}` cannot be applied to `{a}` and `{b}`", operator.symbol()),
            );
        };
        if result != to {
            let (a, b) = (self.types.name(result), self.types.name(to));
            return invalid(
                span,
                format!("the result is `{a}`, but `{}` is `{b}`", self.quote(self.span(left))),
            );
        }
        self.set_target(right, operands.1)?;
        if let Some(value) = self.converted(right) {
            self.check_right(operator, left_ty, &value.numbers, right)?;
        }
        Ok(())
    }

    fn call_statement(&mut self, call: Expr) -> Result<()> {
        self.expression(call)?;
        let span = self.span(call);
        let ExprKind::Call { callee, .. } = self.tree.kind(call) else {
            return invalid(span, "a statement is a call or an assignment");
        };
        let name = callee.name.text;
        match self.info(call).meaning {
            Meaning::Constructor => invalid(span, format!("the value of `{name}(…)` is not used")),
            Meaning::Call(index) if self.functions[index as usize].must_use => {
                invalid(span, format!("the result of `{name}` must be used"))
            }
            Meaning::Builtin(builtin) if !builtin.may_be_dropped() => {
                invalid(span, format!("the result of `{name}` must be used"))
            }
            _ => Ok(()),
        }
    }

    fn switch(&mut self, selector: Expr, cases: &[syntax::Case<'s>], span: Span) -> Result<()> {
        self.expression(selector)?;
        let mut exprs = vec![selector];
        for case in cases {
            for &value in case.selectors.iter().flatten() {
                self.expression(value)?;
                exprs.push(value);
            }
        }
        let mut scalars = Vec::new();
        for &expression in &exprs {
            let ty = self.value_ty(expression)?;
            match self.types.components(ty) {
                Some((1, scalar)) if scalar.is_integer() => scalars.push(scalar),
                _ => {
                    let name = self.types.name(ty);
                    return invalid(
                        self.span(expression),
                        format!("the values of `switch` are `i32` or `u32`, not `{name}`"),
                    );
                }
            }
        }
        let Some(scalar) = self.common(scalars) else {
            return invalid(span, "the values of this `switch` have no common type");
        };
        let ty = self.types.scalar(scalar.concrete());
        for &expression in &exprs {
            self.set_target(expression, ty)?;
        }
        let mut numbers = HashSet::new();
        let mut defaults = 0;
        self.nesting.push(Nest::Switch);
        for case in cases {
            for value in &case.selectors {
                match value {
                    None => defaults += 1,
                    Some(value) => {
                        let place = self.span(*value);
                        let message = "the value of a `case` must be a const-expression";
                        let Some(number) = self.converted(*value) else {
                            return invalid(place, message);
                        };
                        if self.info(*value).time != Time::Const {
                            return invalid(place, message);
                        }
                        let number = number.first().integer();
                        if !numbers.insert(number) {
                            return invalid(place, format!("the case {number} is given twice"));
                        }
                    }
                }
            }
            self.block(&case.body)?;
        }
        self.nesting.pop();
        if defaults != 1 {
            let span = Span {
                start: span.start,
                end: span.start + 6,
            };
            return invalid(span, format!("a `switch` needs one `default`; this has {defaults}"));
        }
        Ok(())
    }

    /// A `continue` cannot skip the declaration of a name that `continuing` reads.
    fn check_jumps(&mut self, statements: &[Statement<'s>], continuing: &syntax::Continuing<'s>) -> Result<()> {
        let mut declared_after: Vec<&'s str> = Vec::new();
        let first = statements.iter().position(|statement| has_continue(statement));
        let Some(first) = first else { return Ok(()) };
        for statement in &statements[first..] {
            if let StatementKind::Declaration(variable) = &statement.kind {
                declared_after.push(variable.name.text);
            }
        }
        if declared_after.is_empty() {
            return Ok(());
        }
        let range = continuing.body.span;
        for (kind, span) in &self.tree.expressions {
            if span.start < range.start || span.end > range.end {
                continue;
            }
            if let ExprKind::Name(name) = kind
                && declared_after.contains(&name.name.text)
            {
                return invalid(
                    *span,
                    format!(
                        "a `continue` skips the declaration of `{}`, which `continuing` reads",
                        name.name.text
                    ),
                );
            }
        }
        Ok(())
    }
}

/// The construct around a `break` or `continue`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nest {
    Loop,
    Switch,
    Continuing,
}

/// Returns true if a statement continues the loop around it.
fn has_continue(statement: &Statement<'_>) -> bool {
    let any = |block: &Block<'_>| block.statements.iter().any(has_continue);
    match &statement.kind {
        StatementKind::Continue => true,
        StatementKind::Block(block) => any(block),
        StatementKind::If {
            branches, otherwise, ..
        } => branches.iter().any(|branch| any(&branch.body)) || otherwise.as_ref().is_some_and(any),
        StatementKind::Switch { cases, .. } => cases.iter().any(|case| any(&case.body)),
        _ => false,
    }
}
