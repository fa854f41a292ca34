//! Lambdas: a local one becomes a function, and its calls pass what its body names of the function around it.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Function, Name, Parameter, Passing, TemplateParameter, TypeKind, TypeName};
use crate::typing::Typer;
use crate::typing::body::call::{Candidate, This};
use crate::typing::body::changes::changed_names;
use crate::typing::body::value::Value;
use crate::typing::scope::binding::{Binding, Given, Lambda};
use crate::typing::tree::{Base, Expr, ExprKind, Group, Ty};
use std::collections::HashSet;
use std::rc::Rc;

fn plain_name(text: Rc<str>, span: Span) -> Name {
    Name {
        scope: None,
        text,
        arguments: None,
        span,
    }
}

fn written_type(kind: TypeKind, constant: bool, span: Span) -> TypeName {
    TypeName {
        kind,
        constant,
        volatile: false,
        span,
    }
}

/// Returns a type of numbers as it is written.
fn scalar_type(ty: &Ty, span: Span) -> TypeKind {
    let name = ty.scalar().map_or("int", crate::typing::tree::Scalar::name);
    TypeKind::Named(plain_name(name.into(), span))
}

/// Gives the type of an `auto` parameter a name.
fn name_auto(ty: &mut TypeName, name: impl FnOnce() -> TypeKind) {
    match &mut ty.kind {
        TypeKind::Pointer(inner) | TypeKind::Reference(inner) => name_auto(inner, name),
        kind @ TypeKind::Auto => *kind = name(),
        _ => {}
    }
}

/// The parts of the function that are found so far.
#[derive(Default)]
struct Parts {
    /// Types and numbers that are known, as template arguments.
    known: Vec<(TemplateParameter, Given)>,
    /// The types of parameters.
    types: Vec<TemplateParameter>,
    parameters: Vec<Parameter>,
    captures: Vec<(Rc<str>, Binding)>,
}

impl Parts {
    /// Adds a template parameter for the type of a parameter, and returns its use.
    fn type_of(&mut self, name: &str, span: Span) -> TypeKind {
        let text: Rc<str> = format!("type of {name}").into();
        self.types.push(TemplateParameter::Type {
            name: text.clone(),
            default: None,
        });
        TypeKind::Named(plain_name(text, span))
    }
}

impl Typer<'_> {
    /// Makes the function of a lambda.
    pub(crate) fn lambda(&mut self, name: &str, written: &syntax::Lambda, span: Span) -> Result<Rc<Lambda>> {
        let changed = changed_names(&written.body);
        let mut parts = Parts::default();
        for word in &written.words {
            let Some(binding) = self.frame.lookup(word).cloned() else {
                continue;
            };
            let listed = written.captures.iter().find(|(capture, _)| capture == word);
            let passing = listed.map(|(_, passing)| *passing).or(written.passing);
            match binding {
                Binding::Failed => return fail(span, ""),
                Binding::Type(ty) => parts.known.push((
                    TemplateParameter::Type {
                        name: word.clone(),
                        default: None,
                    },
                    Given::Type(ty),
                )),
                Binding::Constant(Expr {
                    value: Some(value), ty, ..
                }) => parts.known.push((
                    TemplateParameter::Value {
                        name: word.clone(),
                        ty: written_type(scalar_type(&ty, span), true, span),
                        default: None,
                    },
                    Given::Value(value, ty),
                )),
                Binding::Lambda(_) => {
                    return Err(
                        error(span, format!("a lambda that calls another one (`{word}`) is not taken"))
                            .help("write a `__device__` function"),
                    );
                }
                binding => self.capture(&mut parts, word, binding, passing, &changed, span)?,
            }
        }
        let mut parameters = written.parameters.clone();
        for parameter in &mut parameters {
            let (name, span) = (&parameter.name, parameter.span);
            name_auto(&mut parameter.ty, || parts.type_of(name, span));
        }
        let (names, given): (Vec<_>, Vec<_>) = parts.known.into_iter().unzip();
        let function = Rc::new(Function {
            name: name.into(),
            template: names.into_iter().chain(parts.types).collect(),
            special: None,
            kernel: false,
            returns: written
                .returns
                .clone()
                .unwrap_or(written_type(TypeKind::Auto, false, span)),
            parameters: parts.parameters.into_iter().chain(parameters).collect(),
            body: Some(written.body.clone()),
            constant: self.frame.constant,
            fixed: false,
            members: Vec::new(),
            span,
            errors: Vec::new(),
        });
        // An instance is known by its function's address, which must stay its own.
        self.objects.lambdas.push(function.clone());
        Ok(Rc::new(Lambda {
            function,
            given,
            captures: parts.captures,
            structure: self.frame.this.as_ref().map(|(_, structure)| *structure),
        }))
    }

    /// Adds a parameter for a name of the function around the lambda.
    fn capture(
        &mut self,
        parts: &mut Parts,
        word: &Rc<str>,
        binding: Binding,
        passing: Option<Passing>,
        changed: &HashSet<Rc<str>>,
        span: Span,
    ) -> Result<()> {
        let value = self.bound(binding.clone(), span)?;
        let is_memory = matches!(&value, Value::Place(place) if matches!(place.base, Base::Memory { .. }));
        let passing = match passing {
            Some(passing) => passing,
            // A variable that all threads share is not one of the function.
            None if is_memory || matches!(value, Value::Group(_)) => Passing::Reference,
            None => {
                return Err(
                    error(span, format!("the lambda names `{word}` and does not capture it"))
                        .help("write `[&]` or `[=]` before its parameters"),
                );
            }
        };
        let changes = changed.contains(word);
        let changes_member = changed.iter().any(|name| name.starts_with('.'));
        if changes && passing == Passing::Copy {
            return Err(error(
                span,
                format!("a lambda that changes its own copy of `{word}` is not taken"),
            )
            .help("capture it by reference: `[&]`"));
        }
        // A copy has the value of now, not that of the call.
        let copies = passing == Passing::Copy && self.frame.changed.contains(word);
        let mut binding = binding;
        let ty = match value {
            Value::Pointer(_) | Value::PointerVariable(_) => {
                if changes {
                    return Err(error(
                        span,
                        format!("a lambda that moves the pointer `{word}` of its function is not taken"),
                    )
                    .help("use an index"));
                }
                if copies && let Some(mut pointer) = self.pointer_of(value, span)? {
                    pointer.offset = pointer.offset.map(|offset| self.temporary(word, offset));
                    binding = Binding::Fixed(pointer);
                }
                let pointee = written_type(parts.type_of(word, span), false, span);
                TypeKind::Pointer(Box::new(pointee))
            }
            Value::Group(Group::Coalesced(_)) => {
                return fail(span, "a group of coalesced threads in a lambda is not taken");
            }
            Value::Bundle(_) if changes_member => {
                return fail(span, format!("a lambda that may change `{word}` is not taken"));
            }
            value => {
                let stays = match &value {
                    Value::Place(place) => match &place.ty {
                        Ty::Structure(_) => passing == Passing::Copy,
                        Ty::Vector(..) => !changes && !changes_member,
                        _ => !changes,
                    },
                    _ => true,
                };
                if let Value::Place(place) = value
                    && copies
                    && !matches!(place.ty, Ty::Array(..))
                {
                    let loaded = self.load(place);
                    let roots = self.roots_of(&loaded);
                    let copy = self.temporary(word, loaded);
                    if let ExprKind::Variable(variable) = copy.kind {
                        self.set_roots(variable, &roots);
                        binding = Binding::Variable(variable);
                    }
                }
                let target = written_type(parts.type_of(word, span), stays, span);
                TypeKind::Reference(Box::new(target))
            }
        };
        parts.parameters.push(Parameter {
            name: word.clone(),
            ty: written_type(ty, false, span),
            default: None,
            span,
        });
        parts.captures.push((word.clone(), binding));
        Ok(())
    }

    pub(crate) fn call_lambda(&mut self, lambda: &Lambda, arguments: &[syntax::Expr], span: Span) -> Result<Value> {
        let mut values = Vec::new();
        let mut written = Vec::new();
        for (name, binding) in &lambda.captures {
            values.push(self.bound(binding.clone(), span)?);
            written.push(syntax::Expr {
                kind: syntax::ExprKind::Name(plain_name(name.clone(), span)),
                span,
            });
        }
        values.extend(self.values(arguments)?);
        written.extend_from_slice(arguments);
        let this = match &self.frame.this {
            Some((place, _)) if matches!(place.base, Base::Variable(usize::MAX)) => {
                This::Value(Expr::new(ExprKind::Zero, place.ty.clone()))
            }
            Some((place, _)) => This::Place(place.clone()),
            None => This::None,
        };
        let candidate = Candidate {
            function: lambda.function.clone(),
            structure: lambda.structure,
            given: lambda.given.clone(),
        };
        let name = plain_name(lambda.function.name.clone(), span);
        self.call_any(vec![candidate], &name, values, &written, this, span)
    }
}
