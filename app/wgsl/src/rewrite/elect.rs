//! Writes `subgroupElect()` as a scan, which naga has (wgpu issue 5555): the first lane is the one that counts none
//! before itself.

use super::edit::Edits;
use crate::check::{Checked, Meaning};
use crate::syntax::{Expr, ExprKind};

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    for (at, (kind, span)) in checked.tree.expressions.iter().enumerate() {
        let ExprKind::Call { callee, .. } = kind else {
            continue;
        };
        let is_builtin = checked.infos[Expr(at as u32).index()].meaning == Meaning::Builtin;
        if is_builtin && callee.name.text == "subgroupElect" {
            edits.replace(*span, "(subgroupExclusiveAdd(1u) == 0u)");
        }
    }
}
