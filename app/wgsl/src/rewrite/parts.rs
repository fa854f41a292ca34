//! Gives `frexp` and `modf` of a constant a variable instead: naga computes neither of them when it compiles (wgpu issue
//! 4507), and their structures have no constructor.

use super::edit::Edits;
use crate::builtin::Builtin;
use crate::check::{Checked, Meaning, Time};
use crate::error::Span;
use crate::syntax::{Declaration, Expr, ExprKind};

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    let mut types = checked.types.clone();
    let mut declared = String::new();
    let bodies: Vec<Span> = checked
        .tree
        .declarations
        .iter()
        .filter(|(declaration, _)| matches!(declaration, Declaration::Function(_)))
        .map(|(_, span)| *span)
        .collect();
    for (at, (kind, span)) in checked.tree.expressions.iter().enumerate() {
        let ExprKind::Call { arguments, .. } = kind else {
            continue;
        };
        let is_inside = bodies
            .iter()
            .any(|body| body.start <= span.start && span.end <= body.end);
        let meaning = checked.infos[at].meaning;
        let ([argument], Meaning::Builtin(Builtin::Frexp | Builtin::Modf), true) =
            (arguments.as_slice(), meaning, is_inside)
        else {
            continue;
        };
        let info = &checked.infos[argument.index()];
        let (Some(value), Time::Const) = (&info.value, info.time) else {
            continue;
        };
        let target = types.concrete(info.target.unwrap_or(value.ty));
        if let Ok(value) = types.convert_value(value, target) {
            let name = format!("constant_operand{}", Expr(at as u32).0);
            declared.push_str(&format!(
                "\nvar<private> {name}: {} = {};",
                types.name(target),
                types.value_text(&value)
            ));
            edits.replace(checked.tree.span(*argument), name.clone());
            edits.names.push((name, None));
        }
    }
    if !declared.is_empty() {
        let end = checked.text.len() as u32;
        edits.replace(Span { start: end, end }, declared);
    }
}
