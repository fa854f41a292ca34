//! Makes the elements of a variable atomic: its type, and every access to it.

use super::language::Change;
use super::of_wgsl::is_integer;
use wgsl::{
    Binary, Builtin, Checked, Declaration, Expr, ExprKind, Kind, Meaning, Span, StatementKind,
    Unary,
};

/// Returns the changes that make the assignment at a place one atomic function.
pub(super) fn changes(checked: &Checked<'_>, statement: Span) -> Option<Vec<Change>> {
    let mut assigned = None;
    checked.tree.each_statement(&mut |found| {
        if let StatementKind::Assign {
            left: Some(left), ..
        }
        | StatementKind::Step { left, .. } = &found.kind
            && found.span == statement
        {
            assigned = Some(*left);
        }
    });
    let left = assigned?;
    if !is_integer(checked, left) {
        return None;
    }
    let variable = checked.root(left)?;
    let mut changes = vec![leaf_type(checked, variable)?];
    let mut failed = false;
    // Stores first: what stands left of them is no read.
    let mut targets: Vec<Expr> = Vec::new();
    checked
        .tree
        .each_statement(&mut |statement| match &statement.kind {
            StatementKind::Assign {
                left: Some(left),
                operator,
                right,
            } if checked.root(*left) == Some(variable) => {
                targets.push(checked.tree.bare(*left));
                match store(checked, *left, *operator, *right) {
                    Some(store) => {
                        changes.extend(store.around(checked, statement.span, &mut targets))
                    }
                    None => failed = true,
                }
            }
            StatementKind::Step { left, operator } if checked.root(*left) == Some(variable) => {
                targets.push(checked.tree.bare(*left));
                let function = if *operator == Binary::Add {
                    Builtin::AtomicAdd
                } else {
                    Builtin::AtomicSub
                };
                let name = function.name();
                let target = &checked.text[checked.tree.span(*left).range()];
                let end = if checked.text[statement.span.range()].ends_with(';') {
                    ";"
                } else {
                    ""
                };
                changes.push((statement.span, format!("{name}(&{target}, 1){end}")));
            }
            _ => {}
        });
    // Every other place that reads an element.
    let mut is_part = vec![false; checked.tree.expressions.len()];
    for (kind, _) in &checked.tree.expressions {
        match kind {
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => {
                is_part[base.index()] = true
            }
            ExprKind::Parenthesis(inner) => is_part[inner.index()] = true,
            ExprKind::Unary {
                operator: Unary::AddressOf,
                operand,
            } => is_part[operand.index()] = true,
            _ => {}
        }
    }
    for (at, (_, span)) in checked.tree.expressions.iter().enumerate() {
        let expression = Expr(at as u32);
        let info = &checked.infos[at];
        let is_place = info
            .ty
            .is_some_and(|ty| matches!(checked.types.kind(ty), Kind::Reference(..)));
        if !is_place
            || is_part[at]
            || targets.contains(&expression)
            || checked.root(expression) != Some(variable)
        {
            continue;
        }
        if !is_integer(checked, expression) {
            failed = true;
            continue;
        }
        changes.push((
            Span {
                start: span.start,
                end: span.start,
            },
            format!("{}(&", Builtin::AtomicLoad.name()),
        ));
        changes.push((
            Span {
                start: span.end,
                end: span.end,
            },
            ")".to_owned(),
        ));
    }
    (!failed).then_some(changes)
}

/// Returns the change that makes the innermost type of a variable atomic.
fn leaf_type(checked: &Checked<'_>, variable: u32) -> Option<Change> {
    let start = checked.variables[variable as usize].span.start;
    let declared =
        checked
            .tree
            .declarations
            .iter()
            .find_map(|(declaration, _)| match declaration {
                Declaration::Variable(found) if found.name.span.start == start => Some(found),
                _ => None,
            })?;
    let mut ty = declared.ty?;
    loop {
        let ExprKind::Name(name) = checked.tree.kind(ty) else {
            return None;
        };
        match (name.name.text, &name.arguments) {
            ("array", Some(arguments)) => ty = arguments[0],
            (scalar @ ("u32" | "i32"), None) => {
                return Some((name.span, format!("atomic<{scalar}>")));
            }
            _ => return None,
        }
    }
}

/// An atomic function of a place and a value.
struct Store {
    function: Builtin,
    target: Expr,
    value: Expr,
    /// A place that the function reads itself.
    old: Option<Expr>,
}

impl Store {
    /// Returns the changes that write the call in place of a statement.
    fn around(
        &self,
        checked: &Checked<'_>,
        statement: Span,
        targets: &mut Vec<Expr>,
    ) -> Vec<Change> {
        let value = checked.tree.span(self.value);
        let target = &checked.text[checked.tree.span(self.target).range()];
        targets.extend(self.old.map(|old| checked.tree.bare(old)));
        // The value may read the variable, too, so its text stays where it is.
        vec![
            (
                Span {
                    start: statement.start,
                    end: value.start,
                },
                format!("{}(&{target}, ", self.function.name()),
            ),
            (
                Span {
                    start: value.end,
                    end: statement.end,
                },
                if checked.text[statement.range()].ends_with(';') {
                    ");".to_owned()
                } else {
                    ")".to_owned()
                },
            ),
        ]
    }
}

/// Finds the atomic function that an assignment computes.
fn store(
    checked: &Checked<'_>,
    left: Expr,
    operator: Option<Binary>,
    right: Expr,
) -> Option<Store> {
    let same = |expression: Expr| {
        let text = |at: Expr| {
            let words: Vec<&str> = checked.text[checked.tree.span(at).range()]
                .split_whitespace()
                .collect();
            words.concat()
        };
        text(checked.tree.bare(expression)) == text(checked.tree.bare(left))
    };
    let function = |operator: Binary| {
        Some(match operator {
            Binary::Add => Builtin::AtomicAdd,
            Binary::Subtract => Builtin::AtomicSub,
            Binary::And => Builtin::AtomicAnd,
            Binary::Or => Builtin::AtomicOr,
            Binary::ExclusiveOr => Builtin::AtomicXor,
            _ => return None,
        })
    };
    if let Some(operator) = operator {
        return Some(Store {
            function: function(operator)?,
            target: left,
            value: right,
            old: None,
        });
    }
    match checked.tree.kind(checked.tree.bare(right)) {
        ExprKind::Binary {
            operator,
            left: a,
            right: b,
        } if same(*a) => Some(Store {
            function: function(*operator)?,
            target: left,
            value: *b,
            old: Some(*a),
        }),
        ExprKind::Binary {
            operator,
            left: a,
            right: b,
        } if same(*b) && *operator != Binary::Subtract => Some(Store {
            function: function(*operator)?,
            target: left,
            value: *a,
            old: Some(*b),
        }),
        ExprKind::Call { arguments, .. }
            if let Meaning::Builtin(called) = checked.infos[right.index()].meaning =>
        {
            let function = match called {
                Builtin::Max => Builtin::AtomicMax,
                Builtin::Min => Builtin::AtomicMin,
                _ => {
                    return Some(Store {
                        function: Builtin::AtomicStore,
                        target: left,
                        value: right,
                        old: None,
                    });
                }
            };
            match arguments[..] {
                [a, b] if same(a) => Some(Store {
                    function,
                    target: left,
                    value: b,
                    old: Some(a),
                }),
                [a, b] if same(b) => Some(Store {
                    function,
                    target: left,
                    value: a,
                    old: Some(b),
                }),
                _ => Some(Store {
                    function: Builtin::AtomicStore,
                    target: left,
                    value: right,
                    old: None,
                }),
            }
        }
        _ => Some(Store {
            function: Builtin::AtomicStore,
            target: left,
            value: right,
            old: None,
        }),
    }
}
