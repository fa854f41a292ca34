//! Atomic functions on memory.

use crate::error::{Result, Span, error, fail};
use crate::syntax;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::tree::{Atomic, Base, Expr, ExprKind, Number, Place, RootId, Scalar, Ty};

/// Returns the operation that a name of CUDA means.
fn operation(name: &str) -> Option<Atomic> {
    let name = name
        .strip_suffix("_system")
        .or_else(|| name.strip_suffix("_block"))
        .unwrap_or(name);
    Some(match name {
        "atomicAdd" => Atomic::Add,
        "atomicSub" => Atomic::Subtract,
        "atomicMax" => Atomic::Max,
        "atomicMin" => Atomic::Min,
        "atomicAnd" => Atomic::And,
        "atomicOr" => Atomic::Or,
        "atomicXor" => Atomic::Xor,
        "atomicExch" => Atomic::Exchange,
        "atomicCAS" => Atomic::CompareExchange,
        "atomicInc" => Atomic::Increment,
        "atomicDec" => Atomic::Decrement,
        _ => return None,
    })
}

impl Typer<'_> {
    pub(crate) fn atomic(&mut self, name: &str, arguments: &[syntax::Expr], span: Span) -> Result<Option<Value>> {
        let Some(operation) = operation(name) else {
            return Ok(None);
        };
        let wanted = if operation == Atomic::CompareExchange { 3 } else { 2 };
        if arguments.len() != wanted {
            return fail(
                span,
                format!("`{name}` takes {wanted} arguments, and {} are given", arguments.len()),
            );
        }
        let target = self.expr(&arguments[0])?;
        let Some(pointer) = self.pointer_of(target, span)? else {
            return Err(error(
                arguments[0].span,
                format!("the first argument of `{name}` must be a pointer"),
            )
            .help("write `&` before it"));
        };
        let place = self.target(pointer, arguments[0].span)?;
        let Base::Memory { root, ty, .. } = &place.base else {
            return fail(
                span,
                format!("`{name}` needs global or shared memory, and this is a variable of one thread"),
            );
        };
        let (root, ty) = (*root, ty.clone());
        if !place.path.is_empty() {
            // The kernel is read again with the structures of this array taken apart.
            self.want_apart(root);
            return Err(
                error(span, format!("`{name}` on a member of a structure is not taken yet"))
                    .help("use an array of its own"),
            );
        }
        let scalar = match &ty {
            Ty::Scalar(scalar @ (Scalar::Int | Scalar::Uint | Scalar::Float)) => *scalar,
            Ty::Scalar(scalar @ Scalar::Half) | Ty::Vector(scalar @ Scalar::Half, 2) if operation == Atomic::Add => {
                *scalar
            }
            other => {
                return fail(span, format!("`{name}` does not take `{}`", self.type_name(other)));
            }
        };
        let floats = matches!(operation, Atomic::Add | Atomic::Exchange);
        if scalar == Scalar::Float && !floats {
            return fail(span, format!("`{name}` does not take `float`"));
        }
        let mut values = Vec::new();
        for argument in &arguments[1..] {
            let value = self.rvalue(argument)?;
            values.push(self.convert(value, &ty, argument.span)?);
        }
        if scalar == Scalar::Float && operation == Atomic::Subtract {
            values = vec![Expr::literal(Number::Float(0.0), ty.clone())];
        }
        if let Some(value) = self.atomic_chosen(operation, &place, &values)? {
            return Ok(Some(Value::Expr(value)));
        }
        let mut made = self.atomic_at(operation, root, place, values);
        if operation == Atomic::Add && self.is_wide(&arguments[0]) {
            self.module.wide.insert(span);
            (made.span, made.checked) = (Some(span), true);
        }
        Ok(Some(Value::Expr(made)))
    }

    /// Returns the operation on a word of an array.
    pub(crate) fn atomic_at(&mut self, operation: Atomic, root: RootId, place: Place, values: Vec<Expr>) -> Expr {
        let ty = place.ty.clone();
        let info = &mut self.module.roots[root];
        info.atomic = true;
        info.read = true;
        info.written = true;
        if !info.accessed.contains(&ty) {
            info.accessed.push(ty.clone());
        }
        Expr::new(ExprKind::Atomic(operation, Box::new(place), values), ty)
    }
}
