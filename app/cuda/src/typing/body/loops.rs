//! Loops: those of C++, and `for` over the elements of an array.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, TypeKind, Unary};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{BOOL, Base, Change, Expr, ExprKind, Statement, StatementKind, Ty};

impl Typer<'_> {
    /// Does the work in a scope of its own, in which `break` and `continue` have a loop.
    pub(crate) fn looped<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.frame.loops += 1;
        let result = self.scoped(work);
        self.frame.loops -= 1;
        result
    }

    pub(crate) fn not(&mut self, condition: Expr) -> Expr {
        let span = condition.span;
        let value = condition
            .known()
            .map(|number| crate::typing::tree::Number::Int(i64::from(number == 0)));
        match (condition.kind, value) {
            (ExprKind::Unary(Unary::Not, inner), _) => *inner,
            (ExprKind::Literal(_), Some(value)) => Expr::literal(value, BOOL),
            (kind, _) => Expr {
                span,
                kind: ExprKind::Unary(Unary::Not, Box::new(Expr { kind, ..condition })),
                ty: BOOL,
                value,
                checked: false,
            },
        }
    }

    pub(crate) fn leave_unless(&mut self, condition: Expr, into: &mut Vec<Statement>, span: Span) {
        if condition.known() == Some(1) {
            return;
        }
        let span = condition.span.unwrap_or(span);
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

    pub(crate) fn for_loop(
        &mut self,
        init: &syntax::Statement,
        condition: Option<&syntax::Expr>,
        step: Option<&syntax::Expr>,
        body: &syntax::Statement,
        span: Span,
    ) -> Result<()> {
        let (mut first, ()) = self.apart(|typer| typer.statement(init))?;
        let (before, test) = match condition {
            Some(condition) => {
                let (before, test) =
                    self.apart(|typer| typer.at(condition.span, |typer| typer.condition(condition)))?;
                (before, Some(test))
            }
            None => (Vec::new(), None),
        };
        let (after, ()) = self.apart(|typer| match step {
            Some(step) => typer.at(step.span, |typer| typer.effect(step)),
            None => Ok(()),
        })?;
        let mut inside = self.one(body)?;
        let simple = |statement: &Statement| match &statement.kind {
            StatementKind::Declare(..) => true,
            StatementKind::Store(place, ..) => matches!(place.base, Base::Variable(_)) && place.path.is_empty(),
            _ => false,
        };
        if before.is_empty()
            && after.len() <= 1
            && after.iter().all(simple)
            && !after.iter().any(|s| matches!(s.kind, StatementKind::Declare(..)))
        {
            let mut rest = Vec::new();
            if first.len() > 1 || !first.iter().all(simple) {
                rest = std::mem::take(&mut first);
            }
            let made = StatementKind::For {
                init: first.pop().map(Box::new),
                condition: test.filter(|test| test.known() != Some(1)),
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
        if let Some(test) = test {
            self.leave_unless(test, &mut whole, span);
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
    pub(crate) fn range(
        &mut self,
        variable: &syntax::Variable,
        over: &syntax::Expr,
        body: &syntax::Statement,
        span: Span,
    ) -> Result<()> {
        let place = match self.expr(over)? {
            Value::Place(place) => place,
            Value::List(values, place) => {
                let element = self.ty(&variable.ty)?;
                let ty = Ty::Array(element.into(), values.len().max(1) as u32);
                let list = self.compose(&values, &ty, place)?;
                let made = self.variable_hidden("list", ty);
                self.emit(StatementKind::Declare(made, Some(list)));
                self.place_of(made)
            }
            _ => return fail(over.span, "a loop over a range needs an array"),
        };
        let Ty::Array(_, length) = place.ty else {
            return Err(
                error(over.span, "a loop over a range needs an array with a known length")
                    .help("write `for (int i = 0; i < n; i++)`"),
            );
        };
        let place = self.fixed(place);
        let index = self.variable_hidden("element", crate::typing::tree::INT);
        self.module.variables[index].changed = true;
        let counter = Expr::new(ExprKind::Variable(index), crate::typing::tree::INT);
        let element = self.element_of(place, counter.clone(), span)?;
        let element = element.at(Some(variable.span));
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
        let statement = |kind| Statement { kind, span };
        let condition = self.arithmetic(syntax::Binary::Less, counter, Expr::int(i64::from(length)));
        let step = StatementKind::Store(
            self.place_of(index),
            Some(Change::own(syntax::Binary::Add)),
            Expr::int(1),
        );
        self.emit(StatementKind::For {
            init: Some(Box::new(statement(StatementKind::Declare(index, Some(Expr::int(0)))))),
            condition: Some(condition),
            step: Some(Box::new(statement(step))),
            body: inside,
        });
        Ok(())
    }
}
