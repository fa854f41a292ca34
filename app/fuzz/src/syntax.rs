//! Mutations of texts that mostly keep the syntax: they change tokens, bracketed pieces and statements.

use crate::dice::Dice;
use crate::mutate::mutate;
use crate::words::{AROUND, BINARY, FUNCTIONS, NAMES, NUMBERS, OPERATORS};
use std::ops::Range;

/// Applies one to four changes to a text, some of them with pieces of another. In one case of four, mutates bytes
/// instead.
pub fn mutate_text(text: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    if dice.below(4) == 0 {
        return mutate(text, other, dice);
    }
    let (mut changed, other) = (tokens(text), tokens(other));
    for _ in 0..=dice.below(4) {
        change(&mut changed, &other, dice);
    }
    changed.concat()
}

fn change<'t>(tokens: &mut Vec<&'t [u8]>, other: &[&'t [u8]], dice: &mut Dice) {
    let index = dice.below(tokens.len());
    // Most tokens are names or numbers. Changes of operators are rarer because they often change types.
    match dice.below(16) {
        0 => {
            tokens.drain(index..(index + 1).min(tokens.len()));
        }
        1 => replace(tokens, index, dice, is_operator, |old, dice| {
            // An operator that computes is mostly replaced by another that computes.
            let computes = OPERATORS[..BINARY].iter().any(|word| word.as_bytes() == old);
            let most = if computes && dice.below(4) > 0 {
                BINARY
            } else {
                OPERATORS.len()
            };
            some(&OPERATORS[..most], dice)
        }),
        2 | 3 => replace(tokens, index, dice, is_number, |_, dice| some(&NUMBERS, dice)),
        4 => {
            let words = if dice.below(2) == 0 { &FUNCTIONS[..] } else { &NAMES };
            replace(tokens, index, dice, is_name, |_, dice| some(words, dice));
        }
        5 | 6 => {
            let names: Vec<&[u8]> = tokens.iter().copied().filter(|token| is_name(token)).collect();
            replace(tokens, index, dice, is_name, |_, dice| {
                names.get(dice.below(names.len())).copied().unwrap_or(b"x")
            });
        }
        7 => {
            let range = piece(tokens, index, dice);
            tokens.drain(range);
        }
        8 | 9 => {
            // Inserts the copy after the original or at a random statement.
            let range = piece(tokens, index, dice);
            let copy = tokens[range.clone()].to_vec();
            let to = match dice.below(2) {
                0 => range.end,
                _ => statement(tokens, dice.below(tokens.len())).start,
            };
            tokens.splice(to..to, copy);
        }
        10 => {
            let range = statement(tokens, index);
            let next = statement(tokens, range.end);
            if next.start == range.end {
                tokens[range.start..next.end].rotate_left(range.len());
            }
        }
        11 | 12 => {
            let taken = piece(other, dice.below(other.len()), dice);
            let copy = other[taken].to_vec();
            let range = piece(tokens, index, dice);
            // Replaces the piece, or inserts before it.
            let end = if dice.below(2) == 0 { range.end } else { range.start };
            tokens.splice(range.start..end, copy);
        }
        13 | 14 => {
            // Wraps a value as an argument or an operand.
            let kind = if dice.below(3) == 0 { is_number } else { is_name };
            if let Some(distance) = tokens[index..].iter().position(|token| kind(token)) {
                let place = index + distance;
                let around = match dice.below(2) {
                    0 => [some(&FUNCTIONS, dice), b"(", tokens[place], b")"].to_vec(),
                    _ => {
                        let operator = some(&OPERATORS[..BINARY], dice);
                        [b"(", tokens[place], operator, some(&NUMBERS, dice), b")"].to_vec()
                    }
                };
                tokens.splice(place..=place, around);
            }
        }
        _ => {
            let (before, after) = AROUND[dice.below(AROUND.len())];
            let range = statement(tokens, index);
            tokens.insert(range.end, after.as_bytes());
            tokens.insert(range.start, before.as_bytes());
        }
    }
}

fn some(words: &[&'static str], dice: &mut Dice) -> &'static [u8] {
    words[dice.below(words.len())].as_bytes()
}

/// Replaces the next token of a kind by the word that `word` returns.
fn replace<'t>(
    tokens: &mut [&'t [u8]],
    start: usize,
    dice: &mut Dice,
    kind: fn(&[u8]) -> bool,
    word: impl FnOnce(&[u8], &mut Dice) -> &'t [u8],
) {
    if let Some(token) = tokens[start..].iter_mut().find(|token| kind(token)) {
        *token = word(token, dice);
    }
}

/// Returns a statement, or a pair of brackets with its contents.
fn piece(tokens: &[&[u8]], index: usize, dice: &mut Dice) -> Range<usize> {
    let opening = |token: &&[u8]| matches!(token, [b'(' | b'[' | b'{']);
    match tokens[index..].iter().position(opening) {
        Some(distance) if dice.below(3) == 0 => {
            let start = index + distance;
            let mut behind = depths(tokens, start);
            let end = behind.find(|&(_, depth)| depth == 0);
            start..end.map_or(tokens.len(), |(end, _)| end + 1)
        }
        _ => statement(tokens, index),
    }
}

/// Returns the tokens of the statement, declaration or case at `index`. It begins after a `;` or a brace, and ends with
/// the next `;` or `}` of its level, or where the enclosing block ends.
fn statement(tokens: &[&[u8]], index: usize) -> Range<usize> {
    let limit = |token: &&[u8]| matches!(token, [b';' | b'{' | b'}']);
    let before = tokens[..index].iter().rposition(limit);
    let start = before.map_or(0, |limit| limit + 1);
    let end = depths(tokens, start).find_map(|(place, depth)| match depth {
        0 if matches!(tokens[place], [b';' | b'}']) => Some(place + 1),
        depth if depth < 0 => Some(place),
        _ => None,
    });
    start..end.unwrap_or(tokens.len())
}

/// Returns each token index from `start` on, with the nesting depth after the token relative to `start`.
fn depths(tokens: &[&[u8]], start: usize) -> impl Iterator<Item = (usize, i32)> {
    let mut depth = 0;
    tokens.iter().enumerate().skip(start).map(move |(index, token)| {
        match token {
            [b'(' | b'[' | b'{'] => depth += 1,
            [b')' | b']' | b'}'] => depth -= 1,
            _ => {}
        }
        (index, depth)
    })
}

/// Splits a text into names, numbers, operators, spaces, comments and other characters. The tokens joined are the text.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(&first) = rest.first() {
        let run = |kind: fn(&u8) -> bool| rest.iter().take_while(|byte| kind(byte)).count();
        let length = match first {
            b'/' if rest.starts_with(b"//") => run(|&byte| byte != b'\n'),
            b'0'..=b'9' => run(|byte| byte.is_ascii_alphanumeric() || *byte == b'.'),
            _ if is_word(first) => run(|&byte| is_word(byte)),
            _ if first.is_ascii_whitespace() => run(u8::is_ascii_whitespace),
            _ => (1..=3)
                .rev()
                .find(|&length| rest.get(..length).is_some_and(is_operator))
                .unwrap_or(1),
        };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind;
    }
    tokens
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_name(token: &[u8]) -> bool {
    token
        .first()
        .is_some_and(|&first| is_word(first) && !first.is_ascii_digit())
}

fn is_number(token: &[u8]) -> bool {
    token.first().is_some_and(u8::is_ascii_digit)
}

fn is_operator(token: &[u8]) -> bool {
    OPERATORS.iter().any(|operator| operator.as_bytes() == token)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"fn f(a: u32) { if a<<=1 { g[0.5f](); } // }\n x = 1u; }\xff";

    #[test]
    fn the_tokens_are_the_text() {
        let tokens = tokens(TEXT);
        assert_eq!(tokens.concat(), TEXT);
        for expected in [&b"<<="[..], b"0.5f", b"// }", b"u32", b"\xff"] {
            assert!(tokens.contains(&expected), "{tokens:?}");
        }
    }

    #[test]
    fn statements_end_where_their_level_does() {
        let tokens = tokens(TEXT);
        let statement_at = |token: &[u8]| {
            let index = tokens.iter().position(|each| *each == token);
            tokens[statement(&tokens, index.unwrap())].concat()
        };
        assert_eq!(statement_at(b"if"), b" if a<<=1 { g[0.5f](); }");
        assert_eq!(statement_at(b"g"), b" g[0.5f]();");
        assert_eq!(statement_at(b"x"), b" // }\n x = 1u;");
        assert_eq!(statement_at(b"f"), &TEXT[..TEXT.len() - 1]);
    }

    /// Mutations never index outside the text, even if the text has no structure.
    #[test]
    fn any_text_can_be_changed() {
        let mut dice = Dice::new(3);
        let mut text = Vec::new();
        for _ in 0..20_000 {
            text = mutate_text(&text, TEXT, &mut dice);
            text.truncate(300);
        }
    }
}
