//! Declarations in functions: variables, constants, pointers, references, and names of parts.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Init, Storage, TypeKind};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::scope::binding::Binding;
use crate::typing::tree::{Base, Expr, ExprKind, Index, StatementKind, Step, Ty, VariableKind};
use std::rc::Rc;

impl Typer<'_> {
    pub(crate) fn declare(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        if self.frame.scopes.last().is_some_and(
            |scope| matches!(scope.get(&variable.name), Some(binding) if !matches!(binding, Binding::Type(_))),
        ) {
            return fail(span, format!("`{}` is declared twice in this block", variable.name));
        }
        match variable.storage {
            Storage::Shared | Storage::ExternShared => return self.declare_shared(variable),
            Storage::Constant => {
                return fail(span, "`__constant__` is for variables outside of functions");
            }
            Storage::Plain | Storage::Device | Storage::Constexpr => {}
        }
        if Self::is_reference(&variable.ty) {
            return self.declare_reference(variable);
        }
        if let TypeKind::Auto = variable.ty.kind {
            return self.declare_auto(variable);
        }
        if let TypeKind::Pointer(target) = &variable.ty.kind
            && let TypeKind::Auto = target.kind
        {
            return self.declare_auto(variable);
        }
        let Some(mut ty) = self.declared_type(variable)? else {
            return fail(span, "an array needs its length");
        };
        if let Ty::Pointer(pointee) = &ty {
            return self.declare_pointer_to(variable, (**pointee).clone());
        }
        if let Ty::Group(mut group) = ty {
            if let Some(Init::Value(value)) = &variable.init
                && let Value::Group(given) = self.expr(value)?
            {
                group = given;
            }
            self.bind(variable.name.clone(), Binding::Group(group));
            return Ok(());
        }
        if ty == Ty::Void {
            return fail(span, "a variable cannot be `void`");
        }
        let constant = variable.ty.constant || variable.storage == Storage::Constexpr;
        if let (None, true, Ty::Scalar(_)) = (&variable.init, constant, &ty) {
            return fail(span, format!("the constant (`const`) `{}` has no value", variable.name));
        }
        let value = match &variable.init {
            None => match &ty {
                Ty::Structure(_) | Ty::Array(..) if self.has_constructor(&ty) => Some(self.default_of(&ty, span)?),
                _ => None,
            },
            Some(Init::Value(value)) => Some(self.rvalue_as(value, &ty)?),
            Some(Init::Call(values)) => Some(match (&ty, values.as_slice()) {
                (Ty::Structure(_), _) => self.build(&ty, values, span)?,
                (Ty::Scalar(_), [value]) => self.rvalue_as(value, &ty)?,
                _ => self.compose(values, &ty, span)?,
            }),
        };
        let value = match (value, variable.values()) {
            (Some(value), [written]) if self.is_wide_type(&variable.ty) => {
                Some(self.converted_to_wide(value, written.span))
            }
            (value, _) => value,
        };
        if let Some(value) = &value {
            ty = value.ty.clone();
        }
        self.declare_value(variable, ty, value);
        Ok(())
    }

    fn declare_pointer_to(&mut self, variable: &syntax::Variable, pointee: Ty) -> Result<()> {
        let span = variable.span;
        let value = match &variable.init {
            None => None,
            Some(Init::Value(value)) => {
                let pointer = self.expr(value)?;
                match self.pointer_of(pointer, value.span)? {
                    Some(pointer) => Some(pointer),
                    None => return fail(value.span, "a pointer is needed here"),
                }
            }
            Some(Init::Call(_)) => {
                return fail(span, "write `=` before the value of a pointer");
            }
        };
        if let Some(pointer) = &value
            && pointer.pointee != pointee
            && pointer.pointee != Ty::Void
            && pointee != Ty::Void
        {
            return Err(error(
                span,
                format!(
                    "`{} *` does not convert to `{} *`",
                    self.type_name(&pointer.pointee),
                    self.type_name(&pointee)
                ),
            )
            .help("write a cast"));
        }
        let changes = self.frame.changed.contains(&variable.name);
        let index = self.declare_pointer(&variable.name, pointee, value, changes, span)?;
        self.protect(index, &variable.ty);
        self.bind(variable.name.clone(), Binding::Pointer(index));
        Ok(())
    }

    pub(crate) fn declare_value(&mut self, variable: &syntax::Variable, ty: Ty, value: Option<Expr>) {
        let constant = variable.ty.constant || variable.storage == Storage::Constexpr;
        let number = value
            .as_ref()
            .and_then(|value| value.value)
            .filter(|_| constant && matches!(ty, Ty::Scalar(_)))
            .filter(|value| !matches!(value, crate::typing::tree::Number::Float(value) if !value.is_finite()));
        let kind = if number.is_some() {
            VariableKind::Constant
        } else {
            VariableKind::Local
        };
        let made = self.variable(&variable.name, ty.clone(), kind);
        self.note_enumeration(made, &variable.ty);
        if let Some(value) = &value {
            let roots = self.roots_of(value);
            self.set_roots(made, &roots);
        }
        self.emit(StatementKind::Declare(made, value));
        let binding = match number {
            Some(number) => Binding::Constant(Expr {
                kind: ExprKind::Variable(made),
                ty,
                value: Some(number),
                span: None,
                checked: false,
            }),
            None => Binding::Variable(made),
        };
        self.bind(variable.name.clone(), binding);
    }

    fn declare_auto(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        let value = match &variable.init {
            Some(Init::Value(value)) => value,
            Some(Init::Call(values)) if values.len() == 1 => &values[0],
            _ => return fail(span, "`auto` needs an initial value"),
        };
        if let syntax::ExprKind::Lambda(lambda) = &value.kind {
            let lambda = self.lambda(&variable.name, lambda, span)?;
            self.bind(variable.name.clone(), Binding::Lambda(lambda));
            return Ok(());
        }
        match self.expr(value)? {
            Value::Group(group) => self.bind(variable.name.clone(), Binding::Group(group)),
            other => {
                let is_pointer = matches!(other, Value::Pointer(_) | Value::PointerVariable(_))
                    || matches!(&other, Value::Place(place) if matches!(place.ty, Ty::Array(..) | Ty::Pointer(_)));
                if is_pointer {
                    let pointer = self.pointer_of(other, span)?;
                    let pointee = pointer.as_ref().map_or(Ty::Void, |pointer| pointer.pointee.clone());
                    let changes = self.frame.changed.contains(&variable.name);
                    let index = self.declare_pointer(&variable.name, pointee, pointer, changes, span)?;
                    self.bind(variable.name.clone(), Binding::Pointer(index));
                } else {
                    let value = self.load_value(other, value.span)?;
                    self.declare_value(variable, value.ty.clone(), Some(value));
                }
            }
        }
        Ok(())
    }

    /// Declares the names of `auto [a, b] = value`.
    pub(crate) fn unpack(
        &mut self,
        written: &syntax::TypeName,
        names: &[(Rc<str>, Span)],
        value: &syntax::Expr,
        span: Span,
    ) -> Result<()> {
        let unpacked = self.expr(value)?;
        let whole = match unpacked {
            Value::Place(place) if Self::is_reference(written) => self.fixed(place),
            Value::Place(place) if matches!(place.ty, Ty::Array(..)) => {
                return Err(error(span, "a copy of an array is not taken here").help("write `auto &`"));
            }
            other => {
                let value = self.load_value(other, value.span)?;
                let variable = self.variable_hidden("parts", value.ty.clone());
                let changes = |(name, _): &(Rc<str>, Span)| self.frame.changed.contains(name);
                self.module.variables[variable].changed = names.iter().any(changes);
                let roots = self.roots_of(&value);
                self.set_roots(variable, &roots);
                self.emit(StatementKind::Declare(variable, Some(value)));
                self.place_of(variable)
            }
        };
        let parts: Vec<(Step, Ty)> = match &whole.ty {
            Ty::Structure(index) => {
                let members = self.module.structures[*index].members.iter();
                members
                    .map(|(name, ty)| (Step::Member(name.clone()), ty.clone()))
                    .collect()
            }
            Ty::Vector(scalar, size) => (0..*size)
                .map(|part| (Step::Component(part), Ty::Scalar(*scalar)))
                .collect(),
            Ty::Array(_, length) => (0..*length)
                .map(|part| (Step::Index(Expr::int(i64::from(part))), Ty::Void))
                .collect(),
            _ => Vec::new(),
        };
        if parts.len() != names.len() {
            return fail(
                span,
                format!(
                    "{} names are given, and `{}` has {} parts",
                    names.len(),
                    self.type_name(&whole.ty),
                    parts.len()
                ),
            );
        }
        for ((name, place), (step, ty)) in names.iter().zip(parts) {
            let place = match step {
                Step::Index(index) => self.element_of(whole.clone(), index, *place)?,
                step => {
                    let mut place = whole.clone();
                    place.path.push(step);
                    place.ty = ty;
                    place
                }
            };
            self.bind(name.clone(), Binding::Alias(place));
        }
        Ok(())
    }

    fn declare_reference(&mut self, variable: &syntax::Variable) -> Result<()> {
        let span = variable.span;
        let value = match &variable.init {
            Some(Init::Value(value)) => value,
            Some(Init::Call(values)) if values.len() == 1 => &values[0],
            _ => return fail(span, "a reference needs what it refers to"),
        };
        let target = match &variable.ty.kind {
            TypeKind::Reference(target) if !matches!(target.kind, TypeKind::Auto) => Some(self.ty(target)?),
            _ => None,
        };
        let is_constant = match &variable.ty.kind {
            TypeKind::Reference(target) => target.constant || variable.ty.constant,
            _ => true,
        };
        if let (syntax::ExprKind::Conditional(..), false) = (&value.kind, is_constant) {
            return Err(error(span, "a reference to one of two variables is not taken")
                .help("use `if`, with one access in each branch"));
        }
        match self.expr(value)? {
            // A reference to `const` of another type is one to the converted value.
            Value::Place(place) if matches!((&target, &place.ty), (Some(Ty::Scalar(to)), Ty::Scalar(from)) if to != from) =>
            {
                let value = self.load(place);
                let ty = target.unwrap_or(Ty::Void);
                let value = self.convert(value, &ty, span)?;
                self.declare_value(variable, ty, Some(value));
            }
            Value::Place(place) => {
                let place = self.fixed(place);
                self.bind(variable.name.clone(), Binding::Alias(place));
            }
            Value::Group(group) => self.bind(variable.name.clone(), Binding::Group(group)),
            referred => {
                let mut referred = self.load_value(referred, value.span)?;
                if !is_constant {
                    self.may_refer_to(&referred, span)?;
                }
                if let Some(target @ Ty::Scalar(_)) = &target {
                    referred = self.convert(referred, target, span)?;
                }
                self.declare_value(variable, referred.ty.clone(), Some(referred));
            }
        }
        Ok(())
    }

    /// Gives the indices of a place the values that they have now.
    pub(crate) fn fixed(&mut self, mut place: crate::typing::tree::Place) -> crate::typing::tree::Place {
        let keep =
            |value: &Expr| value.value.is_some() || matches!(value.kind, ExprKind::BuiltIn(_) | ExprKind::Constant(_));
        if let Base::Memory { index, .. } = &mut place.base {
            match index {
                Index::Dimensions(indices) => {
                    for value in indices {
                        if !keep(value) {
                            *value = self.temporary("at", value.clone());
                        }
                    }
                }
                Index::Flat {
                    offset: Some(offset), ..
                } if !keep(offset) => {
                    **offset = self.temporary("at", (**offset).clone());
                }
                Index::Flat { .. } => {}
            }
        }
        for step in &mut place.path {
            if let Step::Index(value) = step
                && !keep(value)
            {
                *value = self.temporary("at", value.clone());
            }
        }
        place
    }
}
