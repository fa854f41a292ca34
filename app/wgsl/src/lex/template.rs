//! Decides which `<` and `>` are brackets of a template list. Source: WGSL, section "Template Lists".

/// A bracket of a template list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Start,
    End,
}

/// Returns the offset of the first character at or after `at` that is neither blank nor in a comment.
///
/// # Errors
/// Returns the start of a comment that does not end.
pub(super) fn skip_blank(text: &str, mut offset: usize) -> Result<usize, usize> {
    loop {
        let rest = &text[offset..];
        if rest.starts_with("//") {
            offset += line_length(rest);
        } else if rest.starts_with("/*") {
            offset += comment_length(rest).ok_or(offset)?;
        } else if let Some(33..=127) = rest.as_bytes().first() {
            return Ok(offset);
        } else {
            match rest.chars().next().filter(|&letter| is_blank(letter)) {
                Some(letter) => offset += letter.len_utf8(),
                None => return Ok(offset),
            }
        }
    }
}

/// Returns the length of the text up to the next line break.
fn line_length(text: &str) -> usize {
    let mut offset = 0;
    while let Some(length) = text.as_bytes()[offset..]
        .iter()
        // The line breaks of ASCII, and the first bytes of the others.
        .position(|byte| matches!(byte, 10..=13 | 0xc2 | 0xe2))
    {
        offset += length;
        match text[offset..].chars().next() {
            Some(letter) if is_line_break(letter) => return offset,
            Some(letter) => offset += letter.len_utf8(),
            None => break,
        }
    }
    text.len()
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\u{200e}' | '\u{200f}') || is_line_break(letter)
}

fn is_line_break(letter: char) -> bool {
    matches!(
        letter,
        '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Returns the length of the block comment at the start of `text`. Block comments nest.
fn comment_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut offset, mut depth) = (0, 0);
    while offset < bytes.len() {
        match &bytes[offset..] {
            [b'/', b'*', ..] => (offset, depth) = (offset + 2, depth + 1),
            [b'*', b'/', ..] => (offset, depth) = (offset + 2, depth - 1),
            _ => offset += 1,
        }
        if depth == 0 {
            return Some(offset);
        }
    }
    None
}

/// Returns the brackets of all template lists, in the order of the text.
pub(super) fn brackets(text: &str) -> Vec<(usize, Bracket)> {
    let mut brackets = Vec::new();
    let mut pending: Vec<(usize, u32)> = Vec::new();
    let mut depth = 0_u32;
    let mut offset = 0;
    while let Ok(next) = skip_blank(text, offset) {
        offset = next;
        let rest = &text[offset..];
        let Some(letter) = rest.chars().next() else {
            break;
        };
        if unicode_ident::is_xid_start(letter) || letter == '_' {
            offset += rest
                .find(|next: char| !unicode_ident::is_xid_continue(next))
                .unwrap_or(rest.len());
            let Ok(open) = skip_blank(text, offset) else {
                break;
            };
            if text[open..].starts_with('<') {
                offset = open + 1;
                match text[offset..].chars().next() {
                    // `<<` and `<=` begin no list.
                    Some('<' | '=') => offset += 1,
                    _ => pending.push((open, depth)),
                }
            }
            continue;
        }
        offset += letter.len_utf8();
        let followed_by = |next: char| text[offset..].starts_with(next);
        match letter {
            '>' => match pending.last() {
                Some(&(start, nesting)) if nesting == depth => {
                    pending.pop();
                    brackets.push((start, Bracket::Start));
                    brackets.push((offset - 1, Bracket::End));
                }
                _ if followed_by('=') => offset += 1,
                _ => {}
            },
            '(' | '[' => depth += 1,
            ')' | ']' => {
                while pending.last().is_some_and(|&(_, nesting)| nesting >= depth) {
                    pending.pop();
                }
                depth = depth.saturating_sub(1);
            }
            '!' if followed_by('=') => offset += 1,
            '=' if followed_by('=') => offset += 1,
            '=' | ';' | '{' | ':' => {
                depth = 0;
                pending.clear();
            }
            '&' | '|' if followed_by(letter) => {
                while pending.last().is_some_and(|&(_, nesting)| nesting >= depth) {
                    pending.pop();
                }
                offset += 1;
            }
            _ => {}
        }
    }
    brackets.sort_unstable_by_key(|&(place, _)| place);
    brackets
}
