//! Overloads: the candidate that fits the arguments of a call best, and its call.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, TemplateParameter, TypeKind, TypeName};
use crate::typing::Typer;
use crate::typing::body::call::{CONVERSION, Candidate, This};
use crate::typing::body::function::{Key, Mode};
use crate::typing::body::value::Value;
use crate::typing::scope::binding::Given;
use crate::typing::scope::order;
use crate::typing::tree::{Argument, Base, ExprKind, Place, Step, Ty};
use std::rc::Rc;

/// The candidate that fits best: its distance, its template arguments, and the types of its parameters.
type Best = (u32, Candidate, Vec<(Rc<str>, Given)>, Vec<Ty>);

impl Typer<'_> {
    pub(crate) fn value_type(&self, value: &Value) -> Option<Ty> {
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
    pub(crate) fn call_any(
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
        let arguments: Vec<Constness> = written
            .iter()
            .zip(&values)
            .map(|(written, value)| match value {
                Value::Place(_) => Constness::Changes,
                Value::PointerVariable(_) | Value::Pointer(_)
                    if self.points_to_constant(written) =>
                {
                    Constness::Constant
                }
                Value::PointerVariable(_) | Value::Pointer(_) => Constness::Changes,
                _ => Constness::Value,
            })
            .collect();
        let mut all = candidates.iter();
        let has_qualified =
            all.any(|candidate| qualification(&candidate.function, &arguments).is_some());
        let mut best: Option<Best> = None;
        let mut first_error = None;
        let mut ambiguous = false;
        for candidate in candidates {
            // `f<>(x)` asks for a template.
            let is_template = !candidate.function.template.is_empty();
            if name.arguments.is_some() && candidate.given.is_empty() && !is_template && !alone {
                continue;
            }
            let qualified = qualification(&candidate.function, &arguments);
            if qualified.is_none() && has_qualified {
                continue;
            }
            let qualified = qualified.unwrap_or(0);
            let explicit = if candidate.given.is_empty() {
                &explicit
            } else {
                &candidate.given
            };
            let types = with_null_pointers(&candidate.function, &values, &types);
            match self.fit(&candidate, explicit, &types, span) {
                Ok((distance, given, parameters)) => {
                    // A method that may change its object comes before one that may not.
                    let constant = candidate.function.constant && matches!(this, This::Place(_));
                    let distance = distance
                        + qualified
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
                    let is_better = best.as_ref().is_none_or(|(least, other, ..)| {
                        let is_special = || {
                            is_template
                                && order::covers(&other.function, &candidate.function)
                                && !order::covers(&candidate.function, &other.function)
                        };
                        distance < *least || distance == *least && is_special()
                    });
                    if is_better {
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
                (This::Value(value), Some(structure)) => {
                    let place = self.place_of_object(value.clone());
                    Some(Some((place, structure)))
                }
                (This::None, None) if !is_constant_reference(&function.returns) => Some(None),
                _ => None,
            };
            if let Some(object) = object {
                return self.place_of_result(object, &given, &function, result, values, span);
            }
        }
        let (result, this) = self.place_that_returns(&function, this, &mut values);
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
        let same = same_places(&function, &values, &parameters);
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
            if let (TypeKind::Reference(target), Value::Expr(value)) = (&parameter.ty.kind, &value)
                && !target.constant
                && !parameter.ty.constant
            {
                self.may_refer_to(value, span)?;
            }
            if let Some(first) = same[index] {
                modes.push(Mode::Same(first));
                continue;
            }
            let mode = match &value {
                // An element of memory is read where the function reads it.
                Value::Place(place)
                    if place.ty == *ty
                        && place.path.is_empty()
                        && matches!(place.base, Base::Memory { .. })
                        && is_constant_reference(&parameter.ty)
                        && self.changes_memory(&function) =>
                {
                    self.pass_reference(place.clone(), ty, &mut arguments, &mut after, span)?
                }
                _ => self.pass(value, parameter, ty, &mut arguments, &mut after, span)?,
            };
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
        let value = self.finish_call(instance, arguments, after, span)?;
        let Some(place) = result else {
            return Ok(value);
        };
        self.dropped(value);
        Ok(Value::Place(place))
    }

    /// Returns how well a candidate fits, with its template arguments and the types of its parameters.
    #[expect(
        clippy::type_complexity,
        reason = "the parts of a fit, taken apart at once by the caller"
    )]
    pub(crate) fn fit(
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
        self.diagnostics.conflict = None;
        for (parameter, ty) in function.parameters.iter().zip(types) {
            if let Some(ty) = ty {
                self.deduce(&parameter.ty, ty, &mut given);
            }
        }
        if let (Some((parameter, first, second)), true) =
            (self.diagnostics.conflict.take(), explicit.is_empty())
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
                Some(step) => distance += step * CONVERSION,
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
}

/// Returns the types of the arguments for a function: the number `0` is a null pointer where the function takes a pointer.
fn with_null_pointers(
    function: &syntax::Function,
    values: &[Value],
    types: &[Option<Ty>],
) -> Vec<Option<Ty>> {
    let mut types = types.to_vec();
    for ((ty, value), parameter) in types.iter_mut().zip(values).zip(&function.parameters) {
        if let (Value::Expr(value), TypeKind::Pointer(_)) = (value, &parameter.ty.kind)
            && matches!(value.kind, ExprKind::Literal(_))
            && value.known() == Some(0)
            && value.ty.is_integer()
        {
            *ty = Some(Ty::Pointer(Ty::Void.into()));
        }
    }
    types
}

/// Returns true for `const T &`, which may be the reference of a value.
pub(crate) fn is_constant_reference(written: &TypeName) -> bool {
    match &written.kind {
        TypeKind::Reference(target) => target.constant || written.constant,
        _ => false,
    }
}

/// The changes that an argument allows a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constness {
    /// A value, which is no variable.
    Value,
    /// A variable, or a pointer to what may change.
    Changes,
    /// A pointer to `const`.
    Constant,
}

/// Returns the distance that `const` adds to a candidate, or `None` if it cannot take an argument: one that may change it is
/// better where nothing else differs, and not possible for what may not change.
fn qualification(function: &syntax::Function, arguments: &[Constness]) -> Option<u32> {
    let is_template = |ty: &TypeName| match &ty.kind {
        TypeKind::Named(name) => {
            let mut template = function.template.iter();
            template.any(|parameter| *parameter.name() == name.text)
        }
        _ => false,
    };
    let mut distance = 0;
    for (parameter, argument) in function.parameters.iter().zip(arguments) {
        match (&parameter.ty.kind, argument) {
            (TypeKind::Pointer(target), Constness::Constant)
                if !target.constant && !is_template(target) =>
            {
                return None;
            }
            (TypeKind::Pointer(target), Constness::Changes) if target.constant => distance += 2,
            (TypeKind::Reference(target), Constness::Value)
                if !target.constant && !parameter.ty.constant && !is_template(target) =>
            {
                return None;
            }
            (TypeKind::Reference(target), Constness::Changes)
                if target.constant || parameter.ty.constant =>
            {
                distance += 2;
            }
            _ => {}
        }
    }
    Some(distance)
}

/// Returns for each argument the parameter whose reference is to the same variable: WGSL takes no second pointer to it, and a
/// copy would not see a change. The other parameter is the one that may change it.
fn same_places(function: &syntax::Function, values: &[Value], types: &[Ty]) -> Vec<Option<usize>> {
    let place = |index: usize| match (&function.parameters[index].ty.kind, values.get(index)?) {
        // A reference to another type is one to a converted value.
        (TypeKind::Reference(_), Value::Place(place)) if place.ty != types[index] => None,
        (TypeKind::Reference(_), Value::Place(place)) => match place.base {
            Base::Variable(variable) | Base::Target(variable) => Some((variable, &place.path)),
            Base::Memory { .. } => None,
        },
        _ => None,
    };
    let count = values.len().min(function.parameters.len());
    let is_constant = |index: usize| is_constant_reference(&function.parameters[index].ty);
    let of = |index: usize| {
        let own = place(index)?;
        let mut others = (0..count).filter(|other| !is_constant(*other));
        let first = others.find(|other| place(*other).is_some_and(|other| is_same(own, other)))?;
        (first != index).then_some(first)
    };
    (0..count).map(of).collect()
}

fn is_same(one: (usize, &Vec<Step>), other: (usize, &Vec<Step>)) -> bool {
    let step = |(one, other): (&Step, &Step)| match (one, other) {
        (Step::Member(one), Step::Member(other)) => one == other,
        (Step::Component(one), Step::Component(other)) => one == other,
        (Step::Index(one), Step::Index(other)) => {
            one.known().is_some() && one.known() == other.known()
        }
        _ => false,
    };
    let (one_path, other_path) = (one.1.iter(), other.1.iter());
    one.0 == other.0 && one.1.len() == other.1.len() && one_path.zip(other_path).all(step)
}
