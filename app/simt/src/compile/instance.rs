//! One inlined call of a function while it is lowered: the registers of its expressions, its variables and its
//! arguments.

use super::check::Checks;
use super::place::Place;
use super::types::Shape;
use crate::program::Register;
use naga::proc::TypeResolution;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{Arena, Expression, Function, Handle, LocalVariable, Module, Span, TypeInner};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The result of lowering an expression.
#[derive(Clone, Debug)]
pub(super) enum Lowered {
    Value(Vec<Register>),
    Place(Place),
}

#[derive(Clone, Copy)]
pub(super) enum Types<'m> {
    Function(&'m FunctionInfo),
    Module(&'m ModuleInfo),
}

/// One inlined call of a function, or the constant expressions of the module.
pub(super) struct Instance<'m> {
    pub(super) arena: &'m Arena<Expression>,
    pub(super) function: Option<&'m Function>,
    pub(super) types: Types<'m>,
    pub(super) values: HashMap<Handle<Expression>, Lowered>,
    pub(super) locals: HashMap<Handle<LocalVariable>, Place>,
    pub(super) arguments: Vec<Lowered>,
    /// The registers of the returned value.
    pub(super) result: Option<Vec<Register>>,
    /// Places that a `select` reads and throws away where its condition, which names the index, is false.
    pub(super) discarded: HashSet<Handle<Expression>>,
    /// The operations that are checked.
    pub(super) checks: Rc<Checks>,
    /// The conditions around operations that are checked later.
    pub(super) guards: HashMap<Handle<Expression>, Vec<(Register, bool)>>,
    /// Variables with a constant initialiser, by position in the source: naga moves them to the top of the function.
    pub(super) initialisers: Vec<(u32, Handle<LocalVariable>)>,
}

impl<'m> Instance<'m> {
    pub(super) fn new(function: &'m Function, types: Types<'m>, arguments: Vec<Lowered>) -> Self {
        let mut initialisers: Vec<_> = function
            .local_variables
            .iter()
            .filter(|(_, local)| local.name.is_some() && local.init.is_some())
            .map(|(handle, _)| (start_of(function.local_variables.get_span(handle)), handle))
            .collect();
        initialisers.sort_by_key(|&(start, _)| std::cmp::Reverse(start));
        Instance {
            arena: &function.expressions,
            function: Some(function),
            types,
            values: HashMap::new(),
            locals: HashMap::new(),
            arguments,
            result: None,
            discarded: HashSet::new(),
            checks: Rc::default(),
            guards: HashMap::new(),
            initialisers,
        }
    }

    pub(super) fn of_module(module: &'m Module, info: &'m ModuleInfo) -> Self {
        Instance {
            arena: &module.global_expressions,
            function: None,
            types: Types::Module(info),
            values: HashMap::new(),
            locals: HashMap::new(),
            arguments: Vec::new(),
            result: None,
            discarded: HashSet::new(),
            checks: Rc::default(),
            guards: HashMap::new(),
            initialisers: Vec::new(),
        }
    }

    /// Removes the initialisers of variables declared in a range of the text that is lowered later than what follows
    /// it.
    pub(super) fn hold_initialisers(
        &mut self,
        text: std::ops::Range<u32>,
    ) -> Vec<(u32, Handle<LocalVariable>)> {
        self.initialisers
            .extract_if(.., |(start, _)| text.contains(start))
            .collect()
    }

    /// Adds initialisers that were removed.
    pub(super) fn give_back(&mut self, held: Vec<(u32, Handle<LocalVariable>)>) {
        self.initialisers.extend(held);
        self.initialisers
            .sort_by_key(|&(start, _)| std::cmp::Reverse(start));
    }

    pub(super) fn arena(&self) -> &'m Arena<Expression> {
        self.arena
    }

    pub(super) fn cached(&self, handle: Handle<Expression>) -> Option<Lowered> {
        self.values.get(&handle).cloned()
    }

    pub(super) fn remember(&mut self, handle: Handle<Expression>, lowered: Lowered) {
        self.values.insert(handle, lowered);
    }

    pub(super) fn argument(&self, number: u32) -> Lowered {
        self.arguments[number as usize].clone()
    }

    /// Returns the type of an expression's value; `None` if registers cannot hold it.
    pub(super) fn shape(&self, handle: Handle<Expression>) -> Option<Shape> {
        let resolution = match self.types {
            Types::Function(info) => &info[handle].ty,
            Types::Module(info) => &info[handle],
        };
        match resolution {
            TypeResolution::Handle(handle) => Some(Shape::Handle(*handle)),
            TypeResolution::Value(TypeInner::Scalar(scalar)) => Some(Shape::Scalar(*scalar)),
            TypeResolution::Value(TypeInner::Vector { size, scalar }) => {
                Some(Shape::Vector(*size, *scalar))
            }
            TypeResolution::Value(TypeInner::Matrix {
                columns,
                rows,
                scalar,
            }) => Some(Shape::Matrix(*columns, *rows, *scalar)),
            TypeResolution::Value(_) => None,
        }
    }
}

fn start_of(span: Span) -> u32 {
    span.to_range().map_or(0, |range| range.start as u32)
}
