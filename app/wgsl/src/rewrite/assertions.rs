//! Removes `const_assert`, which the checker has evaluated. naga evaluates few expressions (wgpu issue 4507).

use super::edit::Edits;
use crate::check::Checked;
use crate::error::Span;
use crate::syntax::{Declaration, StatementKind};

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    for (declaration, span) in &checked.tree.declarations {
        if let Declaration::ConstAssert(_) = declaration {
            remove(checked, edits, *span);
        }
    }
    checked.tree.each_statement(&mut |statement| {
        if let StatementKind::ConstAssert(_) = statement.kind {
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
