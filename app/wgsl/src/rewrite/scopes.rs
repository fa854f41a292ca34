//! Renames local values that hide another name: naga keeps the body of a `for` in the scope of its head, and
//! `continuing` in that of the loop's body (wgpu issue 8235).

use super::edit::Edits;
use crate::check::{Checked, Meaning};
use crate::syntax::{Block, ExprKind, Statement, StatementKind, Variable};
use std::collections::HashMap;

pub(super) fn pass(checked: &Checked<'_>, edits: &mut Edits) {
    let mut renamed: HashMap<u32, String> = HashMap::new();
    checked.tree.each_statement(&mut |statement| {
        let (outer, body): (Vec<&Variable<'_>>, &Block<'_>) = match &statement.kind {
            StatementKind::For {
                start: Some(start),
                body,
                ..
            } => match &start.kind {
                StatementKind::Declaration(head) => (vec![head], body),
                _ => return,
            },
            StatementKind::Loop {
                body,
                continuing: Some(continuing),
                ..
            } => (declared_in(body), &continuing.body),
            _ => return,
        };
        for inner in declared_in(body) {
            let hides = outer.iter().any(|outer| outer.name.text == inner.name.text);
            if let (true, Some(&index)) = (hides, checked.declared.get(&inner.name.span.start)) {
                renamed.insert(index, format!("{}_inner{index}", inner.name.text));
            }
        }
    });
    if renamed.is_empty() {
        return;
    }
    for (&index, name) in &renamed {
        edits.replace(checked.variables[index as usize].span, name.clone());
    }
    for (at, (kind, span)) in checked.tree.expressions.iter().enumerate() {
        if let (ExprKind::Name(_), Meaning::Variable(index)) = (kind, &checked.infos[at].meaning)
            && let Some(name) = renamed.get(index)
        {
            edits.replace(*span, name.clone());
        }
    }
    for (index, name) in renamed {
        edits.names.push((
            name,
            Some(checked.variables[index as usize].name.to_owned()),
        ));
    }
}

/// Returns the values that a block declares in its own scope.
fn declared_in<'b, 's>(block: &'b Block<'s>) -> Vec<&'b Variable<'s>> {
    let declared = |statement: &'b Statement<'s>| match &statement.kind {
        StatementKind::Declaration(variable) => Some(variable),
        _ => None,
    };
    block.statements.iter().filter_map(declared).collect()
}
