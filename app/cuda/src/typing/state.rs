//! The state of a translation, in parts: one for each task of the typer.

use super::body::function;
use super::objects::structure;
use super::pointers::choice::Choice;
use super::pointers::joint;
use super::pointers::null::FirstRoot;
use super::pointers::root::Roots;
use super::scope::binding::Binding;
use super::tree::{RootId, Ty, VariableId};
use crate::error::{Error, Span};
use crate::syntax::Function;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The names of the module, and what they mean.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) globals: HashMap<Rc<str>, Binding>,
    /// The names of the module and of all variables: no two meanings share one.
    pub(crate) used: HashSet<Rc<str>>,
    /// The last number that was given to a name.
    pub(crate) numbers: HashMap<Rc<str>, u32>,
    pub(crate) active_globals: Vec<Rc<str>>,
}

/// The arrays that pointers point into, besides those of the module.
#[derive(Debug, Default)]
pub(crate) struct Arrays {
    /// Shared variables by declaration and instance.
    pub(crate) shared: Vec<((usize, usize), RootId)>,
    /// The shared arrays that lie in one array, because one pointer reaches them.
    pub(crate) joints: Vec<joint::Joint>,
    pub(crate) joined: Vec<joint::Shared>,
    /// The roots that stand for several buffers, because one pointer reaches them.
    pub(crate) choices: Vec<Choice>,
    /// The next free binding for arrays that are no parameters.
    pub(crate) next_binding: u32,
    /// The arrays that members of structures in constant memory point into.
    pub(crate) constant_members: Vec<RootId>,
    /// For variables that are structures with pointers, the arrays that these point into.
    pub(crate) pointed: HashMap<VariableId, Roots>,
}

/// Structures, enumerations and lambdas.
#[derive(Debug, Default)]
pub(crate) struct Objects {
    pub(crate) structures: Vec<structure::Info>,
    /// The structures whose members are being read.
    pub(crate) unfinished: Vec<usize>,
    /// The enumerations of variables that have one.
    pub(crate) enumerated: HashMap<VariableId, Rc<str>>,
    /// The functions of lambdas.
    pub(crate) lambdas: Vec<Rc<Function>>,
}

/// The instances of device functions, and how deep their reading is.
#[derive(Debug, Default)]
pub(crate) struct Instances {
    pub(crate) made: Vec<(function::Key, function::Instance)>,
    /// The functions that are being read, with the places of their calls.
    pub(crate) active: Vec<(*const Function, Span)>,
    pub(crate) depth: u32,
    /// The calls that are being computed.
    pub(crate) computing: u32,
    pub(crate) steps: u32,
}

/// Facts that one reading of the kernel finds out, and the next one needs.
#[derive(Debug, Default)]
pub(crate) struct Restart {
    /// Pairs of arrays that are to lie in one array when the kernel is read again.
    pub(crate) wanted_joints: Vec<[joint::Declared; 2]>,
    /// Arrays of structures that are read and written by their members, because a pointer goes into one.
    pub(crate) apart: Vec<joint::Declared>,
    /// Arrays that are to be so when the kernel is read again.
    pub(crate) wanted_apart: Vec<joint::Declared>,
    /// The first arrays of pointers that are null at first, by the instance and the place of their declaration.
    pub(crate) first_roots: Vec<FirstRoot>,
    /// Those that the next reading is to know.
    pub(crate) wanted_roots: Vec<FirstRoot>,
}

/// Notes, and errors besides the first.
#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    /// A template parameter for which two types were found.
    pub(crate) conflict: Option<(Rc<str>, Ty, Ty)>,
    /// The first template argument that is a type and that nothing says, as an error.
    pub(crate) assumed_type: Option<Error>,
    pub(crate) notes: Vec<Error>,
    /// Errors besides the first.
    pub(crate) failures: Vec<Error>,
}
