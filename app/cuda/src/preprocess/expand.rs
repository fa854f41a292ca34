//! Expands macros, as Prosser's algorithm does: each token remembers the macros that it comes from.

use super::{Macro, Preprocessor};
use crate::error::{Result, Span, fail};
use crate::lex::{Hidden, Kind, Token, lex};
use std::collections::VecDeque;
use std::rc::Rc;

/// The deepest nesting of calls of macros in arguments of macros.
const MOST_NESTED: usize = 32;

impl Preprocessor<'_> {
    pub(super) fn expand(&mut self, tokens: Vec<Token>) -> Result<Vec<Token>> {
        self.expand_nested(tokens, 0)
    }

    fn expand_nested(&mut self, tokens: Vec<Token>, depth: usize) -> Result<Vec<Token>> {
        let mut rest: VecDeque<Token> = tokens.into();
        let mut out = Vec::with_capacity(rest.len());
        while let Some(token) = rest.pop_front() {
            let defined = (token.kind == Kind::Word && !hides(&token, &token.text))
                .then(|| self.macros.get(&token.text).cloned());
            let Some(Some(defined)) = defined else {
                out.push(token);
                continue;
            };
            let mut call = token;
            let arguments = match &defined.parameters {
                None => Vec::new(),
                Some(_) if !rest.front().is_some_and(|next| next.is("(")) => {
                    out.push(call);
                    continue;
                }
                Some(parameters) => {
                    let count = parameters.len();
                    let (given, close) = arguments(&mut rest, &call, count, defined.variadic)?;
                    call.span = call.span.to(close);
                    given
                }
            };
            if depth >= MOST_NESTED {
                return fail(call.span, format!("calls of the macro `{}` nest too deep", call.text));
            }
            let made = self.substitute(&defined, &arguments, &call, depth)?;
            self.limit(&call, made.len())?;
            for token in made.into_iter().rev() {
                rest.push_front(token);
            }
        }
        Ok(out)
    }

    /// Returns the tokens of a macro with its arguments in place of its parameters.
    fn substitute(
        &mut self,
        defined: &Macro,
        arguments: &[Vec<Token>],
        name: &Token,
        depth: usize,
    ) -> Result<Vec<Token>> {
        let parameters = defined.parameters.as_deref().unwrap_or_default();
        let argument = |token: &Token| {
            let index = parameters.iter().position(|name| *name == token.text)?;
            (token.kind == Kind::Word).then(|| arguments.get(index).map_or(&[][..], |a| a))
        };
        let mut made: Vec<Token> = Vec::new();
        let mut index = 0;
        let mut paste = false;
        while index < defined.tokens.len() {
            let token = &defined.tokens[index];
            index += 1;
            if token.is("##") {
                paste = true;
                continue;
            }
            let pasted_next = defined.tokens.get(index).is_some_and(|next| next.is("##"));
            let mut piece = if token.is("#") && defined.parameters.is_some() {
                let Some(argument) = defined.tokens.get(index).and_then(&argument) else {
                    return fail(name.span, "`#` in a macro must stand before a parameter");
                };
                index += 1;
                let words: Vec<&str> = argument.iter().map(|token| &*token.text).collect();
                let text = words.join(" ").replace('\\', "\\\\").replace('"', "\\\"");
                vec![Token {
                    kind: Kind::Text,
                    text: format!("\"{text}\"").into(),
                    ..token.clone()
                }]
            } else {
                match argument(token) {
                    Some(given) if paste || pasted_next => given.to_vec(),
                    Some(given) => self.expand_nested(given.to_vec(), depth + 1)?,
                    None => vec![token.clone()],
                }
            };
            self.limit(name, piece.len())?;
            if std::mem::take(&mut paste)
                && let (Some(last), false) = (made.pop(), piece.is_empty())
            {
                let first = piece.remove(0);
                let pasted = lex(&format!("{}{}", last.text, first.text));
                // `, ## __VA_ARGS__` is an extension that all compilers take.
                if pasted.len() != 1 && !last.is(",") {
                    return fail(
                        name.span,
                        format!(
                            "`##` in the macro `{}` makes no token of `{}` and `{}`",
                            name.text, last.text, first.text
                        ),
                    );
                }
                made.extend(pasted);
            }
            made.append(&mut piece);
        }
        let hidden = Some(Rc::new(Hidden {
            name: name.text.clone(),
            rest: name.hidden.clone(),
        }));
        for token in &mut made {
            token.span = name.span;
            // An argument's token hides what it hid before, and this macro too.
            token.hidden = match token.hidden.take() {
                Some(_) if hides_too_much(token, &hidden) => hidden.clone(),
                Some(outer) => Some(Rc::new(Hidden {
                    name: name.text.clone(),
                    rest: Some(outer),
                })),
                None => hidden.clone(),
            };
        }
        Ok(made)
    }
}

/// The longest list of hidden names; a longer one is cut to that of the macro.
fn hides_too_much(token: &Token, _: &Option<Rc<Hidden>>) -> bool {
    let mut length = 0;
    let mut next = token.hidden.as_ref();
    while let Some(hidden) = next {
        length += 1;
        next = hidden.rest.as_ref();
    }
    length > 64
}

fn hides(token: &Token, name: &str) -> bool {
    let mut next = token.hidden.as_ref();
    while let Some(hidden) = next {
        if *hidden.name == *name {
            return true;
        }
        next = hidden.rest.as_ref();
    }
    false
}

/// Takes the arguments of a call of a macro, with their brackets. Returns them, and the place of the last bracket.
fn arguments(
    rest: &mut VecDeque<Token>,
    name: &Token,
    parameters: usize,
    variadic: bool,
) -> Result<(Vec<Vec<Token>>, Span)> {
    rest.pop_front();
    let mut given: Vec<Vec<Token>> = vec![Vec::new()];
    let mut depth = 0;
    let close = loop {
        let Some(token) = rest.pop_front() else {
            return unended(name.span, &name.text);
        };
        match (token.kind, &*token.text) {
            (Kind::Symbol, "(" | "[" | "{") => depth += 1,
            (Kind::Symbol, ")") if depth == 0 => break token.span,
            (Kind::Symbol, ")" | "]" | "}") => depth -= 1,
            (Kind::Symbol, ",") if depth == 0 && !(variadic && given.len() == parameters) => {
                given.push(Vec::new());
                continue;
            }
            _ => {}
        }
        given.last_mut().expect("there is one").push(token);
    };
    let none = parameters == 0 && given.len() == 1 && given[0].is_empty();
    let fits = given.len() == parameters || none || variadic && given.len() + 1 == parameters;
    if !fits {
        return fail(
            name.span,
            format!(
                "the macro `{}` takes {parameters} arguments, and {} are given",
                name.text,
                given.len()
            ),
        );
    }
    Ok((given, close))
}

fn unended<T>(span: Span, name: &str) -> Result<T> {
    fail(
        span,
        format!("the call of the macro `{name}` has no end: `)` is missing"),
    )
}
