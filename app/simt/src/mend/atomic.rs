//! Makes the elements of a variable atomic: its type, and every access to it.

use super::language::{Change, insertion_at};
use super::of_wgsl::is_integer;
use wgsl::{Binary, Builtin, Checked, Declaration, Expr, ExprKind, Kind, Meaning, Span, StatementKind, Unary};

/// Returns the changes that make the assignment at a place one atomic function.
pub(super) fn changes(checked: &Checked<'_>, statement: Span) -> Option<Vec<Change>> {
    let left = assigned(checked, statement)?;
    if !is_integer(checked, left) {
        return None;
    }
    let variable = checked.root(left)?;
    let mut changes = vec![leaf_type(checked, variable)?];
    // Stores first: what stands left of them is no read.
    let mut targets: Vec<Expr> = Vec::new();
    changes.extend(stores(checked, variable, &mut targets)?);
    changes.extend(loads(checked, variable, &targets)?);
    Some(changes)
}

/// Returns the place that the assignment at a span changes.
fn assigned(checked: &Checked<'_>, statement: Span) -> Option<Expr> {
    let mut assigned = None;
    checked.tree.each_statement(&mut |each| {
        if let StatementKind::Assign { left: Some(left), .. } | StatementKind::Step { left, .. } = &each.kind
            && each.span == statement
        {
            assigned = Some(*left);
        }
    });
    assigned
}

/// Returns the changes of every store to a variable, and adds the places that it changes or reads itself to `targets`.
fn stores(checked: &Checked<'_>, variable: u32, targets: &mut Vec<Expr>) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    let mut failed = false;
    checked.tree.each_statement(&mut |statement| match &statement.kind {
        StatementKind::Assign {
            left: Some(left),
            operator,
            right,
        } if checked.root(*left) == Some(variable) => {
            targets.push(checked.tree.bare(*left));
            match store(checked, *left, *operator, *right) {
                Some(store) => changes.extend(store.around(checked, statement.span, targets)),
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
    (!failed).then_some(changes)
}

/// Returns the changes of every other place that reads an element of a variable.
fn loads(checked: &Checked<'_>, variable: u32, targets: &[Expr]) -> Option<Vec<Change>> {
    let mut is_part = vec![false; checked.tree.expressions.len()];
    for (kind, _) in &checked.tree.expressions {
        match kind {
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => is_part[base.index()] = true,
            ExprKind::Parenthesis(inner) => is_part[inner.index()] = true,
            ExprKind::Unary {
                operator: Unary::AddressOf,
                operand,
            } => is_part[operand.index()] = true,
            _ => {}
        }
    }
    let mut changes = Vec::new();
    for (index, (_, span)) in checked.tree.expressions.iter().enumerate() {
        let expression = Expr(index as u32);
        let ty = checked.infos[index].ty;
        let is_place = ty.is_some_and(|ty| matches!(checked.types.kind(ty), Kind::Reference(..)));
        if !is_place || is_part[index] || targets.contains(&expression) || checked.root(expression) != Some(variable) {
            continue;
        }
        if !is_integer(checked, expression) {
            return None;
        }
        let call = format!("{}(&", Builtin::AtomicLoad.name());
        changes.push((insertion_at(span.start), call));
        changes.push((insertion_at(span.end), ")".to_owned()));
    }
    Some(changes)
}

/// Returns the change that makes the innermost type of a variable atomic.
fn leaf_type(checked: &Checked<'_>, variable: u32) -> Option<Change> {
    let start = checked.variables[variable as usize].span.start;
    let declared = checked
        .tree
        .declarations
        .iter()
        .find_map(|(declaration, _)| match declaration {
            Declaration::Variable(variable) if variable.name.span.start == start => Some(variable),
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
    fn around(&self, checked: &Checked<'_>, statement: Span, targets: &mut Vec<Expr>) -> Vec<Change> {
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
fn store(checked: &Checked<'_>, left: Expr, operator: Option<Binary>, right: Expr) -> Option<Store> {
    let same = |expression: Expr| {
        let text = |place: Expr| {
            let words = checked.text[checked.tree.span(place).range()].split_whitespace();
            words.collect::<String>()
        };
        text(checked.tree.bare(expression)) == text(checked.tree.bare(left))
    };
    let arithmetic = |operator: Binary| {
        Some(match operator {
            Binary::Add => Builtin::AtomicAdd,
            Binary::Subtract => Builtin::AtomicSub,
            Binary::And => Builtin::AtomicAnd,
            Binary::Or => Builtin::AtomicOr,
            Binary::ExclusiveOr => Builtin::AtomicXor,
            _ => return None,
        })
    };
    let order = |called: Builtin| match called {
        Builtin::Max => Some(Builtin::AtomicMax),
        Builtin::Min => Some(Builtin::AtomicMin),
        _ => None,
    };
    let (function, value, old) = match (operator, checked.tree.kind(checked.tree.bare(right))) {
        (Some(operator), _) => (arithmetic(operator)?, right, None),
        (
            None,
            &ExprKind::Binary {
                operator,
                left: a,
                right: b,
            },
        ) if same(a) => (arithmetic(operator)?, b, Some(a)),
        (
            None,
            &ExprKind::Binary {
                operator,
                left: a,
                right: b,
            },
        ) if same(b) && operator != Binary::Subtract => (arithmetic(operator)?, a, Some(b)),
        (None, ExprKind::Call { arguments, .. })
            if let Meaning::Builtin(called) = checked.infos[right.index()].meaning
                && let Some(function) = order(called)
                && let [a, b] = arguments[..]
                && (same(a) || same(b)) =>
        {
            if same(a) {
                (function, b, Some(a))
            } else {
                (function, a, Some(b))
            }
        }
        _ => (Builtin::AtomicStore, right, None),
    };
    Some(Store {
        function,
        target: left,
        value,
        old,
    })
}
