//! Overloads: the candidate that fits the arguments of a call best, and its call.

use crate::error::{Error, Result, Span, error};
use crate::syntax::{self, TypeKind, TypeName};
use crate::typing::Typer;
use crate::typing::body::call::{Candidate, This};
use crate::typing::body::function::{Key, Mode};
use crate::typing::body::value::Value;
use crate::typing::objects::fit::{Constness, Fit, qualification, with_null_pointers};
use crate::typing::scope::order;
use crate::typing::tree::{Argument, Base, ExprKind, Place, Step, Ty};

/// A call whose function is to be chosen.
struct Call<'c> {
    name: &'c syntax::Name,
    values: &'c [Value],
    types: &'c [Option<Ty>],
    written: &'c [syntax::Expr],
    /// True for a method of an object in a variable.
    is_of_place: bool,
    span: Span,
}

impl Typer<'_> {
    pub(crate) fn value_type(&self, value: &Value) -> Option<Ty> {
        Some(match value {
            Value::Expr(value) => value.ty.clone(),
            Value::Place(place) => place.ty.clone(),
            Value::Pointer(pointer) => Ty::Pointer(pointer.pointee.clone().into()),
            Value::PointerVariable(index) => Ty::Pointer(self.frame.pointers[*index].pointee.clone().into()),
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
            return Err(error(span, "a lambda as an argument is not taken").help("write a struct with `operator()`"));
        }
        let types: Vec<Option<Ty>> = values.iter().map(|value| self.value_type(value)).collect();
        let call = Call {
            name,
            values: &values,
            types: &types,
            written,
            is_of_place: matches!(this, This::Place(_)),
            span,
        };
        let (candidate, fit) = self.best(candidates, &call)?;
        let (given, parameters) = (fit.given, fit.parameters);
        let function = match candidate.structure {
            None => self.specialised(candidate.function, &given)?,
            Some(_) => candidate.function,
        };
        for parameter in function.parameters.iter().skip(values.len()) {
            if let Some(default) = &parameter.default {
                let value = self.with_given(&given, candidate.structure, |typer| typer.rvalue(default))?;
                values.push(Value::Expr(value));
            }
        }
        // The translator computes a value that is known before the run.
        if candidate.structure.is_none()
            && let Some(result) = only_result(&function)
            && let Some(value) = self.computed(&function, &given, &values, &parameters, result, span)?
        {
            return Ok(Value::Expr(value));
        }
        // A function that returns a reference is the place that it returns.
        if Self::is_reference(&function.returns)
            && let Some(result) = only_result(&function)
        {
            let object = self.object_of_result(&this, candidate.structure, &function);
            if let Some(object) = object {
                return self.place_of_result(object, &given, &function, result, values, span);
            }
        }
        let (result, this) = self.place_that_returns(&function, this, &mut values);
        let mut arguments: Vec<Argument> = Vec::new();
        let mut after: Vec<(Place, usize)> = Vec::new();
        let this = self.pass_this(&function, this, candidate.structure, &mut arguments, &mut after, span)?;
        let modes = self.pass_all(
            &function,
            &parameters,
            values,
            written,
            (&mut arguments, &mut after),
            span,
        )?;
        self.check_copies(&arguments, &after, span)?;
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

    /// Passes the values of a call. Returns how the function gets each.
    fn pass_all(
        &mut self,
        function: &syntax::Function,
        parameters: &[Ty],
        values: Vec<Value>,
        written: &[syntax::Expr],
        (arguments, after): (&mut Vec<Argument>, &mut Vec<(Place, usize)>),
        span: Span,
    ) -> Result<Vec<Mode>> {
        let same = same_places(function, &values, parameters);
        let mut modes = Vec::new();
        for (index, (value, (parameter, ty))) in values
            .into_iter()
            .zip(function.parameters.iter().zip(parameters))
            .enumerate()
        {
            let argument = written.get(index);
            let span = argument.map_or(span, |written| written.span);
            if let Some(argument) = argument {
                self.may_pass(argument, parameter, span)?;
            }
            self.check_reference(function, parameter, &value, span)?;
            if let Some(first) = same[index] {
                modes.push(Mode::Same(first));
                continue;
            }
            modes.push(match &value {
                // An element of memory is read where the function reads it.
                Value::Place(place)
                    if place.ty == *ty
                        && place.path.is_empty()
                        && matches!(place.base, Base::Memory { .. })
                        && is_constant_reference(&parameter.ty)
                        && self.changes_memory(function) =>
                {
                    self.pass_reference(place.clone(), ty, arguments, after, span)?
                }
                _ => self.pass(value, parameter, ty, arguments, after, span)?,
            });
        }
        Ok(modes)
    }

    /// Returns the object to which a returned reference may lead; `None` if the call is no place.
    fn object_of_result(
        &mut self,
        this: &This,
        structure: Option<usize>,
        function: &syntax::Function,
    ) -> Option<Option<(Place, usize)>> {
        match (this, structure) {
            (This::Place(place), Some(structure)) => Some(Some((place.clone(), structure))),
            (This::Value(value), Some(structure)) => {
                let place = self.place_of_object(value.clone());
                Some(Some((place, structure)))
            }
            (This::None, None) if !is_constant_reference(&function.returns) => Some(None),
            _ => None,
        }
    }

    /// Returns the candidate that fits a call best.
    fn best(&mut self, candidates: Vec<Candidate>, call: &Call<'_>) -> Result<(Candidate, Fit)> {
        let Call {
            name,
            values,
            types,
            written,
            span,
            ..
        } = *call;
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
            .zip(values)
            .map(|(written, value)| self.constness(written, value))
            .collect();
        let mut all = candidates.iter();
        let has_qualified = all.any(|candidate| qualification(&candidate.function, &arguments).is_some());
        let mut best: Option<(Candidate, Fit)> = None;
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
            let types = with_null_pointers(&candidate.function, values, types);
            match self.fit(&candidate, explicit, &types, span) {
                Ok(mut fit) => {
                    // A method that may change its object comes before one that may not.
                    let constant = candidate.function.constant && call.is_of_place;
                    fit.distance +=
                        qualified + u32::from(constant) + self.enumeration_distance(&candidate.function, written);
                    ambiguous |= best
                        .as_ref()
                        .is_some_and(|best| is_equally_good(best, &candidate, &fit));
                    if best.as_ref().is_none_or(|best| is_better(best, &candidate, &fit)) {
                        ambiguous = false;
                        best = Some((candidate, fit));
                    }
                }
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        if ambiguous {
            return Err(error(
                span,
                format!("two functions `{}` take these arguments equally well", name.text),
            )
            .help("cast the argument to the type that is meant"));
        }
        best.ok_or_else(|| match first_error {
            Some(error) if alone => error,
            _ => self.no_candidate(call),
        })
    }

    fn no_candidate(&self, call: &Call<'_>) -> Box<Error> {
        let type_name = |ty: &Option<Ty>| match ty {
            Some(ty) => self.type_name(ty),
            None => "{…}".to_owned(),
        };
        let types: Vec<String> = call.types.iter().map(type_name).collect();
        error(
            call.span,
            format!(
                "no function `{}` takes the arguments ({})",
                call.name.text,
                types.join(", ")
            ),
        )
    }

    fn constness(&self, written: &syntax::Expr, value: &Value) -> Constness {
        match value {
            Value::Place(_) => Constness::Changes,
            Value::PointerVariable(_) | Value::Pointer(_) if self.points_to_constant(written) => Constness::Constant,
            Value::PointerVariable(_) | Value::Pointer(_) => Constness::Changes,
            _ => Constness::Value,
        }
    }

    /// Checks that a reference to what may change gets a variable.
    fn check_reference(
        &self,
        function: &syntax::Function,
        parameter: &syntax::Parameter,
        value: &Value,
        span: Span,
    ) -> Result<()> {
        let (TypeKind::Reference(target), Value::Expr(value)) = (&parameter.ty.kind, value) else {
            return Ok(());
        };
        if target.constant || parameter.ty.constant {
            return Ok(());
        }
        if let ExprKind::Literal(_) = value.kind {
            return Err(error(
                span,
                format!(
                    "the reference `{}` of `{}` needs a variable, and this is a number",
                    parameter.name, function.name
                ),
            )
            .help("pass a variable, or write `const` before the type of the parameter"));
        }
        self.may_refer_to(value, span)
    }

    /// Checks the copies that go back after a call: they must not be changed in another way meanwhile.
    fn check_copies(&self, arguments: &[Argument], after: &[(Place, usize)], span: Span) -> Result<()> {
        for (place, _) in after {
            let (Base::Variable(variable) | Base::Target(variable)) = place.base else {
                continue;
            };
            let beside = arguments.iter().any(|argument| {
                matches!(argument, Argument::Reference(other)
                    if matches!(other.base, Base::Variable(beside) | Base::Target(beside) if beside == variable))
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
        Ok(())
    }
}

/// Returns true for `const T &`, which may be the reference of a value.
pub(crate) fn is_constant_reference(written: &TypeName) -> bool {
    match &written.kind {
        TypeKind::Reference(target) => target.constant || written.constant,
        _ => false,
    }
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
    let first_like = |index: usize| {
        let mine = place(index)?;
        let mut others = (0..count).filter(|other| !is_constant(*other));
        let first = others.find(|other| place(*other).is_some_and(|other| is_same(mine, other)))?;
        (first != index).then_some(first)
    };
    (0..count).map(first_like).collect()
}

fn is_same(one: (usize, &Vec<Step>), other: (usize, &Vec<Step>)) -> bool {
    let step = |(one, other): (&Step, &Step)| match (one, other) {
        (Step::Member(one), Step::Member(other)) => one == other,
        (Step::Component(one), Step::Component(other)) => one == other,
        (Step::Index(one), Step::Index(other)) => one.known().is_some() && one.known() == other.known(),
        _ => false,
    };
    let (one_path, other_path) = (one.1.iter(), other.1.iter());
    one.0 == other.0 && one.1.len() == other.1.len() && one_path.zip(other_path).all(step)
}

/// Returns true if a candidate needs conversions that are as good as those of the best one: C++ takes none of both.
fn is_equally_good(best: &(Candidate, Fit), candidate: &Candidate, fit: &Fit) -> bool {
    let (other, least) = best;
    fit.distance == least.distance
        && fit.distance >= 8
        && least.parameters != fit.parameters
        && other.function.template.is_empty()
        && candidate.function.template.is_empty()
}

/// Returns true if a candidate is better than the best one: by its conversions, or as the more special template.
fn is_better(best: &(Candidate, Fit), candidate: &Candidate, fit: &Fit) -> bool {
    let (other, least) = best;
    let is_special = || {
        !candidate.function.template.is_empty()
            && order::covers(&other.function, &candidate.function)
            && !order::covers(&candidate.function, &other.function)
    };
    fit.distance < least.distance || fit.distance == least.distance && is_special()
}

/// Returns the expression of a function that does nothing but `return` it.
fn only_result(function: &syntax::Function) -> Option<&syntax::Expr> {
    match function.body.as_deref()? {
        [statement] => match &statement.kind {
            syntax::StatementKind::Return(result) => result.as_ref(),
            _ => None,
        },
        _ => None,
    }
}
