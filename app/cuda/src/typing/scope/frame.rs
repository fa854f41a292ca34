//! The meaning of names at a place of the text.

use crate::error::{Result, Span};
use crate::typing::Typer;
use crate::typing::pointers::root::{Pointer, Roots};
use crate::typing::scope::binding::{Binding, PointerVariable};
use crate::typing::tree::{BuiltIn, Place, Statement, Ty, VariableId};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// The state of the function that is being read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    pub scopes: Vec<HashMap<Rc<str>, Binding>>,
    pub blocks: Vec<Vec<Statement>>,
    pub built_ins: BTreeSet<BuiltIn>,
    pub returns: Option<Ty>,
    /// The root of the pointer that the function returns, and those of a structure's pointers.
    pub returned: Option<Pointer>,
    pub returned_roots: Roots,
    /// Names that an assignment or `++` changes anywhere in the function.
    pub changed: HashSet<Rc<str>>,
    /// The known mask of the function of the warp that is being translated, with the place of its call.
    pub mask: Option<(u32, Span)>,
    /// Names of pointers and arrays whose words the function compares and exchanges.
    pub compared: HashSet<Rc<str>>,
    /// The names of pointers that may be null in some threads.
    pub nullable: HashSet<Rc<str>>,
    /// Names that stand for integers of 64 bits, or for memory with them.
    pub wide: HashSet<Rc<str>>,
    /// The caller knows the place that the function returns a reference to.
    pub returns_place: bool,
    /// Names that stand for volatile memory.
    pub volatile: HashSet<Rc<str>>,
    pub pointers: Vec<PointerVariable>,
    /// The enumerations of names that are known numbers.
    pub enumerated: HashMap<Rc<str>, Rc<str>>,
    pub this: Option<(Place, usize)>,
    /// An argument is being converted by a constructor: C++ makes no second conversion for it.
    pub converting: bool,
    /// The method is `const`.
    pub constant: bool,
    /// The structure whose method is read, also without an object.
    pub structure: Option<usize>,
    /// The place of the statement that is read, and of the innermost expression.
    pub span: Span,
    pub expression: Option<Span>,
    /// Names of variables that are visible, as WGSL has them.
    pub names: Vec<HashSet<Rc<str>>>,
    /// Names of the module that come later.
    pub reserved: Vec<Rc<str>>,
    pub kernel: bool,
    /// The kernel has a `return` before the statement that is read.
    pub returned_before: bool,
    /// The loops and switches around the statement that is read.
    pub loops: u32,
    pub switches: u32,
    /// A number of the instance, so that its shared variables are its own.
    pub instance: usize,
}

impl Frame {
    /// Returns a frame with one scope, apart from the stack: types of structures nest deep.
    pub fn boxed() -> Box<Self> {
        Box::new(Frame {
            scopes: vec![HashMap::new()],
            names: vec![HashSet::new()],
            blocks: vec![Vec::new()],
            ..Frame::default()
        })
    }

    pub fn visible(&self, name: &str) -> bool {
        self.names.iter().any(|names| names.contains(name))
    }

    pub fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }
}

impl Typer<'_> {
    pub(crate) fn bind(&mut self, name: Rc<str>, binding: Binding) {
        let scope = self.frame.scopes.last_mut().expect("a function has a scope");
        scope.insert(name, binding);
    }

    /// Does the work in a scope of its own.
    pub(crate) fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.frame.scopes.push(HashMap::new());
        self.frame.names.push(HashSet::new());
        let result = work(self);
        self.frame.scopes.pop();
        self.frame.names.pop();
        result
    }

    /// Makes a variable with a name like this one.
    pub(crate) fn variable(&mut self, name: &str, ty: Ty, kind: crate::typing::tree::VariableKind) -> VariableId {
        let name = self.local_name(name);
        if let Some(names) = self.frame.names.last_mut() {
            names.insert(name.clone());
        }
        self.module.variables.push(crate::typing::tree::Variable {
            name,
            ty,
            kind,
            changed: false,
        });
        self.module.variables.len() - 1
    }
}
