//! Values of expressions: numbers, places, pointers and groups; loads and stores.

use crate::error::{Result, Span, error, fail};
use crate::syntax;
use crate::typing::Typer;
use crate::typing::pointers::root::Pointer;
use crate::typing::tree::{
    Base, Change, Expr, ExprKind, Group, INT, Index, Place, Scalar, StatementKind, Step, Ty, VariableId, VariableKind,
};
use std::rc::Rc;

/// The value of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Expr(Expr),
    Place(Place),
    Pointer(Pointer),
    /// A pointer that can be assigned: an index in the frame's pointers.
    PointerVariable(usize),
    Group(Group),
    /// A list in braces, which gets its type from where it goes.
    List(Vec<syntax::Expr>, Span),
    Bundle(Rc<crate::typing::scope::binding::Bundle>),
    Lambda(Rc<crate::typing::scope::binding::Lambda>),
    Text,
    Void,
}

impl Typer<'_> {
    /// Returns the value of an expression that must be no pointer.
    pub(crate) fn rvalue(&mut self, written: &syntax::Expr) -> Result<Expr> {
        let value = self.expr(written)?;
        self.load_value(value, written.span)
    }

    pub(crate) fn load_value(&mut self, value: Value, span: Span) -> Result<Expr> {
        match value {
            Value::Expr(value) => Ok(value),
            Value::Place(place) if matches!(place.ty, Ty::Array(..)) => {
                fail(span, "an array is not expected here: it needs an index")
            }
            Value::Place(place) if !matches!(place.ty, Ty::Pointer(_)) => Ok(self.load(place)),
            Value::Bundle(bundle) => self.whole(&bundle, span),
            Value::Place(_) | Value::Pointer(_) | Value::PointerVariable(_) => {
                fail(span, "a pointer is not expected here: it needs `*` or an index")
            }
            Value::List(..) => fail(span, "a list in braces is not expected here"),
            Value::Lambda(_) => Err(error(span, "a lambda is called where it is declared, or not taken")
                .help("write a struct with `operator()`, which can be passed")),
            Value::Text => fail(span, "a text is not expected here"),
            Value::Group(_) => fail(span, "a group of threads is not expected here"),
            Value::Void => fail(span, "a value is needed here, and the expression has none (`void`)"),
        }
    }

    /// Returns the value of an expression as a type.
    pub(crate) fn rvalue_as(&mut self, written: &syntax::Expr, ty: &Ty) -> Result<Expr> {
        if let syntax::ExprKind::List(values) = &written.kind {
            return self.compose(values, ty, written.span);
        }
        if let (syntax::ExprKind::Text(text), Ty::Array(..)) = (&written.kind, ty) {
            return self.letters(text, ty, written.span);
        }
        let value = self.rvalue(written)?;
        self.convert(value, ty, written.span)
    }

    pub(crate) fn load(&mut self, place: Place) -> Expr {
        if let Some(value) = self.load_bits(&place) {
            return value;
        }
        if let Some(value) = self.load_chosen(&place) {
            return value;
        }
        if let Some(value) = self.load_reinterpreted(&place) {
            return value;
        }
        if let Some(value) = self.load_laid_out(&place) {
            return value;
        }
        let ty = place.ty.clone();
        match &place.base {
            Base::Variable(variable) if place.path.is_empty() => {
                let variable = *variable;
                return Expr::new(ExprKind::Variable(variable), ty);
            }
            Base::Memory { root, ty: accessed, .. } => {
                let accessed = accessed.clone();
                self.touch(*root, &accessed, |root| root.read = true);
            }
            Base::Variable(_) | Base::Target(_) => {}
        }
        Expr::new(ExprKind::Load(Box::new(place)), ty)
    }

    fn touch(&mut self, root: usize, ty: &Ty, mark: impl FnOnce(&mut crate::typing::tree::MemoryRoot)) {
        let root = &mut self.module.roots[root];
        mark(root);
        if !root.accessed.contains(ty) {
            root.accessed.push(ty.clone());
        }
    }

    /// Notes that a place is stored to.
    pub(crate) fn mark_written(&mut self, place: &Place, span: Span) -> Result<()> {
        match &place.base {
            Base::Variable(variable) => {
                if self.module.variables[*variable].kind == VariableKind::Constant {
                    let name = &self.module.variables[*variable].name;
                    return fail(span, format!("`{name}` is `const`: it cannot be assigned"));
                }
                self.module.variables[*variable].changed = true;
            }
            Base::Target(_) => {}
            Base::Memory { root, ty, .. } => {
                // One component of packed bytes is stored as a byte.
                let ty = match (&ty, place.path.as_slice()) {
                    (Ty::Vector(scalar, _), [Step::Component(_)]) if scalar.bytes() < 4 => Ty::Scalar(*scalar),
                    _ => ty.clone(),
                };
                if self.module.roots[*root].space == crate::typing::tree::Space::Constant {
                    let name = &self.module.roots[*root].name;
                    return fail(
                        span,
                        format!("`{name}` is in constant memory (`__constant__`): a kernel cannot assign it"),
                    );
                }
                // A part of an element is changed by reading the rest.
                let repeats = self.frame.loops > 0 || !self.frame.kernel;
                self.touch(*root, &ty, |root| {
                    root.rewritten |= root.written || repeats;
                    root.written = true;
                });
            }
        }
        Ok(())
    }

    pub(crate) fn store(&mut self, place: Place, change: Option<Change>, value: Expr, span: Span) -> Result<()> {
        if self.store_bits(&place, change, &value, span)? || self.store_chosen(&place, change, &value, span)? {
            return Ok(());
        }
        let operator = change.map(|change| change.operator);
        if self.store_reinterpreted(&place, operator, value.clone(), span)?
            || operator.is_none() && self.store_laid_out(&place, &value, span)?
        {
            return Ok(());
        }
        self.mark_written(&place, span)?;
        if operator.is_some()
            && let Base::Memory { root, ty, .. } = &place.base
        {
            let ty = ty.clone();
            self.touch(*root, &ty, |root| root.read = true);
        }
        self.emit(StatementKind::Store(place, change, value));
        Ok(())
    }

    /// Makes a variable with a value, and returns it.
    pub(crate) fn temporary(&mut self, name: &str, value: Expr) -> Expr {
        let ty = value.ty.clone();
        let variable = self.variable_hidden(name, ty.clone());
        self.emit(StatementKind::Declare(variable, Some(value)));
        Expr::new(ExprKind::Variable(variable), ty)
    }

    /// Makes a variable that gets its value later.
    pub(crate) fn variable_hidden(&mut self, name: &str, ty: Ty) -> VariableId {
        let name = self.unique(name);
        if let Some(names) = self.frame.names.last_mut() {
            names.insert(name.clone());
        }
        self.module.variables.push(crate::typing::tree::Variable {
            name,
            ty,
            kind: VariableKind::Local,
            changed: false,
        });
        self.module.variables.len() - 1
    }

    /// Returns the expression itself if it costs nothing, or a variable with its value.
    pub(crate) fn once(&mut self, name: &str, value: Expr) -> Expr {
        if value.is_simple() {
            value
        } else {
            self.temporary(name, value)
        }
    }

    /// Makes the indices of a place safe to be computed twice.
    pub(crate) fn stable(&mut self, mut place: Place) -> Place {
        let is_cheap = |value: &Expr| value.is_pure();
        if let Base::Memory { index, .. } = &mut place.base {
            match index {
                Index::Dimensions(indices) => {
                    for value in indices {
                        if !is_cheap(value) {
                            *value = self.temporary("index", value.clone());
                        }
                    }
                }
                Index::Flat {
                    offset: Some(offset), ..
                } if !is_cheap(offset) => {
                    **offset = self.temporary("index", (**offset).clone());
                }
                Index::Flat { .. } => {}
            }
        }
        for step in &mut place.path {
            if let Step::Index(value) = step
                && !is_cheap(value)
            {
                *value = self.temporary("index", value.clone());
            }
        }
        place
    }

    /// Returns the element of an array or vector that is a place.
    pub(crate) fn element_of(&mut self, mut place: Place, index: Expr, span: Span) -> Result<Place> {
        let index = self.index(index, span)?;
        match place.ty.clone() {
            Ty::Array(element, length) => {
                if let Some(number) = index.known()
                    && (number < 0 || number >= i64::from(length))
                {
                    return fail(
                        span,
                        format!("index {number} is outside the array, which has {length} elements"),
                    );
                }
                place.ty = (*element).clone();
                match &mut place.base {
                    Base::Memory {
                        index: Index::Dimensions(indices),
                        ty,
                        ..
                    } if place.path.is_empty() => {
                        indices.push(index);
                        *ty = (*element).clone();
                    }
                    _ => place.path.push(Step::Index(index)),
                }
                Ok(place)
            }
            _ => fail(span, format!("`{}` has no elements", self.type_name(&place.ty))),
        }
    }

    /// Returns the name and the type of a structure's member.
    fn named_member(&self, structure: usize, name: &syntax::Name) -> Result<(Rc<str>, Ty)> {
        let structure = &self.module.structures[structure];
        let mut members = structure.members.iter();
        let wanted = crate::typing::scope::names::allowed(&name.text);
        match members.find(|(member, _)| **member == *wanted) {
            Some(member) => Ok(member.clone()),
            None => fail(name.span, format!("`{}` has no member `{}`", structure.name, name.text)),
        }
    }

    /// Returns a member of a structure or a component of a vector that is a place.
    pub(crate) fn member_of(&mut self, mut place: Place, name: &syntax::Name) -> Result<Place> {
        match place.ty.clone() {
            Ty::Vector(scalar, size) => {
                let component = component_index(&name.text, size, name.span)?;
                if let Some(element) = self.part_reinterpreted(&place, component) {
                    return Ok(element);
                }
                place.path.push(Step::Component(component));
                place.ty = Ty::Scalar(scalar);
                Ok(place)
            }
            Ty::Structure(index) => {
                let (member, ty) = self.named_member(index, name)?;
                if let Some(member) = self.laid_out_member(&place, &member) {
                    return Ok(member);
                }
                place.path.push(Step::Member(member));
                place.ty = ty;
                Ok(place)
            }
            // `int1` is an `int`.
            Ty::Scalar(_) if &*name.text == "x" && self.options.single_vectors => Ok(place),
            other => fail(
                name.span,
                format!("`{}` has no member `{}`", self.type_name(&other), name.text),
            ),
        }
    }

    pub(crate) fn member_of_value(&mut self, value: Expr, name: &syntax::Name) -> Result<Expr> {
        match value.ty.clone() {
            Ty::Vector(_, size) => {
                let component = component_index(&name.text, size, name.span)?;
                Ok(self.component(value, component))
            }
            Ty::Structure(index) => {
                let (member, ty) = self.named_member(index, name)?;
                Ok(Expr::new(ExprKind::Member(Box::new(value), member), ty))
            }
            Ty::Scalar(_) if &*name.text == "x" && self.options.single_vectors => Ok(value),
            other => fail(
                name.span,
                format!("`{}` has no member `{}`", self.type_name(&other), name.text),
            ),
        }
    }

    /// Returns the place of a variable.
    pub(crate) fn place_of(&self, variable: VariableId) -> Place {
        Place::new(Base::Variable(variable), self.module.variables[variable].ty.clone())
    }

    /// Returns a value of a type from a list in braces.
    pub(crate) fn compose(&mut self, values: &[syntax::Expr], ty: &Ty, span: Span) -> Result<Expr> {
        match ty {
            Ty::Vector(scalar, size) => {
                let part = Ty::Scalar(*scalar);
                let mut parts = self.list(values, &part, usize::from(*size), span)?;
                let filler = if *scalar == Scalar::Uint && *size == 3 && !values.is_empty() {
                    1
                } else {
                    0
                };
                while parts.len() < usize::from(*size) {
                    let value = self.convert_scalar(Expr::int(filler), *scalar);
                    parts.push(value);
                }
                Ok(Expr::new(ExprKind::Compose(parts), ty.clone()))
            }
            Ty::Array(element, length) => {
                let inner = matches!(**element, Ty::Array(..) | Ty::Vector(..) | Ty::Structure(_));
                let parts = if inner && !values.is_empty() {
                    let mut rest = values;
                    let parts = self.elided(&mut rest, element, *length as usize)?;
                    if !rest.is_empty() {
                        return fail(
                            span,
                            format!("{} values are more than `{}` holds", values.len(), self.type_name(ty)),
                        );
                    }
                    parts
                } else {
                    self.list(values, element, *length as usize, span)?
                };
                if parts.is_empty() {
                    return self.default_of(ty, span);
                }
                let mut parts = parts;
                if parts.len() < *length as usize {
                    let filler = self.default_of(element, span)?;
                    parts.resize(*length as usize, filler);
                }
                Ok(Expr::new(ExprKind::Compose(parts), ty.clone()))
            }
            Ty::Structure(_) => self.build(ty, values, span),
            _ => match values {
                [] => Ok(Expr::new(ExprKind::Zero, ty.clone())),
                [value] => self.rvalue_as(value, ty),
                _ => Err(error(span, format!("`{}` takes one value", self.type_name(ty)))),
            },
        }
    }

    /// Reads elements from a list whose inner braces may be left out: `int m[2][2] = {1, 2, 3, 4}`.
    pub(crate) fn elided(&mut self, rest: &mut &[syntax::Expr], ty: &Ty, most: usize) -> Result<Vec<Expr>> {
        let mut parts = Vec::new();
        while parts.len() < most {
            let Some((first, more)) = rest.split_first() else {
                break;
            };
            if let syntax::ExprKind::List(values) = &first.kind {
                parts.push(self.compose(values, ty, first.span)?);
                *rest = more;
                continue;
            }
            let is_text = matches!(first.kind, syntax::ExprKind::Text(_));
            if let Ty::Array(element, _) = ty
                && is_text
                && element.scalar().is_some()
            {
                parts.push(self.rvalue_as(first, ty)?);
                *rest = more;
                continue;
            }
            match ty {
                Ty::Array(element, length) => {
                    let mut inner = self.elided(rest, element, *length as usize)?;
                    while inner.len() < *length as usize {
                        inner.push(Expr::new(ExprKind::Zero, (**element).clone()));
                    }
                    parts.push(Expr::new(ExprKind::Compose(inner), ty.clone()));
                }
                Ty::Vector(..) | Ty::Structure(_) => {
                    // A value of the type itself, or its first number.
                    let (_, probe) = self.apart(|typer| typer.expr(first))?;
                    let whole = match probe {
                        Value::Expr(value) => value.ty == *ty,
                        Value::Place(place) => place.ty == *ty,
                        _ => false,
                    };
                    let members: Vec<Ty> = match ty {
                        Ty::Vector(scalar, size) => {
                            vec![Ty::Scalar(*scalar); usize::from(*size)]
                        }
                        Ty::Structure(index) => self.module.structures[*index]
                            .members
                            .iter()
                            .map(|(_, member)| member.clone())
                            .collect(),
                        _ => Vec::new(),
                    };
                    if whole || self.has_constructor(ty) || members.is_empty() {
                        parts.push(self.rvalue_as(first, ty)?);
                        *rest = more;
                        continue;
                    }
                    let mut inner = Vec::new();
                    for member in &members {
                        let part = self.elided(rest, member, 1)?.pop();
                        inner.push(part.unwrap_or(Expr::new(ExprKind::Zero, member.clone())));
                    }
                    parts.push(Expr::new(ExprKind::Compose(inner), ty.clone()));
                }
                _ => {
                    parts.push(self.rvalue_as(first, ty)?);
                    *rest = more;
                }
            }
        }
        Ok(parts)
    }

    fn list(&mut self, values: &[syntax::Expr], ty: &Ty, most: usize, span: Span) -> Result<Vec<Expr>> {
        if values.len() > most {
            return fail(span, format!("{} values are given for {most}", values.len()));
        }
        values.iter().map(|value| self.rvalue_as(value, ty)).collect()
    }

    pub(crate) fn int_of(&mut self, value: Expr) -> Expr {
        self.convert_scalar(value, INT.scalar().expect("a scalar"))
    }
}

pub(crate) fn component_index(name: &str, size: u8, span: Span) -> Result<u8> {
    let index = "xyzw"
        .find(name)
        .filter(|index| name.len() == 1 && *index < usize::from(size));
    match index {
        Some(index) => Ok(index as u8),
        None => fail(span, format!("a vector of {size} has no component `{name}`")),
    }
}
