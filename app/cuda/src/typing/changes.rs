//! Methods that change their object: an assignment to a member, or a call that may make one.

use super::Typer;
use crate::syntax::{
    Expr, ExprKind, Function, Init, Statement, StatementKind, TypeKind, TypeName, Unary,
};
use std::rc::Rc;

/// The names in a method by which it can change its object.
struct Object<'f> {
    /// Members that are no pointers: what a pointer points to is not the object.
    members: Vec<Rc<str>>,
    /// Methods that are not `const`.
    methods: Vec<Rc<str>>,
    functions: &'f [Rc<Function>],
}

impl Typer<'_> {
    /// Returns true if a method may change its object.
    pub(super) fn changes_object(&self, function: &Function, structure: usize) -> bool {
        if function.constant {
            return false;
        }
        let members = self.module.structures[structure].members.iter();
        let members = members.filter(|(_, ty)| !matches!(ty, super::tree::Ty::Pointer(_)));
        let object = Object {
            members: members.map(|(name, _)| name.clone()).collect(),
            methods: self.changing_methods(structure),
            functions: &self.file.functions,
        };
        let body = function.body.as_deref().unwrap_or_default();
        body.iter().any(|statement| object.changed_by(statement))
    }

    fn changing_methods(&self, structure: usize) -> Vec<Rc<str>> {
        let info = &self.structures[structure];
        let own = info.declaration.methods.iter();
        let own = own.filter(|method| !method.constant && !method.fixed);
        let mut found: Vec<Rc<str>> = own.map(|method| method.name.clone()).collect();
        for base in &info.bases {
            found.extend(self.changing_methods(*base));
        }
        found
    }
}

impl Object<'_> {
    fn changed_by(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Empty
            | StatementKind::Label(_)
            | StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Alias(..)
            | StatementKind::Assert(..) => false,
            StatementKind::Expr(value) => self.changed_in(value),
            StatementKind::Declare(variables) => variables.iter().any(|variable| {
                let values = match &variable.init {
                    Some(Init::Value(value)) => std::slice::from_ref(value),
                    Some(Init::Call(values)) => values,
                    None => &[],
                };
                let named = matches!(
                    variable.ty.kind,
                    TypeKind::Reference(_) | TypeKind::Pointer(_)
                );
                values
                    .iter()
                    .any(|value| self.changed_in(value) || named && self.is_part(value))
            }),
            StatementKind::Block(inside) => inside.iter().any(|inside| self.changed_by(inside)),
            StatementKind::Switch(value, inside) => {
                self.changed_in(value) || inside.iter().any(|inside| self.changed_by(inside))
            }
            StatementKind::If { condition, yes, no } => {
                self.changed_by(condition)
                    || self.changed_by(yes)
                    || no.as_ref().is_some_and(|no| self.changed_by(no))
            }
            StatementKind::While(condition, body) => {
                self.changed_by(condition) || self.changed_by(body)
            }
            StatementKind::Do(body, condition) => {
                self.changed_by(body) || self.changed_in(condition)
            }
            StatementKind::For {
                init,
                condition,
                step,
                body,
            } => {
                self.changed_by(init)
                    || self.changed_by(body)
                    || condition
                        .iter()
                        .chain(step)
                        .any(|value| self.changed_in(value))
            }
            StatementKind::Range { over, body, .. } => {
                self.is_part(over) || self.changed_in(over) || self.changed_by(body)
            }
            StatementKind::Return(value) => value.iter().any(|value| self.changed_in(value)),
            StatementKind::Unpack { value, .. } => self.is_part(value) || self.changed_in(value),
        }
    }

    fn changed_in(&self, value: &Expr) -> bool {
        let within = |values: &[Expr]| values.iter().any(|value| self.changed_in(value));
        match &value.kind {
            ExprKind::Assign(_, target, value) => {
                self.is_part(target) || self.changed_in(target) || self.changed_in(value)
            }
            ExprKind::Step { target, .. } => self.is_part(target) || self.changed_in(target),
            ExprKind::Unary(Unary::Address, inner) => self.is_part(inner) || self.changed_in(inner),
            ExprKind::Call(callee, arguments) => {
                self.changed_by_call(callee, arguments) || within(arguments)
            }
            ExprKind::Unary(_, inner)
            | ExprKind::Cast(_, inner)
            | ExprKind::SizeOf(inner)
            | ExprKind::Designated(_, inner)
            | ExprKind::Member { base: inner, .. } => self.changed_in(inner),
            ExprKind::Binary(_, a, b) | ExprKind::Comma(a, b) | ExprKind::Index(a, b) => {
                self.changed_in(a) || self.changed_in(b)
            }
            ExprKind::Conditional(a, b, c) => {
                self.changed_in(a) || self.changed_in(b) || self.changed_in(c)
            }
            ExprKind::Construct(_, values) | ExprKind::List(values) => within(values),
            ExprKind::Launch { arguments, .. } => within(arguments),
            ExprKind::Lambda(lambda) => lambda.body.iter().any(|inside| self.changed_by(inside)),
            ExprKind::Integer { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Letter(_)
            | ExprKind::Text(_)
            | ExprKind::Null
            | ExprKind::This
            | ExprKind::Name(_)
            | ExprKind::SizeOfType(_) => false,
        }
    }

    fn changed_by_call(&self, callee: &Expr, arguments: &[Expr]) -> bool {
        let name = match &callee.kind {
            ExprKind::Name(name) => name,
            ExprKind::Member { base, name, .. } => {
                let own = matches!(base.kind, ExprKind::This);
                if own && self.methods.contains(&name.text) || !own && self.is_part(base) {
                    return true;
                }
                name
            }
            _ => return self.is_part(callee) || self.changed_in(callee),
        };
        // A function of the text may take a member by reference, or an array by its address.
        let mut named = self
            .functions
            .iter()
            .filter(|function| function.name == name.text);
        let takes = named.any(|function| {
            let mut parameters = function.parameters.iter();
            parameters.any(|parameter| may_change_through(&parameter.ty))
        });
        let passed = |value: &Expr| self.is_part(value) || matches!(value.kind, ExprKind::This);
        self.methods.contains(&name.text)
            || self.is_member(&name.text)
            || takes && arguments.iter().any(passed)
    }

    fn is_member(&self, name: &str) -> bool {
        let name = super::names::allowed(name);
        self.members.iter().any(|member| **member == *name)
    }

    /// Returns true if an expression names the object, a member of it, or a part of a member.
    fn is_part(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Name(name) => self.is_member(&name.text),
            ExprKind::This => true,
            ExprKind::Member { base, name, .. } if matches!(base.kind, ExprKind::This) => {
                self.is_member(&name.text)
            }
            ExprKind::Member {
                base, arrow: false, ..
            } => self.is_part(base),
            ExprKind::Index(base, _) | ExprKind::Cast(_, base) | ExprKind::Unary(_, base) => {
                self.is_part(base)
            }
            ExprKind::Binary(_, a, b) => self.is_part(a) || self.is_part(b),
            ExprKind::Conditional(_, a, b) => self.is_part(a) || self.is_part(b),
            ExprKind::Comma(_, last) => self.is_part(last),
            _ => false,
        }
    }
}

fn may_change_through(written: &TypeName) -> bool {
    match &written.kind {
        TypeKind::Reference(target) | TypeKind::Pointer(target) | TypeKind::Array(target, _) => {
            !target.constant && !written.constant
        }
        _ => false,
    }
}
