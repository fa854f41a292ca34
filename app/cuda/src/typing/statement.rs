//! Gives types to statements.

use super::Typer;
use super::binding::Binding;
use super::tree::{
    BOOL, Base, Case, Expr, ExprKind, Index, MemoryRoot, Space, Statement, StatementKind, Step, Ty,
    VariableKind,
};
use super::value::Value;
use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Init, Storage, TypeKind, Unary};

use std::rc::Rc;
use syntax::StatementKind as Kind;

impl Typer<'_> {
    /// Reads a list of statements in a scope of its own.
    pub(super) fn block(&mut self, statements: &[syntax::Statement]) -> Result<Vec<Statement>> {
        let (made, ()) = self.apart(|typer| typer.scoped(|typer| typer.statements(statements)))?;
        Ok(made)
    }

    /// Reads statements one after another. The first error of each is reported, and the next is read.
    pub(super) fn statements(&mut self, statements: &[syntax::Statement]) -> Result<()> {
        let mut first = None;
        for statement in statements {
            if let Err(error) = self.statement(statement) {
                self.declare_failed(statement);
                match first {
                    None => first = Some(error),
                    Some(_) => self.failures.push(*error),
                }
                if self.failures.len() > 20 {
                    break;
                }
            }
        }
        match first {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    /// Declares the names of a statement with an error, so that their uses are no errors of their own.
    fn declare_failed(&mut self, statement: &syntax::Statement) {
        let Kind::Declare(variables) = &statement.kind else {
            return;
        };
        for variable in variables {
            let known = self
                .frame
                .scopes
                .last()
                .is_some_and(|scope| scope.contains_key(&variable.name));
            if !known {
                self.bind(variable.name.clone(), Binding::Failed);
            }
        }
    }

    fn one(&mut self, statement: &syntax::Statement) -> Result<Vec<Statement>> {
        match &statement.kind {
            Kind::Block(statements) => self.block(statements),
            _ => self.block(std::slice::from_ref(statement)),
        }
    }

    pub(super) fn statement(&mut self, statement: &syntax::Statement) -> Result<()> {
        let before = std::mem::replace(&mut self.frame.span, statement.span);
        let result = self.nested(statement.span, |typer| typer.statement_inside(statement));
        self.frame.span = before;
        result
    }

    fn statement_inside(&mut self, statement: &syntax::Statement) -> Result<()> {
        let span = statement.span;
        match &statement.kind {
            Kind::Empty => Ok(()),
            Kind::Expr(value) => self.effect(value),
            Kind::Declare(variables) => variables
                .iter()
                .try_for_each(|variable| self.declare(variable)),
            Kind::Block(statements) => {
                let inside = self.block(statements)?;
                if !inside.is_empty() {
                    self.emit(StatementKind::Block(inside));
                }
                Ok(())
            }
            Kind::If { condition, yes, no } => self.scoped(|typer| {
                let (before, condition) = typer.apart(|typer| typer.condition_of(condition))?;
                for statement in before {
                    typer
                        .frame
                        .blocks
                        .last_mut()
                        .expect("a block")
                        .push(statement);
                }
                if let Some(known) = condition.known() {
                    let taken = if known != 0 { Some(yes) } else { no.as_ref() };
                    if let Some(taken) = taken {
                        let inside = typer.one(taken)?;
                        typer.splice(inside);
                    }
                    return Ok(());
                }
                let yes = typer.one(yes);
                let no = match no {
                    Some(no) => typer.one(no),
                    None => Ok(Vec::new()),
                };
                let (yes, no) = typer.both(yes, no)?;
                typer.emit(StatementKind::If(condition, yes, no));
                Ok(())
            }),
            Kind::While(condition, body) => self.looped(|typer| {
                let (before, found) = typer.apart(|typer| typer.condition_of(condition))?;
                let mut inside = typer.one(body)?;
                if before.is_empty() && found.value.is_none() {
                    typer.emit(StatementKind::While(found, inside));
                } else {
                    let mut whole = before;
                    typer.leave_unless(found, &mut whole, span);
                    whole.append(&mut inside);
                    typer.emit(StatementKind::Loop(whole, Vec::new()));
                }
                Ok(())
            }),
            Kind::Do(body, condition) => {
                let inside = self.looped(|typer| typer.one(body))?;
                let (mut after, condition) = self.apart(|typer| typer.condition(condition))?;
                let end = self.not(condition);
                if end.known() != Some(0) {
                    after.push(Statement {
                        kind: StatementKind::BreakIf(end),
                        span,
                    });
                }
                self.emit(StatementKind::Loop(inside, after));
                Ok(())
            }
            Kind::For {
                init,
                condition,
                step,
                body,
            } => self.looped(|typer| {
                typer.for_loop(init, condition.as_ref(), step.as_ref(), body, span)
            }),
            Kind::Range {
                variable,
                over,
                body,
            } => self.looped(|typer| typer.range(variable, over, body, span)),
            Kind::Unpack { ty, names, value } => self.unpack(ty, names, value, span),
            Kind::Assert(condition, text) => {
                let value = self.constant(condition)?;
                match (value, &**text) {
                    (0, "") => fail(span, "the static assertion does not hold"),
                    (0, text) => fail(span, format!("the static assertion does not hold: {text}")),
                    _ => Ok(()),
                }
            }
            Kind::Switch(value, statements) => self.switch(value, statements, span),
            Kind::Label(_) => fail(
                span,
                "`case` and `default` are for `switch`, at the level of its braces",
            ),
            Kind::Break if self.frame.loops + self.frame.switches == 0 => {
                fail(span, "`break` is for loops and `switch`")
            }
            Kind::Continue if self.frame.loops == 0 => fail(span, "`continue` is for loops"),
            Kind::Break => {
                self.emit(StatementKind::Break);
                Ok(())
            }
            Kind::Continue => {
                self.emit(StatementKind::Continue);
                Ok(())
            }
            Kind::Return(value) => self.return_statement(value.as_ref(), span),
            Kind::Alias(name, ty) => {
                let ty = self.ty(ty)?;
                self.bind(name.clone(), Binding::Type(ty));
                Ok(())
            }
        }
    }

    /// Does the work in a scope of its own, in which `break` and `continue` have a loop.
    fn looped<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.frame.loops += 1;
        let result = self.scoped(work);
        self.frame.loops -= 1;
        result
    }

    /// Returns both results, or the first error.
    fn both(
        &mut self,
        yes: Result<Vec<Statement>>,
        no: Result<Vec<Statement>>,
    ) -> Result<(Vec<Statement>, Vec<Statement>)> {
        match (yes, no) {
            (Ok(yes), Ok(no)) => Ok((yes, no)),
            (Err(first), Err(second)) => {
                self.failures.push(*second);
                Err(first)
            }
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// Adds statements of an inner scope: as a block if they declare names.
    fn splice(&mut self, inside: Vec<Statement>) {
        let declares = inside
            .iter()
            .any(|statement| matches!(statement.kind, StatementKind::Declare(..)));
        match declares {
            true => self.emit(StatementKind::Block(inside)),
            false => self
                .frame
                .blocks
                .last_mut()
                .expect("a block")
                .extend(inside),
        }
    }

    fn condition_of(&mut self, written: &syntax::Statement) -> Result<Expr> {
        match &written.kind {
            Kind::Expr(value) => self.condition(value),
            Kind::Declare(variables) => {
                variables
                    .iter()
                    .try_for_each(|variable| self.declare(variable))?;
                let Some(last) = variables.last() else {
                    return fail(written.span, "a condition is missing");
                };
                let name = syntax::Name {
                    scope: None,
                    text: last.name.clone(),
                    arguments: None,
                    span: last.span,
                };
                self.condition(&syntax::Expr {
                    kind: syntax::ExprKind::Name(name),
                    span: last.span,
                })
            }
            _ => fail(written.span, "a condition is missing"),
        }
    }

    fn not(&mut self, condition: Expr) -> Expr {
        let value = condition
            .known()
            .map(|known| super::tree::Number::Int(i64::from(known == 0)));
        match condition.kind {
            ExprKind::Unary(Unary::Not, inner) => *inner,
            _ => Expr {
                kind: ExprKind::Unary(Unary::Not, Box::new(condition)),
                ty: BOOL,
                value,
            },
        }
    }

    fn leave_unless(&mut self, condition: Expr, into: &mut Vec<Statement>, span: Span) {
        if condition.known() == Some(1) {
            return;
        }
        let end = self.not(condition);
        let leave = vec![Statement {
            kind: StatementKind::Break,
            span,
        }];
        into.push(Statement {
            kind: StatementKind::If(end, leave, Vec::new()),
            span,
        });
    }

    fn for_loop(
        &mut self,
        init: &syntax::Statement,
        condition: Option<&syntax::Expr>,
        step: Option<&syntax::Expr>,
        body: &syntax::Statement,
        span: Span,
    ) -> Result<()> {
        let (mut first, ()) = self.apart(|typer| typer.statement(init))?;
        let (before, found) = match condition {
            Some(condition) => {
                let (before, found) = self.apart(|typer| typer.condition(condition))?;
                (before, Some(found))
            }
            None => (Vec::new(), None),
        };
        let (after, ()) = self.apart(|typer| match step {
            Some(step) => typer.effect(step),
            None => Ok(()),
        })?;
        let mut inside = self.one(body)?;
        let simple = |statement: &Statement| match &statement.kind {
            StatementKind::Declare(..) => true,
            StatementKind::Store(place, ..) => {
                matches!(place.base, Base::Variable(_)) && place.path.is_empty()
            }
            _ => false,
        };
        if before.is_empty()
            && after.len() <= 1
            && after.iter().all(simple)
            && !after
                .iter()
                .any(|s| matches!(s.kind, StatementKind::Declare(..)))
        {
            let mut rest = Vec::new();
            if first.len() > 1 || !first.iter().all(simple) {
                rest = std::mem::take(&mut first);
            }
            let made = StatementKind::For {
                init: first.pop().map(Box::new),
                condition: found.filter(|found| found.known() != Some(1)),
                step: after.into_iter().next().map(Box::new),
                body: inside,
            };
            if rest.is_empty() {
                self.emit(made);
            } else {
                rest.push(Statement { kind: made, span });
                self.emit(StatementKind::Block(rest));
            }
            return Ok(());
        }
        let mut whole = before;
        if let Some(found) = found {
            self.leave_unless(found, &mut whole, span);
        }
        whole.append(&mut inside);
        let made = StatementKind::Loop(whole, after);
        if first.is_empty() {
            self.emit(made);
        } else {
            first.push(Statement { kind: made, span });
            self.emit(StatementKind::Block(first));
        }
        Ok(())
    }

    /// Reads a loop over the elements of an array.
    fn range(
        &mut self,
        variable: &syntax::Variable,
        over: &syntax::Expr,
        body: &syntax::Statement,
        span: Span,
    ) -> Result<()> {
        let place = match self.expr(over)? {
            Value::Place(place) => place,
            Value::List(values, at) => {
                let element = self.ty(&variable.ty)?;
                let ty = Ty::Array(element.into(), values.len().max(1) as u32);
                let list = self.compose(&values, &ty, at)?;
                let made = self.variable_hidden("list", ty);
                self.emit(StatementKind::Declare(made, Some(list)));
                self.place_of(made)
            }
            _ => return fail(over.span, "a loop over a range needs an array"),
        };
        let Ty::Array(_, length) = place.ty else {
            return Err(error(
                over.span,
                "a loop over a range needs an array with a known length",
            )
            .help("write `for (int i = 0; i < n; i++)`"));
        };
        let place = self.fixed(place);
        let index = self.variable_hidden("element", super::tree::INT);
        self.module.variables[index].changed = true;
        let counter = Expr::new(ExprKind::Variable(index), super::tree::INT);
        let element = self.element_of(place, counter.clone(), span)?;
        let (inside, ()) = self.apart(|typer| {
            typer.scoped(|typer| {
                if Self::is_reference(&variable.ty) {
                    typer.bind(variable.name.clone(), Binding::Alias(element));
                } else {
                    let value = typer.load(element);
                    let ty = match variable.ty.kind {
                        TypeKind::Auto => value.ty.clone(),
                        _ => typer.ty(&variable.ty)?,
                    };
                    let value = typer.convert(value, &ty, span)?;
                    typer.declare_value(variable, ty, Some(value));
                }
                typer.statement(body)
            })
        })?;
        let at = |kind| Statement { kind, span };
        let condition =
            self.arithmetic(syntax::Binary::Less, counter, Expr::int(i64::from(length)));
        let step = StatementKind::Store(
            self.place_of(index),
            Some(syntax::Binary::Add),
            Expr::int(1),
        );
        self.emit(StatementKind::For {
            init: Some(Box::new(at(StatementKind::Declare(
                index,
                Some(Expr::int(0)),
            )))),
            condition: Some(condition),
            step: Some(Box::new(at(step))),
            body: inside,
        });
        Ok(())
    }

    fn switch(
        &mut self,
        value: &syntax::Expr,
        statements: &[syntax::Statement],
        span: Span,
    ) -> Result<()> {
        let value = self.rvalue(value)?;
        let value = match value.ty.scalar() {
            Some(scalar) if scalar.is_integer() => {
                self.convert_scalar(value, super::convert::promoted(scalar))
            }
            _ => return fail(span, "`switch` needs an integer"),
        };
        let scalar = value.ty.scalar().expect("it was converted");
        // Groups of labels with the statements after them.
        let mut groups: Vec<(Vec<Option<&syntax::Expr>>, Vec<&syntax::Statement>)> = Vec::new();
        for statement in statements {
            match &statement.kind {
                Kind::Label(label) => match groups.last_mut() {
                    Some((labels, body)) if body.is_empty() => labels.push(label.as_ref()),
                    _ => groups.push((vec![label.as_ref()], Vec::new())),
                },
                _ => match groups.last_mut() {
                    Some((_, body)) => body.push(statement),
                    None => {
                        return fail(
                            statement.span,
                            "a statement before the first `case` is never executed",
                        );
                    }
                },
            }
        }
        let mut cases: Vec<Case> = Vec::new();
        for index in 0..groups.len() {
            let mut values = Vec::new();
            for label in &groups[index].0 {
                values.push(match label {
                    None if cases
                        .iter()
                        .any(|case: &Case| case.values.iter().any(Option::is_none)) =>
                    {
                        return fail(
                            statements
                                .iter()
                                .rev()
                                .find(|s| matches!(s.kind, Kind::Label(None)))
                                .map_or(span, |s| s.span),
                            "`default` stands twice in this `switch`",
                        );
                    }
                    None => None,
                    Some(label) => {
                        let known = match self.constant(label) {
                            Ok(known) => known,
                            Err(mut error) => {
                                error.message = format!("`case`: {}", error.message);
                                return Err(error);
                            }
                        };
                        if cases.iter().any(|case: &Case| {
                            case.values
                                .iter()
                                .flatten()
                                .any(|value| value.known() == Some(known))
                        }) {
                            return fail(
                                label.span,
                                format!("`case {known}` stands twice in this `switch`"),
                            );
                        }
                        let number =
                            super::convert::number_as(super::tree::Number::Int(known), scalar);
                        Some(Expr::literal(number, Ty::Scalar(scalar)))
                    }
                });
            }
            // Without `break`, the statements of the next label follow.
            let mut chain: Vec<syntax::Statement> = Vec::new();
            for (_, body) in &groups[index..] {
                chain.extend(body.iter().map(|statement| (*statement).clone()));
                if chain.last().is_some_and(ends) {
                    break;
                }
            }
            if chain
                .last()
                .is_some_and(|last| matches!(last.kind, Kind::Break))
            {
                chain.pop();
            }
            self.frame.switches += 1;
            let body = self.block(&chain);
            self.frame.switches -= 1;
            let body = body?;
            cases.push(Case { values, body });
        }
        if !cases
            .iter()
            .any(|case| case.values.iter().any(Option::is_none))
        {
            cases.push(Case {
                values: vec![None],
                body: Vec::new(),
            });
        }
        self.emit(StatementKind::Switch(value, cases));
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&syntax::Expr>, span: Span) -> Result<()> {
        let returns = self.frame.returns.clone();
        match (value, returns) {
            (None, Some(Ty::Void)) => self.emit(StatementKind::Return(None)),
            (Some(value), Some(Ty::Void)) => {
                let found = self.expr(value)?;
                if !matches!(found, Value::Void) {
                    let what = if self.frame.kernel {
                        "a kernel"
                    } else {
                        "a function of the type `void`"
                    };
                    return fail(span, format!("{what} returns nothing: write `return;`"));
                }
                self.emit(StatementKind::Return(None));
            }
            (None, _) => return fail(span, "`return` needs a value"),
            (Some(value), Some(Ty::Pointer(_))) => {
                let found = self.expr(value)?;
                let Some(pointer) = self.pointer_of(found, span)? else {
                    return fail(span, "a pointer is returned here");
                };
                if let Some(first) = &self.frame.returned
                    && !first.root.same(&pointer.root)
                {
                    return fail(
                        span,
                        "the function may return pointers into different arrays: that is a choice between two roots",
                    );
                }
                let offset = pointer.offset.clone().unwrap_or_else(|| Expr::int(0));
                let offset = self.int_of(offset);
                self.frame.returned = Some(pointer);
                self.emit(StatementKind::Return(Some(offset)));
            }
            (Some(value), Some(ty)) => {
                let value = self.rvalue_as(value, &ty)?;
                if self.has_pointers(&ty) {
                    let roots = self.roots_of(&value);
                    let before = &self.frame.returned_roots;
                    if !before.is_empty() && *before != roots {
                        return fail(
                            span,
                            "the function may return pointers into different arrays: that is a choice between two roots",
                        );
                    }
                    self.frame.returned_roots = roots;
                }
                self.emit(StatementKind::Return(Some(value)));
            }
            // `auto`: the first `return` says the type.
            (Some(value), None) => {
                let value = self.rvalue(value)?;
                self.frame.returns = Some(value.ty.clone());
                self.emit(StatementKind::Return(Some(value)));
            }
        }
        Ok(())
    }

    pub(super) fn declare(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        if self.frame.scopes.last().is_some_and(|scope| matches!(scope.get(&variable.name), Some(found) if !matches!(found, Binding::Type(_)))) {
            return fail(span, format!("`{}` is declared twice in this block", variable.name));
        }
        match variable.storage {
            Storage::Shared | Storage::ExternShared => return self.declare_shared(variable),
            Storage::Constant => {
                return fail(span, "`__constant__` is for variables outside of functions");
            }
            Storage::Plain | Storage::Device | Storage::Constexpr => {}
        }
        if Self::is_reference(&variable.ty) {
            return self.declare_reference(variable);
        }
        if let TypeKind::Auto = variable.ty.kind {
            return self.declare_auto(variable);
        }
        if let TypeKind::Pointer(target) = &variable.ty.kind
            && let TypeKind::Auto = target.kind
        {
            return self.declare_auto(variable);
        }
        let mut ty = match &variable.ty.kind {
            // `int a[] = {1, 2}`
            TypeKind::Array(element, None) => match &variable.init {
                Some(Init::Value(syntax::Expr {
                    kind: syntax::ExprKind::List(values),
                    ..
                })) => Ty::Array(self.ty(element)?.into(), values.len().max(1) as u32),
                _ => return fail(span, "an array needs its length"),
            },
            _ => self.ty(&variable.ty)?,
        };
        if let Ty::Pointer(pointee) = &ty {
            let pointee = (**pointee).clone();
            let value = match &variable.init {
                None => None,
                Some(Init::Value(value)) => {
                    let found = self.expr(value)?;
                    match self.pointer_of(found, value.span)? {
                        Some(pointer) => Some(pointer),
                        None => return fail(value.span, "a pointer is needed here"),
                    }
                }
                Some(Init::Call(_)) => {
                    return fail(span, "write `=` before the value of a pointer");
                }
            };
            if let Some(pointer) = &value
                && pointer.pointee != pointee
                && pointer.pointee != Ty::Void
                && pointee != Ty::Void
            {
                return Err(error(
                    span,
                    format!(
                        "`{} *` does not convert to `{} *`",
                        self.type_name(&pointer.pointee),
                        self.type_name(&pointee)
                    ),
                )
                .help("write a cast"));
            }
            let changes = self.frame.changed.contains(&variable.name);
            let index = self.declare_pointer(&variable.name, pointee, value, changes, span)?;
            self.protect(index, &variable.ty);
            self.bind(variable.name.clone(), Binding::Pointer(index));
            return Ok(());
        }
        if let Ty::Group(mut group) = ty {
            if let Some(Init::Value(value)) = &variable.init
                && let Value::Group(found) = self.expr(value)?
            {
                group = found;
            }
            self.bind(variable.name.clone(), Binding::Group(group));
            return Ok(());
        }
        if ty == Ty::Void {
            return fail(span, "a variable cannot be `void`");
        }
        let constant = variable.ty.constant || variable.storage == Storage::Constexpr;
        if let (None, true, Ty::Scalar(_)) = (&variable.init, constant, &ty) {
            return fail(
                span,
                format!("the constant (`const`) `{}` has no value", variable.name),
            );
        }
        let value = match &variable.init {
            None => match &ty {
                Ty::Structure(_) if self.has_constructor(&ty) => {
                    Some(self.build(&ty, &[], span)?)
                }
                _ => None,
            },
            Some(Init::Value(value)) => Some(self.rvalue_as(value, &ty)?),
            Some(Init::Call(values)) => Some(match (&ty, values.as_slice()) {
                (Ty::Structure(_), _) => self.build(&ty, values, span)?,
                (Ty::Scalar(_), [value]) => self.rvalue_as(value, &ty)?,
                _ => self.compose(values, &ty, span)?,
            }),
        };
        if let Some(value) = &value {
            ty = value.ty.clone();
        }
        self.declare_value(variable, ty, value);
        Ok(())
    }

    fn declare_value(&mut self, variable: &syntax::Variable, ty: Ty, value: Option<Expr>) {
        let constant = variable.ty.constant || variable.storage == Storage::Constexpr;
        let known = value
            .as_ref()
            .and_then(|value| value.value)
            .filter(|_| constant && matches!(ty, Ty::Scalar(_)))
            .filter(
                |value| !matches!(value, super::tree::Number::Float(value) if !value.is_finite()),
            );
        let kind = if known.is_some() {
            VariableKind::Constant
        } else {
            VariableKind::Local
        };
        let made = self.variable(&variable.name, ty.clone(), kind);
        self.note_enumeration(made, &variable.ty);
        if let Some(value) = &value {
            let roots = self.roots_of(value);
            self.set_roots(made, &roots);
        }
        self.emit(StatementKind::Declare(made, value));
        let binding = match known {
            Some(known) => Binding::Constant(Expr {
                kind: ExprKind::Variable(made),
                ty,
                value: Some(known),
            }),
            None => Binding::Variable(made),
        };
        self.bind(variable.name.clone(), binding);
    }

    fn declare_auto(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        let value = match &variable.init {
            Some(Init::Value(value)) => value,
            Some(Init::Call(values)) if values.len() == 1 => &values[0],
            _ => return fail(span, "`auto` needs an initial value"),
        };
        if let syntax::ExprKind::Lambda(lambda) = &value.kind {
            let lambda = self.lambda(&variable.name, lambda, span)?;
            self.bind(variable.name.clone(), Binding::Lambda(lambda));
            return Ok(());
        }
        match self.expr(value)? {
            Value::Group(group) => self.bind(variable.name.clone(), Binding::Group(group)),
            found => {
                let is_pointer = matches!(found, Value::Pointer(_) | Value::PointerVariable(_))
                    || matches!(&found, Value::Place(place) if matches!(place.ty, Ty::Array(..) | Ty::Pointer(_)));
                if is_pointer {
                    let pointer = self.pointer_of(found, span)?;
                    let pointee = pointer
                        .as_ref()
                        .map_or(Ty::Void, |pointer| pointer.pointee.clone());
                    let changes = self.frame.changed.contains(&variable.name);
                    let index =
                        self.declare_pointer(&variable.name, pointee, pointer, changes, span)?;
                    self.bind(variable.name.clone(), Binding::Pointer(index));
                } else {
                    let value = self.load_value(found, value.span)?;
                    self.declare_value(variable, value.ty.clone(), Some(value));
                }
            }
        }
        Ok(())
    }

    /// Declares the names of `auto [a, b] = value`.
    fn unpack(
        &mut self,
        written: &syntax::TypeName,
        names: &[(Rc<str>, Span)],
        value: &syntax::Expr,
        span: Span,
    ) -> Result<()> {
        let found = self.expr(value)?;
        let whole = match found {
            Value::Place(place) if Self::is_reference(written) => self.fixed(place),
            Value::Place(place) if matches!(place.ty, Ty::Array(..)) => {
                return Err(
                    error(span, "a copy of an array is not taken here").help("write `auto &`")
                );
            }
            found => {
                let value = self.load_value(found, value.span)?;
                let variable = self.variable_hidden("parts", value.ty.clone());
                let changes = |(name, _): &(Rc<str>, Span)| self.frame.changed.contains(name);
                self.module.variables[variable].changed = names.iter().any(changes);
                let roots = self.roots_of(&value);
                self.set_roots(variable, &roots);
                self.emit(StatementKind::Declare(variable, Some(value)));
                self.place_of(variable)
            }
        };
        let parts: Vec<(Step, Ty)> = match &whole.ty {
            Ty::Structure(index) => {
                let members = self.module.structures[*index].members.iter();
                members
                    .map(|(name, ty)| (Step::Member(name.clone()), ty.clone()))
                    .collect()
            }
            Ty::Vector(scalar, size) => (0..*size)
                .map(|part| (Step::Component(part), Ty::Scalar(*scalar)))
                .collect(),
            Ty::Array(_, length) => (0..*length)
                .map(|part| (Step::Index(Expr::int(i64::from(part))), Ty::Void))
                .collect(),
            _ => Vec::new(),
        };
        if parts.len() != names.len() {
            return fail(
                span,
                format!(
                    "{} names are given, and `{}` has {} parts",
                    names.len(),
                    self.type_name(&whole.ty),
                    parts.len()
                ),
            );
        }
        for ((name, at), (step, ty)) in names.iter().zip(parts) {
            let place = match step {
                Step::Index(index) => self.element_of(whole.clone(), index, *at)?,
                step => {
                    let mut place = whole.clone();
                    place.path.push(step);
                    place.ty = ty;
                    place
                }
            };
            self.bind(name.clone(), Binding::Alias(place));
        }
        Ok(())
    }

    fn declare_reference(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        let value = match &variable.init {
            Some(Init::Value(value)) => value,
            Some(Init::Call(values)) if values.len() == 1 => &values[0],
            _ => return fail(span, "a reference needs what it refers to"),
        };
        match self.expr(value)? {
            Value::Place(place) => {
                let place = self.fixed(place);
                self.bind(variable.name.clone(), Binding::Alias(place));
            }
            Value::Group(group) => self.bind(variable.name.clone(), Binding::Group(group)),
            found => {
                let found = self.load_value(found, value.span)?;
                self.declare_value(variable, found.ty.clone(), Some(found));
            }
        }
        Ok(())
    }

    /// Gives the indices of a place the values that they have now.
    pub(super) fn fixed(&mut self, mut place: super::tree::Place) -> super::tree::Place {
        let keep = |value: &Expr| {
            value.value.is_some()
                || matches!(value.kind, ExprKind::BuiltIn(_) | ExprKind::Constant(_))
        };
        if let Base::Memory { index, .. } = &mut place.base {
            match index {
                Index::Dimensions(indices) => {
                    for value in indices {
                        if !keep(value) {
                            *value = self.temporary("at", value.clone());
                        }
                    }
                }
                Index::Flat {
                    offset: Some(offset),
                    ..
                } if !keep(offset) => {
                    **offset = self.temporary("at", (**offset).clone());
                }
                Index::Flat { .. } => {}
            }
        }
        for step in &mut place.path {
            if let Step::Index(value) = step
                && !keep(value)
            {
                *value = self.temporary("at", value.clone());
            }
        }
        place
    }

    fn declare_shared(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        if let Some(Init::Value(value)) = &variable.init {
            return Err(error(
                value.span,
                "a `__shared__` variable has no initial value (initialiser)",
            )
            .help("let one thread store it, then call `__syncthreads()`"));
        }
        let ty = self.ty(&variable.ty)?;
        let external = variable.storage == Storage::ExternShared;
        if !external
            && !matches!(ty, Ty::Pointer(_))
            && let Some(binding) = self.joint_array(&ty, span)
        {
            self.bind(variable.name.clone(), binding);
            return Ok(());
        }
        let (element, lengths) = match ty {
            Ty::Pointer(element) if external => ((*element).clone(), Vec::new()),
            Ty::Pointer(_) => {
                return fail(
                    span,
                    "a shared array needs its length, or `extern` before it",
                );
            }
            other => parts(other),
        };
        if external {
            let root = self.dynamic_shared(&variable.name, element.clone(), span);
            let unit = self.size_of(&element).max(1);
            let pointer = super::root::Pointer {
                root: super::root::Root::Memory(root),
                offset: None,
                unit,
                pointee: element.clone(),
            };
            let changes = self.frame.changed.contains(&variable.name);
            let index =
                self.declare_pointer(&variable.name, element, Some(pointer), changes, span)?;
            self.bind(variable.name.clone(), Binding::Pointer(index));
            return Ok(());
        }
        let key = (
            variable as *const syntax::Variable as usize,
            self.frame.instance,
        );
        let root = match self.shared.iter().find(|(found, _)| *found == key) {
            Some(&(_, root)) => root,
            None => {
                let root = self.root(&variable.name, Space::Shared, element, lengths, false, span);
                self.shared.push((key, root));
                root
            }
        };
        self.bind(variable.name.clone(), Binding::Memory(root));
        Ok(())
    }

    /// Returns the root of dynamic shared memory. All its declarations begin at the same byte, so the first one makes it.
    pub(super) fn dynamic_shared(&mut self, name: &str, element: Ty, span: Span) -> usize {
        let mut roots = self.module.roots.iter();
        let known = roots.position(|root| root.space == Space::Shared && root.unbounded);
        known.unwrap_or_else(|| {
            self.module.shared_bytes = true;
            self.root(name, Space::Shared, element, Vec::new(), true, span)
        })
    }

    pub(super) fn root(
        &mut self,
        name: &str,
        space: Space,
        element: Ty,
        lengths: Vec<u32>,
        unbounded: bool,
        span: Span,
    ) -> usize {
        let original = name.into();
        let name = self.unique(name);
        self.module.roots.push(MemoryRoot {
            name,
            original,
            space,
            element,
            lengths,
            unbounded,
            binding: None,
            read: false,
            written: false,
            atomic: false,
            flat: false,
            accessed: Vec::new(),
            span,
        });
        self.module.roots.len() - 1
    }
}

/// Returns the element type and the lengths of an array.
pub(super) fn parts(ty: Ty) -> (Ty, Vec<u32>) {
    let mut lengths = Vec::new();
    let mut element = ty;
    while let Ty::Array(inner, length) = element {
        lengths.push(length);
        element = (*inner).clone();
    }
    (element, lengths)
}

/// Returns true if no statement after this one is reached.
fn ends(statement: &syntax::Statement) -> bool {
    match &statement.kind {
        Kind::Break | Kind::Continue | Kind::Return(_) => true,
        Kind::Block(statements) => statements.last().is_some_and(ends),
        Kind::If {
            yes, no: Some(no), ..
        } => ends(yes) && ends(no),
        _ => false,
    }
}
