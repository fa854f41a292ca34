//! Calls: which functions a call may mean.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Function};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::device::builtin::{is_standard, takes_exactly};
use crate::typing::scope::binding::{Binding, Given};
use crate::typing::scope::types::is_namespace;
use crate::typing::tree::{Base, Expr, ExprKind, Place, Ty};
use std::rc::Rc;

/// The distance of an argument that needs a conversion.
pub(crate) const CONVERSION: u32 = 4;

/// A function that a call may mean.
pub(crate) struct Candidate {
    pub function: Rc<Function>,
    pub structure: Option<usize>,
    /// Template arguments that belong to it, and not to the call.
    pub given: Vec<Given>,
}

/// The object of a method call.
pub(crate) enum This {
    None,
    Value(Expr),
    Place(Place),
}

impl Typer<'_> {
    pub(crate) fn call(&mut self, callee: &syntax::Expr, arguments: &[syntax::Expr], span: Span) -> Result<Value> {
        match &callee.kind {
            syntax::ExprKind::Name(name) => self.call_name(name, arguments, span),
            syntax::ExprKind::Member { base, name, arrow } => self.call_member(base, name, *arrow, arguments, span),
            _ => {
                let value = self.expr(callee)?;
                self.call_value(value, arguments, span)
            }
        }
    }

    fn call_name(&mut self, name: &syntax::Name, arguments: &[syntax::Expr], span: Span) -> Result<Value> {
        if let Some(scope) = &name.scope
            && let Some(value) = self.call_in_scope(scope, name, arguments, span)?
        {
            return Ok(value);
        }
        if let Some(binding) = self.frame.lookup(&name.text).cloned()
            && !matches!(binding, Binding::Type(_))
        {
            let callee = syntax::Expr {
                kind: syntax::ExprKind::Name(name.clone()),
                span: name.span,
            };
            let value = self.expr(&callee)?;
            return self.call_value(value, arguments, span);
        }
        // A method of the same object.
        if let Some((place, structure)) = self.frame.this.clone() {
            let methods = self.methods(structure, &name.text);
            if !methods.is_empty() {
                let this = match place.base {
                    Base::Variable(usize::MAX) => This::Value(Expr::new(ExprKind::Zero, place.ty)),
                    _ => This::Place(place),
                };
                let values = self.values(arguments)?;
                return self.call_any(methods, name, values, arguments, this, span);
            }
        }
        let functions = self.candidates(|function| function.name == name.text && function.special.is_none());
        if functions.is_empty() || self.means_built_in(&functions, name, arguments, span) {
            if let Some(value) = self.call_group_function(name, arguments, span)? {
                return Ok(value);
            }
            return self.call_built_in(name, arguments, span);
        }
        let values = self.values(arguments)?;
        // The bodies count, not the declarations before them.
        let bodies: Vec<Candidate> = functions
            .into_iter()
            .filter(|candidate| candidate.function.body.is_some() || self.is_only_special(&candidate.function))
            .collect();
        if bodies.is_empty() {
            return fail(
                span,
                format!("the function `{}` is declared, but it has no body here", name.text),
            );
        }
        if bodies.iter().all(|candidate| candidate.function.kernel) {
            return Err(
                error(span, format!("`{}` is a kernel: it is launched, not called", name.text))
                    .help("make it a `__device__` function"),
            );
        }
        self.call_any(bodies, name, values, arguments, This::None, span)
    }

    /// Calls a function of a library, or a static method; `None` if only the name counts.
    fn call_in_scope(
        &mut self,
        scope: &syntax::Name,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Option<Value>> {
        match (&*scope.text, &*name.text) {
            ("std", text) if !is_standard(text) => Err(error(
                span,
                format!("`std::{text}` is not taken: device code has no standard library"),
            )
            .help("write it as a `__device__` function")),
            ("numeric_limits", _) => self.limit(scope, name, span).map(Some),
            ("cub", "Swap") => {
                let swap = syntax::Name {
                    scope: None,
                    text: "swap".into(),
                    ..name.clone()
                };
                self.call_built_in(&swap, arguments, span).map(Some)
            }
            ("thrust", "swap" | "min" | "max") => Ok(None),
            (library @ ("cub" | "thrust" | "wmma"), text) => Err(error(
                span,
                format!("`{library}::{text}` is not taken: the library's text is not here"),
            )
            .help("write the loop of the algorithm")),
            (text, _) if is_namespace(text) => Ok(None),
            _ => self.call_fixed(scope, name, arguments, span).map(Some),
        }
    }

    /// Returns the functions of the text that pass a test.
    pub(crate) fn candidates(&self, is_taken: impl Fn(&Function) -> bool) -> Vec<Candidate> {
        let functions = self.file.functions.iter();
        functions
            .filter(|function| is_taken(function))
            .map(|function| Candidate {
                function: function.clone(),
                structure: None,
                given: Vec::new(),
            })
            .collect()
    }

    /// Returns true for a template that is only declared, and that has specialisations.
    fn is_only_special(&self, function: &Function) -> bool {
        let all = || {
            let functions = self.file.functions.iter();
            functions.filter(|other| other.name == function.name && other.body.is_some())
        };
        let is_defined = |other: &Rc<Function>| other.special.is_none() && other.takes_types_of(function);
        !function.template.is_empty() && all().any(|other| other.special.is_some()) && !all().any(is_defined)
    }

    /// Returns true if a function of the text has the name of a built-in one, and none of them takes the arguments.
    fn means_built_in(
        &mut self,
        functions: &[Candidate],
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> bool {
        // The built-in functions of these names take no template arguments.
        let is_template = |candidate: &Candidate| !candidate.function.template.is_empty();
        if name.arguments.is_some() && name.scope.is_none() && functions.iter().any(is_template) {
            return false;
        }
        let built_in = name.text.starts_with("atomic")
            || name.text.starts_with("__")
            || name.text.starts_with("make_")
            || is_standard(&name.text)
            || matches!(
                &*name.text,
                "dot" | "length" | "normalize" | "cross" | "clamp" | "lerp" | "reduce"
            );
        if !built_in {
            return false;
        }
        let types = self.apart(|typer| {
            let values = typer.values(arguments)?;
            Ok(values.iter().map(|value| typer.value_type(value)).collect::<Vec<_>>())
        });
        let Ok((_, types)) = types else {
            return false;
        };
        let distances = functions.iter().filter_map(|candidate| {
            let distance = self.fit(candidate, &[], &types, span).ok()?.distance;
            Some(distance)
        });
        match distances.min() {
            None => true,
            // An overload of the text whose arguments need no conversion comes first.
            Some(distance) => distance >= CONVERSION && takes_exactly(&name.text, &types),
        }
    }

    pub(crate) fn values(&mut self, arguments: &[syntax::Expr]) -> Result<Vec<Value>> {
        arguments.iter().map(|argument| self.expr(argument)).collect()
    }

    /// Calls an object with `operator()`.
    fn call_value(&mut self, value: Value, arguments: &[syntax::Expr], span: Span) -> Result<Value> {
        let value = match value {
            Value::Bundle(bundle) => Value::Expr(self.whole(&bundle, span)?),
            other => other,
        };
        if let Value::Lambda(lambda) = &value {
            return self.call_lambda(lambda, arguments, span);
        }
        let ty = match &value {
            Value::Place(place) => place.ty.clone(),
            Value::Expr(value) => value.ty.clone(),
            _ => return fail(span, "this cannot be called"),
        };
        let Ty::Structure(structure) = ty else {
            return fail(
                span,
                format!("a value of type `{}` cannot be called", self.type_name(&ty)),
            );
        };
        let methods = self.methods(structure, "operator()");
        if methods.is_empty() {
            return fail(span, format!("`{}` has no `operator()`", self.type_name(&ty)));
        }
        let this = match value {
            Value::Place(place) => This::Place(place),
            Value::Expr(value) => This::Value(value),
            _ => This::None,
        };
        let name = syntax::Name::plain("operator()", span);
        let values = self.values(arguments)?;
        self.call_any(methods, &name, values, arguments, this, span)
    }

    fn call_member(
        &mut self,
        base: &syntax::Expr,
        name: &syntax::Name,
        arrow: bool,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
        let mut value = self.expr(base)?;
        if let Value::Group(group) = value {
            return self.call_group(group, name, arguments, span);
        }
        if arrow {
            value = match self.pointer_of(value, base.span)? {
                Some(pointer) => Value::Place(self.target(pointer, base.span)?),
                None => return Err(error(span, "`->` needs a pointer").help("write `.`")),
            };
        }
        if let Value::Bundle(bundle) = &value {
            value = Value::Expr(self.whole(bundle, span)?);
        }
        let (this, ty) = match value {
            Value::Place(place) => {
                let ty = place.ty.clone();
                (This::Place(place), ty)
            }
            Value::Expr(value) => {
                let ty = value.ty.clone();
                (This::Value(value), ty)
            }
            _ => return fail(span, format!("this has no method `{}`", name.text)),
        };
        let Ty::Structure(structure) = ty else {
            return fail(span, format!("`{}` has no method `{}`", self.type_name(&ty), name.text));
        };
        let methods = self.methods(structure, &name.text);
        if methods.is_empty() {
            return fail(span, format!("`{}` has no method `{}`", self.type_name(&ty), name.text));
        }
        let values = self.values(arguments)?;
        self.call_any(methods, name, values, arguments, this, span)
    }
}
