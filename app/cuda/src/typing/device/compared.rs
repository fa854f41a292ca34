//! Finds loads of a word that the same function then compares and exchanges: `old = *p; do { seen = old; old =
//! atomicCAS(p, seen, …); } while (seen != old);`. If the load gives an old value the exchange fails and gives the new one,
//! so it counts as atomic and is no race.
//!
//! Source: CUDA C++ Programming Guide, "Atomic Functions", which writes any other atomic operation in this form.

use crate::syntax::{Expr, ExprKind, Node, Statement, StatementKind, Unary, nodes};
use crate::typing::Typer;
use std::collections::HashSet;
use std::rc::Rc;

/// Returns the names of pointers and arrays whose words a function compares and exchanges.
pub(crate) fn compared_names(body: &[Statement]) -> HashSet<Rc<str>> {
    let exchanged = nodes(body).filter_map(|node| match node {
        Node::Expr(Expr {
            kind: ExprKind::Call(callee, arguments),
            ..
        }) if is_exchange(callee) => arguments.first(),
        _ => None,
    });
    exchanged.filter_map(pointed).collect()
}

fn is_exchange(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if &*name.text == "atomicCAS")
}

/// Returns the name of the pointer or array in an address: `p`, `p + i`, `&p[i]`.
fn pointed(address: &Expr) -> Option<Rc<str>> {
    match &address.kind {
        ExprKind::Name(name) => Some(name.text.clone()),
        ExprKind::Binary(_, base, _)
        | ExprKind::Cast(_, base)
        | ExprKind::Index(base, _)
        | ExprKind::Unary(Unary::Address, base) => pointed(base),
        _ => None,
    }
}

/// Returns the name of the pointer or array from which an expression loads, if it only loads.
fn loaded(value: &Expr) -> Option<Rc<str>> {
    match &value.kind {
        ExprKind::Unary(Unary::Deref, address) | ExprKind::Index(address, _) => pointed(address),
        ExprKind::Cast(_, value) => loaded(value),
        _ => None,
    }
}

impl Typer<'_> {
    /// Marks a statement that loads such a word as one with volatile accesses.
    pub(crate) fn note_compared_load(&mut self, statement: &Statement) {
        let is_load = |value: &Expr| {
            let name = loaded(value);
            name.is_some_and(|name| self.frame.compared.contains(&name))
        };
        let has_load = match &statement.kind {
            StatementKind::Declare(variables) => {
                let mut values = variables.iter().flat_map(|variable| variable.values());
                values.any(is_load)
            }
            StatementKind::Expr(Expr {
                kind: ExprKind::Assign(None, _, value),
                ..
            }) => is_load(value),
            _ => false,
        };
        if has_load {
            self.module.volatile.insert(statement.span.start);
        }
    }
}
