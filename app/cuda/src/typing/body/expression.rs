//! Gives types to expressions. Effects inside an expression become statements before it, in C's order.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary};
use crate::typing::body::call::This;
use crate::typing::body::operand;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::tree::{BOOL, Base, Expr, ExprKind, Index, Number, Scalar, StatementKind, Ty};
use crate::typing::{LongLong, Typer};

impl Typer<'_> {
    pub(crate) fn expr(&mut self, written: &syntax::Expr) -> Result<Value> {
        let outer = self.frame.expression.replace(written.span);
        let value = self.nested(written.span, |typer| typer.expr_inside(written));
        self.frame.expression = outer;
        Ok(placed(value?, written))
    }

    fn expr_inside(&mut self, written: &syntax::Expr) -> Result<Value> {
        use syntax::ExprKind as Kind;
        let span = written.span;
        match &written.kind {
            Kind::Integer { value, unsigned, long } => {
                if *long {
                    self.note_long(span, *unsigned);
                }
                let mut value = *value;
                if value > u64::from(u32::MAX) && self.options.long_long == LongLong::AsInt {
                    self.note(span, &format!("{value} has 64 bits, of which the low 32 are kept here"));
                    value &= u64::from(u32::MAX);
                }
                operand::integer(value, *unsigned, span)
            }
            Kind::Float { value, single } => self.float_literal(*value, *single, span),
            Kind::Bool(value) => Ok(Value::Expr(Expr::literal(Number::Int(i64::from(*value)), BOOL))),
            Kind::Letter(value) => Ok(Value::Expr(Expr::literal(
                Number::Int(i64::from(*value)),
                Ty::Scalar(Scalar::Char),
            ))),
            Kind::Text(_) => Ok(Value::Text),
            Kind::Null => Ok(operand::null()),
            Kind::This => self.this(span),
            Kind::Name(name) => self.name(name),
            Kind::Unary(operator, inner) => self.unary_written(*operator, inner, span),
            Kind::Step {
                decrement,
                postfix,
                target,
            } => self.step(*decrement, *postfix, target, span),
            Kind::Binary(operator, left, right) => self.binary_written(*operator, left, right, span),
            Kind::Assign(operator, target, value) => self.assign(*operator, target, value, span),
            Kind::Conditional(condition, yes, no) => self.conditional(condition, yes, no, span),
            Kind::Comma(left, right) => {
                self.effect(left)?;
                self.expr(right)
            }
            Kind::Call(callee, arguments) => self.call(callee, arguments, span),
            Kind::Index(base, index) => self.index_written(base, index, span),
            Kind::Member { base, name, arrow } => self.member(base, name, *arrow, span),
            Kind::Cast(ty, value) => self.cast(ty, value, span),
            Kind::Construct(ty, values) => self.construct(ty, values, span),
            Kind::List(values) => Ok(Value::List(values.clone(), span)),
            Kind::Lambda(lambda) => Ok(Value::Lambda(self.lambda("lambda", lambda, span)?)),
            Kind::Designated(name, _) => Err(error(
                span,
                format!("`.{}` names a member, and no structure is made here", name.text),
            )
            .help("name members in the list of a structure without a constructor")),
            Kind::SizeOfType(ty) => self.size_of_type(ty),
            Kind::SizeOf(value) => self.size_of_value(value),
            Kind::Launch { kernel, .. } => Err(error(
                span,
                format!(
                    "the launch of `{}` from the device is not taken: WebGPU starts kernels from the host alone",
                    kernel.text
                ),
            )
            .help("launch it from the host; the lesson on nested launches shows how")),
        }
    }

    /// Computes an expression for its effects alone.
    pub(crate) fn effect(&mut self, written: &syntax::Expr) -> Result<()> {
        use syntax::ExprKind as Kind;
        match &written.kind {
            Kind::Step {
                decrement,
                postfix,
                target,
            } => {
                let place = self.expr(target)?;
                let called = self.step_of_object(&place, *decrement, *postfix, written.span)?;
                if let Some(value) = called {
                    self.dropped(value);
                    return Ok(());
                }
                self.change_by_one(*decrement, place, target, written.span).map(|_| ())
            }
            // `(c ? a : b) = v`: the assignment stands in both branches.
            Kind::Assign(operator, target, value) if matches!(target.kind, Kind::Conditional(..)) => {
                let Kind::Conditional(condition, yes, no) = &target.kind else {
                    return Ok(());
                };
                let assigned = |target: &syntax::Expr| syntax::Expr {
                    kind: Kind::Assign(*operator, Box::new(target.clone()), value.clone()),
                    span: written.span,
                };
                let kind = Kind::Conditional(condition.clone(), Box::new(assigned(yes)), Box::new(assigned(no)));
                self.effect(&syntax::Expr {
                    kind,
                    span: written.span,
                })
            }
            Kind::Assign(operator, target, value) => self.assign(*operator, target, value, written.span).map(|_| ()),
            Kind::Comma(left, right) => {
                self.effect(left)?;
                self.effect(right)
            }
            Kind::Conditional(condition, yes, no) => {
                let condition = self.rvalue(condition)?;
                let condition = self.truth(condition, written.span)?;
                let (yes, ()) = self.apart(|typer| typer.effect(yes))?;
                let (no, ()) = self.apart(|typer| typer.effect(no))?;
                self.emit(StatementKind::If(condition, yes, no));
                Ok(())
            }
            Kind::Cast(ty, value) if matches!(&ty.kind, syntax::TypeKind::Named(name) if &*name.text == "void") => {
                self.effect(value)
            }
            _ => {
                let value = self.expr(written)?;
                self.dropped(value);
                Ok(())
            }
        }
    }

    /// Keeps a call whose value is not used.
    pub(crate) fn dropped(&mut self, value: Value) {
        match value {
            Value::Expr(value) => self.dropped_expr(value),
            // `fill(p, n);` of a function that returns its pointer.
            Value::Pointer(pointer) => {
                if let Some(offset) = pointer.offset {
                    self.dropped_expr(offset);
                }
            }
            Value::Place(place) => {
                let indices: Vec<Expr> = place.indices().into_iter().cloned().collect();
                indices.into_iter().for_each(|index| self.dropped_expr(index));
            }
            _ => {}
        }
    }

    fn dropped_expr(&mut self, value: Expr) {
        match &value.kind {
            ExprKind::Call(..) | ExprKind::Atomic(..) | ExprKind::Helper(..) => {
                self.emit(StatementKind::Call(value));
            }
            ExprKind::Intrinsic(name, _) if name.starts_with("subgroup") => {
                self.emit(StatementKind::Drop(value));
            }
            ExprKind::Masked(..) => self.emit(StatementKind::Drop(value)),
            // `x < y;` does nothing, and `f() + 1;` what the call does.
            _ => {
                let parts: Vec<Expr> = value.parts().into_iter().cloned().collect();
                parts.into_iter().for_each(|part| self.dropped_expr(part));
            }
        }
    }

    pub(crate) fn pointer_of_pointer(&mut self, value: &Value, span: Span) -> Result<Option<Pointer>> {
        match value {
            Value::Pointer(_) | Value::PointerVariable(_) => self.pointer_of(value.clone(), span),
            Value::Place(place) if matches!(place.ty, Ty::Pointer(_)) => self.pointer_of(value.clone(), span),
            _ => Ok(None),
        }
    }

    fn binary_written(
        &mut self,
        operator: Binary,
        left: &syntax::Expr,
        right: &syntax::Expr,
        span: Span,
    ) -> Result<Value> {
        if matches!(operator, Binary::LogicalAnd | Binary::LogicalOr) {
            return self.logical(operator, left, right, span).map(Value::Expr);
        }
        let left_value = self.expr(left)?;
        let right_value = self.expr(right)?;
        self.binary_of(operator, (left_value, left), (right_value, right), span)
    }

    /// Returns the result of an operator. It is no part of [`Typer::binary_written`], whose stack frame a long sum repeats.
    fn binary_of(
        &mut self,
        operator: Binary,
        (mut left_value, left): (Value, &syntax::Expr),
        (right_value, right): (Value, &syntax::Expr),
        span: Span,
    ) -> Result<Value> {
        let sums = matches!(operator, Binary::Add | Binary::Subtract);
        if sums && let Some(pointer) = self.pointer_of_operand(&left_value, operator, span)? {
            left_value = Value::Pointer(pointer);
        }
        let is_pointer = |value: &Value| match value {
            Value::Pointer(_) | Value::PointerVariable(_) => true,
            Value::Place(place) => matches!(place.ty, Ty::Array(..) | Ty::Pointer(_)),
            _ => false,
        };
        match (is_pointer(&left_value), is_pointer(&right_value)) {
            (false, false) => {
                let (a, b) = (
                    self.load_value(left_value, left.span)?,
                    self.load_value(right_value, right.span)?,
                );
                let (a, b) = self.with_common_sign((a, left), (b, right));
                self.mark_wide(operator, left, right, span);
                Ok(Value::Expr(self.binary(operator, a, b, span)?))
            }
            (true, false) if matches!(operator, Binary::Add | Binary::Subtract) => {
                let Some(pointer) = self.pointer_of(left_value, span)? else {
                    return fail(span, "a pointer is needed here");
                };
                let index = self.load_value(right_value, right.span)?;
                Ok(Value::Pointer(self.walk(pointer, operator, index, span)?))
            }
            (false, true) if operator == Binary::Add => {
                let Some(pointer) = self.pointer_of(right_value, span)? else {
                    return fail(span, "a pointer is needed here");
                };
                let index = self.load_value(left_value, left.span)?;
                Ok(Value::Pointer(self.walk(pointer, operator, index, span)?))
            }
            _ => match (self.pointer_of(left_value, span)?, self.pointer_of(right_value, span)?) {
                (Some(a), Some(b)) => Ok(Value::Expr(self.binary_pointer(operator, a, b, span)?)),
                _ => fail(span, format!("`{}` does not take a pointer here", operator.text())),
            },
        }
    }

    fn index_written(&mut self, base: &syntax::Expr, index: &syntax::Expr, span: Span) -> Result<Value> {
        let base_value = match self.expr(base)? {
            Value::Bundle(bundle) => {
                let whole = self.whole(&bundle, span)?;
                Value::Place(self.place_of_object(whole))
            }
            other => other,
        };
        let index_value = self.rvalue(index)?;
        match base_value {
            Value::Place(place) => match place.ty.clone() {
                Ty::Array(element, _) => {
                    // A row behind a pointer to rows is walked by its elements.
                    if let Base::Memory {
                        root,
                        index: Index::Flat { offset, unit },
                        ..
                    } = &place.base
                        && place.path.is_empty()
                    {
                        let pointer = Pointer::new(
                            Root::Memory(*root),
                            offset.as_ref().map(|offset| (**offset).clone()),
                            *unit,
                            (*element).clone(),
                        );
                        let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                        return Ok(Value::Place(self.target(pointer, span)?));
                    }
                    Ok(Value::Place(self.element_of(place, index_value, span)?))
                }
                Ty::Structure(structure) => {
                    let methods = self.methods(structure, "operator[]");
                    if !methods.is_empty() {
                        let name = syntax::Name::plain("operator[]", span);
                        let values = vec![Value::Expr(index_value)];
                        return self.call_any(methods, &name, values, &[], This::Place(place), span);
                    }
                    let value = self.load(place.clone());
                    if let Some(value) = self.overloaded("[]", &value, &index_value, span)? {
                        return Ok(Value::Expr(value));
                    }
                    let Some(pointer) = self.converted_pointer(value, span)? else {
                        return fail(span, format!("`{}` has no `operator[]`", self.type_name(&place.ty)));
                    };
                    let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                    Ok(Value::Place(self.target(pointer, span)?))
                }
                Ty::Pointer(_) => {
                    let Some(pointer) = self.pointer_of(Value::Place(place), span)? else {
                        return fail(span, "a pointer is needed here");
                    };
                    let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                    Ok(Value::Place(self.target(pointer, span)?))
                }
                other => fail(span, format!("`{}` has no elements", self.type_name(&other))),
            },
            value @ (Value::Pointer(_) | Value::PointerVariable(_)) => {
                let Some(pointer) = self.pointer_of(value, span)? else {
                    return fail(span, "a pointer is needed here");
                };
                let pointer = self.walk(pointer, Binary::Add, index_value, span)?;
                Ok(Value::Place(self.target(pointer, span)?))
            }
            Value::Expr(value) => match self.overloaded("[]", &value, &index_value, span)? {
                Some(value) => Ok(Value::Expr(value)),
                None => fail(span, format!("`{}` has no elements", self.type_name(&value.ty))),
            },
            _ => fail(span, "this has no elements"),
        }
    }

    fn member(&mut self, base: &syntax::Expr, name: &syntax::Name, arrow: bool, span: Span) -> Result<Value> {
        let mut value = self.expr(base)?;
        if arrow {
            value = match self.pointer_of(value, base.span)? {
                Some(pointer) => Value::Place(self.target(pointer, base.span)?),
                None => return Err(error(span, "`->` needs a pointer").help("write `.`")),
            };
        }
        match value {
            Value::Bundle(bundle) => {
                let wanted = crate::typing::scope::names::allowed(&name.text);
                let member = bundle.members.iter().find(|(other, _)| **other == *wanted);
                match member {
                    Some((_, binding)) => self.bound(binding.clone(), span),
                    None => match self.fixed_member(bundle.structure, &name.text)? {
                        Some(value) => Ok(Value::Expr(value)),
                        None => fail(
                            name.span,
                            format!(
                                "`{}` has no member `{}`",
                                self.module.structures[bundle.structure].name, name.text
                            ),
                        ),
                    },
                }
            }
            Value::Place(place) => {
                if let Ty::Structure(structure) = place.ty
                    && let Some(value) = self.fixed_member(structure, &name.text)?
                {
                    return Ok(Value::Expr(value));
                }
                if let Some(value) = self.overlaid(&place, name)? {
                    return Ok(value);
                }
                Ok(Value::Place(self.member_of(place, name)?))
            }
            Value::Expr(value) if self.is_overlaid(&value.ty, name) => {
                let place = self.object(value);
                match self.overlaid(&place, name)? {
                    Some(value) => Ok(value),
                    None => Ok(Value::Place(self.member_of(place, name)?)),
                }
            }
            Value::Expr(value) => Ok(Value::Expr(self.member_of_value(value, name)?)),
            Value::Pointer(_) | Value::PointerVariable(_) => {
                Err(error(span, "a pointer has no members").help("write `->`"))
            }
            _ => fail(span, format!("this has no member `{}`", name.text)),
        }
    }

    fn cast(&mut self, ty: &syntax::TypeName, value: &syntax::Expr, span: Span) -> Result<Value> {
        let to = self.ty(ty)?;
        self.note_volatile_cast(ty);
        match &to {
            Ty::Void => {
                self.effect(value)?;
                Ok(Value::Void)
            }
            Ty::Pointer(pointee) => {
                let source = match self.computed_address(value)? {
                    Some(pointer) => Value::Pointer(pointer),
                    None => self.expr(value)?,
                };
                match self.pointer_of(source, span)? {
                    Some(pointer) => Ok(Value::Pointer(self.cast_pointer(pointer, (**pointee).clone(), span)?)),
                    None => fail(span, "a number does not become a pointer"),
                }
            }
            _ => {
                let mut made = self.cast_to(value, &to, span)?;
                if self.is_wide_type(ty) {
                    made = self.converted_to_wide(made, value.span);
                }
                Ok(Value::Expr(made))
            }
        }
    }

    /// Converts as a cast does.
    pub(crate) fn cast_to(&mut self, value: &syntax::Expr, to: &Ty, span: Span) -> Result<Expr> {
        let value = self.expr(value)?;
        if let Value::List(values, list) = value {
            return self.compose(&values, to, list);
        }
        if let Ty::Scalar(Scalar::Int | Scalar::Uint) = to
            && let Some(pointer) = self.pointer_of_pointer(&value, span)?
        {
            let address = self.address_in_root(pointer, span);
            return self.convert(address, to, span);
        }
        let value = self.load_value(value, span)?;
        match to {
            Ty::Scalar(Scalar::Bool) => self.truth(value, span),
            _ => self.convert(value, to, span),
        }
    }
}

/// Gives a value the place of the expression that it is the value of.
fn placed(value: Value, written: &syntax::Expr) -> Value {
    use syntax::ExprKind as Kind;
    match value {
        Value::Expr(value) => Value::Expr(Expr {
            span: Some(written.span),
            ..value
        }),
        // An assignment or a choice returns a place that an expression inside of it names.
        Value::Place(place)
            if !matches!(
                written.kind,
                Kind::Assign(..) | Kind::Step { .. } | Kind::Comma(..) | Kind::Conditional(..)
            ) =>
        {
            Value::Place(place.at(Some(written.span)))
        }
        value => value,
    }
}
