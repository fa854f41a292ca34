//! The state of the lowering of an entry point. Each of the other files adds the methods for one kind of construct.

use super::builder::Builder;
use super::check::Checks;
use super::front::Front;
use super::place::Place;
use crate::program::{Binding, BuiltIn, Checked, LoopInfo, Override, Register, Variable};
use naga::valid::ModuleInfo;
use naga::{Expression, Function, GlobalVariable, Handle, Module};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use wgsl::{Marks, Separation};

/// The construct around a `break`, and whether the `break` is directly in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loop {
    Body,
    Switch,
    /// Inside a branch, a case or a call: lanes may be missing.
    Nested,
}

pub(super) struct Compiler<'m> {
    pub(super) module: &'m Module,
    pub(super) info: &'m ModuleInfo,
    /// The reader's names of values that passes have renamed.
    pub(super) names: &'m HashMap<String, Option<String>>,
    pub(super) separations: &'m [Separation],
    /// Functions and variables that stand for something of another language.
    pub(super) marks: &'m Marks,
    pub(super) builder: Builder<'m>,
    pub(super) variables: Vec<Variable>,
    /// The bytes of the function being lowered; `None` in the entry point.
    pub(super) scope: Option<(u32, u32)>,
    pub(super) loops: Vec<LoopInfo>,
    pub(super) loop_depth: u32,
    /// The constructs around the code being lowered, innermost last.
    pub(super) nesting: Vec<Loop>,
    pub(super) bindings: Vec<Binding>,
    pub(super) globals: HashMap<Handle<GlobalVariable>, Place>,
    pub(super) overrides: Vec<Override>,
    pub(super) override_registers: HashMap<Handle<naga::Override>, Register>,
    pub(super) builtins: Vec<(BuiltIn, u32, Register)>,
    pub(super) constants: HashMap<Handle<Expression>, Vec<Register>>,
    pub(super) zeroed: Vec<Register>,
    /// The registers of all variables.
    pub(super) storage: HashSet<Register>,
    /// The operations of each function that are checked.
    pub(super) checks: HashMap<*const Function, Rc<Checks>>,
    /// The checked operations of the program, and their numbers by those of their marks.
    pub(super) checked: Vec<Checked>,
    pub(super) check_numbers: HashMap<u32, u32>,
    /// The conditions of the code being lowered for all lanes, of which the first language computes it for some.
    pub(super) guards: Vec<(Register, bool)>,
}

impl<'m> Compiler<'m> {
    /// Returns the reader's name of a value; `None` if the reader's text does not have it.
    pub(super) fn name_of(&self, name: &str) -> Option<String> {
        match self.names.get(name) {
            Some(name) => name.clone(),
            None => Some(name.to_owned()),
        }
    }

    pub(super) fn new(front: &'m Front, source: &'m str, marks: &'m Marks) -> Self {
        Compiler {
            module: &front.module,
            info: &front.info,
            names: &front.names,
            separations: &front.separations,
            marks,
            builder: Builder::new(source, &front.places, &marks.requests.volatile_lines),
            variables: Vec::new(),
            scope: None,
            loops: Vec::new(),
            loop_depth: 0,
            nesting: Vec::new(),
            bindings: Vec::new(),
            globals: HashMap::new(),
            overrides: Vec::new(),
            override_registers: HashMap::new(),
            builtins: Vec::new(),
            constants: HashMap::new(),
            zeroed: Vec::new(),
            storage: HashSet::new(),
            checks: HashMap::new(),
            checked: Vec::new(),
            check_numbers: HashMap::new(),
            guards: Vec::new(),
        }
    }
}
