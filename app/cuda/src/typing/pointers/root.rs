//! The pointers of a kernel as data: the array or place that a pointer points into, which is known, and its offset.

use crate::typing::tree::{Base, Expr, Place, RootId, Ty};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(crate) struct Pointer {
    pub root: Root,
    /// The distance from the root's start, in units of `unit` bytes.
    pub offset: Option<Expr>,
    pub unit: u32,
    pub pointee: Ty,
    /// It may be null, which its offset says then.
    pub nullable: bool,
}

impl Pointer {
    pub fn new(root: Root, offset: Option<Expr>, unit: u32, pointee: Ty) -> Self {
        Pointer {
            root,
            offset,
            unit,
            pointee,
            nullable: false,
        }
    }

    pub fn null(pointee: Ty) -> Self {
        Self::new(Root::Null, None, 1, pointee)
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Root {
    Memory(RootId),
    /// An array of the function, or of a caller (`Base::Target`).
    Array(Base),
    /// One place: `&x`, `&s.member`.
    Place(Box<Place>),
    Null,
}

impl Root {
    pub fn same(&self, other: &Root) -> bool {
        match (self, other) {
            (Root::Memory(a), Root::Memory(b)) => a == b,
            (Root::Array(Base::Variable(a)), Root::Array(Base::Variable(b))) => a == b,
            (Root::Array(Base::Target(a)), Root::Array(Base::Target(b))) => a == b,
            (Root::Place(a), Root::Place(b)) => match (&a.base, &b.base) {
                (Base::Variable(a), Base::Variable(b)) | (Base::Target(a), Base::Target(b)) => a == b,
                _ => false,
            },
            (Root::Null, Root::Null) => true,
            _ => false,
        }
    }
}

/// A root as an argument of a function names it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RootKey {
    Memory(RootId),
    /// An array or a variable of the caller, of this type.
    Array(Ty),
    Place(Ty),
    /// The array of the pointer that is passed with this number among the pointers to variables.
    Same(usize),
    Null,
}

/// The array that a pointer of a structure points into: the member's path, the array, and the unit of the offset.
pub(crate) type Roots = Vec<(Rc<str>, RootKey, u32)>;
