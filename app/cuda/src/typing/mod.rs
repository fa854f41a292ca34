//! Gives types to a kernel and to the functions that it calls: names, overloads, templates, conversions, effects.

mod body;
mod check;
mod device;
mod host;
mod kernel;
mod objects;
mod pointers;
mod scope;
pub(crate) mod tree;

pub(crate) use check::check;
pub use host::{HostWrite, LaunchArgument, LaunchFault, LeftOut, Reached, Source, Target, Written};
pub(crate) use host::{Launch, Launches, Passed, Pointed, launches, program, type_text};
pub(crate) use kernel::{Typed, kernel};
pub(crate) use scope::types::{align_of, is_standard, may_stand_in, size_of};

pub(crate) use crate::error::Span;
use crate::error::{Error, Result, error};
use crate::syntax::{File, Function};
use scope::binding::Binding;
use scope::frame::Frame;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use tree::{Module, Statement, StatementKind};

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

#[derive(Debug)]
pub(crate) struct Typer<'f> {
    file: &'f File,
    options: &'f Options,
    pub module: Module,
    frame: Frame,
    globals: HashMap<Rc<str>, Binding>,
    /// The names of the module and of all variables: no two meanings share one.
    used: HashSet<Rc<str>>,
    /// The last number that was given to a name.
    numbers: HashMap<Rc<str>, u32>,
    instances: Vec<(body::function::Key, body::function::Instance)>,
    /// The functions that are being read, with the places of their calls.
    active: Vec<(*const Function, Span)>,
    structures: Vec<objects::structure::Info>,
    /// The structures whose members are being read.
    unfinished: Vec<usize>,
    /// For variables that are structures with pointers, the arrays that these point into.
    pointed: HashMap<tree::VariableId, pointers::root::Roots>,
    /// The enumerations of variables that have one.
    enumerated: HashMap<tree::VariableId, Rc<str>>,
    /// The arrays that members of structures in constant memory point into.
    constant_members: Vec<tree::RootId>,
    /// The next free binding for arrays that are no parameters.
    next_binding: u32,
    depth: u32,
    /// The calls that are being computed.
    computing: u32,
    steps: u32,
    /// Shared variables by declaration and instance.
    shared: Vec<((usize, usize), tree::RootId)>,
    /// The shared arrays that lie in one array, because one pointer reaches them.
    joints: Vec<pointers::joint::Joint>,
    joined: Vec<pointers::joint::Shared>,
    /// The roots that stand for several buffers, because one pointer reaches them.
    choices: Vec<pointers::choice::Choice>,
    /// Pairs of arrays that are to lie in one array when the kernel is read again.
    wanted_joints: Vec<[pointers::joint::Declared; 2]>,
    active_globals: Vec<Rc<str>>,
    /// Arrays of structures that are read and written by their members, because a pointer goes into one.
    apart: Vec<pointers::joint::Declared>,
    /// Arrays that are to be so when the kernel is read again.
    wanted_apart: Vec<pointers::joint::Declared>,
    /// The first arrays of pointers that are null at first, by the instance and the place of their declaration.
    first_roots: Vec<pointers::null::FirstRoot>,
    /// Those that the next reading is to know.
    wanted_roots: Vec<pointers::null::FirstRoot>,
    /// The functions of lambdas.
    lambdas: Vec<Rc<Function>>,
    /// A template parameter for which two types were found.
    conflict: Option<(Rc<str>, tree::Ty, tree::Ty)>,
    /// The first template argument that is a type and that nothing says, as an error.
    assumed_type: Option<Error>,
    pub notes: Vec<Error>,
    /// Errors besides the first.
    pub failures: Vec<Error>,
}

impl<'f> Typer<'f> {
    fn new(file: &'f File, options: &'f Options) -> Self {
        Typer {
            file,
            options,
            module: Module::default(),
            frame: Frame::default(),
            globals: HashMap::new(),
            used: HashSet::new(),
            numbers: HashMap::new(),
            instances: Vec::new(),
            active: Vec::new(),
            structures: Vec::new(),
            unfinished: Vec::new(),
            pointed: HashMap::new(),
            enumerated: HashMap::new(),
            constant_members: Vec::new(),
            next_binding: 0,
            depth: 0,
            computing: 0,
            steps: 0,
            active_globals: Vec::new(),
            shared: Vec::new(),
            joints: Vec::new(),
            joined: Vec::new(),
            choices: Vec::new(),
            wanted_joints: Vec::new(),
            apart: Vec::new(),
            wanted_apart: Vec::new(),
            first_roots: Vec::new(),
            wanted_roots: Vec::new(),
            lambdas: Vec::new(),
            conflict: None,
            assumed_type: None,
            notes: Vec::new(),
            failures: Vec::new(),
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
            StatementKind::Declare(_, Some(value))
            | StatementKind::Call(value)
            | StatementKind::Drop(value) => value.span = value.span.or(expression),
            _ => {}
        }
        let block = self
            .frame
            .blocks
            .last_mut()
            .expect("a function has a block");
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
    fn apart<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(Vec<Statement>, T)> {
        self.frame.blocks.push(Vec::new());
        let result = work(self);
        let statements = self.frame.blocks.pop().expect("it was pushed");
        Ok((statements, result?))
    }

    /// Does a part of the work one level deeper.
    fn nested<T>(&mut self, span: Span, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.steps += 1;
        if self.depth > 400 || self.steps > MOST_STEPS {
            return Err(error(
                span,
                "the kernel is too large: it nests too deep, or its templates ask for too much",
            ));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    /// Adds a note once.
    fn note(&mut self, span: Span, message: &str) {
        if !self.notes.iter().any(|note| note.message == message) {
            self.notes.push(*error(span, message));
        }
    }
}
