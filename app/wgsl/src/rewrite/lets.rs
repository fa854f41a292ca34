//! Writes `let` as `var` where its value is known: naga computes with such a `let` when it compiles, and refuses what has
//! a defined result at run time, as an index that is too large (wgpu issue 4390).

use super::edit::Edits;
use crate::check::Checked;
use crate::syntax::{Binding, StatementKind};

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    checked.tree.each_statement(&mut |statement| {
        let StatementKind::Declaration(variable) = &statement.kind else {
            return;
        };
        let index = checked.declared.get(&variable.name.span.start);
        let is_known = index.is_some_and(|&index| checked.variables[index as usize].is_known);
        if variable.binding == Binding::Let && is_known {
            edits.replace(variable.keyword, "var");
        }
    });
}
