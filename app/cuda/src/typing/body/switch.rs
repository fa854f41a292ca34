//! `switch`: each case gets the statements that it executes, up to its `break`.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, StatementKind as Kind};
use crate::typing::Typer;
use crate::typing::body::convert::{number_as, promoted};
use crate::typing::tree::{Case, Expr, Number, Scalar, StatementKind, Ty};

impl Typer<'_> {
    pub(crate) fn switch(&mut self, value: &syntax::Expr, statements: &[syntax::Statement], span: Span) -> Result<()> {
        let value = self.rvalue(value)?;
        let value = match value.ty.scalar() {
            Some(scalar) if scalar.is_integer() => self.convert_scalar(value, promoted(scalar)),
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
                        return fail(statement.span, "a statement before the first `case` is never executed");
                    }
                },
            }
        }
        let mut cases: Vec<Case> = Vec::new();
        for index in 0..groups.len() {
            let mut values = Vec::new();
            for label in &groups[index].0 {
                if label.is_none() && cases.iter().any(is_default) {
                    let mut last = statements.iter().rev();
                    let last = last.find(|label| matches!(label.kind, Kind::Label(None)));
                    return fail(
                        last.map_or(span, |label| label.span),
                        "`default` stands twice in this `switch`",
                    );
                }
                values.push(match label {
                    None => None,
                    Some(label) => Some(self.case_value(label, &cases, scalar)?),
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
            if chain.last().is_some_and(|last| matches!(last.kind, Kind::Break)) {
                chain.pop();
            }
            self.frame.switches += 1;
            let body = self.block(&chain);
            self.frame.switches -= 1;
            let body = body?;
            cases.push(Case { values, body });
        }
        if !cases.iter().any(is_default) {
            cases.push(Case {
                values: vec![None],
                body: Vec::new(),
            });
        }
        self.emit(StatementKind::Switch(value, cases));
        Ok(())
    }

    /// Returns the value of a label that none of the cases before has.
    fn case_value(&mut self, label: &syntax::Expr, cases: &[Case], scalar: Scalar) -> Result<Expr> {
        let number = self.constant(label).map_err(|mut error| {
            error.message = format!("`case`: {}", error.message);
            error
        })?;
        let mut values = cases.iter().flat_map(|case| case.values.iter().flatten());
        if values.any(|value| value.known() == Some(number)) {
            return fail(label.span, format!("`case {number}` stands twice in this `switch`"));
        }
        let value = number_as(Number::Int(number), scalar);
        Ok(Expr::literal(value, Ty::Scalar(scalar)))
    }
}

fn is_default(case: &Case) -> bool {
    case.values.iter().any(Option::is_none)
}

/// Returns true if no statement after this one is reached.
fn ends(statement: &syntax::Statement) -> bool {
    match &statement.kind {
        Kind::Break | Kind::Continue | Kind::Return(_) => true,
        Kind::Block(statements) => statements.last().is_some_and(ends),
        Kind::If { yes, no: Some(no), .. } => ends(yes) && ends(no),
        _ => false,
    }
}
