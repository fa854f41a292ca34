//! The kernel being written: its text so far, the names in scope, and the remaining budget.

use crate::construct::Construct;
use crate::source::Source;
use crate::types::{Scalar, Shape, Struct, Type};
use std::collections::BTreeSet;

/// Largest magnitude of a float in a variable. All floats are integers, so short sums and products are exact.
pub(crate) const VARIABLE_BOUND: f32 = 4096.0;
/// Largest magnitude of a matrix's component.
pub(crate) const MATRIX_BOUND: f32 = 16.0;
/// Largest magnitude inside an expression. A float represents every integer up to 2^24 exactly, and its half too.
pub(crate) const EXPRESSION_BOUND: f32 = 4_194_304.0;
/// Maximum product of the iterations of nested loops in one function.
const MOST_ITERATIONS: u32 = 48;

/// The elements of a lane in the buffer of numbers, as the entry point names them.
pub(crate) const OWN: &str = "own[gid]";

/// A name in scope.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// The text that reads it: a name, or `(*pointer)`.
    pub name: String,
    pub ty: Type,
    pub mutable: bool,
    /// True for a constant: the name of a literal, or an override. Constants are never both operands of an operator.
    pub constant: bool,
    /// True for a variable of the function itself, to which a pointer may point.
    pub addressable: bool,
}

/// A function that may be called.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub parameters: Vec<Shape>,
    /// The type to which its last parameter points, if it is a pointer.
    pub pointer: Option<Shape>,
    pub result: Shape,
    /// True if its last parameter points into a storage buffer.
    pub to_buffer: bool,
    /// True if it changes private variables.
    pub impure: bool,
}

/// An enclosing construct that `break` or `continue` could leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enclosing {
    Loop,
    Switch,
    /// A `continuing` block, which nothing may leave.
    Continuing,
}

/// The kind of `return` that is allowed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Return {
    /// No `return`, because a barrier may follow.
    Forbidden,
    Nothing,
    Value(Shape),
}

#[derive(Debug)]
pub(crate) struct Writer<'s, 'b> {
    pub source: &'s mut Source<'b>,
    pub constructs: BTreeSet<Construct>,
    pub text: String,
    pub structs: Vec<Struct>,
    pub functions: Vec<Function>,
    /// Overrides. The entry point copies them to variables.
    pub overrides: Vec<(String, Scalar)>,
    /// Scopes, beginning with the module's.
    pub scopes: Vec<Vec<Local>>,
    pub enclosing: Vec<Enclosing>,
    pub returns: Return,
    /// Product of the bounds of the enclosing loops.
    pub iterations: u32,
    /// Number of statements that may still be written.
    pub budget: u32,
    /// A `u32` that is only known at run time, available in the current function.
    pub anchor: &'static str,
    /// The calls that are allowed here: none, or any, even of functions that change private variables.
    pub calls: Calls,
    /// Current nesting depth of indices.
    pub indices: u32,
    /// Elements of each lane in the buffer `own`.
    pub own_elements: u32,
    fresh: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Calls {
    None,
    Any,
}

impl<'s, 'b> Writer<'s, 'b> {
    pub fn new(source: &'s mut Source<'b>) -> Self {
        Writer {
            source,
            constructs: BTreeSet::new(),
            text: String::new(),
            structs: Vec::new(),
            functions: Vec::new(),
            overrides: Vec::new(),
            scopes: vec![Vec::new()],
            enclosing: Vec::new(),
            returns: Return::Forbidden,
            iterations: 1,
            budget: 0,
            anchor: "tid",
            calls: Calls::Any,
            indices: 0,
            own_elements: 1,
            fresh: 0,
        }
    }

    pub fn mark(&mut self, construct: Construct) {
        self.constructs.insert(construct);
    }

    /// Writes a line with the indentation of the current scope.
    pub fn line(&mut self, text: &str) {
        // The module's scope has no indentation.
        let depth = self.scopes.len().saturating_sub(1);
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Returns a new name that begins with `stem`.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    pub fn declare(&mut self, local: Local) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    /// Writes what `inside` writes, in a new scope.
    pub fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        inside(self);
        self.scopes.pop();
    }

    /// Returns everything in scope, inner names last. A shadowed name is not in scope.
    pub fn locals(&self) -> impl Iterator<Item = &Local> {
        let inner = |depth: usize| self.scopes[depth + 1..].iter().flatten();
        let scopes = self.scopes.iter().enumerate();
        scopes.flat_map(move |(depth, scope)| {
            scope
                .iter()
                .filter(move |local| !inner(depth).any(|other| other.name == local.name))
        })
    }

    /// Takes one statement off the budget. Returns true if there was one left, and choices to write it from.
    pub fn spend(&mut self) -> bool {
        let left = self.budget > 0 && !self.source.is_over();
        self.budget = self.budget.saturating_sub(1);
        left
    }

    /// Returns a loop bound of at most `most`; 0 if the enclosing loops leave no room.
    pub fn loop_bound(&mut self, most: u32) -> u32 {
        let room = MOST_ITERATIONS / self.iterations;
        if room < 2 {
            return 0;
        }
        self.source.between(1, most.min(room).max(1))
    }
}

impl Local {
    /// Returns a variable of the function or of the module.
    pub fn variable(name: &str, ty: Type) -> Self {
        Local {
            name: name.to_owned(),
            ty,
            mutable: true,
            constant: false,
            addressable: true,
        }
    }

    /// Returns a local of the same name that no statement uses, as it has no value. Outer ones of the name stay shadowed.
    pub fn out_of_reach(&self) -> Self {
        let nothing = Struct {
            name: String::new(),
            members: Vec::new(),
        };
        Local::value(&self.name, Type::Struct(nothing))
    }

    /// Returns a named value.
    pub fn value(name: &str, ty: Type) -> Self {
        Local {
            mutable: false,
            addressable: false,
            ..Local::variable(name, ty)
        }
    }
}
