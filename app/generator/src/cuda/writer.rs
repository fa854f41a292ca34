//! The state of a text that is being written: its lines, the names in scope, and what is allowed at this place.

use crate::Source;
use crate::cuda::types::Element;

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is read only.
    Constant,
    Variable,
    /// An array of this length (a power of two) that may be written at any place by its thread alone.
    Array(u32),
    /// An array of this length (a power of two) that is read only.
    Table(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// The text that stands for it, for example `v3`, `p.a` or `out[gid]`.
    pub text: String,
    pub element: Element,
    pub kind: Kind,
    pub bits: u32,
}

impl Local {
    pub fn new(text: impl Into<String>, element: Element, kind: Kind) -> Self {
        Local {
            text: text.into(),
            element,
            kind,
            bits: element.bits(),
        }
    }

    pub fn small(text: impl Into<String>, element: Element, bits: u32) -> Self {
        Local {
            bits,
            ..Local::new(text, element, Kind::Constant)
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enclosing {
    Loop,
    Switch,
}

/// The `return` that is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Return {
    Forbidden,
    Nothing,
    Value(Element),
}

/// A device function without side effects.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The name as in a call, with template arguments.
    pub name: String,
    pub parameters: Vec<Element>,
    /// The number of parameters at the end that have default values.
    pub defaults: usize,
    pub returns: Element,
    /// True if the type of a template follows from the arguments, which must then have just this type.
    pub deduced: bool,
}

#[derive(Debug)]
pub(crate) struct Writer<'s, 'b> {
    pub source: &'s mut Source<'b>,
    pub text: String,
    pub indent: usize,
    pub scopes: Vec<Vec<Local>>,
    /// Names that the expression at hand may not read, because it also changes them.
    pub hidden: Vec<String>,
    names: u32,
    /// Statements that may still be written.
    pub budget: u32,
    /// The number of times that the current place runs for each thread.
    pub turns: u32,
    pub enclosing: Vec<Enclosing>,
    pub returns: Return,
    pub functions: Vec<Function>,
    /// Names of macros with one argument, which give an `int` of at most 12 bits from one of at most 8.
    pub macros: Vec<String>,
    /// The buffer of sums whose cells have one atomic function each, if there is one.
    pub totals: Option<String>,
}

impl<'s, 'b> Writer<'s, 'b> {
    pub fn new(source: &'s mut Source<'b>) -> Self {
        Writer {
            source,
            text: String::new(),
            indent: 0,
            scopes: vec![Vec::new()],
            hidden: Vec::new(),
            names: 0,
            budget: 0,
            turns: 1,
            enclosing: Vec::new(),
            returns: Return::Forbidden,
            functions: Vec::new(),
            macros: Vec::new(),
            totals: None,
        }
    }

    pub fn line(&mut self, text: &str) {
        self.text.push_str(&"    ".repeat(self.indent));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Writes a line that ends with `{`, the inside in a scope of its own, and the line that closes it.
    pub fn block(&mut self, head: &str, tail: &str, inside: impl FnOnce(&mut Self)) {
        self.line(head);
        self.scope(inside);
        self.line(tail);
    }

    pub fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        self.indent += 1;
        self.scopes.push(Vec::new());
        inside(self);
        self.scopes.pop();
        self.indent -= 1;
    }

    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    pub fn declare(&mut self, local: Local) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    /// Chooses a name in scope; the newest are chosen more often.
    pub fn some_local(&mut self, wanted: impl Fn(&Local) -> bool) -> Option<Local> {
        let fitting: Vec<Local> = self
            .scopes
            .iter()
            .flatten()
            .rev()
            .filter(|local| wanted(local) && !self.hidden.contains(&local.text))
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let one = self.source.below(fitting.len());
        let other = self.source.below(fitting.len());
        fitting.into_iter().nth(one.min(other))
    }

    /// Writes what is inside while some names may not be read.
    pub fn hiding<T>(&mut self, names: &[&str], inside: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.hidden.len();
        self.hidden.extend(names.iter().map(|name| (*name).to_owned()));
        let value = inside(self);
        self.hidden.truncate(before);
        value
    }
}
