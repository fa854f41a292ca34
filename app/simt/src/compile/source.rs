//! The source as text: limits that are checked before parsing, and the start and end of each statement.

use crate::program::{KernelError, Statement};
use std::ops::Range;

/// Limit of the text, in bytes.
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Returns line and column (from 1, in characters) of a byte offset.
pub(crate) fn location(source: &str, offset: usize) -> (u32, u32) {
    let before = source.get(..offset).unwrap_or(source);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (
        before.matches('\n').count() as u32 + 1,
        before[line_start..].chars().count() as u32 + 1,
    )
}

/// Returns the bytes of some of the lines, which are numbered from 1 and in order.
pub(crate) fn lines(source: &str, wanted: &[u32]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(source.split_inclusive('\n')) {
        if wanted.binary_search(&number).is_ok() {
            found.push(start..start + line.len());
        }
        start += line.len();
    }
    found
}

/// Refuses text that is too long to be read while a page waits.
pub(crate) fn check(source: &str) -> Result<(), KernelError> {
    if source.len() > MAX_BYTES {
        return Err(KernelError::TooLong {
            bytes: source.len(),
            limit: MAX_BYTES,
            line: 1 + source.as_bytes()[..MAX_BYTES]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count() as u32,
        });
    }
    Ok(())
}

/// Returns every statement of the source, in order: the text between `;`, `{` and `}`. The three parts of a `for`
/// header are separate statements.
pub(crate) fn statements(source: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut start: Option<usize> = None;
    let mut end = 0;
    let mut depth = 0_u32;
    let mut for_depth = None;
    // Lines and columns are counted from the last statement on, so that the time is linear in the length of the text.
    let (mut at, mut line, mut column) = (0, 1, 1);
    let mut close = |start: &mut Option<usize>, end: usize| {
        if let Some(start) = start.take() {
            let passed = source.get(at..start).unwrap_or_default();
            line += passed.matches('\n').count() as u32;
            column = match passed.rfind('\n') {
                Some(newline) => passed[newline + 1..].chars().count() as u32 + 1,
                None => column + passed.chars().count() as u32,
            };
            at = start;
            found.push(Statement {
                start: start as u32,
                end: end as u32,
                line,
                column,
            });
        }
    };
    for (offset, byte) in code_bytes(source) {
        match byte {
            b';' | b'{' | b'}' => close(&mut start, end),
            b'(' => {
                depth += 1;
                if start.is_some_and(|start| source[start..offset].trim_end() == "for") {
                    start = None;
                    for_depth = Some(depth);
                    continue;
                }
            }
            b')' => {
                if for_depth == Some(depth) {
                    close(&mut start, end);
                    for_depth = None;
                    depth -= 1;
                    continue;
                }
                depth = depth.saturating_sub(1);
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() && !matches!(byte, b';' | b'{' | b'}') {
            start.get_or_insert(offset);
            end = offset + 1;
        }
    }
    close(&mut start, end);
    found
}

/// Returns the index of the statement that contains a byte offset.
pub(crate) fn statement_at(statements: &[Statement], offset: u32) -> Option<u32> {
    let next = statements.partition_point(|statement| statement.start <= offset);
    let index = next.checked_sub(1)?;
    (offset < statements[index].end).then_some(index as u32)
}

/// Returns the bytes outside of comments, with their offsets.
fn code_bytes(source: &str) -> impl Iterator<Item = (usize, u8)> {
    let bytes = source.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = bytes.get(at..)?;
            if rest.starts_with(b"//") {
                at += rest
                    .iter()
                    .position(|&byte| byte == b'\n')
                    .unwrap_or(rest.len());
            } else if rest.starts_with(b"/*") {
                at += block_comment(rest);
            } else {
                let byte = *rest.first()?;
                at += 1;
                return Some((at - 1, byte));
            }
        }
    })
}

/// Returns the length of the block comment at the start of `rest`. WGSL's block comments nest.
fn block_comment(rest: &[u8]) -> usize {
    let (mut at, mut depth) = (0, 0);
    while at < rest.len() {
        match &rest[at..] {
            [b'/', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<&str> {
        statements(source)
            .iter()
            .map(|s| &source[s.start as usize..s.end as usize])
            .collect()
    }

    #[test]
    fn a_for_header_is_three_statements() {
        let source =
            "fn f() { for (var s = 1u; s < (4u); s *= 2u) { x = g(s); } // { ; }\n y = 1; }";
        assert_eq!(
            texts(source),
            [
                "fn f()",
                "var s = 1u",
                "s < (4u)",
                "s *= 2u",
                "x = g(s)",
                "y = 1"
            ]
        );
    }

    #[test]
    fn statements_stand_where_their_offset_is() {
        let source = "a;\n  b; /* é\n ü */ c; d;\n\n\té = 1;";
        for found in statements(source) {
            let counted = location(source, found.start as usize);
            assert_eq!((found.line, found.column), counted);
        }
        assert_eq!(statements(source).len(), 5);
    }

    #[test]
    fn offsets_between_statements_belong_to_none() {
        let found = statements("a = 1;  b = 2;");
        assert_eq!(
            [0, 4, 5, 6, 8, 99].map(|at| statement_at(&found, at)),
            [Some(0), Some(0), None, None, Some(1), None]
        );
    }
}
