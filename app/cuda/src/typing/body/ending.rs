//! The end of a function: WGSL wants a value there, and C++ only if the end is reached.

use crate::typing::tree::{Statement, StatementKind};

/// Returns true if what stands behind the statements may be reached.
pub(crate) fn goes_on(statements: &[Statement]) -> bool {
    statements.iter().all(|statement| match &statement.kind {
        StatementKind::Return(_) | StatementKind::Break | StatementKind::Continue => false,
        StatementKind::If(_, yes, no) => goes_on(yes) || goes_on(no),
        StatementKind::Block(inside) => goes_on(inside),
        StatementKind::Loop(body, after) => breaks(body) || breaks(after),
        StatementKind::For {
            condition: None, body, ..
        } => breaks(body),
        StatementKind::Switch(_, cases) => {
            let is_default = |case: &crate::typing::tree::Case| case.values.iter().any(Option::is_none);
            let ends = |case: &crate::typing::tree::Case| !goes_on(&case.body) && !breaks(&case.body);
            !cases.iter().any(is_default) || !cases.iter().all(ends)
        }
        _ => true,
    })
}

/// Returns true if a statement leaves the loop or the switch around it.
fn breaks(statements: &[Statement]) -> bool {
    statements.iter().any(|statement| match &statement.kind {
        StatementKind::Break | StatementKind::BreakIf(_) => true,
        StatementKind::If(_, yes, no) => breaks(yes) || breaks(no),
        StatementKind::Block(inside) => breaks(inside),
        _ => false,
    })
}
