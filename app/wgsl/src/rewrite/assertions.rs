//! Removes `const_assert` and `_ = constant`, which the checker has evaluated. naga evaluates few expressions (wgpu issue 4507).

use super::edit::Edits;
use crate::check::{Checked, Time};
use crate::error::Span;
use crate::syntax::{Binding, Declaration, StatementKind};

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    for (declaration, span) in &checked.tree.declarations {
        let is_done = match declaration {
            Declaration::ConstAssert(_) => true,
            // Its uses are written as values; the structures of `frexp` and `modf` cannot be written.
            Declaration::Variable(variable) if variable.binding == Binding::Const => {
                let index = checked.declared.get(&variable.name.span.start);
                let ty = index.map(|&index| checked.variables[index as usize].ty);
                ty.and_then(|ty| checked.types.structure(ty))
                    .is_some_and(|found| found.name.starts_with("__"))
            }
            _ => false,
        };
        if is_done {
            remove(checked, edits, *span);
        }
    }
    checked.tree.each_statement(&mut |statement| {
        let is_done = match &statement.kind {
            StatementKind::ConstAssert(_) => true,
            // `_ = value` of a constant that has no type to hold it.
            StatementKind::Assign {
                left: None, right, ..
            } => {
                let info = &checked.infos[right.index()];
                info.value.is_some() && info.time == Time::Const
            }
            _ => false,
        };
        if is_done {
            remove(checked, edits, statement.span);
        }
    });
}

fn remove(checked: &Checked<'_>, edits: &mut Edits, span: Span) {
    let text = &checked.text[span.range()];
    edits.replace(
        span,
        text.chars()
            .map(|letter| if letter == '\n' { '\n' } else { ' ' })
            .collect::<String>(),
    );
}
