//! The simplest expressions: literals, `this`, operators with one operand, values that are made of others, and sizes.

use crate::typing::Typer;

use crate::error::{Cause, Result, Span, error, fail};
use crate::syntax::{self, Unary};
use crate::typing::body::value::Value;
use crate::typing::pointers::root::Pointer;
use crate::typing::tree::{Expr, FLOAT, Number, Ty};

/// Reads an integer.
pub(crate) fn integer(value: u64, unsigned: bool, span: Span) -> Result<Value> {
    if value > u64::from(u32::MAX) {
        return Err(error(span, format!("{value} needs a `long long`, which is not taken"))
            .caused(Cause::LongLong)
            .help("WGSL has integers of 32 bits"));
    }
    let ty = crate::typing::objects::operator::literal_type(value, unsigned);
    Ok(Value::Expr(Expr::literal(Number::Int(value as i64), ty)))
}

/// Returns the null pointer.
pub(crate) fn null() -> Value {
    Value::Pointer(Pointer::null(Ty::Void))
}

impl Typer<'_> {
    pub(crate) fn float_literal(&mut self, value: f64, single: bool, span: Span) -> Result<Value> {
        if !single {
            self.note(span, "a number without `f` is a `double` in CUDA; here it is a `float`");
        }
        let value = value as f32;
        if !value.is_finite() {
            return fail(span, "the number is too large for a `float`");
        }
        Ok(Value::Expr(Expr::literal(Number::Float(value), FLOAT)))
    }

    pub(crate) fn this(&mut self, span: Span) -> Result<Value> {
        match &self.frame.this {
            Some((place, _)) => {
                let place = place.clone();
                Ok(Value::Pointer(self.address(place, span)?))
            }
            None => fail(span, "`this` is for methods"),
        }
    }

    pub(crate) fn unary_written(&mut self, operator: Unary, inner: &syntax::Expr, span: Span) -> Result<Value> {
        let value = self.expr(inner)?;
        match operator {
            Unary::Deref => self.dereferenced(value, span),
            Unary::Address => match value {
                Value::Place(place) => Ok(Value::Pointer(self.address(place, span)?)),
                Value::Pointer(_) | Value::PointerVariable(_) => fail(
                    span,
                    "a pointer to a pointer is not taken: WGSL has no pointers in memory",
                ),
                _ => fail(span, "`&` needs a variable or an element"),
            },
            operator => {
                if operator == Unary::Not
                    && let Some(pointer) = self.pointer_of_pointer(&value, span)?
                {
                    return Ok(Value::Expr(self.is_null(&pointer)));
                }
                let value = self.load_value(value, span)?;
                if let Some(value) = self.overloaded_unary(operator, &value, span)? {
                    return Ok(Value::Expr(value));
                }
                Ok(Value::Expr(self.unary(operator, value, span)?))
            }
        }
    }

    fn dereferenced(&mut self, value: Value, span: Span) -> Result<Value> {
        match self.pointer_of(value.clone(), span)? {
            Some(pointer) => Ok(Value::Place(self.target(pointer, span)?)),
            None => {
                let value = self.load_value(value, span)?;
                fail(
                    span,
                    format!("`*` needs a pointer, and this is `{}`", self.type_name(&value.ty)),
                )
            }
        }
    }

    /// Reads `T(a, b)`.
    pub(crate) fn construct(&mut self, ty: &syntax::TypeName, values: &[syntax::Expr], span: Span) -> Result<Value> {
        // `Box<T>::zero()` is a call.
        if let syntax::TypeKind::Named(name) = &ty.kind
            && let Some(scope) = &name.scope
            && let Some(Ty::Structure(index)) = self.structure_of(scope)?
            && !self.methods(index, &name.text).is_empty()
        {
            return self.call_fixed(scope, name, values, span);
        }
        let ty = self.ty(ty)?;
        match (&ty, values) {
            (Ty::Group(group), _) => Ok(Value::Group(*group)),
            (Ty::Scalar(_), [value]) => Ok(Value::Expr(self.cast_to(value, &ty, span)?)),
            (Ty::Structure(_), _) => Ok(Value::Expr(self.build(&ty, values, span)?)),
            _ => Ok(Value::Expr(self.compose(values, &ty, span)?)),
        }
    }

    pub(crate) fn size_of_type(&mut self, ty: &syntax::TypeName) -> Result<Value> {
        let wide = matches!(&ty.kind, syntax::TypeKind::Named(name) if matches!(
            &*name.text,
            "double" | "long long" | "unsigned long long" | "int64_t" | "uint64_t"
        ));
        if wide {
            return Ok(Value::Expr(Expr::uint(8)));
        }
        let ty = self.ty(ty)?;
        Ok(Value::Expr(Expr::uint(self.size_of(&ty))))
    }

    pub(crate) fn size_of_value(&mut self, value: &syntax::Expr) -> Result<Value> {
        let (_, value) = self.apart(|typer| typer.expr(value))?;
        let ty = match value {
            Value::Expr(value) => value.ty,
            Value::Place(place) => place.ty,
            _ => return Ok(Value::Expr(Expr::uint(8))),
        };
        Ok(Value::Expr(Expr::uint(self.size_of(&ty))))
    }
}
