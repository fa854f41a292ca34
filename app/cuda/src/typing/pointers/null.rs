//! Null pointers that the kernel tells from others while it runs: a pointer that a branch, a loop or a function sets to
//! `nullptr`. Its offset says that it is null.

use crate::error::{Result, Span, fail};
use crate::syntax::{Binary, Expr as Written, ExprKind as Kind, Function, Node, Statement, StatementKind, nodes};
use crate::typing::Typer;
use crate::typing::body::function::Mode;
use crate::typing::pointers::joint::Declared;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::scope::binding::{Binding, PointerVariable};
use crate::typing::tree::{BOOL, Expr, Number, Scalar};
use std::collections::HashSet;
use std::rc::Rc;

/// The instance and the place of a pointer's declaration, and the array that it is the first to point into.
pub(crate) type FirstRoot = ((usize, Span), Declared);

/// The offset of a null pointer, in any unit.
const NULL_OFFSET: i64 = i32::MIN as i64;

/// Adds the names of the pointers that statements may set to null, or to a pointer that may be null.
fn add_nullable_names(statements: &[Statement], functions: &[Rc<Function>], names: &mut HashSet<Rc<str>>) {
    let mut pairs: Vec<(Rc<str>, &Written)> = Vec::new();
    for node in nodes(statements) {
        match node {
            Node::Expr(Written {
                kind: Kind::Assign(None, target, value),
                ..
            }) => {
                if let Kind::Name(name) = &target.kind {
                    pairs.push((name.text.clone(), value));
                }
            }
            Node::Statement(Statement {
                kind: StatementKind::Declare(variables),
                ..
            }) => {
                for variable in variables {
                    let values = variable.values();
                    pairs.extend(values.iter().map(|value| (variable.name.clone(), value)));
                }
            }
            _ => {}
        }
    }
    loop {
        let before = names.len();
        for (name, value) in &pairs {
            if may_be_null(value, functions, names) {
                names.insert(name.clone());
            }
        }
        if names.len() == before {
            return;
        }
    }
}

fn may_be_null(value: &Written, functions: &[Rc<Function>], names: &HashSet<Rc<str>>) -> bool {
    match &value.kind {
        Kind::Null | Kind::Integer { value: 0, .. } => true,
        Kind::Name(name) => names.contains(&name.text),
        Kind::Cast(_, inner) => may_be_null(inner, functions, names),
        Kind::Conditional(_, yes, no) => may_be_null(yes, functions, names) || may_be_null(no, functions, names),
        Kind::Assign(None, _, value) => may_be_null(value, functions, names),
        Kind::Call(callee, _) => {
            let Kind::Name(name) = &callee.kind else {
                return false;
            };
            let mut named = functions.iter().filter(|function| function.name == name.text);
            named.any(|function| returns_null(function))
        }
        _ => false,
    }
}

/// Returns true if a function may return `nullptr`, or a variable that may be null.
fn returns_null(function: &Function) -> bool {
    let body = function.body.as_deref().unwrap_or_default();
    let mut names = HashSet::new();
    add_nullable_names(body, &[], &mut names);
    nodes(body).any(|node| match node {
        Node::Statement(Statement {
            kind: StatementKind::Return(Some(value)),
            ..
        }) => may_be_null(value, &[], &names),
        _ => false,
    })
}

impl Typer<'_> {
    /// Returns the names of the pointers of a function that may be null in some threads.
    pub(crate) fn nullable_names(&self, function: &Function, modes: &[Mode]) -> HashSet<Rc<str>> {
        let passed = function.parameters.iter().zip(modes);
        let nullable = passed.filter(|(_, mode)| matches!(mode, Mode::Pointer(passed) if passed.nullable));
        let mut names = nullable.map(|(parameter, _)| parameter.name.clone()).collect();
        let body = function.body.as_deref().unwrap_or_default();
        add_nullable_names(body, &self.file.functions, &mut names);
        names
    }

    /// Notes the first array of a pointer that is null before. The kernel is then read again with it: a loop, or a pointer
    /// that gets the value meanwhile, needs the array earlier.
    pub(crate) fn note_first_root(&mut self, variable: &PointerVariable, value: &Pointer) {
        let begins_null = variable.pointer.is_some();
        if let (Root::Memory(root), true) = (&value.root, begins_null) {
            let key = (self.frame.instance, variable.span);
            let declared = self.declared_array(*root);
            self.restart.wanted_roots.push((key, declared));
        }
    }

    /// Notes the first arrays that a statement with an error gives pointers which are null before it.
    pub(crate) fn note_later_roots(&mut self, statement: &Statement) {
        for node in nodes(std::slice::from_ref(statement)) {
            let Node::Expr(Written {
                kind: Kind::Assign(None, target, value),
                span,
            }) = node
            else {
                continue;
            };
            let Kind::Name(name) = &target.kind else {
                continue;
            };
            let Some(&Binding::Pointer(index)) = self.frame.lookup(&name.text) else {
                continue;
            };
            let variable = self.frame.pointers[index].clone();
            let begins_null = |first: &Pointer| matches!(first.root, Root::Null) && first.nullable;
            if variable.pointer.as_ref().is_some_and(begins_null) {
                let pointer = self.apart(|typer| {
                    let value = typer.expr(value)?;
                    typer.pointer_of(value, *span)
                });
                if let Ok((_, Some(pointer))) = pointer {
                    self.note_first_root(&variable, &pointer);
                }
            }
        }
    }

    /// Returns a null pointer with the array that its variable gets later, if an earlier reading has found it.
    pub(crate) fn with_first_root(&mut self, mut pointer: Pointer, span: Span) -> Pointer {
        let key = (self.frame.instance, span);
        let noted = self.restart.first_roots.iter().find(|(other, _)| *other == key);
        let Some((_, (span_of_root, name))) = noted else {
            return pointer;
        };
        let mut roots = self.module.roots.iter();
        let root = roots.position(|root| root.span == *span_of_root && root.original == *name);
        if let Some(root) = root {
            pointer.root = Root::Memory(root);
            self.module.roots[root].flat = true;
        }
        let nullable = pointer.nullable;
        pointer = self.in_choice(pointer, span);
        pointer.nullable = nullable;
        pointer
    }

    /// Returns a pointer whose array is known, or that is null.
    ///
    /// # Errors
    ///
    /// The pointer is null up to here, and a later statement gives it an array.
    pub(crate) fn with_known_root(&self, pointer: Pointer, span: Span) -> Result<Pointer> {
        if matches!(pointer.root, Root::Null) && !Self::is_always_null(&pointer) {
            return fail(
                span,
                "this pointer is null up to here: the array that it points into later is not known",
            );
        }
        Ok(pointer)
    }

    /// Returns the offset of a null pointer.
    pub(crate) fn null_offset(&self) -> Expr {
        Expr::int(NULL_OFFSET)
    }

    /// Returns true if a pointer is null wherever it is read, as far as the text says.
    fn is_always_null(pointer: &Pointer) -> bool {
        matches!(pointer.root, Root::Null) && !(pointer.nullable && pointer.offset.is_some())
    }

    /// Returns the condition under which a pointer is null.
    pub(crate) fn is_null(&mut self, pointer: &Pointer) -> Expr {
        match &pointer.offset {
            Some(offset) if pointer.nullable => {
                let offset = offset.clone();
                let scalar = offset.ty.scalar().unwrap_or(Scalar::Int);
                let null = self.convert_scalar(self.null_offset(), scalar);
                self.arithmetic(Binary::Equal, offset, null)
            }
            _ => {
                let null = Self::is_always_null(pointer);
                Expr::literal(Number::Int(i64::from(null)), BOOL)
            }
        }
    }

    /// Returns the condition under which a pointer is not null.
    pub(crate) fn is_some(&mut self, pointer: &Pointer) -> Expr {
        let null = self.is_null(pointer);
        self.not(null)
    }

    /// Returns the offset of a pointer in units of `unit` bytes. A null pointer stays null.
    pub(crate) fn offset_in(&mut self, pointer: &Pointer, unit: u32) -> Expr {
        if Self::is_always_null(pointer) {
            return self.null_offset();
        }
        let offset = pointer.offset.clone().unwrap_or_else(|| Expr::int(0));
        if pointer.unit == unit {
            return offset;
        }
        let moved = self.in_unit(offset, pointer.unit, unit);
        let null = self.is_null(pointer);
        if null.known() == Some(0) {
            return moved;
        }
        let moved = self.int_of(moved);
        Expr::select(null, self.null_offset(), moved)
    }
}
