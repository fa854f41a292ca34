//! The source as text: its limit, lines and columns.

use crate::program::KernelError;
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
