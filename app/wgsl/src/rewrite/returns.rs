//! Ends a function that returns a value inside of its last statement with a `return` that is never reached: naga does not
//! see that a `loop` or a `switch` returns in every case (no issue is known).

use super::edit::Edits;
use crate::check::Checked;
use crate::error::Span;
use crate::syntax::{Declaration, StatementKind};

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    for function in &checked.functions {
        let Declaration::Function(syntax) =
            &checked.tree.declarations[function.declaration as usize].0
        else {
            continue;
        };
        let Some(result) = function.result else {
            continue;
        };
        let returns = syntax
            .body
            .statements
            .last()
            .is_some_and(|last| matches!(last.kind, StatementKind::Return(_)));
        if !returns {
            let end = syntax.body.span.end - 1;
            let text = format!(" return {}(); ", checked.types.name(result));
            edits.replace(Span { start: end, end }, text);
        }
    }
}
