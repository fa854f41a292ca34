//! Lowers the checker's tree to bytecode.
//!
//! - `module` lowers what is around a function, `function` calls and names, `statement` and `control` statements,
//!   `expression`, `construct`, `math`, `collective` and `image` expressions; `effects` knows which of them read memory.
//! - `report` and `request` lower functions that stand for something of the language from which the text was translated,
//!   `check` emits checks of operations that this language leaves undefined.

mod check;
mod collective;
mod construct;
mod control;
mod effects;
mod expression;
mod function;
mod image;
mod math;
mod module;
mod report;
mod request;
mod select;
mod statement;

use crate::compile::builder::Builder;
use crate::compile::place::Place;
use crate::program::{
    Binding, BuiltIn, Checked as CheckedOperation, KernelError, LoopInfo, Override, Register, Variable,
};
use check::Waiting;
use std::collections::{HashMap, HashSet};
use wgsl::{Checked, Expr, Marks, Span, Types};

/// The result of lowering an expression.
#[derive(Clone, Debug)]
enum Lowered {
    Value(Vec<Register>),
    Place(Place),
}

/// One inlined call of a function, or the body of the entry point.
#[derive(Default)]
struct Call {
    /// Values and places of its `let`, `var` and parameters, by their number in [`Checked::variables`].
    locals: HashMap<u32, Lowered>,
    /// The registers of the returned value.
    result: Vec<Register>,
    /// The number of its loops around the code being lowered.
    loops: u32,
}

/// The state of the lowering of an entry point. Each file adds the methods for one kind of construct.
pub(super) struct Compiler<'c> {
    checked: &'c Checked<'c>,
    types: &'c Types,
    /// Functions and variables that stand for something of another language.
    marks: &'c Marks,
    builder: Builder<'c>,
    variables: Vec<Variable>,
    /// The bytes of the function being lowered; `None` in the entry point.
    scope: Option<(u32, u32)>,
    call: Call,
    loops: Vec<LoopInfo>,
    loop_depth: u32,
    bindings: Vec<Binding>,
    /// Places of the variables of the module.
    globals: HashMap<u32, Place>,
    overrides: Vec<Override>,
    override_registers: HashMap<u32, Register>,
    builtins: Vec<(BuiltIn, u32, Register)>,
    zeroed: Vec<Register>,
    /// The registers of all variables.
    storage: HashSet<Register>,
    /// The checked operations of the program, and their numbers by their places in the text.
    checked_operations: Vec<CheckedOperation>,
    check_numbers: HashMap<Span, u32>,
    /// The conditions of the code being lowered for all lanes, of which the first language computes it for some.
    guards: Vec<(Register, bool)>,
    /// Checks of operations inside of each `select` around the code being lowered, innermost last.
    waiting: Vec<Vec<Waiting>>,
    /// Elements that a `select` reads and throws away where its condition, which names the index, is false.
    discarded: HashSet<Expr>,
}

impl<'c> Compiler<'c> {
    pub(super) fn new(checked: &'c Checked<'c>, marks: &'c Marks) -> Self {
        Compiler {
            checked,
            types: &checked.types,
            marks,
            builder: Builder::new(checked, marks.origins.as_ref()),
            variables: Vec::new(),
            scope: None,
            call: Call::default(),
            loops: Vec::new(),
            loop_depth: 0,
            bindings: Vec::new(),
            globals: HashMap::new(),
            overrides: Vec::new(),
            override_registers: HashMap::new(),
            builtins: Vec::new(),
            zeroed: Vec::new(),
            storage: HashSet::new(),
            checked_operations: Vec::new(),
            check_numbers: HashMap::new(),
            guards: Vec::new(),
            waiting: Vec::new(),
            discarded: HashSet::new(),
        }
    }

    fn unsupported<T>(&self, feature: impl Into<String>) -> Result<T, KernelError> {
        Err(self.builder.unsupported(feature))
    }
}
