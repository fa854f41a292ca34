//! Parses a text to its syntax tree. Source of the grammar: WGSL, 2026 editions.

mod declaration;
mod expression;
pub(crate) mod foreign;
pub(crate) mod language;
mod statement;

use crate::error::{Result, Rule, Span, error};
use crate::lex::{self, Token};
use crate::syntax::{Name, Tree};

/// Limit of nested brackets and statements: the specification asks for 127 nested braces, and browsers stop at 128.
pub const MAX_DEPTH: u32 = 128;

pub(crate) struct Parser<'s> {
    text: &'s str,
    tokens: Vec<(Token<'s>, Span)>,
    at: usize,
    depth: u32,
    tree: Tree<'s>,
}

/// Parses a text.
///
/// # Errors
/// Returns the first place where the text breaks the grammar.
pub(crate) fn parse(text: &str) -> Result<Tree<'_>> {
    read(text).map_err(|error| foreign::explain(text, error))
}

fn read(text: &str) -> Result<Tree<'_>> {
    let mut parser = Parser {
        text,
        tokens: lex::tokens(text)?,
        at: 0,
        depth: 0,
        tree: Tree::default(),
    };
    parser.module()?;
    Ok(parser.tree)
}

impl<'s> Parser<'s> {
    fn peek(&self) -> Token<'s> {
        self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// Returns the place of the token before.
    fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    /// Returns the last letter before the token here.
    fn last_letter(&self) -> Span {
        let (token, span) = self.tokens[self.at.saturating_sub(1)];
        let letter = match token {
            Token::Word(word) => word.chars().next_back().map_or(1, char::len_utf8),
            _ => 1,
        };
        Span {
            start: span.end.saturating_sub(letter as u32),
            end: span.end,
        }
    }

    fn peek_after(&self, count: usize) -> Token<'s> {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)].0
    }

    fn next(&mut self) -> (Token<'s>, Span) {
        let token = self.tokens[self.at];
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn is(&self, mark: &str) -> bool {
        matches!(self.peek(), Token::Mark(here) if here == mark)
    }

    fn is_word(&self, word: &str) -> bool {
        self.peek() == Token::Word(word)
    }

    fn accept(&mut self, mark: &str) -> bool {
        let is_here = self.is(mark);
        if is_here {
            self.next();
        }
        is_here
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let is_here = self.is_word(word);
        if is_here {
            self.next();
        }
        is_here
    }

    fn expect(&mut self, mark: &'static str, after: &str) -> Result<Span> {
        if self.is(mark) {
            return Ok(self.next().1);
        }
        let here = self.found();
        // The end of the line before is where a missing mark belongs.
        let span = match mark {
            ";" => self.last_letter(),
            _ => self.span(),
        };
        Err(error(
            Rule::Syntax,
            span,
            format!("`{mark}` is missing after {after}; there is {here}"),
        ))
    }

    /// Describes the token here, for messages.
    fn found(&self) -> String {
        match self.peek() {
            Token::End => "the end of the text".to_owned(),
            Token::TemplateStart => "`<`, read as the start of a template list".to_owned(),
            Token::TemplateEnd => "`>`, read as the end of a template list".to_owned(),
            _ => format!("`{}`", &self.text[self.span().range()]),
        }
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T> {
        self.refuse(format!("{wanted} is missing; there is {}", self.found()))
    }

    fn refuse<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(error(Rule::Syntax, self.span(), message))
    }

    /// Reads a name that the text gives to something.
    fn name(&mut self, noun: &str) -> Result<Name<'s>> {
        match self.peek() {
            Token::Word(text) => {
                self.check_name(text, self.span())?;
                let span = self.next().1;
                Ok(Name { text, span })
            }
            Token::Mark("_") => self.refuse(format!("`_` cannot be the name of {noun}")),
            _ => self.unexpected(&format!("the name of {noun}")),
        }
    }

    fn check_name(&self, text: &str, span: Span) -> Result<()> {
        let problem = if lex::is_keyword(text) {
            "is a word of the language"
        } else if lex::is_reserved(text) {
            "is reserved for later versions of WGSL"
        } else if text.starts_with("__") {
            "begins with two underscores, which WGSL does not allow"
        } else {
            return Ok(());
        };
        Err(error(
            Rule::Syntax,
            span,
            format!("`{text}` {problem}; choose another name"),
        ))
    }

    /// Runs `inner` one level deeper.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("brackets nest deeper than {MAX_DEPTH}, where browsers stop");
            return Err(error(Rule::Depth, self.span(), message));
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }
}
