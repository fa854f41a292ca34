//! Reads the tree of a text from its tokens.
//!
//! The parser is a plain recursive descent. C++ is read with the names of types and templates at hand: `(a)(b)` is a cast or
//! a call, `a * b;` a declaration or a product. A library of combinators would need this state in each of its parts.

mod bits;
mod declaration;
mod enumeration;
mod expression;
mod file;
mod function;
mod lambda;
mod refuse;
mod statement;
mod structure;
mod types;

pub(crate) use refuse::not_of_library;

use crate::error::{Cause, Error, Result, Span, error, fail};
use crate::lex::{Kind, Token};
use crate::syntax::{
    Argument, Enumerator, Expr, File, Function, HostFunction, Parameter, StatementKind, Structure, TemplateParameter,
    TypeName,
};
use std::collections::HashSet;
use std::rc::Rc;

/// The deepest nesting of expressions, statements and types together.
const MOST_NESTED: u32 = 120;
/// The most errors that one text reports.
const MOST_ERRORS: usize = 20;

/// The most readings that may be tried and given up: a hostile text could ask for a number that doubles at each level.
const MOST_ATTEMPTS: u32 = 50_000;

#[derive(Debug)]
struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: u32,
    attempts: u32,
    /// Braces of namespaces and of `extern "C"` that are open.
    open_blocks: u32,
    /// Names of types, and of templates that functions are.
    types: Rc<HashSet<Rc<str>>>,
    templates: Rc<HashSet<Rc<str>>>,
    namespaces: Rc<HashSet<Rc<str>>>,
    /// Names of types that a variable of the function hides here.
    hidden: Vec<Rc<str>>,
    /// Host functions in structures that launch a kernel.
    launching: Vec<HostFunction>,
    /// Names of variables in structures: a `<` behind one of them compares.
    fields: HashSet<Rc<str>>,
    /// Types that are declared in functions.
    inner: Vec<Structure>,
    /// Functions that a structure declares as its friends.
    friends: Vec<Function>,
    enumerations: Vec<(Option<Rc<str>>, Vec<Enumerator>)>,
    /// The template parameters of the function whose body is being read.
    enclosing: Vec<TemplateParameter>,
    /// The template parameters of the structure whose members are being read.
    around: Vec<TemplateParameter>,
    errors: Vec<Error>,
}

/// Reads all of a file.
pub(crate) fn parse(tokens: &[Token]) -> File {
    let mut parser = Parser::of(tokens, &Known::default());
    parser.file()
}

/// Reads one expression, for example of a launch in host code. `known` has the names of types and templates.
pub(crate) fn expression(tokens: &[Token], names: &Known) -> Result<Expr> {
    let mut parser = Parser::of(tokens, names);
    let expression = parser.assignment()?;
    match parser.tokens.get(parser.at) {
        Some(token) => fail(token.span, format!("`{}` is not expected here", token.text)),
        None => Ok(expression),
    }
}

/// Reads one template argument.
pub(crate) fn argument(tokens: &[Token], names: &Known) -> Result<Argument> {
    let mut parser = Parser::of(tokens, names);
    if parser.type_begins()
        && let Some(ty) = parser.attempt(Parser::whole_type)
        && parser.at == tokens.len()
    {
        return Ok(Argument::Type(ty));
    }
    expression(tokens, names).map(Argument::Value)
}

/// Reads one statement of the host that is a declaration or an expression; `None` if it cannot be read.
pub(crate) fn statement(tokens: &[Token], names: &Known) -> Option<StatementKind> {
    let mut parser = Parser::of(tokens, names);
    let statement = match parser.is("using") || parser.is("typedef") {
        true => {
            let (name, ty) = parser.alias().ok()??;
            return Some(StatementKind::Alias(name, ty));
        }
        false if parser.declaration_begins() => StatementKind::Declare(parser.variables().ok()?),
        false => StatementKind::Expr(parser.expression().ok()?),
    };
    parser.take(";");
    (parser.at == tokens.len()).then_some(statement)
}

/// Reads the head of a host function: its type, its parameters, and the index of its body's brace.
pub(crate) fn head(tokens: &[Token], names: &Known) -> Option<(TypeName, Vec<Parameter>, usize)> {
    let mut parser = Parser::of(tokens, names);
    let base = parser.base_type(&mut types::Qualifiers::default()).ok()?;
    let (ty, name) = parser.declarator(base).ok()?;
    name?;
    let parameters = parser.parameters().ok()?;
    parser.is("{").then_some((ty, parameters, parser.at))
}

/// Cuts a list at its commas.
pub(crate) fn cut(tokens: &[Token]) -> Vec<&[Token]> {
    Parser::cut(tokens)
}

/// The names of types, templates and namespaces: those of CUDA, and those of a file.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    types: Rc<HashSet<Rc<str>>>,
    templates: Rc<HashSet<Rc<str>>>,
    namespaces: Rc<HashSet<Rc<str>>>,
}

impl Default for Known {
    fn default() -> Self {
        let set = |names: &[&str]| Rc::new(names.iter().map(|&name| name.into()).collect());
        Known {
            types: set(types::KNOWN),
            templates: set(&[
                "tiled_partition",
                "SharedMemory",
                "reinterpret",
                "swap",
                "min",
                "max",
                "is_same",
                "is_same_v",
                "numeric_limits",
                "tex1D",
                "tex2D",
                "tex3D",
                "tex1Dfetch",
                "tex2DLayered",
                "surf2Dread",
            ]),
            namespaces: set(&[
                "std",
                "cg",
                "cooperative_groups",
                "thrust",
                "cub",
                "nvcuda",
                "wmma",
                "cuda",
            ]),
        }
    }
}

impl Known {
    pub fn add_type(&mut self, name: Rc<str>) {
        Rc::make_mut(&mut self.types).insert(name);
    }
}

impl File {
    /// Returns the names that a parser of the file's host code must know.
    pub fn known(&self) -> Known {
        let mut names = Known::default();
        let types = Rc::make_mut(&mut names.types);
        types.extend(self.structures.iter().map(|inner| inner.name.clone()));
        types.extend(self.aliases.iter().map(|(name, _)| name.clone()));
        types.extend(self.enumerations.iter().filter_map(|(name, _)| name.clone()));
        let functions = self.functions.iter();
        let templates = functions.filter(|function| !function.template.is_empty());
        let hosts = self.host.iter();
        let hosts = hosts.filter(|function| !function.template.is_empty());
        Rc::make_mut(&mut names.templates).extend(
            templates
                .map(|function| function.name.clone())
                .chain(hosts.map(|function| function.name.clone())),
        );
        names
    }
}

impl<'t> Parser<'t> {
    fn of(tokens: &'t [Token], names: &Known) -> Self {
        Parser {
            tokens,
            at: 0,
            depth: 0,
            attempts: 0,
            open_blocks: 0,
            types: names.types.clone(),
            templates: names.templates.clone(),
            namespaces: names.namespaces.clone(),
            hidden: Vec::new(),
            launching: Vec::new(),
            fields: HashSet::new(),
            inner: Vec::new(),
            friends: Vec::new(),
            enumerations: Vec::new(),
            enclosing: Vec::new(),
            around: Vec::new(),
            errors: Vec::new(),
        }
    }

    /// Returns true if a name is that of a type here.
    fn is_type(&self, name: &Rc<str>) -> bool {
        self.types.contains(name) && !self.hidden.contains(name)
    }

    /// Records that a variable is declared: from here on its name is not that of a type.
    fn hide_type(&mut self, name: &Rc<str>) {
        if self.is_type(name) {
            self.hidden.push(name.clone());
        }
    }

    /// Does so for the parameters of a function. Returns the number of names that were hidden before.
    fn hide_types(&mut self, parameters: &[Parameter]) -> usize {
        let hidden = self.hidden.len();
        for parameter in parameters {
            self.hide_type(&parameter.name);
        }
        hidden
    }

    fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at)
    }

    fn ahead(&self, by: usize) -> Option<&'t Token> {
        self.tokens.get(self.at + by)
    }

    /// Returns the place of the next token, or that after the last one.
    fn here(&self) -> Span {
        match (self.peek(), self.tokens.last()) {
            (Some(token), _) => token.span,
            (None, Some(last)) => Span {
                start: last.span.end,
                end: last.span.end,
            },
            (None, None) => Span::default(),
        }
    }

    /// Returns the place of the token before the next one.
    fn before(&self) -> Span {
        let last = self.at.checked_sub(1).and_then(|end| self.tokens.get(end));
        last.map_or(Span::default(), |token| token.span)
    }

    fn is(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.is(text))
    }

    fn is_ahead(&self, by: usize, text: &str) -> bool {
        self.ahead(by).is_some_and(|token| token.is(text))
    }

    fn take(&mut self, text: &str) -> bool {
        let is_here = self.is(text);
        self.at += usize::from(is_here);
        is_here
    }

    fn expect(&mut self, text: &str) -> Result<Span> {
        if self.is(text) {
            self.at += 1;
            return Ok(self.before());
        }
        let missing = match text {
            ";" => "a semicolon `;`",
            "{" | "}" => return self.expected(&format!("a brace `{text}`")),
            "(" => return self.expected("a bracket `(`"),
            ")" => "a bracket `)`",
            other => return self.expected(&format!("`{other}`")),
        };
        // A missing semicolon or bracket is shown where it should stand: after the token before.
        let before = self.before();
        let here = self.found();
        let span = Span {
            start: before.end.saturating_sub(1),
            end: before.end,
        };
        fail(span, format!("{missing} is missing here, before {here}"))
    }

    fn found(&self) -> String {
        match self.peek() {
            // A letter that no editor shows is named by its number.
            Some(token) if token.kind == Kind::Other && !token.text.starts_with(|c: char| c.is_ascii_graphic()) => {
                let code = token.text.chars().next().map_or(0, u32::from);
                format!("the character U+{code:04X}")
            }
            Some(token) => format!("`{}`", token.text),
            None => "the end of the text".to_owned(),
        }
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        fail(self.here(), format!("{what} is missing here, before {}", self.found()))
    }

    /// Returns the word before a `<` that was read as a comparison, and that begins template arguments.
    fn template_before(&self) -> Option<(&str, Span)> {
        let mut before = self.tokens[..self.at].iter().rev();
        let angle = before.next()?;
        let name = before.next().filter(|name| name.kind == Kind::Word)?;
        angle.is("<").then_some((&*name.text, name.span))
    }

    fn undeclared_template(&self, template: &str, span: Span) -> Box<Error> {
        let mut before = self.tokens[..self.at].iter().rev().skip(2);
        let library = match (before.next(), before.next()) {
            (Some(colons), Some(library)) if colons.is("::") => Some(&*library.text),
            _ => None,
        };
        match library {
            Some(library @ ("cuda" | "cub" | "thrust" | "std")) => not_of_library(library, template, span),
            _ => error(span, format!("the template `{template}` is undeclared")).caused(Cause::Undeclared),
        }
    }

    /// Takes a name.
    fn word(&mut self, what: &str) -> Result<(Rc<str>, Span)> {
        match self.peek() {
            Some(token) if token.kind == Kind::Word => {
                if refuse::is_keyword(&token.text) {
                    if let Some((template, span)) = self.template_before() {
                        return Err(self.undeclared_template(template, span));
                    }
                    return fail(
                        token.span,
                        format!("`{}` is a word of the language and no name", token.text),
                    );
                }
                self.at += 1;
                Ok((token.text.clone(), token.span))
            }
            _ => self.expected(what),
        }
    }

    /// Does a part of the work one level deeper.
    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MOST_NESTED {
            let sentence = format!("the text nests too deep: at most {MOST_NESTED} levels are read");
            return Err(error(self.here(), sentence).caused(Cause::Depth));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Tries to read something; if that fails, nothing is taken.
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        let (start, depth, hidden) = (self.at, self.depth, self.hidden.len());
        self.attempts += 1;
        if self.attempts > MOST_ATTEMPTS {
            return None;
        }
        match work(self) {
            Ok(result) => Some(result),
            Err(_) => {
                (self.at, self.depth) = (start, depth);
                self.hidden.truncate(hidden);
                None
            }
        }
    }

    /// Returns the index after the bracket that closes the one at `open`; the length of the text if there is none.
    fn after_bracket(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for (index, token) in self.tokens.iter().enumerate().skip(open) {
            if token.kind != Kind::Symbol {
                continue;
            }
            match &*token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index + 1;
                    }
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    fn report(&mut self, error: Error) {
        if self.errors.len() < MOST_ERRORS {
            self.errors.push(error);
        }
    }
}
