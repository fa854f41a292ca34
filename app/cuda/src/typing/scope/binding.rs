//! The meanings that a name can have.

use crate::error::Span;
use crate::syntax::Function;
use crate::typing::pointers::root::Pointer;
use crate::typing::tree::{Expr, Group, Number, Place, RootId, Ty, VariableId};
use std::rc::Rc;

/// A template argument.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    Type(Ty),
    Value(Number, Ty),
}

impl Given {
    /// Returns true if two arguments name the same instance: the type of a number does not count.
    pub fn is(&self, other: &Given) -> bool {
        match (self, other) {
            (Given::Value(one, _), Given::Value(other, _)) => one == other,
            (one, other) => one == other,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Binding {
    Variable(VariableId),
    /// An index in the frame's pointers.
    Pointer(usize),
    /// A reference: another name of a place.
    Alias(Place),
    Constant(Expr),
    Type(Ty),
    Memory(RootId),
    Group(Group),
    Bundle(Rc<Bundle>),
    /// A pointer that never changes.
    Fixed(Pointer),
    Lambda(Rc<Lambda>),
    /// Its declaration has an error, which is reported there.
    Failed,
}

/// A variable that is a pointer: its root is known, its offset is a variable if it changes.
#[derive(Clone, Debug)]
pub(crate) struct PointerVariable {
    pub name: Rc<str>,
    pub pointer: Option<Pointer>,
    /// The variable of the offset, if the pointer changes.
    pub offset: Option<VariableId>,
    pub pointee: Ty,
    pub access: Access,
    /// The place of its declaration.
    pub span: Span,
}

/// The permission that a pointer's type gives for its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Change,
    /// A pointer to `const`.
    Read,
}

/// The members of a structure that are arguments, buffers or bundles of their own.
#[derive(Clone, Debug)]
pub(crate) struct Bundle {
    pub structure: usize,
    pub members: Vec<(Rc<str>, Binding)>,
}

/// A lambda as a function, with what its calls pass besides its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Lambda {
    pub function: Rc<Function>,
    /// Its first template arguments: types and numbers of the function around it.
    pub given: Vec<Given>,
    /// The first arguments of each call.
    pub captures: Vec<(Rc<str>, Binding)>,
    /// The structure in whose method it stands.
    pub structure: Option<usize>,
}
