//! Results of calls: a value that is known, a place, or what the function returns.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Function, Node, TypeKind, nodes};
use crate::typing::Typer;
use crate::typing::body::call::This;
use crate::typing::body::function::Instance;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::scope::binding::{Binding, Given};
use crate::typing::tree::{Argument, Base, Expr, ExprKind, INT, Place, StatementKind, Ty};
use std::rc::Rc;

/// The most calls inside one another that are computed.
const MOST_COMPUTED: u32 = 10;

/// The target of the reference that a function returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returned {
    Object,
    /// The parameter with this index, which is a reference.
    Parameter(usize),
}

impl Typer<'_> {
    /// Returns the value of a call whose arguments are known, if the function is one `return` of a number.
    pub(crate) fn computed(
        &mut self,
        function: &Function,
        given: &[(Rc<str>, Given)],
        values: &[Value],
        parameters: &[Ty],
        result: &syntax::Expr,
        span: Span,
    ) -> Result<Option<Expr>> {
        let mut bound = Vec::new();
        for ((value, ty), parameter) in values.iter().zip(parameters).zip(&function.parameters) {
            let (Value::Expr(value), Some(scalar)) = (value, ty.scalar()) else {
                return Ok(None);
            };
            let Some(number) = value.value.filter(|_| value.ty.scalar().is_some()) else {
                return Ok(None);
            };
            let number = crate::typing::body::convert::number_as(number, scalar);
            bound.push((parameter, Expr::literal(number, ty.clone())));
        }
        if values.is_empty() || !function.errors.is_empty() || self.instances.computing >= MOST_COMPUTED {
            return Ok(None);
        }
        self.instances.computing += 1;
        let computed = self.with_given(given, None, |typer| {
            for (parameter, value) in bound {
                typer.bind(parameter.name.clone(), Binding::Constant(value));
                typer.note_known(&parameter.name, &parameter.ty);
            }
            typer.note_template(&function.template);
            typer.nested(span, |typer| {
                let ty = typer.ty(&function.returns)?;
                let (statements, value) = typer.apart(|typer| typer.rvalue_as(result, &ty))?;
                Ok(value.value.filter(|_| statements.is_empty()).map(|number| (number, ty)))
            })
        });
        self.instances.computing -= 1;
        // An error is reported where the function is read.
        Ok(computed.ok().flatten().and_then(|(number, ty)| {
            let scalar = ty.scalar()?;
            Some(Expr::literal(
                crate::typing::body::convert::number_as(number, scalar),
                ty,
            ))
        }))
    }

    /// Returns the place that the `return` of a function names. `object` is that of a method.
    pub(crate) fn place_of_result(
        &mut self,
        object: Option<(Place, usize)>,
        given: &[(Rc<str>, Given)],
        function: &Function,
        result: &syntax::Expr,
        values: Vec<Value>,
        span: Span,
    ) -> Result<Value> {
        let mut bound = Vec::new();
        for (parameter, value) in function.parameters.iter().zip(values) {
            let binding = match value {
                Value::Place(place) if Self::is_reference(&parameter.ty) => Binding::Alias(self.fixed(place)),
                value => {
                    let is_pointer = matches!(parameter.ty.kind, TypeKind::Pointer(_) | TypeKind::Array(..));
                    let pointer = if is_pointer {
                        self.pointer_of(value.clone(), span)?
                    } else {
                        None
                    };
                    match pointer {
                        Some(mut pointer) => {
                            pointer.offset = pointer.offset.map(|offset| self.once("start", offset));
                            Binding::Fixed(pointer)
                        }
                        None => {
                            let value = self.load_value(value, span)?;
                            Binding::Constant(self.once("argument", value))
                        }
                    }
                }
            };
            bound.push((parameter.name.clone(), binding));
        }
        let scopes = std::mem::replace(&mut self.frame.scopes, vec![bound.into_iter().collect()]);
        let structure = object.as_ref().map(|(_, structure)| *structure);
        let this = std::mem::replace(&mut self.frame.this, object);
        if let Some(structure) = structure {
            self.bind_structure(structure);
        }
        self.bind_given(given);
        let value = self.expr(result);
        self.frame.scopes = scopes;
        self.frame.this = this;
        value
    }

    /// Returns what all `return` statements of a function refer to, if it returns a reference. A method of the same object
    /// may be called there, too.
    fn returned(&self, function: &Function, depth: u32) -> Option<Returned> {
        if depth == 0 || !Self::is_reference(&function.returns) {
            return None;
        }
        let body = function.body.as_deref()?;
        let results = nodes(body).filter_map(|node| match node {
            Node::Statement(syntax::Statement {
                kind: syntax::StatementKind::Return(result),
                ..
            }) => Some(result.as_ref()),
            _ => None,
        });
        let mut returned = results.map(|result| self.referred(function, result?, depth));
        let first = returned.next()??;
        returned.all(|other| other == Some(first)).then_some(first)
    }

    fn referred(&self, function: &Function, result: &syntax::Expr, depth: u32) -> Option<Returned> {
        use syntax::ExprKind as Kind;
        match &result.kind {
            Kind::Unary(syntax::Unary::Deref, inner) => matches!(inner.kind, Kind::This).then_some(Returned::Object),
            Kind::Name(name) => {
                let is_it =
                    |parameter: &syntax::Parameter| parameter.name == name.text && Self::is_reference(&parameter.ty);
                let index = function.parameters.iter().position(is_it)?;
                Some(Returned::Parameter(index))
            }
            Kind::Call(callee, _) => {
                let name = match &callee.kind {
                    Kind::Name(name) => name,
                    Kind::Member { base, name, .. } => {
                        let of_this = matches!(base.kind, Kind::This)
                            || self.referred(function, base, depth - 1) == Some(Returned::Object);
                        of_this.then_some(name)?
                    }
                    _ => return None,
                };
                // Methods of the object that is called: a function of this name elsewhere is no method.
                let structures = self.file.structures.iter();
                let owner = structures
                    .clone()
                    .find(|owner| owner.methods.iter().any(|method| std::ptr::eq(&**method, function)))?;
                let mut methods = owner.methods.iter().filter(|other| other.name == name.text);
                let is_object = |other: &Rc<Function>| self.returned(other, depth - 1) == Some(Returned::Object);
                (methods.clone().next().is_some() && methods.all(is_object)).then_some(Returned::Object)
            }
            _ => None,
        }
    }

    /// Checks that a value is no copy of what a function returns a reference to, because it is about to be changed.
    pub(crate) fn may_refer_to(&self, value: &Expr, span: Span) -> Result<()> {
        let is_copy = match &value.kind {
            ExprKind::Call(id, _) => self.module.functions[*id].copies,
            _ => false,
        };
        if is_copy {
            Err(error(
                span,
                "the reference that this function returns is not taken here: it would be a copy",
            )
            .help("let all `return` statements of the function name the same parameter or `*this`, or let it be one `return` alone"))
        } else {
            Ok(())
        }
    }

    /// Returns the place that a call returns a reference to: the object of a method that ends with `return *this`, or an
    /// argument; with the object of the call. `None` for other functions.
    pub(crate) fn place_that_returns(
        &mut self,
        function: &Function,
        this: This,
        values: &mut [Value],
    ) -> (Option<Place>, This) {
        match self.returned(function, MOST_COMPUTED) {
            Some(Returned::Object) => {
                let place = match this {
                    // An object without members.
                    This::Place(place) if matches!(place.base, Base::Variable(usize::MAX)) => place,
                    // The call may change what the indices are made of.
                    This::Place(place) => self.fixed(place),
                    This::Value(value) => self.place_of_object(value),
                    This::None => return (None, This::None),
                };
                (Some(place.clone()), This::Place(place))
            }
            Some(Returned::Parameter(index)) => {
                let place = match values.get(index) {
                    Some(Value::Place(place)) => self.fixed(place.clone()),
                    Some(Value::Expr(value)) => self.place_of_object(value.clone()),
                    _ => return (None, this),
                };
                values[index] = Value::Place(place.clone());
                (Some(place), this)
            }
            None => (None, this),
        }
    }

    /// Returns true if the caller knows the place that a function returns a reference to, so that the call has no value.
    pub(crate) fn returns_place(&self, function: &Function) -> bool {
        self.returned(function, MOST_COMPUTED).is_some()
    }

    pub(crate) fn finish_call(
        &mut self,
        instance: Instance,
        arguments: Vec<Argument>,
        after: Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Value> {
        let returns = instance.returns.clone();
        let ty = match &returns {
            Ty::Pointer(_) => INT,
            other => other.clone(),
        };
        let call = Expr::new(ExprKind::Call(instance.id, arguments), ty.clone());
        let value = if after.is_empty() {
            match returns {
                Ty::Void => {
                    self.emit(StatementKind::Call(call));
                    return Ok(Value::Void);
                }
                _ => call,
            }
        } else {
            // Copies go back after the call.
            let value = match returns {
                Ty::Void => {
                    self.emit(StatementKind::Call(call));
                    None
                }
                _ => Some(self.temporary("result", call)),
            };
            for (place, variable) in after {
                let copy = Expr::new(ExprKind::Variable(variable), place.ty.clone());
                self.store(place, None, copy, span)?;
            }
            match value {
                Some(value) => value,
                None => return Ok(Value::Void),
            }
        };
        match (instance.returns, instance.pointer) {
            (Ty::Pointer(_), Some(pointer)) if !matches!(pointer.root, Root::Memory(_) | Root::Null) => fail(
                span,
                "the pointer to a variable of one thread that this function returns is not taken",
            ),
            (Ty::Pointer(pointee), Some(pointer)) => {
                if let Root::Memory(root) = pointer.root {
                    self.module.roots[root].flat = true;
                }
                Ok(Value::Pointer(Pointer {
                    offset: Some(value),
                    pointee: (*pointee).clone(),
                    ..pointer
                }))
            }
            (Ty::Pointer(_), None) => fail(span, "the function returns no pointer"),
            _ => Ok(Value::Expr(self.result_roots(value, &instance.roots)?)),
        }
    }
}
