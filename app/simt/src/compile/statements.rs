//! The statements of a text, as steps of a run show them: of a branch or a loop only the head.

use wgsl::{Binding, Declaration, Span, StatementKind, Tree, each_statement};

/// Returns the places of the statements that threads execute, in the order of the text.
pub(super) fn statements(tree: &Tree<'_>) -> Vec<Span> {
    let mut spans = Vec::new();
    for (declaration, _) in &tree.declarations {
        if let Declaration::Function(function) = declaration {
            each_statement(&function.body.statements, &mut |statement| {
                heads(tree, statement, &mut spans);
            });
        }
    }
    spans.sort_by_key(|span| span.start);
    spans
}

/// Adds the places of the parts of a statement that are executed by themselves.
fn heads(tree: &Tree<'_>, statement: &wgsl::Statement<'_>, spans: &mut Vec<Span>) {
    let whole = statement.span;
    match &statement.kind {
        StatementKind::Empty | StatementKind::ConstAssert(_) | StatementKind::Block(_) => {}
        StatementKind::Declaration(declared) if declared.binding == Binding::Const => {}
        StatementKind::If { branches, .. } => {
            spans.extend(branches.iter().map(|branch| branch.head));
        }
        StatementKind::Switch { selector: head, .. } | StatementKind::While { condition: head, .. } => {
            spans.push(Span {
                end: tree.span(*head).end,
                ..whole
            })
        }
        StatementKind::Loop { continuing, .. } => {
            let last = continuing.as_ref().and_then(|it| it.break_if);
            spans.extend(last.map(|last| last.span));
        }
        StatementKind::For { condition, .. } => {
            spans.extend(condition.map(|condition| tree.span(condition)));
        }
        StatementKind::Declaration(_)
        | StatementKind::Assign { .. }
        | StatementKind::Step { .. }
        | StatementKind::Call(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(_)
        | StatementKind::Discard => spans.push(whole),
    }
}

/// Returns the index of the statement that contains a byte offset.
pub(super) fn statement_at(statements: &[Span], offset: u32) -> Option<u32> {
    let next = statements.partition_point(|statement| statement.start <= offset);
    let index = next.checked_sub(1)?;
    (offset < statements[index].end).then_some(index as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::source::{Source, location};
    use crate::program::Statement;

    const SOURCE: &str = "override n = 4u;
fn f() {
  const c = 1; let a = n ;  /* é { ; */ var b = a;
  for (var s = 1u; s < (4u); s *= 2u) { b = g(s); } // { ; }
  if (a == 1u) { b++; } else if a > 2u { return; } else { ; }
  if a > 3u {} if (a < 4u) {}
  while (b < n) { b += 1u; continue; }
  loop { switch b { case 1, 2: { break; } default {} } continuing { b -= 1u; break if b == 0u; } }
}
fn g(x: u32) -> u32 { return x; }
";

    fn compiled() -> Vec<Statement> {
        let checked = wgsl::check(SOURCE).expect("the text is valid");
        Source::new(SOURCE, None).statements(&statements(&checked.tree)).0
    }

    #[test]
    fn statements_are_what_a_step_executes() {
        let texts = compiled()
            .iter()
            .map(|statement| SOURCE[statement.start as usize..statement.end as usize].to_owned())
            .collect::<Vec<_>>();
        assert_eq!(
            texts,
            [
                "let a = n",
                "var b = a",
                "var s = 1u",
                "s < (4u)",
                "s *= 2u",
                "b = g(s)",
                "if (a == 1u)",
                "b++",
                "else if a > 2u",
                "return",
                "if a > 3u",
                "if (a < 4u)",
                "while (b < n)",
                "b += 1u",
                "continue",
                "switch b",
                "break",
                "b -= 1u",
                "break if b == 0u",
                "return x",
            ]
        );
    }

    #[test]
    fn lines_and_columns_are_those_of_the_start() {
        for statement in compiled() {
            let counted = location(SOURCE, statement.start as usize);
            assert_eq!((statement.line, statement.column), counted);
        }
    }

    #[test]
    fn offsets_between_statements_belong_to_none() {
        let checked = wgsl::check(SOURCE).expect("the text is valid");
        let spans = statements(&checked.tree);
        let first = spans[0].start;
        assert_eq!(
            [0, first, first + 10, first + 11, 9999].map(|offset| statement_at(&spans, offset)),
            [None, Some(0), Some(0), None, None]
        );
    }
}
