//! A walk through the tree: all statements and expressions of a body.

use super::{Expr, ExprKind, Statement, StatementKind};

/// A statement or an expression.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'t> {
    Statement(&'t Statement),
    Expr(&'t Expr),
}

/// Returns all statements and expressions of a body, in any order. The constants of `case` and of `static_assert` are left
/// out: no thread computes them.
pub(crate) fn nodes(body: &[Statement]) -> impl Iterator<Item = Node<'_>> {
    walk(body.iter().map(Node::Statement).collect())
}

/// Returns an expression and all nodes inside of it, in any order.
pub(crate) fn nodes_of(value: &Expr) -> impl Iterator<Item = Node<'_>> {
    walk(vec![Node::Expr(value)])
}

fn walk(mut open: Vec<Node<'_>>) -> impl Iterator<Item = Node<'_>> {
    std::iter::from_fn(move || {
        let node = open.pop()?;
        match node {
            Node::Statement(statement) => open_statement(statement, &mut open),
            Node::Expr(value) => open_expr(value, &mut open),
        }
        Some(node)
    })
}

/// Adds the nodes directly inside a statement.
fn open_statement<'t>(statement: &'t Statement, open: &mut Vec<Node<'t>>) {
    match &statement.kind {
        StatementKind::Empty
        | StatementKind::Label(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Alias(..)
        | StatementKind::Assert(..) => {}
        StatementKind::Expr(value) | StatementKind::Unpack { value, .. } => {
            open.push(Node::Expr(value));
        }
        StatementKind::Declare(variables) => {
            let values = variables.iter().flat_map(|variable| variable.values());
            open.extend(values.map(Node::Expr));
        }
        StatementKind::Block(inside) => open.extend(inside.iter().map(Node::Statement)),
        StatementKind::Switch {
            value, body: inside, ..
        } => {
            open.push(Node::Expr(value));
            open.extend(inside.iter().map(Node::Statement));
        }
        StatementKind::If { condition, yes, no } => {
            open.extend([Node::Statement(condition), Node::Statement(yes)]);
            open.extend(no.as_deref().map(Node::Statement));
        }
        StatementKind::While(condition, body) => {
            open.extend([Node::Statement(condition), Node::Statement(body)]);
        }
        StatementKind::Do(body, condition) => {
            open.extend([Node::Statement(body), Node::Expr(condition)]);
        }
        StatementKind::For {
            init,
            condition,
            step,
            body,
        } => {
            open.extend([Node::Statement(init), Node::Statement(body)]);
            open.extend(condition.iter().chain(step).map(Node::Expr));
        }
        StatementKind::Range { over, body, .. } => {
            open.extend([Node::Expr(over), Node::Statement(body)]);
        }
        StatementKind::Return(value) => open.extend(value.iter().map(Node::Expr)),
    }
}

/// Adds the nodes directly inside an expression.
fn open_expr<'t>(value: &'t Expr, open: &mut Vec<Node<'t>>) {
    match &value.kind {
        ExprKind::Integer { .. }
        | ExprKind::Float { .. }
        | ExprKind::Bool(_)
        | ExprKind::Letter(_)
        | ExprKind::Text(_)
        | ExprKind::Null
        | ExprKind::This
        | ExprKind::Name(_)
        | ExprKind::SizeOfType(_) => {}
        ExprKind::Unary(_, inner)
        | ExprKind::Step { target: inner, .. }
        | ExprKind::Member { base: inner, .. }
        | ExprKind::Cast(_, inner)
        | ExprKind::Designated(_, inner)
        | ExprKind::SizeOf(inner) => open.push(Node::Expr(inner)),
        ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Comma(a, b) | ExprKind::Index(a, b) => {
            open.extend([Node::Expr(a), Node::Expr(b)])
        }
        ExprKind::Conditional(a, b, c) => {
            open.extend([Node::Expr(a), Node::Expr(b), Node::Expr(c)]);
        }
        ExprKind::Call(callee, arguments) => {
            open.push(Node::Expr(callee));
            open.extend(arguments.iter().map(Node::Expr));
        }
        ExprKind::Construct(_, values) | ExprKind::List(values) => {
            open.extend(values.iter().map(Node::Expr));
        }
        ExprKind::Lambda(lambda) => open.extend(lambda.body.iter().map(Node::Statement)),
        ExprKind::Launch { setting, arguments, .. } => open.extend(setting.iter().chain(arguments).map(Node::Expr)),
    }
}
