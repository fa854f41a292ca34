//! Gives types to a kernel and to the functions that it calls: names, overloads, templates, conversions, effects.
//!
//! - `tree` is the typed tree, which is printed. `kernel` makes an entry point, and `state` has what the typer remembers.
//! - `body` reads statements and expressions, and `scope` knows what their names mean.
//! - `pointers` follows pointers to the memory that they point into, and `objects` has structures, methods and lambdas.
//! - `device` has CUDA's own functions, and `host` follows the program that launches the kernels.

mod body;
mod check;
mod device;
mod host;
mod kernel;
mod objects;
mod parameter;
mod pointers;
mod scope;
mod state;
pub(crate) mod tree;

pub(crate) use check::check;
pub use host::{HostWrite, LaunchArgument, LaunchFault, LeftOut, Reached, Source, Target, Written};
pub(crate) use host::{Launch, Launches, Passed, Pointed, launches, program, type_text};
pub(crate) use kernel::{Typed, kernel};
pub(crate) use scope::types::{align_of, is_standard, may_stand_in, size_of};

pub(crate) use crate::error::Span;
use crate::error::{Result, error};
use crate::syntax::File;
use scope::frame::Frame;
use serde::{Deserialize, Serialize};
use state::{Arrays, Diagnostics, Instances, Names, Objects, Restart};
use std::collections::BTreeMap;
use tree::{Module, Statement, StatementKind};

/// The deepest nesting: a long sum is as deep as it has terms, and the stack of a usual thread must hold it.
const MOST_DEPTH: u32 = 320;

/// The most nodes that one translation makes: templates can ask for any number.
const MOST_STEPS: u32 = 400_000;

/// The reader's choice for `double`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Double {
    /// `double` is refused.
    #[default]
    Refused,
    /// `double` is read as `float`.
    AsFloat,
}

/// The reader's choice for `long long` and its kin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LongLong {
    /// `long long` is refused.
    #[default]
    Refused,
    /// `long long` is read as `int`, and `unsigned long long` as `unsigned int`.
    AsInt,
}

/// The settings of a translation besides its text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub double: Double,
    pub long_long: LongLong,
    /// The names of headers whose text is not here.
    pub missing: Vec<String>,
    /// For a parameter's name, that of the parameter whose buffer it shares.
    pub alias: BTreeMap<String, String>,
    /// Parameters that begin at an element of their buffer that need not be the first.
    pub inside: Vec<String>,
    /// Parameters for which the launch passes no buffer.
    pub null: Vec<String>,
    /// The place of the launch.
    pub launch: Option<Span>,
    /// True if the launch gives template arguments that are not known without running the host.
    pub has_unknown_arguments: bool,
    /// True if the text names `int1` or its kin, which are numbers here.
    pub single_vectors: bool,
}

/// Gives types to a kernel and to the functions that it calls.
#[derive(Debug)]
pub(crate) struct Typer<'f> {
    file: &'f File,
    options: &'f Options,
    pub module: Module,
    frame: Frame,
    names: Names,
    arrays: Arrays,
    objects: Objects,
    instances: Instances,
    restart: Restart,
    pub diagnostics: Diagnostics,
}

impl<'f> Typer<'f> {
    fn new(file: &'f File, options: &'f Options) -> Self {
        Typer {
            file,
            options,
            module: Module::default(),
            frame: Frame::default(),
            names: Names::default(),
            arrays: Arrays::default(),
            objects: Objects::default(),
            instances: Instances::default(),
            restart: Restart::default(),
            diagnostics: Diagnostics::default(),
        }
    }

    /// Adds a statement at the place of the source statement that is being read. What it computes and where it stores has the
    /// place of the expression that is being read, unless it has its own.
    fn emit(&mut self, mut kind: StatementKind) {
        let span = self.frame.span;
        let expression = self.frame.expression;
        match &mut kind {
            StatementKind::Store(place, _, value) => {
                place.span = place.span.or(expression);
                value.span = value.span.or(expression);
            }
            StatementKind::Declare(_, Some(value)) | StatementKind::Call(value) | StatementKind::Drop(value) => {
                value.span = value.span.or(expression)
            }
            _ => {}
        }
        let block = self.frame.blocks.last_mut().expect("a function has a block");
        block.push(Statement { kind, span });
    }

    /// Does a part of the work that is a statement at this place.
    fn at<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let before = std::mem::replace(&mut self.frame.span, span);
        let result = work(self);
        self.frame.span = before;
        result
    }

    /// Returns what the work adds, instead of adding it to the current block.
    fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<(Vec<Statement>, T)> {
        self.frame.blocks.push(Vec::new());
        let result = work(self);
        let statements = self.frame.blocks.pop().expect("it was pushed");
        Ok((statements, result?))
    }

    /// Does a part of the work one level deeper.
    fn nested<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.instances.steps += 1;
        if self.instances.depth > MOST_DEPTH || self.instances.steps > MOST_STEPS {
            return Err(error(
                span,
                "the kernel is too large: it nests too deep, or its templates ask for too much",
            ));
        }
        self.instances.depth += 1;
        let result = work(self);
        self.instances.depth -= 1;
        result
    }

    /// Adds a note once.
    fn note(&mut self, span: Span, message: &str) {
        if !self.diagnostics.notes.iter().any(|note| note.message == message) {
            self.diagnostics.notes.push(*error(span, message));
        }
    }
}
