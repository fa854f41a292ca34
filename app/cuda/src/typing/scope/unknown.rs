//! Finds all unknown names of a statement with an error, so that one answer lists them.

use crate::error::{Cause, Error};
use crate::syntax::{ExprKind, Node, Statement, StatementKind, nodes};
use crate::typing::Typer;
use std::collections::HashSet;
use std::rc::Rc;

/// The most errors of a kernel.
const MOST: usize = 20;

impl Typer<'_> {
    /// Reports the names of a statement with an error that nothing declares. The error itself may be one of them:
    /// [`once`] leaves each name once.
    pub(crate) fn other_unknown_names(&mut self, statement: &Statement) {
        let inside: Vec<Node<'_>> = nodes(std::slice::from_ref(statement)).collect();
        let local = declared(&inside);
        let mut called = HashSet::new();
        let mut asked = Vec::new();
        for node in &inside {
            let Node::Expr(value) = node else { continue };
            match &value.kind {
                ExprKind::Call(callee, _) => {
                    if let ExprKind::Name(name) = &callee.kind {
                        called.insert(callee.span);
                        asked.push((name, *value));
                    }
                }
                ExprKind::Name(name) => asked.push((name, *value)),
                _ => {}
            }
        }
        asked.retain(|(name, value)| !local.contains(&name.text) && !called.contains(&value.span));
        asked.sort_by_key(|(_, value)| value.span.start);
        for (name, value) in asked {
            if self.diagnostics.failures.len() > MOST {
                return;
            }
            let error = self.apart(|typer| typer.expr(value)).err();
            let is_it = |error: &Error| is_unknown(error) && error.message.contains(&*name.text);
            self.diagnostics
                .failures
                .extend(error.filter(|error| is_it(error)).map(|error| *error));
        }
    }
}

/// Returns the names that statements and lambdas declare.
fn declared(inside: &[Node<'_>]) -> HashSet<Rc<str>> {
    let mut names: HashSet<Rc<str>> = HashSet::new();
    for node in inside {
        match node {
            Node::Statement(statement) => match &statement.kind {
                StatementKind::Declare(variables) => {
                    names.extend(variables.iter().map(|variable| variable.name.clone()));
                }
                StatementKind::Range { variable, .. } => {
                    names.insert(variable.name.clone());
                }
                StatementKind::Unpack { names: parts, .. } => {
                    names.extend(parts.iter().map(|(name, _)| name.clone()));
                }
                StatementKind::Alias(name, _) => {
                    names.insert(name.clone());
                }
                _ => {}
            },
            Node::Expr(value) => {
                if let ExprKind::Lambda(lambda) = &value.kind {
                    let parameters = lambda.parameters.iter();
                    names.extend(parameters.map(|parameter| parameter.name.clone()));
                    names.extend(lambda.captures.iter().map(|(name, _)| name.clone()));
                }
            }
        }
    }
    names
}

/// Returns true for the error of a name that nothing declares, or whose declaration has an error.
pub(crate) fn is_of_names(error: &Error) -> bool {
    is_unknown(error) || error.message.is_empty()
}

/// Returns true for the error of a name that nothing declares.
fn is_unknown(error: &Error) -> bool {
    error.cause == Cause::Undeclared
}

/// Leaves the first error of each unknown name.
pub(crate) fn once(errors: &mut Vec<Error>) {
    let mut seen = HashSet::new();
    errors.retain(|error| !is_unknown(error) || seen.insert(error.message.clone()));
}
