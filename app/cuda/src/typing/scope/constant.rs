//! Refuses changes that `const` forbids: of the target of a pointer to `const`, and of the object of a `const` method.

use crate::error::{Result, Span, error};
use crate::syntax::{Expr, ExprKind, Parameter, TypeKind, TypeName, Unary};
use crate::typing::Typer;
use crate::typing::scope::binding::{Access, Binding};
use crate::typing::tree::Place;

impl Typer<'_> {
    /// Notes that a pointer's written type has `const` before what it points to.
    pub(crate) fn protect(&mut self, index: usize, written: &TypeName) {
        if points_to_constant(written) {
            self.frame.pointers[index].access = Access::Read;
        }
    }

    /// Returns the name of the pointer to `const` through which an expression names its place.
    fn protected(&self, target: &Expr) -> Option<String> {
        let mut target = target;
        loop {
            target = match &target.kind {
                ExprKind::Index(base, _) | ExprKind::Unary(Unary::Deref, base) => base,
                ExprKind::Member { base, .. } => base,
                ExprKind::Binary(_, base, _) => base,
                ExprKind::Name(name) => {
                    let Some(Binding::Pointer(index)) = self.frame.lookup(&name.text) else {
                        return None;
                    };
                    let read = self.frame.pointers[*index].access == Access::Read;
                    return read.then(|| name.text.to_string());
                }
                _ => return None,
            };
        }
    }

    /// Returns true for a pointer to `const`.
    pub(crate) fn points_to_constant(&self, written: &Expr) -> bool {
        match &written.kind {
            ExprKind::Name(_) | ExprKind::Binary(..) => self.protected(written).is_some(),
            ExprKind::Unary(Unary::Address, inner) => self.protected(inner).is_some(),
            _ => false,
        }
    }

    /// Checks that an assignment may change its place.
    pub(crate) fn may_change(&self, target: &Expr, place: &Place, span: Span) -> Result<()> {
        let this = self.frame.this.as_ref().map(|(this, _)| format!("{:?}", this.base));
        if self.frame.constant && this == Some(format!("{:?}", place.base)) {
            return Err(error(span, "the method is `const`: it cannot change its object")
                .help("remove `const` behind its parameters"));
        }
        match (&target.kind, self.protected(target)) {
            // The pointer itself may change.
            (ExprKind::Name(_), _) | (_, None) => Ok(()),
            (_, Some(name)) => Err(error(
                span,
                format!("`{name}` points to `const`: what it points to cannot be changed"),
            )
            .help("remove `const` from the type of the pointer")),
        }
    }

    /// Checks that an argument may be changed by a function, if its parameter lets the function do so.
    pub(crate) fn may_pass(&self, argument: &Expr, parameter: &Parameter, span: Span) -> Result<()> {
        let changes = match &parameter.ty.kind {
            TypeKind::Pointer(target) => !target.constant && !parameter.ty.constant,
            _ => false,
        };
        // A template parameter may stand for a type with `const`.
        let plain = match &parameter.ty.kind {
            TypeKind::Pointer(target) => match &target.kind {
                TypeKind::Named(name) => crate::typing::scope::types::built_in(&name.text).is_some(),
                _ => false,
            },
            _ => false,
        };
        let name = match &argument.kind {
            ExprKind::Name(_) | ExprKind::Binary(..) => self.protected(argument),
            ExprKind::Unary(Unary::Address, inner) => self.protected(inner),
            _ => None,
        };
        match name {
            Some(name) if changes && plain => Err(error(
                span,
                match &*parameter.name {
                    "" => format!("`{name}` points to `const`, and the function may change it"),
                    parameter => {
                        format!("`{name}` points to `const`, and the function may change it through `{parameter}`")
                    }
                },
            )
            .help("write `const` before the type of the parameter")),
            _ => Ok(()),
        }
    }
}

fn points_to_constant(written: &TypeName) -> bool {
    match &written.kind {
        TypeKind::Pointer(target) => target.constant || points_to_constant(target),
        TypeKind::Array(element, _) => written.constant || element.constant,
        _ => false,
    }
}
