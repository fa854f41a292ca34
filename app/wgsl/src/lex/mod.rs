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
    "<<=", ">>=", "&&", "->", "==", "!=", ">=", "<=", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--",
    "<<", ">>", "&", "@", "/", "!", "[", "]", "{", "}", ":", ",", "=", ">", "<", "%", "-", "+", "|", "(", ")", ";",
    "*", "~", "^", ".", "_", "#",
];

/// Returns the tokens of a text with their places. The last one is [`Token::End`].
pub(crate) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Span)>> {
    let brackets = template::brackets(text);
    let mut next_bracket = brackets.iter().peekable();
    let mut tokens = Vec::with_capacity(text.len() / 3);
    if let Some(offset) = text.find('\0') {
        let message = "the text contains a null character; remove it";
        return Err(error(Rule::Syntax, Span::new(offset, offset + 1), message));
    }
    let mut offset = 0;
    loop {
        offset = template::skip_blank(text, offset)
            .map_err(|start| error(Rule::Syntax, Span::new(start, start + 2), "this comment has no end"))?;
        let rest = &text[offset..];
        let Some(letter) = rest.chars().next() else {
            tokens.push((Token::End, Span::new(offset, offset)));
            return Ok(tokens);
        };
        let first = rest.as_bytes()[0];
        while next_bracket.next_if(|(place, _)| *place < offset).is_some() {}
        let (token, length) = if let Some((_, bracket)) = next_bracket.next_if(|(place, _)| *place == offset) {
            match bracket {
                Bracket::Start => (Token::TemplateStart, 1),
                Bracket::End => (Token::TemplateEnd, 1),
            }
        } else if letter.is_ascii_digit() || letter == '.' && rest[1..].starts_with(|next: char| next.is_ascii_digit())
        {
            let (literal, length) = number::read(rest)
                .map_err(|(length, message)| error(Rule::Syntax, Span::new(offset, offset + length), message))?;
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
            let span = Span::new(offset, offset + letter.len_utf8());
            let message = format!("`{letter}` is no part of WGSL");
            return Err(error(Rule::Syntax, span, message));
        };
        tokens.push((token, Span::new(offset, offset + length)));
        offset += length;
    }
}
