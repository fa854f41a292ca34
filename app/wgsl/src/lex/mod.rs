//! Splits a text into tokens. Source of the rules: WGSL, sections "Textual Structure" and "Template Lists".

mod number;
mod template;
mod words;

use crate::error::{Result, Rule, Span, error};
use template::Bracket;

pub(crate) use number::Literal;
pub(crate) use words::{is_keyword, is_reserved};

/// A token without its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Token<'s> {
    Word(&'s str),
    Number(Literal),
    /// A token of the list "syntactic tokens".
    Mark(&'static str),
    TemplateStart,
    TemplateEnd,
    End,
}

/// The tokens of the language that are not words, longest first.
const MARKS: [&str; 47] = [
    "<<=", ">>=", "&&", "->", "==", "!=", ">=", "<=", "||", "+=", "-=", "*=", "/=", "%=", "&=",
    "|=", "^=", "++", "--", "<<", ">>", "&", "@", "/", "!", "[", "]", "{", "}", ":", ",", "=", ">",
    "<", "%", "-", "+", "|", "(", ")", ";", "*", "~", "^", ".", "_", "#",
];

/// Returns the tokens of a text with their places. The last one is [`Token::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Span)>> {
    let brackets = template::brackets(text);
    let mut next_bracket = brackets.iter().peekable();
    let mut found = Vec::with_capacity(text.len() / 3);
    if let Some(at) = text.find('\0') {
        let message = "the text contains a null character; remove it";
        return Err(error(Rule::Syntax, Span::new(at, at + 1), message));
    }
    let mut at = 0;
    loop {
        at = template::skip_blank(text, at).map_err(|start| {
            error(
                Rule::Syntax,
                Span::new(start, start + 2),
                "this comment has no end",
            )
        })?;
        let rest = &text[at..];
        let Some(letter) = rest.chars().next() else {
            found.push((Token::End, Span::new(at, at)));
            return Ok(found);
        };
        let first = rest.as_bytes()[0];
        while next_bracket.next_if(|(place, _)| *place < at).is_some() {}
        let (token, length) =
            if let Some((_, bracket)) = next_bracket.next_if(|(place, _)| *place == at) {
                match bracket {
                    Bracket::Start => (Token::TemplateStart, 1),
                    Bracket::End => (Token::TemplateEnd, 1),
                }
            } else if letter.is_ascii_digit()
                || letter == '.' && rest[1..].starts_with(|next: char| next.is_ascii_digit())
            {
                let (literal, length) = number::read(rest).map_err(|(length, message)| {
                    error(Rule::Syntax, Span::new(at, at + length), message)
                })?;
                (Token::Number(literal), length)
            } else if unicode_ident::is_xid_start(letter) || letter == '_' {
                let end = rest
                    .find(|next: char| !unicode_ident::is_xid_continue(next))
                    .unwrap_or(rest.len());
                match &rest[..end] {
                    "_" => (Token::Mark("_"), 1),
                    word => (Token::Word(word), end),
                }
            } else if let Some(mark) = MARKS
                .iter()
                .find(|mark| mark.as_bytes()[0] == first && rest.starts_with(**mark))
            {
                (Token::Mark(mark), mark.len())
            } else {
                let span = Span::new(at, at + letter.len_utf8());
                let message = format!("`{letter}` is no part of WGSL");
                return Err(error(Rule::Syntax, span, message));
            };
        found.push((token, Span::new(at, at + length)));
        at += length;
    }
}
