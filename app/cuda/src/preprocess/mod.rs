//! Executes the directives of a text and expands its macros.

mod condition;
mod expand;
mod hip;

use crate::error::{Error, Result, Span, error, fail};
use crate::lex::{Kind, Token, lex, tokens};
use crate::library;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use wgsl::Included;

/// The most tokens that a text may have, line breaks and comments included, and again after its macros are expanded.
const MOST_TOKENS: usize = 1 << 19;

/// The most tokens that all macros together expand to, also inside one another.
const MOST_WORK: usize = 1 << 20;
/// The deepest nesting of included files and of conditions.
const MOST_NESTED: usize = 64;

/// A macro: its parameters, if it is a function, and its tokens.
#[derive(Clone, Debug)]
struct Macro {
    parameters: Option<Vec<Rc<str>>>,
    /// True if the last parameter is `...`, named `__VA_ARGS__`.
    variadic: bool,
    tokens: Vec<Token>,
}

/// A comment that stands alone on its lines.
#[derive(Clone, Debug)]
pub(crate) struct Comment {
    pub span: Span,
    pub text: Rc<str>,
}

/// The result of the preprocessor, which the parser reads.
#[derive(Debug, Default)]
pub(crate) struct Preprocessed {
    pub tokens: Vec<Token>,
    pub comments: Vec<Comment>,
    /// The names of included files whose texts were not given.
    pub missing: Vec<String>,
    /// The reader's text, and behind it the texts of the files that it includes.
    pub text: String,
    pub included: Vec<Included>,
    pub errors: Vec<Error>,
    /// The text includes HIP's runtime, so that its names are read as CUDA's.
    pub speaks_hip: bool,
}

struct Preprocessor<'f> {
    files: &'f BTreeMap<String, String>,
    macros: HashMap<Rc<str>, Macro>,
    /// Files that were read, and those that are being read.
    once: Vec<String>,
    reading: Vec<String>,
    out: Preprocessed,
    /// The number of missing files whose names stand in quotes. They come first.
    own_missing: usize,
    /// Tokens that expansions have made so far.
    work: usize,
}

/// One level of `#if`.
struct Level {
    span: Span,
    /// True if the lines are read now.
    taken: bool,
    /// True if no branch may be taken any more.
    done: bool,
    /// True after `#else`.
    last: bool,
}

/// Preprocesses a text, with the texts of the files that it may include.
pub(crate) fn preprocess(text: &str, files: &BTreeMap<String, String>) -> Preprocessed {
    let mut preprocessor = Preprocessor {
        files,
        macros: HashMap::new(),
        once: Vec::new(),
        reading: Vec::new(),
        out: Preprocessed::default(),
        own_missing: 0,
        work: 0,
    };
    for (name, value) in [
        ("__CUDACC__", "1"),
        ("__NVCC__", "1"),
        ("__CUDA_ARCH__", "900"),
        ("__cplusplus", "201703"),
    ] {
        preprocessor.macros.insert(
            name.into(),
            Macro {
                parameters: None,
                variadic: false,
                tokens: lex(value),
            },
        );
    }
    preprocessor.out.text = text.to_owned();
    if let Err(error) = preprocessor.file(text, None, 0) {
        preprocessor.out.errors.push(*error);
    }
    preprocessor.library();
    preprocessor.out
}

/// Returns a comment as WGSL reads it: with marks of its own on lines that a backslash adds, and none that begins in it.
fn readable(comment: &Rc<str>) -> Rc<str> {
    if let Some(inside) = comment.strip_prefix("/*")
        && inside.contains("/*")
    {
        return format!("/*{}", inside.replace("/*", "/ *")).into();
    }
    if !comment.starts_with("//") || !comment.contains('\n') {
        return comment.clone();
    }
    let lines: Vec<&str> = comment
        .trim_start_matches("//")
        .lines()
        .map(|line| line.trim_end().trim_end_matches('\\').trim())
        .collect();
    format!("// {}", lines.join("\n// ")).into()
}

impl Preprocessor<'_> {
    /// Reads a text. `place` is the line that includes it, and the place of the text behind the reader's; the reader's own
    /// text has none.
    fn file(&mut self, text: &str, place: Option<(Span, Span)>, depth: usize) -> Result<()> {
        let mut tokens: Vec<Token> = tokens(text).take(MOST_TOKENS + 1).collect();
        if let Some(first) = tokens.get(MOST_TOKENS) {
            let sentence = format!("the text has more than {MOST_TOKENS} tokens");
            return fail(place.map_or(first.span, |(directive, _)| directive), sentence);
        }
        if let Some((_, behind)) = place {
            for token in &mut tokens {
                token.span.start += behind.start;
                token.span.end += behind.start;
            }
        }
        let place = place.map(|(directive, _)| directive);
        let mut levels: Vec<Level> = Vec::new();
        // The tokens between two directives that change macros are expanded together: a call of a macro may span lines, also
        // those of a condition.
        let mut run: Vec<Token> = Vec::new();
        let mut index = 0;
        let mut fresh = true;
        while index < tokens.len() {
            let token = &tokens[index];
            let reading = levels.iter().all(|level| level.taken);
            match token.kind {
                Kind::Break => fresh = true,
                Kind::LineComment | Kind::BlockComment => {
                    if fresh && reading && place.is_none() {
                        let comment = Comment {
                            span: token.span,
                            text: readable(&token.text),
                        };
                        self.out.comments.push(comment);
                    }
                    if !token.text.ends_with("*/") && token.kind == Kind::BlockComment {
                        return fail(token.span, "a comment has no end: `*/` is missing");
                    }
                }
                Kind::Symbol if fresh && &*token.text == "#" => {
                    let end = tokens[index..].iter().position(|t| t.kind == Kind::Break);
                    let end = end.map_or(tokens.len(), |length| index + length);
                    let line: Vec<Token> = tokens[index + 1..end]
                        .iter()
                        .filter(|t| !matches!(t.kind, Kind::LineComment | Kind::BlockComment))
                        .cloned()
                        .collect();
                    let name = line.first().map_or("", |name| &*name.text);
                    if reading && matches!(name, "define" | "undef" | "include") {
                        self.flush(&mut run)?;
                    }
                    let span = token.span;
                    if let Err(error) = self.directive(&line, span, place, &mut levels, depth) {
                        self.out.errors.push(*error);
                        if self.out.errors.len() > 20 {
                            return Ok(());
                        }
                    }
                    index = end;
                    continue;
                }
                _ => {
                    fresh = false;
                    if reading {
                        run.push(token.clone());
                    }
                }
            }
            index += 1;
        }
        self.flush(&mut run)?;
        match levels.last() {
            Some(level) => fail(level.span, "`#if` has no `#endif`"),
            None => Ok(()),
        }
    }

    /// Expands what stands between two directives that change macros.
    fn flush(&mut self, run: &mut Vec<Token>) -> Result<()> {
        if run.is_empty() {
            return Ok(());
        }
        let span = run[0].span;
        let mut expanded = self.expand(std::mem::take(run))?;
        if self.out.speaks_hip {
            expanded.iter_mut().for_each(hip::rename);
        }
        self.out.tokens.extend(expanded);
        if self.out.tokens.len() > MOST_TOKENS {
            return fail(
                span,
                format!("the text has more than {MOST_TOKENS} tokens after its macros are expanded"),
            );
        }
        Ok(())
    }

    fn directive(
        &mut self,
        line: &[Token],
        span: Span,
        place: Option<Span>,
        levels: &mut Vec<Level>,
        depth: usize,
    ) -> Result<()> {
        let Some((name, rest)) = line.split_first() else {
            return Ok(());
        };
        let reading = levels.iter().all(|level| level.taken);
        let span = span.to(line.last().map_or(span, |token| token.span));
        match &*name.text {
            "if" | "ifdef" | "ifndef" => {
                if levels.len() >= MOST_NESTED {
                    return fail(span, "conditions nest too deep");
                }
                // The level is there even if its condition is wrong: its `#endif` follows.
                levels.push(Level {
                    span,
                    taken: false,
                    done: !reading,
                    last: false,
                });
                if reading {
                    let taken = match &*name.text {
                        "if" => self.holds(rest, span)?,
                        word => {
                            let Some(first) = rest.first() else {
                                return fail(span, format!("`#{word}` needs a name"));
                            };
                            self.macros.contains_key(&first.text) == (word == "ifdef")
                        }
                    };
                    let level = levels.last_mut().expect("it was pushed");
                    level.taken = taken;
                    level.done = taken;
                }
                Ok(())
            }
            "elif" | "else" => {
                let Some(level) = levels.last_mut() else {
                    return fail(span, format!("`#{}` without `#if`", name.text));
                };
                if level.last {
                    return fail(span, format!("`#{}` after `#else`", name.text));
                }
                level.last = &*name.text == "else";
                level.taken = false;
                if level.done {
                    return Ok(());
                }
                let taken = &*name.text == "else" || self.holds(rest, span)?;
                level.taken = taken;
                level.done = taken;
                Ok(())
            }
            "endif" => match levels.pop() {
                Some(_) => Ok(()),
                None => fail(span, "`#endif` without `#if`"),
            },
            _ if !reading => Ok(()),
            "define" => self.define(rest, span),
            "undef" => {
                if let Some(name) = rest.first() {
                    self.macros.remove(&name.text);
                }
                Ok(())
            }
            "include" => self.include(rest, place.unwrap_or(span), depth),
            "error" => {
                let words: Vec<&str> = rest.iter().map(|token| &*token.text).collect();
                fail(span, format!("`#error`: {}", words.join(" ")))
            }
            "pragma" | "line" | "warning" | "ident" => Ok(()),
            other => fail(name.span, format!("`#{other}` is no directive")),
        }
    }

    fn define(&mut self, rest: &[Token], span: Span) -> Result<()> {
        let Some((name, rest)) = rest.split_first().filter(|(name, _)| name.kind == Kind::Word) else {
            return fail(span, "`#define` needs a name");
        };
        let mut made = Macro {
            parameters: None,
            variadic: false,
            tokens: Vec::new(),
        };
        let mut body = rest;
        if rest.first().is_some_and(|token| token.is("(") && token.joined) {
            let Some(close) = rest.iter().position(|token| token.is(")")) else {
                return fail(span, "the parameters of `#define` have no `)`");
            };
            let mut parameters = Vec::new();
            for token in &rest[1..close] {
                match (token.kind, &*token.text) {
                    (Kind::Word, _) => parameters.push(token.text.clone()),
                    (_, ",") => {}
                    (_, "...") => {
                        made.variadic = true;
                        parameters.push("__VA_ARGS__".into());
                    }
                    _ => {
                        return fail(
                            token.span,
                            format!(
                                "a parameter of the macro `{}` is a name, with `,` or `)` after it",
                                name.text
                            ),
                        );
                    }
                }
            }
            made.parameters = Some(parameters);
            body = &rest[close + 1..];
        }
        made.tokens = body.to_vec();
        self.macros.insert(name.text.clone(), made);
        Ok(())
    }

    fn include(&mut self, rest: &[Token], span: Span, depth: usize) -> Result<()> {
        let name: String = match rest.first() {
            Some(token) if token.kind == Kind::Text => token.text.trim_matches('"').to_owned(),
            Some(token) if token.is("<") => {
                let inside = rest[1..].iter().take_while(|token| !token.is(">"));
                inside.map(|token| &*token.text).collect()
            }
            // A macro stands for the name. One that is not known here is that of a compiler's option.
            Some(token) if token.kind == Kind::Word && rest.len() == 1 => {
                let expanded = self.expand(rest.to_vec())?;
                match expanded.first() {
                    Some(first) if first.kind == Kind::Text || first.is("<") => {
                        return self.include(&expanded, span, depth);
                    }
                    _ => token.text.to_string(),
                }
            }
            _ => return fail(span, "`#include` needs a name in quotes or in `<` `>`"),
        };
        if hip::is_runtime(&name) && !self.out.speaks_hip {
            self.out.speaks_hip = true;
            return self.file(hip::MACROS, Some((span, span)), depth + 1);
        }
        let base = name.rsplit('/').next().unwrap_or(&name);
        let files = self.files;
        let file = files
            .get_key_value(&name)
            .or_else(|| files.iter().find(|(given, _)| given.rsplit('/').next() == Some(base)));
        let Some((path, text)) = file else {
            // A header of the program's own is more likely than one of the system to declare what is missing.
            let is_own = rest.first().is_some_and(|token| token.kind == Kind::Text);
            let place = if is_own {
                self.own_missing
            } else {
                self.out.missing.len()
            };
            self.own_missing += usize::from(is_own);
            self.out.missing.insert(place, name);
            return Ok(());
        };
        // A file is read once: with or without guards, a second reading would only repeat its declarations.
        if self.reading.contains(path) && !text.contains("#pragma once") && !text.contains("#ifndef") {
            return fail(span, format!("`{path}` includes itself without end"));
        }
        if self.once.contains(path) {
            return Ok(());
        }
        if depth >= MOST_NESTED {
            return fail(span, "included files nest too deep");
        }
        self.once.push(path.clone());
        let behind = self.put_behind(path, text, span);
        self.reading.push(path.clone());
        let result = self.file(text, Some((span, behind)), depth + 1);
        self.reading.pop();
        result
    }

    /// Puts the text of a file behind the others. Returns its place.
    fn put_behind(&mut self, name: &str, text: &str, directive: Span) -> Span {
        // A line of its own: no token reaches from one text into the next.
        self.out.text.push('\n');
        let start = self.out.text.len();
        self.out.text.push_str(text);
        let behind = Span::new(start, self.out.text.len());
        self.out.included.push(Included {
            at: behind,
            name: name.to_owned(),
            directive,
        });
        behind
    }

    /// Reads the functions of CUDA's headers that the text calls.
    fn library(&mut self) {
        let Some((text, first)) = library::called(&self.out.tokens) else {
            return;
        };
        let span = first.span;
        let behind = self.put_behind(library::HEADER, &text, span);
        // The reader's macros do not reach into CUDA's headers.
        self.macros.clear();
        if let Err(error) = self.file(&text, Some((span, behind)), 1) {
            self.out.errors.push(*error);
        }
    }

    fn limit(&mut self, name: &Token, made: usize) -> Result<()> {
        self.work += made + 1;
        if self.work > MOST_WORK {
            // The macro that the text itself names.
            let mut outermost = &name.text;
            let mut next = name.hidden.as_ref();
            while let Some(hidden) = next {
                outermost = &hidden.name;
                next = hidden.rest.as_ref();
            }
            return Err(
                error(name.span, format!("the macro `{outermost}` expands to too much text"))
                    .help(format!("the limit is {MOST_WORK} tokens")),
            );
        }
        Ok(())
    }
}
