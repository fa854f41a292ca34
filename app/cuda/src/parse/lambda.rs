//! Reads lambdas: `[captures](parameters) -> type {…}`.

use super::Parser;
use crate::error::{Result, error};
use crate::lex::Kind;
use crate::syntax::{Expr, ExprKind, Lambda, Passing, Statement, StatementKind};
use std::rc::Rc;

impl Parser<'_> {
    /// Takes what may stand before the parameters of a lambda and behind them.
    fn lambda_qualifiers(&mut self) {
        const QUALIFIERS: &[&str] = &["mutable", "constexpr", "noexcept", "__device__", "__host__"];
        while QUALIFIERS.iter().any(|word| self.is(word)) {
            self.at += 1;
        }
    }

    /// Takes `decltype(…)` as the type that a function returns: it is that of the value.
    pub(super) fn takes_decltype(&mut self) -> bool {
        let is_it = self.is("decltype") && self.is_ahead(1, "(");
        if is_it {
            self.at = self.after_bracket(self.at + 1);
        }
        is_it
    }

    pub(super) fn lambda(&mut self) -> Result<Expr> {
        let start = self.expect("[")?;
        let mut passing = None;
        let mut captures = Vec::new();
        while !self.take("]") {
            let last = self.is_ahead(1, ",") || self.is_ahead(1, "]");
            if last && (self.is("&") || self.is("=")) {
                passing = if self.is("&") {
                    Some(Passing::Reference)
                } else {
                    Some(Passing::Copy)
                };
                self.at += 1;
            } else if self.is("this") || self.is("*") && self.is_ahead(1, "this") {
                self.at += if self.is("this") { 1 } else { 2 };
            } else {
                let reference = self.take("&");
                let (name, span) = self.word("a name")?;
                if self.is("=") {
                    return Err(error(span, "a capture with a value of its own is not taken")
                        .help(format!("declare `{name}` before the lambda")));
                }
                captures.push((name, if reference { Passing::Reference } else { Passing::Copy }));
            }
            if !self.take(",") && !self.is("]") {
                return self.expected("`,` or `]`");
            }
        }
        let open = self.at - 1;
        self.lambda_qualifiers();
        let parameters = if self.is("(") { self.parameters()? } else { Vec::new() };
        self.lambda_qualifiers();
        let returns = match self.take("->") {
            true if self.takes_decltype() => None,
            true => Some(self.whole_type()?),
            false => None,
        };
        if !self.is("{") {
            return self.expected("a brace `{` of the lambda's body");
        }
        let hidden = self.hide_types(&parameters);
        let body = self.nested(Self::block);
        self.hidden.truncate(hidden);
        let body = body?;
        let mut words = self.words(open);
        let is_own =
            |word: &Rc<str>| parameters.iter().any(|parameter| parameter.name == *word) || declares(&body, word);
        words.retain(|word| !is_own(word));
        let lambda = Lambda {
            passing,
            captures,
            parameters,
            returns,
            body,
            words,
        };
        Ok(Expr {
            kind: ExprKind::Lambda(Rc::new(lambda)),
            span: start.to(self.before()),
        })
    }

    /// Returns the words behind a token, up to here, that may name variables or types: no members, and no parts of a scope.
    fn words(&self, open: usize) -> Vec<Rc<str>> {
        let mut words: Vec<Rc<str>> = Vec::new();
        for pair in self.tokens[open..self.at].windows(2) {
            let [before, token] = pair else { continue };
            let is_part = before.is(".") || before.is("->") || before.is("::");
            if token.kind == Kind::Word && !is_part && !words.contains(&token.text) {
                words.push(token.text.clone());
            }
        }
        words
    }
}

/// Returns true if the body of a function declares a name at its first level.
fn declares(body: &[Statement], name: &str) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Declare(variables) => variables.iter().any(|variable| *variable.name == *name),
        StatementKind::Unpack { names, .. } => names.iter().any(|(other, _)| **other == *name),
        StatementKind::Alias(other, _) => **other == *name,
        _ => false,
    })
}
