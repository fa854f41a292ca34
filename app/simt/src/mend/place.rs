//! Finds statements of a text by their lines, with the statements around them.

use wgsl::{Block, Checked, Declaration, Span, Statement, StatementKind};

/// A statement with those around it, outermost first.
pub(super) struct Place<'t, 's> {
    pub(super) statement: &'t Statement<'s>,
    pub(super) around: Vec<&'t Statement<'s>>,
}

pub(super) fn line_of(text: &str, span: Span) -> u32 {
    text[..span.start as usize].matches('\n').count() as u32 + 1
}

/// Returns the first statement that begins in a line; of nested ones the innermost that is no block.
pub(super) fn statement_in<'t, 's>(checked: &'t Checked<'s>, line: u32) -> Option<Place<'t, 's>> {
    let mut found = None;
    for (declaration, _) in &checked.tree.declarations {
        if let Declaration::Function(function) = declaration {
            search(
                checked.text,
                &function.body,
                line,
                &mut Vec::new(),
                &mut found,
            );
        }
    }
    found
}

fn search<'t, 's>(
    text: &str,
    block: &'t Block<'s>,
    line: u32,
    around: &mut Vec<&'t Statement<'s>>,
    found: &mut Option<Place<'t, 's>>,
) {
    for statement in &block.statements {
        let last = text[..statement.span.end as usize].matches('\n').count() as u32 + 1;
        let first = line_of(text, statement.span);
        if !(first..=last).contains(&line) {
            continue;
        }
        if first == line && found.is_none() {
            *found = Some(Place {
                statement,
                around: around.clone(),
            });
        }
        around.push(statement);
        for inner in blocks(statement) {
            // A statement on a line of its own, inside of one that begins before.
            search(text, inner, line, around, found);
        }
        around.pop();
        // One that spans several lines contains the line, as a call with many arguments.
        if found.is_none() && blocks(statement).is_empty() {
            *found = Some(Place {
                statement,
                around: around.clone(),
            });
        }
    }
}

/// Returns the blocks directly inside of a statement.
pub(super) fn blocks<'t, 's>(statement: &'t Statement<'s>) -> Vec<&'t Block<'s>> {
    match &statement.kind {
        StatementKind::Block(block) => vec![block],
        StatementKind::If {
            branches,
            otherwise,
            ..
        } => branches
            .iter()
            .map(|branch| &branch.body)
            .chain(otherwise)
            .collect(),
        StatementKind::Switch { cases, .. } => cases.iter().map(|case| &case.body).collect(),
        StatementKind::Loop {
            body, continuing, ..
        } => {
            let continuing = continuing.as_ref().map(|continuing| &continuing.body);
            std::iter::once(body).chain(continuing).collect()
        }
        StatementKind::For { body, .. } | StatementKind::While { body, .. } => vec![body],
        _ => Vec::new(),
    }
}

/// Returns the body of a loop statement.
pub(super) fn loop_body<'t, 's>(statement: &'t Statement<'s>) -> Option<&'t Block<'s>> {
    match &statement.kind {
        StatementKind::Loop { body, .. }
        | StatementKind::For { body, .. }
        | StatementKind::While { body, .. } => Some(body),
        _ => None,
    }
}
