//! The state of the lowering of an entry point. Each of the other files adds the methods for one kind of construct.

use super::builder::Builder;
use super::place::Place;
use crate::program::{Binding, BuiltIn, LoopInfo, Override, Register, Variable};
use naga::valid::ModuleInfo;
use naga::{Expression, GlobalVariable, Handle, Module};
use std::collections::{HashMap, HashSet};

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
    pub(super) builder: Builder<'m>,
    pub(super) variables: Vec<Variable>,
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
}

impl<'m> Compiler<'m> {
    pub(super) fn new(module: &'m Module, info: &'m ModuleInfo, source: &'m str) -> Self {
        Compiler {
            module,
            info,
            builder: Builder::new(source),
            variables: Vec::new(),
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
        }
    }
}
