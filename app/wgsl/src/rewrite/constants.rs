//! Writes const-expressions as their values: naga computes few built-in functions when it compiles (wgpu issue 4507),
//! some of them with another rounding, and abstract numbers in other widths.

use super::Effort;
use super::edit::Edits;
use crate::check::{Checked, Meaning, Time};
use crate::syntax::{Binary, Expr, ExprKind};
use crate::types::Kind;

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits, effort: Effort) {
    let tree = &checked.tree;
    let mut types = checked.types.clone();
    // The parent of each expression decides whether it is the largest one with a value.
    let mut inside = vec![false; tree.expressions.len()];
    // naga gives abstract arguments of subgroup functions a type of its own choice.
    let mut is_argument = vec![false; tree.expressions.len()];
    for ((kind, _), info) in tree.expressions.iter().zip(&checked.infos) {
        if let (ExprKind::Call { arguments, .. }, Meaning::Builtin(builtin)) = (kind, info.meaning)
            && builtin.is_of_subgroups()
        {
            arguments
                .iter()
                .for_each(|argument| is_argument[argument.index()] = true);
        }
    }
    for at in (0..tree.expressions.len()).rev() {
        let expression = Expr(at as u32);
        let info = &checked.infos[at];
        let known = info.value.is_some() && info.time == Time::Const && is_value(&info.meaning);
        let replaced = inside[at];
        let mut covers = replaced;
        if known && !replaced {
            let Some(value) = &info.value else { continue };
            let target = info.target.unwrap_or(value.ty);
            let has_result = types
                .structure(target)
                .is_none_or(|found| !found.name.starts_with("__"));
            let is_wanted = match effort {
                Effort::Least => is_argument[at] || needs_help(checked, expression),
                Effort::Full => {
                    is_argument[at] || !matches!(tree.kind(expression), ExprKind::Literal(_))
                }
            };
            if has_result
                && is_wanted
                && let Ok(value) = types.convert_value(value, target)
            {
                let text = types.value_text(&value);
                let text = if text.starts_with('-') {
                    format!("({text})")
                } else {
                    text
                };
                edits.replace(tree.span(expression), text);
                covers = true;
            }
        }
        if covers {
            for inner in checked.first[at]..at as u32 {
                inside[inner as usize] = true;
            }
        }
    }
}

fn is_value(meaning: &Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Value | Meaning::Variable(_) | Meaning::Builtin(_) | Meaning::Constructor
    )
}

/// Returns true for an expression with a part that naga is known to refuse or to compute wrongly.
fn needs_help(checked: &Checked<'_>, root: Expr) -> bool {
    (checked.first[root.index()]..=root.0).any(|at| {
        let info = &checked.infos[at as usize];
        match checked.tree.kind(Expr(at)) {
            ExprKind::Call { .. } => matches!(info.meaning, Meaning::Builtin(_)),
            ExprKind::Binary {
                operator: Binary::ShiftLeft | Binary::ShiftRight,
                left,
                ..
            } => {
                let ty = checked.infos[left.index()].ty;
                ty.is_some_and(|ty| checked.types.is_abstract(ty))
            }
            ExprKind::Binary {
                operator: Binary::LogicalAnd | Binary::LogicalOr,
                ..
            } => {
                // A skipped side may have no value.
                (checked.first[root.index()]..=root.0)
                    .any(|inner| checked.infos[inner as usize].skipped)
            }
            ExprKind::Binary { left, .. } => {
                let ty = checked.infos[left.index()].ty;
                ty.is_some_and(|ty| matches!(checked.types.kind(ty), Kind::Matrix(..)))
            }
            _ => false,
        }
    })
}
