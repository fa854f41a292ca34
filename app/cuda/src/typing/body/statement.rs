//! Gives types to statements.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, StatementKind as Kind};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::scope::binding::Binding;
use crate::typing::scope::unknown::is_of_names;
use crate::typing::tree::{Expr, Statement, StatementKind, Ty};
use std::rc::Rc;

impl Typer<'_> {
    /// Reads a list of statements in a scope of its own.
    pub(crate) fn block(&mut self, statements: &[syntax::Statement]) -> Result<Vec<Statement>> {
        let (made, ()) = self.apart(|typer| typer.scoped(|typer| typer.statements(statements)))?;
        Ok(made)
    }

    /// Reads statements one after another. The first error of each is reported, and the next is read.
    pub(crate) fn statements(&mut self, statements: &[syntax::Statement]) -> Result<()> {
        let mut first = None;
        for statement in statements {
            if let Err(error) = self.statement(statement) {
                self.note_later_roots(statement);
                if is_of_names(&error) {
                    self.other_unknown_names(statement);
                }
                self.declare_failed(statement);
                match first {
                    None => first = Some(error),
                    Some(_) => self.diagnostics.failures.push(*error),
                }
                if self.diagnostics.failures.len() > 20 {
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
        let names: Vec<Rc<str>> = match &statement.kind {
            Kind::Declare(variables) => {
                let names = variables.iter().map(|variable| variable.name.clone());
                names.collect()
            }
            Kind::Alias(name, _) => vec![name.clone()],
            _ => return,
        };
        for name in names {
            let mut scopes = self.frame.scopes.last().into_iter();
            if !scopes.any(|scope| scope.contains_key(&name)) {
                self.bind(name, Binding::Failed);
            }
        }
    }

    pub(crate) fn one(&mut self, statement: &syntax::Statement) -> Result<Vec<Statement>> {
        match &statement.kind {
            Kind::Block(statements) => self.block(statements),
            _ => self.block(std::slice::from_ref(statement)),
        }
    }

    pub(crate) fn statement(&mut self, statement: &syntax::Statement) -> Result<()> {
        self.at(head(statement), |typer| {
            typer.nested(statement.span, |typer| typer.statement_inside(statement))
        })
    }

    fn statement_inside(&mut self, statement: &syntax::Statement) -> Result<()> {
        let span = statement.span;
        self.note_compared_load(statement);
        match &statement.kind {
            Kind::Empty => Ok(()),
            Kind::Expr(value) => self.effect(value),
            Kind::Declare(variables) => variables.iter().try_for_each(|variable| self.declare(variable)),
            Kind::Block(statements) => {
                let inside = self.block(statements)?;
                if !inside.is_empty() {
                    self.emit(StatementKind::Block(inside));
                }
                Ok(())
            }
            Kind::If { condition, yes, no } => self.scoped(|typer| typer.if_statement(condition, yes, no.as_deref())),
            Kind::While(condition, body) => self.looped(|typer| {
                let (before, test) = typer.apart(|typer| typer.condition_of(condition))?;
                let mut inside = typer.one(body)?;
                if before.is_empty() && test.value.is_none() {
                    typer.emit(StatementKind::While(test, inside));
                } else {
                    let mut whole = before;
                    typer.leave_unless(test, &mut whole, span);
                    whole.append(&mut inside);
                    typer.emit(StatementKind::Loop(whole, Vec::new()));
                }
                Ok(())
            }),
            Kind::Do(body, condition) => {
                let inside = self.looped(|typer| typer.one(body))?;
                let (mut after, condition) =
                    self.apart(|typer| typer.at(condition.span, |typer| typer.condition(condition)))?;
                let end = self.not(condition);
                if end.known() != Some(0) {
                    let span = end.span.unwrap_or(span);
                    let kind = StatementKind::BreakIf(end);
                    after.push(Statement { kind, span });
                }
                self.emit(StatementKind::Loop(inside, after));
                Ok(())
            }
            Kind::For {
                init,
                condition,
                step,
                body,
            } => self.looped(|typer| typer.for_loop(init, condition.as_ref(), step.as_ref(), body, span)),
            Kind::Range { variable, over, body } => self.looped(|typer| typer.range(variable, over, body, span)),
            Kind::Unpack { ty, names, value } => self.unpack(ty, names, value, span),
            Kind::Assert(condition, text) => {
                let value = self.constant(condition)?;
                match (value, &**text) {
                    (0, "") => fail(span, "the static assertion does not hold"),
                    (0, text) => fail(span, format!("the static assertion does not hold: {text}")),
                    _ => Ok(()),
                }
            }
            Kind::Switch { value, body, .. } => self.switch(value, body, span),
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

    fn if_statement(
        &mut self,
        condition: &syntax::Statement,
        yes: &syntax::Statement,
        no: Option<&syntax::Statement>,
    ) -> Result<()> {
        let (before, condition) = self.apart(|typer| typer.condition_of(condition))?;
        let block = self.frame.blocks.last_mut().expect("a block");
        block.extend(before);
        if let Some(number) = condition.known() {
            let taken = if number != 0 { Some(yes) } else { no };
            if let Some(taken) = taken {
                let inside = self.one(taken)?;
                self.splice(inside);
            }
            return Ok(());
        }
        let yes = self.one(yes);
        let no = match no {
            Some(no) => self.one(no),
            None => Ok(Vec::new()),
        };
        let (yes, no) = self.both(yes, no)?;
        self.emit(StatementKind::If(condition, yes, no));
        Ok(())
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
                self.diagnostics.failures.push(*second);
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
        if declares {
            self.emit(StatementKind::Block(inside))
        } else {
            self.frame.blocks.last_mut().expect("a block").extend(inside)
        }
    }

    fn condition_of(&mut self, written: &syntax::Statement) -> Result<Expr> {
        match &written.kind {
            Kind::Expr(value) => self.condition(value),
            Kind::Declare(variables) => {
                variables.iter().try_for_each(|variable| self.declare(variable))?;
                let Some(last) = variables.last() else {
                    return fail(written.span, "a condition is missing");
                };
                let name = syntax::Name::plain(last.name.clone(), last.span);
                self.condition(&syntax::Expr {
                    kind: syntax::ExprKind::Name(name),
                    span: last.span,
                })
            }
            _ => fail(written.span, "a condition is missing"),
        }
    }

    fn return_statement(&mut self, value: Option<&syntax::Expr>, span: Span) -> Result<()> {
        let returns = self.frame.returns.clone();
        match (value, returns) {
            (None, Some(Ty::Void)) => {
                self.frame.returned_before |= self.frame.kernel;
                self.emit(StatementKind::Return(None));
            }
            (Some(value), Some(Ty::Void)) => {
                let returned = self.expr(value)?;
                if self.frame.returns_place {
                    self.dropped(returned);
                } else if !matches!(returned, Value::Void) {
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
                let returned = self.expr(value)?;
                let Some(pointer) = self.pointer_of(returned, span)? else {
                    return fail(span, "a pointer is returned here");
                };
                let pointer = self.with_known_root(pointer, span)?;
                let mut pointer = self.in_choice(pointer, span);
                let is_null = matches!(pointer.root, Root::Null);
                let first = self.frame.returned.take();
                pointer.nullable |= is_null || first.as_ref().is_some_and(|first| first.nullable);
                if let Some(first) = &first
                    && !is_null
                    && !matches!(first.root, Root::Null)
                    && !first.root.same(&pointer.root)
                {
                    self.want_joint(&first.root, &pointer.root);
                    return fail(
                        span,
                        "the function may return pointers into different arrays: that is a choice between two roots",
                    );
                }
                let offset = self.offset_in(&pointer, pointer.unit);
                let offset = self.int_of(offset);
                self.frame.returned = match first {
                    Some(first) if is_null => Some(Pointer {
                        nullable: true,
                        ..first
                    }),
                    _ => Some(pointer),
                };
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
}

/// Returns the place of a statement, without the statements inside of it.
fn head(statement: &syntax::Statement) -> Span {
    let whole = statement.span;
    let end = match &statement.kind {
        Kind::If { condition, .. } | Kind::While(condition, _) => condition.span.end,
        Kind::Switch { head, .. } => head.end,
        _ => whole.end,
    };
    Span { end, ..whole }
}
