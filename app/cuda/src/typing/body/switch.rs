//! `switch`: each case gets the statements that it executes, up to its `break`.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, StatementKind as Kind};
use crate::typing::Typer;
use crate::typing::tree::{Case, Expr, StatementKind, Ty};

impl Typer<'_> {
    pub(crate) fn switch(
        &mut self,
        value: &syntax::Expr,
        statements: &[syntax::Statement],
        span: Span,
    ) -> Result<()> {
        let value = self.rvalue(value)?;
        let value = match value.ty.scalar() {
            Some(scalar) if scalar.is_integer() => {
                self.convert_scalar(value, crate::typing::body::convert::promoted(scalar))
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
                        let number = crate::typing::body::convert::number_as(
                            crate::typing::tree::Number::Int(known),
                            scalar,
                        );
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
