//! The names that statements change, and the methods that change their object: by an assignment to a member, or by a call
//! that may make one.

use crate::syntax::{
    Expr, ExprKind, Function, Node, Statement, StatementKind, TypeKind, TypeName, UNNAMED, Unary, Variable, nodes,
};
use crate::typing::Typer;
use crate::typing::tree::Ty;
use std::collections::HashSet;
use std::rc::Rc;

/// Returns the names that assignments, `++`, `--`, `&` and `swap` change. A member has a dot before its name.
pub(crate) fn changed_names(statements: &[Statement]) -> HashSet<Rc<str>> {
    let mut names = HashSet::new();
    for node in nodes(statements) {
        let Node::Expr(value) = node else { continue };
        let swapped = match &value.kind {
            ExprKind::Call(callee, arguments) if is_swap(callee) => arguments.as_slice(),
            _ => &[],
        };
        names.extend(target(value).into_iter().chain(swapped).filter_map(name));
    }
    names
}

/// Returns the expression that an assignment, `++` or `--` changes, or of which `&` takes the address.
fn target(value: &Expr) -> Option<&Expr> {
    match &value.kind {
        ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } | ExprKind::Unary(Unary::Address, target) => {
            Some(target)
        }
        _ => None,
    }
}

fn is_swap(callee: &Expr) -> bool {
    matches!(&callee.kind, ExprKind::Name(name) if matches!(&*name.text, "swap" | "Swap"))
}

fn name(target: &Expr) -> Option<Rc<str>> {
    match &target.kind {
        ExprKind::Name(name) => Some(name.text.clone()),
        ExprKind::Member { name, .. } => Some(format!(".{}", name.text).into()),
        _ => None,
    }
}

/// The names in a method by which it can change its object.
struct Object<'f> {
    /// Members that are no pointers: what a pointer points to is not the object.
    members: Vec<Rc<str>>,
    /// Members that are pointers, which an assignment to themselves changes.
    pointers: Vec<Rc<str>>,
    /// Methods that are not `const`.
    methods: Vec<Rc<str>>,
    functions: &'f [Rc<Function>],
}

impl Typer<'_> {
    /// Returns true if a method may change its object.
    pub(crate) fn changes_object(&self, function: &Function, structure: usize) -> bool {
        if function.constant {
            return false;
        }
        let object = Object {
            members: self.changeable_names(structure),
            pointers: self.pointer_names(structure),
            methods: self.changing_methods(structure),
            functions: &self.file.functions,
        };
        let body = function.body.as_deref().unwrap_or_default();
        nodes(body).any(|node| object.is_changed_at(node))
    }

    /// Returns the names by which a method knows the members of its object, besides pointers: also those of unions, those
    /// that parts without a name lend, and bit fields.
    fn changeable_names(&self, structure: usize) -> Vec<Rc<str>> {
        let info = &self.objects.structures[structure];
        let views = info.views.iter().map(|view| view.name.clone());
        let bits = info.declaration.bits.iter().map(|field| field.name.clone());
        let mut names: Vec<Rc<str>> = views.chain(bits).collect();
        for (name, ty) in &self.module.structures[structure].members {
            match ty {
                Ty::Structure(inner) if name.starts_with(UNNAMED) => {
                    names.extend(self.changeable_names(*inner));
                }
                Ty::Pointer(_) => {}
                _ => names.push(name.clone()),
            }
        }
        let of_bases = info.bases.iter().flat_map(|base| self.changeable_names(*base));
        names.extend(of_bases);
        names
    }

    /// Returns the names by which a method knows the members of its object that are pointers.
    fn pointer_names(&self, structure: usize) -> Vec<Rc<str>> {
        let members = self.module.structures[structure].members.iter();
        let pointers = members.filter(|(_, ty)| matches!(ty, Ty::Pointer(_)));
        pointers.map(|(name, _)| name.clone()).collect()
    }

    /// Returns true if a function may change what it did not declare itself.
    pub(crate) fn changes_memory(&self, function: &Function) -> bool {
        let names = function.parameters.iter();
        let references: Vec<&str> = names
            .filter(|parameter| matches!(parameter.ty.kind, TypeKind::Reference(_)))
            .map(|parameter| &*parameter.name)
            .collect();
        let is_own = |target: &Expr| match &target.kind {
            ExprKind::Name(name) => !references.contains(&&*name.text),
            _ => false,
        };
        let calls_own = |name: &str| {
            name.starts_with("atomic")
                || name.starts_with("__sync")
                || self.file.functions.iter().any(|each| *each.name == *name)
        };
        let changes = |node: Node<'_>| match node {
            Node::Expr(value) => match &value.kind {
                ExprKind::Assign(_, target, _) | ExprKind::Step { target, .. } => !is_own(target),
                ExprKind::Call(callee, _) => match &callee.kind {
                    ExprKind::Name(name) => calls_own(&name.text),
                    _ => true,
                },
                _ => false,
            },
            _ => false,
        };
        function.body.as_deref().is_some_and(|body| nodes(body).any(changes))
    }

    fn changing_methods(&self, structure: usize) -> Vec<Rc<str>> {
        let info = &self.objects.structures[structure];
        let methods = info.declaration.methods.iter();
        let methods = methods.filter(|method| !method.constant && !method.fixed);
        let mut names: Vec<Rc<str>> = methods.map(|method| method.name.clone()).collect();
        for base in &info.bases {
            names.extend(self.changing_methods(*base));
        }
        names
    }
}

impl Object<'_> {
    /// Returns true if a node may change the object. What the nodes inside it do is not considered.
    fn is_changed_at(&self, node: Node<'_>) -> bool {
        match node {
            Node::Statement(statement) => match &statement.kind {
                StatementKind::Declare(variables) => variables.iter().any(|variable| self.is_named_by(variable)),
                StatementKind::Range { over: value, .. } | StatementKind::Unpack { value, .. } => self.is_part(value),
                _ => false,
            },
            Node::Expr(value) => match &value.kind {
                ExprKind::Call(callee, arguments) => self.is_changed_by_call(callee, arguments),
                _ => target(value).is_some_and(|target| self.is_part(target) || self.is_pointer(target)),
            },
        }
    }

    /// Returns true if a variable is another name of a part of the object.
    fn is_named_by(&self, variable: &Variable) -> bool {
        let is_place = matches!(variable.ty.kind, TypeKind::Reference(_) | TypeKind::Pointer(_));
        is_place && variable.values().iter().any(|value| self.is_part(value))
    }

    fn is_changed_by_call(&self, callee: &Expr, arguments: &[Expr]) -> bool {
        let name = match &callee.kind {
            ExprKind::Name(name) => name,
            ExprKind::Member { base, name, .. } => {
                let is_this = matches!(base.kind, ExprKind::This);
                if is_this && self.methods.contains(&name.text) || !is_this && self.is_part(base) {
                    return true;
                }
                name
            }
            _ => return self.is_part(callee),
        };
        // A function of the text may take a member by reference, or an array by its address.
        let mut named = self.functions.iter().filter(|function| function.name == name.text);
        let takes = named.any(|function| {
            let mut parameters = function.parameters.iter();
            parameters.any(|parameter| may_change_through(&parameter.ty))
        });
        let passed = |value: &Expr| self.is_part(value) || matches!(value.kind, ExprKind::This);
        self.methods.contains(&name.text) || self.is_member(&name.text) || takes && arguments.iter().any(passed)
    }

    /// Returns true if an expression names a member that is a pointer, and not what it points to.
    fn is_pointer(&self, value: &Expr) -> bool {
        let name = match &value.kind {
            ExprKind::Name(name) => name,
            ExprKind::Member { base, name, .. } if matches!(base.kind, ExprKind::This) => name,
            _ => return false,
        };
        let name = crate::typing::scope::names::allowed(&name.text);
        self.pointers.iter().any(|pointer| **pointer == *name)
    }

    fn is_member(&self, name: &str) -> bool {
        let name = crate::typing::scope::names::allowed(name);
        self.members.iter().any(|member| **member == *name)
    }

    /// Returns true if an expression names the object, a member of it, or a part of a member.
    fn is_part(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Name(name) => self.is_member(&name.text),
            ExprKind::This => true,
            ExprKind::Member { base, name, .. } if matches!(base.kind, ExprKind::This) => self.is_member(&name.text),
            ExprKind::Member { base, arrow: false, .. } => self.is_part(base),
            ExprKind::Index(base, _) | ExprKind::Cast(_, base) | ExprKind::Unary(_, base) => self.is_part(base),
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
