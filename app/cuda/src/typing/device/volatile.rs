//! Marks the statements with volatile accesses. In lockstep such accesses order the threads of a warp, as programs for GPUs
//! before Volta expect.

use crate::syntax::{Node, Parameter, Statement, StatementKind, Storage, TypeName, Variable, nodes};
use crate::typing::Typer;
use std::collections::HashSet;
use std::rc::Rc;

const NOTE: &str = "`volatile` keeps each load and store. It orders the threads of a warp in lockstep only, as GPUs before Volta ran them; since then `__syncwarp()` does";

/// Returns the names of a function that stand for volatile memory, or point to it.
pub(crate) fn volatile_names(parameters: &[Parameter], body: &[Statement]) -> HashSet<Rc<str>> {
    let of_parameters = parameters
        .iter()
        .filter(|parameter| parameter.ty.names_volatile())
        .map(|parameter| parameter.name.clone());
    let declared = nodes(body).flat_map(|node| match node {
        Node::Statement(Statement {
            kind: StatementKind::Declare(variables),
            ..
        }) => variables.as_slice(),
        _ => &[],
    });
    let declared = declared.filter(|variable| is_volatile(variable));
    of_parameters
        .chain(declared.map(|variable| variable.name.clone()))
        .collect()
}

/// Returns true for volatile memory that several threads access: a variable of one thread needs no order.
fn is_volatile(variable: &Variable) -> bool {
    let is_shared = !matches!(variable.storage, Storage::Plain | Storage::Constexpr);
    variable.ty.names_volatile() || is_shared && variable.ty.volatile
}

impl Typer<'_> {
    /// Marks the statement that is being read if a name in it stands for volatile memory.
    pub(crate) fn note_volatile_name(&mut self, name: &str) {
        let mut globals = self.file.variables.iter();
        let is_global =
            globals.any(|global| *global.name == *name && is_volatile(global)) && self.frame.lookup(name).is_none();
        if is_global || self.frame.volatile.contains(name) {
            self.mark_volatile();
        }
    }

    /// Marks the statement that is being read if a type that a pointer is cast to is volatile.
    pub(crate) fn note_volatile_cast(&mut self, to: &TypeName) {
        if to.names_volatile() {
            self.mark_volatile();
        }
    }

    fn mark_volatile(&mut self) {
        let span = self.frame.span;
        self.module.volatile.insert(span.start);
        self.note(span, NOTE);
    }
}
