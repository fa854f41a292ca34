//! Calls: which function is meant, its template arguments, and how its arguments are passed.

use super::Typer;
use super::binding::{Binding, Given};
use super::function::{Instance, Key, Mode};
use super::root::{Pointer, Root, RootKey};
use super::tree::{
    Argument, Base, Expr, ExprKind, Group, INT, Index, Number, Place, StatementKind, Step, Ty,
};
use super::value::Value;
use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Function, TemplateParameter, TypeKind, TypeName};
use std::rc::Rc;

/// The most calls inside one another that are computed.
const MOST_COMPUTED: u32 = 10;

/// A function that a call may mean.
pub(super) struct Candidate {
    pub function: Rc<Function>,
    pub structure: Option<usize>,
    /// Template arguments that belong to it, and not to the call.
    pub given: Vec<Given>,
}

/// The candidate that fits best: its distance, its template arguments, and the types of its parameters.
type Best = (u32, Candidate, Vec<(Rc<str>, Given)>, Vec<Ty>);

/// The object of a method call.
pub(super) enum This {
    None,
    Value(Expr),
    Place(Place),
}

impl Typer<'_> {
    pub(super) fn call(
        &mut self,
        callee: &syntax::Expr,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
        match &callee.kind {
            syntax::ExprKind::Name(name) => self.call_name(name, arguments, span),
            syntax::ExprKind::Member { base, name, arrow } => {
                self.call_member(base, name, *arrow, arguments, span)
            }
            _ => {
                let value = self.expr(callee)?;
                self.call_value(value, arguments, span)
            }
        }
    }

    fn call_name(
        &mut self,
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
        if let Some(scope) = &name.scope {
            if &*scope.text == "std"
                && !matches!(
                    &*name.text,
                    "min"
                        | "max"
                        | "abs"
                        | "sqrt"
                        | "exp"
                        | "log"
                        | "pow"
                        | "sin"
                        | "cos"
                        | "floor"
                        | "ceil"
                        | "fabs"
                        | "fma"
                        | "swap"
                        | "numeric_limits"
                )
            {
                return Err(error(
                    span,
                    format!(
                        "`std::{}` is not taken: device code has no standard library",
                        name.text
                    ),
                )
                .help("write it as a `__device__` function"));
            }
            if (&*scope.text, &*name.text) == ("cub", "Swap") {
                let swap = syntax::Name {
                    scope: None,
                    text: "swap".into(),
                    ..name.clone()
                };
                return self.call_built_in(&swap, arguments, span);
            }
            let swap = &*scope.text == "thrust" && matches!(&*name.text, "swap" | "min" | "max");
            if matches!(&*scope.text, "cub" | "thrust" | "wmma") && !swap {
                return Err(error(
                    span,
                    format!(
                        "`{}::{}` is not taken: the library's text is not here",
                        scope.text, name.text
                    ),
                )
                .help("write the loop of the algorithm"));
            }
            if !super::types::is_namespace(&scope.text) {
                return self.call_fixed(scope, name, arguments, span);
            }
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
        let functions: Vec<Candidate> = self
            .file
            .functions
            .iter()
            .filter(|function| function.name == name.text && function.special.is_none())
            .map(|function| Candidate {
                function: function.clone(),
                structure: None,
                given: Vec::new(),
            })
            .collect();
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
            .filter(|found| found.function.body.is_some())
            .collect();
        if bodies.is_empty() {
            return fail(
                span,
                format!(
                    "the function `{}` is declared, but it has no body here",
                    name.text
                ),
            );
        }
        if bodies.iter().all(|found| found.function.kernel) {
            return Err(error(
                span,
                format!("`{}` is a kernel: it is launched, not called", name.text),
            )
            .help("make it a `__device__` function"));
        }
        self.call_any(bodies, name, values, arguments, This::None, span)
    }

    /// Returns true if a function of the text has the name of a built-in one, and none of them takes the arguments.
    fn means_built_in(
        &mut self,
        functions: &[Candidate],
        name: &syntax::Name,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> bool {
        let built_in = name.text.starts_with("atomic")
            || name.text.starts_with("__")
            || matches!(
                &*name.text,
                "min"
                    | "max"
                    | "abs"
                    | "dot"
                    | "length"
                    | "normalize"
                    | "cross"
                    | "clamp"
                    | "lerp"
                    | "reduce"
            );
        if !built_in {
            return false;
        }
        let types = self.apart(|typer| {
            let values = typer.values(arguments)?;
            Ok(values
                .iter()
                .map(|value| typer.value_type(value))
                .collect::<Vec<_>>())
        });
        let Ok((_, types)) = types else {
            return false;
        };
        functions
            .iter()
            .all(|candidate| self.fit(candidate, &[], &types, span).is_err())
    }

    pub(super) fn values(&mut self, arguments: &[syntax::Expr]) -> Result<Vec<Value>> {
        arguments
            .iter()
            .map(|argument| self.expr(argument))
            .collect()
    }

    /// Calls an object with `operator()`.
    fn call_value(
        &mut self,
        value: Value,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Value> {
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
            return fail(
                span,
                format!("`{}` has no `operator()`", self.type_name(&ty)),
            );
        }
        let this = match value {
            Value::Place(place) => This::Place(place),
            Value::Expr(value) => This::Value(value),
            _ => This::None,
        };
        let name = syntax::Name {
            scope: None,
            text: "operator()".into(),
            arguments: None,
            span,
        };
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
            return fail(
                span,
                format!("`{}` has no method `{}`", self.type_name(&ty), name.text),
            );
        };
        let methods = self.methods(structure, &name.text);
        if methods.is_empty() {
            return fail(
                span,
                format!("`{}` has no method `{}`", self.type_name(&ty), name.text),
            );
        }
        let values = self.values(arguments)?;
        self.call_any(methods, name, values, arguments, this, span)
    }

    fn value_type(&self, value: &Value) -> Option<Ty> {
        Some(match value {
            Value::Expr(value) => value.ty.clone(),
            Value::Place(place) => place.ty.clone(),
            Value::Pointer(pointer) => Ty::Pointer(pointer.pointee.clone().into()),
            Value::PointerVariable(index) => {
                Ty::Pointer(self.frame.pointers[*index].pointee.clone().into())
            }
            Value::Group(group) => Ty::Group(*group),
            Value::Bundle(bundle) => Ty::Structure(bundle.structure),
            Value::List(..) | Value::Lambda(_) | Value::Text | Value::Void => return None,
        })
    }

    /// Calls the candidate that fits best.
    pub(super) fn call_any(
        &mut self,
        candidates: Vec<Candidate>,
        name: &syntax::Name,
        mut values: Vec<Value>,
        written: &[syntax::Expr],
        this: This,
        span: Span,
    ) -> Result<Value> {
        if values.iter().any(|value| matches!(value, Value::Lambda(_))) {
            return Err(error(span, "a lambda as an argument is not taken")
                .help("write a struct with `operator()`"));
        }
        let types: Vec<Option<Ty>> = values.iter().map(|value| self.value_type(value)).collect();
        let explicit = match &name.arguments {
            None => Vec::new(),
            Some(arguments) => arguments
                .iter()
                .map(|argument| self.given(argument))
                .collect::<Result<Vec<_>>>()?,
        };
        let alone = candidates.len() == 1;
        let mut best: Option<Best> = None;
        let mut first_error = None;
        let mut ambiguous = false;
        for candidate in candidates {
            let explicit = match candidate.given.is_empty() {
                true => &explicit,
                false => &candidate.given,
            };
            match self.fit(&candidate, explicit, &types, span) {
                Ok((distance, given, parameters)) => {
                    // A method that may change its object comes before one that may not.
                    let constant = candidate.function.constant && matches!(this, This::Place(_));
                    let distance = distance
                        + u32::from(constant)
                        + self.enumeration_distance(&candidate.function, written);
                    // Conversions of one kind are equally good; C++ takes none of both.
                    if let Some((least, other, _, taken)) = &best
                        && distance == *least
                        && distance >= 8
                        && *taken != parameters
                        && other.function.template.is_empty()
                        && candidate.function.template.is_empty()
                    {
                        ambiguous = true;
                    }
                    if best.as_ref().is_none_or(|(least, ..)| distance < *least) {
                        ambiguous = false;
                        best = Some((distance, candidate, given, parameters));
                    }
                }
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        if ambiguous {
            return Err(error(
                span,
                format!(
                    "two functions `{}` take these arguments equally well",
                    name.text
                ),
            )
            .help("cast the argument to the type that is meant"));
        }
        let Some((_, candidate, given, parameters)) = best else {
            return Err(match first_error {
                Some(found) if alone => found,
                _ => {
                    let shown: Vec<String> = types
                        .iter()
                        .map(|ty| {
                            ty.as_ref()
                                .map_or("{…}".to_owned(), |ty| self.type_name(ty))
                        })
                        .collect();
                    error(
                        span,
                        format!(
                            "no function `{}` takes the arguments ({})",
                            name.text,
                            shown.join(", ")
                        ),
                    )
                }
            });
        };
        let function = match candidate.structure {
            None => self.specialised(candidate.function, &given)?,
            Some(_) => candidate.function,
        };
        // Default arguments.
        let mut defaults = Vec::new();
        for parameter in function.parameters.iter().skip(values.len()) {
            if let Some(default) = &parameter.default {
                let value =
                    self.with_given(&given, candidate.structure, |typer| typer.rvalue(default))?;
                values.push(Value::Expr(value));
                defaults.push(default.clone());
            }
        }
        // The translator computes a value that is known before the run.
        if let (
            None,
            Some(
                [
                    syntax::Statement {
                        kind: syntax::StatementKind::Return(Some(result)),
                        ..
                    },
                ],
            ),
        ) = (candidate.structure, function.body.as_deref())
            && let Some(value) =
                self.computed(&function, &given, &values, &parameters, result, span)?
        {
            return Ok(Value::Expr(value));
        }
        // A function that returns a reference is the place that it returns.
        if let (
            true,
            Some(
                [
                    syntax::Statement {
                        kind: syntax::StatementKind::Return(Some(result)),
                        ..
                    },
                ],
            ),
        ) = (
            Self::is_reference(&function.returns),
            function.body.as_deref(),
        ) {
            let object = match (&this, candidate.structure) {
                (This::Place(place), Some(structure)) => Some(Some((place.clone(), structure))),
                (This::None, None) if !is_constant_reference(&function.returns) => Some(None),
                _ => None,
            };
            if let Some(object) = object {
                return self.place_of_result(object, &given, &function, result, values, span);
            }
        }
        let mut modes = Vec::new();
        let mut arguments: Vec<Argument> = Vec::new();
        let mut after: Vec<(Place, usize)> = Vec::new();
        let this = self.pass_this(
            &function,
            this,
            candidate.structure,
            &mut arguments,
            &mut after,
            span,
        )?;
        for (index, (value, (parameter, ty))) in values
            .into_iter()
            .zip(function.parameters.iter().zip(&parameters))
            .enumerate()
        {
            let argument = written.get(index);
            let span = argument.map_or(span, |written| written.span);
            if let Some(argument) = argument {
                self.may_pass(argument, parameter, span)?;
            }
            if let (TypeKind::Reference(target), Value::Expr(value)) = (&parameter.ty.kind, &value)
                && let ExprKind::Literal(_) = value.kind
                && !target.constant
                && !parameter.ty.constant
            {
                return Err(error(
                    span,
                    format!(
                        "the reference `{}` of `{}` needs a variable, and this is a number",
                        parameter.name, function.name
                    ),
                )
                .help("pass a variable, or write `const` before the type of the parameter"));
            }
            let mode = self.pass(value, parameter, ty, &mut arguments, &mut after, span)?;
            modes.push(mode);
        }
        // A copy goes back after the call: it must not be changed in another way meanwhile.
        for (place, _) in &after {
            let (Base::Variable(variable) | Base::Target(variable)) = place.base else {
                continue;
            };
            let beside = arguments.iter().any(|argument| {
                matches!(argument, Argument::Reference(other)
                    if matches!(other.base, Base::Variable(found) | Base::Target(found) if found == variable))
            });
            if beside {
                return Err(error(
                    span,
                    format!(
                        "`{}` is passed beside a reference to a part of it, which is not taken",
                        self.module.variables[variable].name
                    ),
                )
                .help("pass the index instead"));
            }
        }
        let key = Key {
            function: &*function,
            given,
            modes,
            this,
        };
        let instance = self.instance(&function, key, candidate.structure, span)?;
        self.finish_call(instance, arguments, after, span)
    }

    /// Returns the value of a call whose arguments are known, if the function is one `return` of a number.
    fn computed(
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
            let Some(known) = value.value.filter(|_| value.ty.scalar().is_some()) else {
                return Ok(None);
            };
            let known = super::convert::number_as(known, scalar);
            bound.push((parameter, Expr::literal(known, ty.clone())));
        }
        if values.is_empty() || !function.errors.is_empty() || self.computing >= MOST_COMPUTED {
            return Ok(None);
        }
        self.computing += 1;
        let found = self.with_given(given, None, |typer| {
            for (parameter, value) in bound {
                typer.bind(parameter.name.clone(), Binding::Constant(value));
                typer.note_known(&parameter.name, &parameter.ty);
            }
            typer.note_template(&function.template);
            typer.nested(span, |typer| {
                let ty = typer.ty(&function.returns)?;
                let (statements, value) = typer.apart(|typer| typer.rvalue_as(result, &ty))?;
                Ok(value
                    .value
                    .filter(|_| statements.is_empty())
                    .map(|known| (known, ty)))
            })
        });
        self.computing -= 1;
        // An error is reported where the function is read.
        Ok(found.ok().flatten().and_then(|(known, ty)| {
            let scalar = ty.scalar()?;
            Some(Expr::literal(super::convert::number_as(known, scalar), ty))
        }))
    }

    /// Returns the specialisation of a function for these template arguments, or the function itself.
    pub(super) fn specialised(
        &mut self,
        function: Rc<Function>,
        given: &[(Rc<str>, Given)],
    ) -> Result<Rc<Function>> {
        if function.template.is_empty() {
            return Ok(function);
        }
        let file = self.file;
        let same = |found: &&Rc<Function>| {
            found.special.is_some()
                && found.name == function.name
                && found.body.is_some()
                && found.parameters.len() == function.parameters.len()
        };
        for found in file.functions.iter().filter(same) {
            let arguments = found.special.as_deref().unwrap_or_default();
            let wanted = self.with_given(&[], None, |typer| {
                arguments
                    .iter()
                    .map(|argument| typer.given(argument))
                    .collect::<Result<Vec<_>>>()
            })?;
            let matches =
                wanted
                    .iter()
                    .zip(given)
                    .all(|(wanted, (_, given))| match (wanted, given) {
                        (Given::Value(a, _), Given::Value(b, _)) => a == b,
                        (wanted, given) => wanted == given,
                    });
            if matches && wanted.len() <= given.len() {
                return Ok(found.clone());
            }
        }
        Ok(function)
    }

    /// Returns the place that the `return` of a function names. `object` is that of a method.
    fn place_of_result(
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
                Value::Place(place) if Self::is_reference(&parameter.ty) => {
                    Binding::Alias(self.fixed(place))
                }
                value => {
                    let is_pointer = matches!(
                        parameter.ty.kind,
                        TypeKind::Pointer(_) | TypeKind::Array(..)
                    );
                    let pointer = match is_pointer {
                        true => self.pointer_of(value.clone(), span)?,
                        false => None,
                    };
                    match pointer {
                        Some(mut pointer) => {
                            pointer.offset =
                                pointer.offset.map(|offset| self.once("start", offset));
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

    fn finish_call(
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

    /// Returns how well a candidate fits, with its template arguments and the types of its parameters.
    #[expect(
        clippy::type_complexity,
        reason = "the parts of a fit, taken apart at once by the caller"
    )]
    pub(super) fn fit(
        &mut self,
        candidate: &Candidate,
        explicit: &[Given],
        types: &[Option<Ty>],
        span: Span,
    ) -> Result<(u32, Vec<(Rc<str>, Given)>, Vec<Ty>)> {
        let function = candidate.function.clone();
        let shown_name = function.name.clone();
        let least = function
            .parameters
            .iter()
            .filter(|parameter| parameter.default.is_none())
            .count();
        if types.len() < least || types.len() > function.parameters.len() {
            let shown = if function.name.starts_with("operator") || function.name.is_empty() {
                "the function"
            } else {
                &*function.name
            };
            return fail(
                span,
                format!(
                    "`{shown}` takes {} arguments, and {} are given",
                    function.parameters.len(),
                    types.len()
                ),
            );
        }
        if explicit.len() > function.template.len() {
            return fail(
                span,
                format!(
                    "`{}` has {} template parameters, and {} arguments are given",
                    function.name,
                    function.template.len(),
                    explicit.len()
                ),
            );
        }
        let mut given: Vec<(Rc<str>, Option<Given>)> = function
            .template
            .iter()
            .map(|parameter| (parameter.name().clone(), None))
            .collect();
        for ((parameter, slot), value) in function.template.iter().zip(&mut given).zip(explicit) {
            slot.1 = Some(match (parameter, value) {
                (TemplateParameter::Type { .. }, Given::Value(..)) => {
                    return fail(
                        span,
                        format!(
                            "the template argument for `{}` of `{shown_name}` must be a type",
                            slot.0
                        ),
                    );
                }
                (TemplateParameter::Value { .. }, Given::Type(_)) => {
                    return fail(
                        span,
                        format!(
                            "the template argument for `{}` of `{shown_name}` must be a value",
                            slot.0
                        ),
                    );
                }
                (_, value) => value.clone(),
            });
        }
        self.conflict = None;
        for (parameter, ty) in function.parameters.iter().zip(types) {
            if let Some(ty) = ty {
                self.deduce(&parameter.ty, ty, &mut given);
            }
        }
        if let (Some((parameter, first, second)), true) =
            (self.conflict.take(), explicit.is_empty())
            && first.scalar().is_some()
            && second.scalar().is_some()
        {
            return Err(error(
                span,
                format!(
                    "`{parameter}` of `{shown_name}` would be `{}` and `{}`: both arguments must have one type",
                    self.type_name(&first),
                    self.type_name(&second)
                ),
            )
            .help(format!("cast one of them, or write `{shown_name}<{}>`", self.type_name(&second))));
        }
        let given = self.complete(
            &function.template,
            given,
            candidate.structure,
            &function.name,
            span,
        )?;
        let (returns, parameters) = self.with_given(&given, candidate.structure, |typer| {
            let parameters: Result<Vec<Ty>> = function
                .parameters
                .iter()
                .map(|parameter| match &parameter.ty.kind {
                    TypeKind::Auto => fail(parameter.span, "a parameter cannot be `auto`"),
                    // An array as a parameter is a pointer to its first element.
                    TypeKind::Array(..) => Ok(match typer.ty(&parameter.ty)? {
                        Ty::Array(element, _) => Ty::Pointer(element),
                        other => other,
                    }),
                    _ => typer.ty(&parameter.ty),
                })
                .collect();
            Ok(((), parameters?))
        })?;
        let () = returns;
        let mut distance = u32::from(!function.template.is_empty());
        for ((wanted, found), parameter) in parameters.iter().zip(types).zip(&function.parameters) {
            let Some(found) = found else { continue };
            let decayed = match (wanted, found) {
                (Ty::Pointer(_), Ty::Array(element, _)) => Ty::Pointer(element.clone()),
                _ => found.clone(),
            };
            // `0` is a null pointer.
            let null = matches!(wanted, Ty::Pointer(_))
                && matches!(decayed, Ty::Pointer(ref of) if **of == Ty::Void);
            match self.distance(&decayed, wanted) {
                Some(step) => distance += step * 4,
                None if null => {}
                None if matches!((wanted, &decayed), (Ty::Structure(_), _)) => distance += 16,
                None => {
                    return fail(
                        span,
                        format!(
                            "the argument for `{}` of `{}` must be `{}`, and `{}` does not convert to it",
                            parameter.name,
                            function.name,
                            self.type_name(wanted),
                            self.type_name(found)
                        ),
                    );
                }
            }
        }
        Ok((distance, given, parameters))
    }

    /// Returns all template arguments: the given ones, and defaults.
    pub(super) fn complete(
        &mut self,
        template: &[TemplateParameter],
        given: Vec<(Rc<str>, Option<Given>)>,
        structure: Option<usize>,
        name: &str,
        span: Span,
    ) -> Result<Vec<(Rc<str>, Given)>> {
        let mut all: Vec<(Rc<str>, Given)> = Vec::new();
        for (parameter, (slot, value)) in template.iter().zip(given) {
            let value = match (value, parameter) {
                (Some(Given::Value(value, _)), TemplateParameter::Value { ty, .. }) => {
                    let ty = self.with_given(&all, structure, |typer| typer.ty(ty))?;
                    let scalar = ty.scalar().unwrap_or(super::tree::Scalar::Int);
                    Given::Value(super::convert::number_as(value, scalar), ty)
                }
                (Some(value), _) => value,
                (
                    None,
                    TemplateParameter::Type {
                        default: Some(default),
                        ..
                    },
                ) => Given::Type(self.with_given(&all, structure, |typer| typer.ty(default))?),
                (
                    None,
                    TemplateParameter::Value {
                        default: Some(default),
                        ty,
                        ..
                    },
                ) => self.with_given(&all, structure, |typer| {
                    let ty = typer.ty(ty)?;
                    let value = typer.constant(default)?;
                    Ok(Given::Value(
                        super::convert::number_as(
                            Number::Int(value),
                            ty.scalar().unwrap_or(super::tree::Scalar::Int),
                        ),
                        ty,
                    ))
                })?,
                (None, _) => {
                    return Err(error(
                        span,
                        format!("the template argument `{slot}` of `{name}` is missing"),
                    )
                    .help(format!("write `{name}<…>`")));
                }
            };
            all.push((slot, value));
        }
        Ok(all)
    }

    /// Finds template arguments by comparing a written type with the type of an argument.
    fn deduce(&mut self, written: &TypeName, ty: &Ty, given: &mut Vec<(Rc<str>, Option<Given>)>) {
        match (&written.kind, ty) {
            (TypeKind::Reference(target), ty) => self.deduce(target, ty, given),
            (TypeKind::Pointer(target), Ty::Pointer(inner)) => self.deduce(target, inner, given),
            (TypeKind::Pointer(target), Ty::Array(inner, _)) => self.deduce(target, inner, given),
            (TypeKind::Array(target, length), Ty::Array(inner, count)) => {
                if let Some(syntax::Expr {
                    kind: syntax::ExprKind::Name(name),
                    ..
                }) = length.as_deref()
                    && let Some((_, slot @ None)) =
                        given.iter_mut().find(|(found, _)| *found == name.text)
                {
                    *slot = Some(Given::Value(Number::Int(i64::from(*count)), INT));
                }
                self.deduce(target, inner, given);
            }
            (TypeKind::Array(target, None), Ty::Pointer(inner)) => {
                self.deduce(target, inner, given)
            }
            (TypeKind::Named(name), ty) => {
                if name.arguments.is_none() {
                    match given.iter_mut().find(|(found, _)| *found == name.text) {
                        Some((_, slot @ None)) => *slot = Some(Given::Type(ty.clone())),
                        Some((_, Some(Given::Type(first)))) if first != ty => {
                            self.conflict.get_or_insert((
                                name.text.clone(),
                                first.clone(),
                                ty.clone(),
                            ));
                        }
                        _ => {}
                    }
                    return;
                }
                let arguments = name.arguments.as_deref().unwrap_or_default();
                let found: Vec<Given> = match ty {
                    Ty::Group(Group::Tile(width)) => vec![Given::Value(
                        Number::Int(i64::from(*width)),
                        super::tree::UINT,
                    )],
                    Ty::Structure(index) => self.structure_given(*index),
                    _ => return,
                };
                for (argument, value) in arguments.iter().zip(found) {
                    let name = match argument {
                        syntax::Argument::Type(TypeName {
                            kind: TypeKind::Named(name),
                            ..
                        })
                        | syntax::Argument::Value(syntax::Expr {
                            kind: syntax::ExprKind::Name(name),
                            ..
                        }) => name,
                        _ => continue,
                    };
                    if let Some((_, slot @ None)) =
                        given.iter_mut().find(|(found, _)| *found == name.text)
                    {
                        *slot = Some(value);
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the value of a template argument.
    pub(super) fn given(&mut self, argument: &syntax::Argument) -> Result<Given> {
        match argument {
            syntax::Argument::Type(ty) => Ok(Given::Type(self.ty(ty)?)),
            syntax::Argument::Value(value) => {
                // A name may be a type that the parser did not know.
                if let syntax::ExprKind::Name(name) = &value.kind
                    && let Some(Binding::Type(ty)) = self.frame.lookup(&name.text)
                {
                    return Ok(Given::Type(ty.clone()));
                }
                let (_, found) = self.apart(|typer| typer.rvalue(value))?;
                match found.value {
                    Some(known) => Ok(Given::Value(known, found.ty)),
                    None => fail(value.span, "a template argument must be a constant"),
                }
            }
        }
    }

    fn as_load(&self, place: &Place) -> Expr {
        Expr::new(ExprKind::Load(Box::new(place.clone())), place.ty.clone())
    }

    fn pass_this(
        &mut self,
        function: &Rc<Function>,
        this: This,
        structure: Option<usize>,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Option<Mode>> {
        let Some(structure) = structure.filter(|_| !function.fixed && !function.name.is_empty())
        else {
            return Ok(None);
        };
        let ty = Ty::Structure(structure);
        if self.module.structures[structure].members.is_empty() {
            return Ok(Some(Mode::Nothing(ty)));
        }
        let changes = self.changes_object(function, structure);
        match this {
            This::None => Ok(None),
            This::Place(place) if changes => {
                let roots = self.roots_of(&self.as_load(&place));
                self.pass_place(place, arguments, after, span)?;
                Ok(Some(Mode::Reference(ty, roots)))
            }
            This::Place(place) => {
                let value = self.load(place);
                let roots = self.roots_of(&value);
                arguments.push(Argument::Value(value));
                Ok(Some(Mode::Value(ty, roots)))
            }
            This::Value(value) if changes => {
                let roots = self.roots_of(&value);
                let value = self.temporary("object", value);
                if let ExprKind::Variable(variable) = value.kind {
                    self.set_roots(variable, &roots);
                    self.module.variables[variable].changed = true;
                    let place = self.place_of(variable);
                    arguments.push(Argument::Reference(place));
                }
                Ok(Some(Mode::Reference(ty, roots)))
            }
            This::Value(value) => {
                let roots = self.roots_of(&value);
                arguments.push(Argument::Value(value));
                Ok(Some(Mode::Value(ty, roots)))
            }
        }
    }

    /// Passes a pointer to a place: the variable itself, or a copy that goes back.
    fn pass_place(
        &mut self,
        place: Place,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<()> {
        match (&place.base, place.path.is_empty()) {
            (Base::Variable(variable), true) => {
                self.module.variables[*variable].changed = true;
                self.mark_written(&place, span)?;
                arguments.push(Argument::Reference(place));
            }
            (Base::Target(_), true) => arguments.push(Argument::Reference(place)),
            _ => {
                // The call may change what the indices are made of.
                let place = self.fixed(place);
                let value = self.load(place.clone());
                let roots = self.roots_of(&value);
                let variable = self.variable_hidden("copy", value.ty.clone());
                self.set_roots(variable, &roots);
                self.module.variables[variable].changed = true;
                self.emit(StatementKind::Declare(variable, Some(value)));
                arguments.push(Argument::Reference(self.place_of(variable)));
                after.push((place, variable));
            }
        }
        Ok(())
    }

    fn pass(
        &mut self,
        value: Value,
        parameter: &syntax::Parameter,
        ty: &Ty,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Mode> {
        if let (Ty::Group(_), Value::Group(group)) = (ty, &value) {
            // A variable of the caller is not seen in the callee: the threads that are active there count.
            return Ok(Mode::Group(match group {
                Group::Coalesced(_) => Group::Coalesced(usize::MAX),
                other => *other,
            }));
        }
        if let TypeKind::Reference(target) = &parameter.ty.kind
            && (!target.constant && !parameter.ty.constant || matches!(ty, Ty::Array(..)))
            && let Value::Place(place) = &value
        {
            if place.ty != *ty {
                return Err(error(
                    span,
                    format!(
                        "the reference `{}` needs a `{}`, and this is `{}`",
                        parameter.name,
                        self.type_name(ty),
                        self.type_name(&place.ty)
                    ),
                ));
            }
            return self.pass_reference(place.clone(), ty, arguments, after, span);
        }
        if let Ty::Pointer(pointee) = ty {
            let Some(mut pointer) = self.pointer_of(value, span)? else {
                return fail(
                    span,
                    format!("the argument for `{}` must be a pointer", parameter.name),
                );
            };
            pointer.pointee = (**pointee).clone();
            return self.pass_pointer(pointer, false, arguments, after, span);
        }
        if let Ty::Structure(index) = ty
            && self.module.structures[*index].members.is_empty()
        {
            return Ok(Mode::Nothing(ty.clone()));
        }
        let value = match value {
            Value::List(values, at) => self.compose(&values, ty, at)?,
            other => {
                let value = self.load_value(other, span)?;
                self.convert(value, ty, span)?
            }
        };
        let roots = self.roots_of(&value);
        arguments.push(Argument::Value(value));
        Ok(Mode::Value(ty.clone(), roots))
    }

    fn pass_reference(
        &mut self,
        place: Place,
        ty: &Ty,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Mode> {
        match (&place.base, place.path.is_empty()) {
            (
                Base::Memory {
                    root,
                    index: Index::Dimensions(indices),
                    ..
                },
                true,
            ) if indices.is_empty() => Ok(Mode::Whole(*root)),
            (Base::Memory { .. }, true) => {
                let pointer = self.address(place, span)?;
                self.pass_pointer(pointer, true, arguments, after, span)
            }
            _ => {
                let roots = self.roots_of(&self.as_load(&place));
                self.pass_place(place, arguments, after, span)?;
                Ok(Mode::Reference(ty.clone(), roots))
            }
        }
    }

    /// Returns the array of a thread that an element lies in, with its type and the element's index.
    fn array_around(&self, place: &Place) -> Option<(Place, Ty, Expr)> {
        let mut array = place.clone();
        let Some(Step::Index(index)) = array.path.pop() else {
            return None;
        };
        let ty = self.declared(&array)?;
        let Ty::Array(element, _) = &ty else {
            return None;
        };
        let is_element = **element == place.ty;
        array.ty = ty.clone();
        is_element.then_some((array, ty, index))
    }

    fn pass_pointer(
        &mut self,
        mut pointer: Pointer,
        follow: bool,
        arguments: &mut Vec<Argument>,
        after: &mut Vec<(Place, usize)>,
        span: Span,
    ) -> Result<Mode> {
        if let Root::Place(place) = &pointer.root
            && let Some(whole) = super::pointer::whole_array(place)
        {
            pointer.root = whole;
            pointer.unit = self.size_of(&pointer.pointee).max(1);
        }
        let root = match &pointer.root {
            Root::Memory(root) => RootKey::Memory(*root),
            Root::Null => RootKey::Null,
            Root::Array(base) => {
                let (Base::Variable(variable) | Base::Target(variable)) = base else {
                    return fail(span, "this pointer cannot be passed");
                };
                let ty = self.module.variables[*variable].ty.clone();
                self.module.variables[*variable].changed = true;
                let place = Place {
                    base: base.clone(),
                    path: Vec::new(),
                    ty: ty.clone(),
                };
                // Two pointers into one array are one pointer with two offsets: WGSL takes no second one.
                let references = arguments.iter().filter_map(|argument| match argument {
                    Argument::Reference(place) => Some(place),
                    Argument::Value(_) => None,
                });
                let same = references.enumerate().find(|(_, other)| {
                    other.path.is_empty()
                        && match (&other.base, base) {
                            (Base::Variable(a), Base::Variable(b))
                            | (Base::Target(a), Base::Target(b)) => a == b,
                            _ => false,
                        }
                });
                match same {
                    Some((number, _)) => RootKey::Same(number),
                    None => {
                        arguments.push(Argument::Reference(place));
                        RootKey::Array(ty)
                    }
                }
            }
            Root::Place(place) => {
                if let Some((array, ty, index)) = self.array_around(place) {
                    self.pass_place(array, arguments, after, span)?;
                    pointer.offset = Some(index);
                    RootKey::Array(ty)
                } else {
                    self.pass_place((**place).clone(), arguments, after, span)?;
                    RootKey::Place(place.ty.clone())
                }
            }
        };
        let offset = pointer.offset.filter(|offset| offset.known() != Some(0));
        let offset = offset.map(|offset| {
            let ty = offset.ty.clone();
            arguments.push(Argument::Value(offset));
            ty
        });
        if let (Root::Memory(root), true) = (&pointer.root, offset.is_some()) {
            self.module.roots[*root].flat = true;
        }
        Ok(Mode::Pointer {
            root,
            offset,
            unit: pointer.unit,
            pointee: pointer.pointee,
            follow,
        })
    }
}

/// Returns true for `const T &`, which may be the reference of a value.
fn is_constant_reference(written: &TypeName) -> bool {
    match &written.kind {
        TypeKind::Reference(target) => target.constant || written.constant,
        _ => false,
    }
}
