//! Writes `subgroupElect()` as a scan, which naga has (wgpu issue 5555): the first lane is the one that counts none
//! before itself.

use super::edit::Edits;
use crate::builtin::Builtin;
use crate::check::{Checked, Meaning};
use crate::syntax::{Expr, ExprKind};

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    for (at, (kind, span)) in checked.tree.expressions.iter().enumerate() {
        let meaning = checked.infos[Expr(at as u32).index()].meaning;
        if meaning == Meaning::Builtin(Builtin::SubgroupElect)
            && matches!(kind, ExprKind::Call { .. })
        {
            edits.replace(*span, "(subgroupExclusiveAdd(1u) == 0u)");
        }
    }
}
