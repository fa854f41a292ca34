//! A kernel being written: its text so far, what is in scope, and how much more may be written.

use crate::construct::Construct;
use crate::source::Source;
use crate::types::{Scalar, Shape, Struct, Type};
use std::collections::BTreeSet;

/// Largest magnitude of a float in a variable. All floats are integers, so sums and products of a few are exact.
pub(crate) const VARIABLE_BOUND: f32 = 4096.0;
/// Largest magnitude of a matrix's component.
pub(crate) const MATRIX_BOUND: f32 = 16.0;
/// Largest magnitude in the middle of an expression: every integer up to 2^24 is a float, and so is its half.
pub(crate) const EXPRESSION_BOUND: f32 = 4_194_304.0;
/// Iterations that nested loops of one function may multiply to.
const MOST_ITERATIONS: u32 = 48;

/// A name in scope.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// What reads it: a name, or `(*pointer)`.
    pub name: String,
    pub ty: Type,
    pub mutable: bool,
    /// Known while compiling (a literal's name or an override): never both operands of an operator.
    pub constant: bool,
    /// A variable of the function itself, which a pointer may point to.
    pub addressable: bool,
}

/// A function that may be called.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub name: String,
    pub parameters: Vec<Shape>,
    /// What its last parameter points to, if it takes a pointer.
    pub pointer: Option<Shape>,
    pub result: Shape,
    /// Whether it changes private variables.
    pub impure: bool,
}

/// What `break` and `continue` would leave here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enclosing {
    Loop,
    Switch,
    /// A `continuing` block: nothing may leave it.
    Continuing,
}

/// What a `return` may do here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Return {
    /// A barrier may follow.
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
    /// Overrides, which the entry point gives names of its own.
    pub overrides: Vec<(String, Scalar)>,
    /// Scopes, the module's first.
    pub scopes: Vec<Vec<Local>>,
    pub enclosing: Vec<Enclosing>,
    pub returns: Return,
    /// Product of the bounds of the loops around.
    pub iterations: u32,
    /// Statements that may still be begun.
    pub budget: u32,
    /// A `u32` that is not known while compiling, whatever the function.
    pub anchor: &'static str,
    /// Functions may be called here, and may change private variables here.
    pub calls: Calls,
    /// Indices being written, one inside the other.
    pub indices: u32,
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
            fresh: 0,
        }
    }

    pub fn mark(&mut self, construct: Construct) {
        self.constructs.insert(construct);
    }

    /// A statement or a part of one on a line of its own.
    pub fn line(&mut self, text: &str) {
        // The scopes open inside a function, less the one of its own.
        let depth = self.scopes.len().saturating_sub(1);
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A name nothing else has.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.fresh += 1;
        format!("{stem}{}", self.fresh)
    }

    pub fn declare(&mut self, local: Local) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(local);
        }
    }

    /// Writes what `inside` writes in a scope of its own.
    pub fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(Vec::new());
        inside(self);
        self.scopes.pop();
    }

    /// Everything in scope, inner names last.
    pub fn locals(&self) -> impl Iterator<Item = &Local> {
        self.scopes.iter().flatten()
    }

    /// Takes one statement off the budget, if any is left and there are choices to write it from.
    pub fn spend(&mut self) -> bool {
        let left = self.budget > 0 && !self.source.is_over();
        self.budget = self.budget.saturating_sub(1);
        left
    }

    /// A bound for a loop here, at most `most`; 0 where loops around leave no room.
    pub fn loop_bound(&mut self, most: u32) -> u32 {
        let room = MOST_ITERATIONS / self.iterations;
        if room < 2 {
            return 0;
        }
        self.source.between(1, most.min(room).max(1))
    }
}

impl Local {
    /// A variable of the function or of the module.
    pub fn variable(name: &str, ty: Type) -> Self {
        Local {
            name: name.to_owned(),
            ty,
            mutable: true,
            constant: false,
            addressable: true,
        }
    }

    /// A value that has a name.
    pub fn value(name: &str, ty: Type) -> Self {
        Local {
            mutable: false,
            addressable: false,
            ..Local::variable(name, ty)
        }
    }
}
