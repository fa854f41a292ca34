//! Resolves names: of the text, of predeclared types, and of words that template lists know.

use super::predeclared::{Generic, access_of, alias_of, default_access, generic_of, is_word, scalar_of, space_of};
use super::{Checker, Entity, Info, Meaning};
use crate::builtin::Builtin;
use crate::error::{Result, Span, counted_range, invalid};
use crate::syntax::{Binding, Expr, Templated};
use crate::types::{Access, Count, Kind, Scalar, Space, Ty};

impl<'s> Checker<'s, '_> {
    /// Returns what the text declares under a name that is visible here.
    pub(super) fn entity(&mut self, name: &str) -> Result<Option<Entity>> {
        for scope in self.scopes.iter().rev() {
            if let Some(entity) = scope.get(name) {
                return Ok(Some(*entity));
            }
        }
        match self.names.get(name).copied() {
            Some(index) => self.declaration(index),
            None => Ok(None),
        }
    }

    pub(super) fn name(&mut self, name: &Templated<'s>, skipped: bool) -> Result<Info> {
        let text = name.name.text;
        if let Some(entity) = self.entity(text)? {
            if name.arguments.is_some() {
                return invalid(name.span, format!("`{text}` takes no template arguments"));
            }
            return Ok(match entity {
                Entity::Type(ty) => Info {
                    meaning: Meaning::Type(ty),
                    ..Info::default()
                },
                Entity::Function(index) => Info {
                    meaning: Meaning::Function(index),
                    ..Info::default()
                },
                Entity::Variable(index) => self.read(index, skipped),
            });
        }
        if let Some(ty) = self.predeclared_type(name)? {
            return Ok(Info {
                meaning: Meaning::Type(ty),
                ..Info::default()
            });
        }
        if name.arguments.is_none() {
            if generic_of(text).is_some() || super::texture::is_generic(text) {
                return Ok(Info {
                    meaning: Meaning::Generator,
                    ..Info::default()
                });
            }
            if is_word(text) {
                return Ok(Info {
                    meaning: Meaning::Word,
                    ..Info::default()
                });
            }
        }
        if Builtin::by_name(text).is_some() {
            return invalid(name.span, format!("`{text}` is a function; call it with `()`"));
        }
        if text == "push_constant" {
            let message = "WGSL calls push constants immediate data: `var<immediate>`";
            return invalid(name.name.span, message);
        }
        Err(super::unknown::unknown(self.tree, name.name))
    }

    fn read(&mut self, index: u32, skipped: bool) -> Info {
        if let (Some(current), true) = (self.current, self.variables[index as usize].is_global) {
            self.functions[current as usize].globals.insert(index);
        }
        let variable = &self.variables[index as usize];
        let (ty, time) = (variable.ty, variable.time);
        let is_value = matches!(variable.binding, Binding::Const | Binding::Override);
        let value = variable.value.clone().filter(|_| is_value && !skipped);
        let ty = match variable.binding {
            Binding::Var => {
                let (space, access) = (variable.space, variable.access);
                self.types.get(Kind::Reference(space, ty, access))
            }
            _ => ty,
        };
        Info {
            meaning: Meaning::Variable(index),
            ty: Some(ty),
            time,
            value,
            ..Info::default()
        }
    }

    /// Returns a type that the language declares; `None` if the name is none.
    pub(super) fn predeclared_type(&mut self, name: &Templated<'s>) -> Result<Option<Ty>> {
        let text = name.name.text;
        let span = name.span;
        if let Some(scalar) = scalar_of(text) {
            if name.arguments.is_some() {
                return invalid(span, format!("`{text}` takes no template arguments"));
            }
            if scalar == Scalar::F16 {
                self.need_f16(span)?;
            }
            return Ok(Some(self.types.scalar(scalar)));
        }
        if let Some(kind) = alias_of(text) {
            if name.arguments.is_some() {
                return invalid(span, format!("`{text}` takes no template arguments"));
            }
            if let Kind::Vector(_, Scalar::F16) | Kind::Matrix(_, _, Scalar::F16) = kind {
                self.need_f16(span)?;
            }
            return Ok(Some(self.types.get(kind)));
        }
        if let Some(ty) = self.texture_type(name)? {
            return Ok(Some(ty));
        }
        let (Some(generic), Some(arguments)) = (generic_of(text), &name.arguments) else {
            return Ok(None);
        };
        let count = |least: usize, most: usize| {
            if (least..=most).contains(&arguments.len()) {
                Ok(())
            } else {
                invalid(
                    span,
                    format!(
                        "`{text}` takes {}, not {}",
                        counted_range(least, most, "template argument"),
                        arguments.len()
                    ),
                )
            }
        };
        Ok(Some(match generic {
            Generic::Vector(size) => {
                count(1, 1)?;
                let scalar = self.scalar_argument(arguments[0], "the component type of a vector")?;
                self.types.vector(size, scalar)
            }
            Generic::Matrix(columns, rows) => {
                count(1, 1)?;
                let scalar = self.scalar_argument(arguments[0], "the component type of a matrix")?;
                if !scalar.is_float() {
                    return invalid(self.span(arguments[0]), "a matrix has components of `f32` or `f16`");
                }
                self.types.get(Kind::Matrix(columns, rows, scalar))
            }
            Generic::Atomic => {
                count(1, 1)?;
                let scalar = self.scalar_argument(arguments[0], "the type of an atomic")?;
                if !matches!(scalar, Scalar::I32 | Scalar::U32) {
                    return invalid(
                        self.span(arguments[0]),
                        format!("an atomic is of `i32` or `u32`; WGSL has none of `{}`", scalar.name()),
                    );
                }
                self.types.get(Kind::Atomic(scalar))
            }
            Generic::Array => {
                count(1, 2)?;
                let element = self.type_argument(arguments[0])?;
                if !self.types.has_creation_footprint(element) {
                    let name = self.types.name(element);
                    return invalid(
                        self.span(arguments[0]),
                        format!("`{name}` cannot be the element of an array"),
                    );
                }
                let count = match arguments.get(1) {
                    None => Count::Runtime,
                    Some(&length) => self.array_length(length)?,
                };
                self.types.get(Kind::Array(element, count))
            }
            Generic::Pointer => {
                count(2, 3)?;
                self.pointer_type(arguments, span)?
            }
        }))
    }

    pub(super) fn array_length(&mut self, length: Expr) -> Result<Count> {
        let ty = self.value_ty(length)?;
        let span = self.span(length);
        let Some((1, scalar)) = self.types.components(ty) else {
            return invalid(span, "the length of an array must be an integer");
        };
        if !scalar.is_integer() {
            return invalid(
                span,
                format!("the length of an array must be an integer, not `{}`", scalar.name()),
            );
        }
        self.concretize(length)?;
        let info = self.info(length);
        match (&info.value, info.time) {
            (Some(value), _) if value.first().integer() < 1 => invalid(
                span,
                format!(
                    "the length of an array must be 1 or more, not {}",
                    value.first().integer()
                ),
            ),
            (Some(value), super::Time::Const) => Ok(Count::Fixed(value.first().integer() as u32)),
            (_, super::Time::Override) => {
                // The same override makes the same type.
                let bare = self.tree.bare(length);
                Ok(Count::Override(match self.info(bare).meaning {
                    Meaning::Variable(index) => self.override_length(index, bare),
                    _ => length,
                }))
            }
            _ => invalid(
                span,
                "the length of an array must be a const-expression or made from overrides",
            ),
        }
    }

    /// Returns the first expression that names an override as a length.
    fn override_length(&self, index: u32, or: Expr) -> Expr {
        let first = self
            .infos
            .iter()
            .position(|info| info.meaning == Meaning::Variable(index));
        first.map_or(or, |expression| Expr((expression as u32).min(or.0)))
    }

    fn pointer_type(&mut self, arguments: &[Expr], span: Span) -> Result<Ty> {
        let space = self.word(arguments[0]).and_then(space_of);
        let Some(space) = space else {
            return invalid(
                self.span(arguments[0]),
                "the first argument of `ptr` is an address space, as `function` or `workgroup`",
            );
        };
        let to = self.type_argument(arguments[1])?;
        if !self.types.is_storable(to) {
            return invalid(self.span(arguments[1]), "a pointer cannot lead to this type");
        }
        let mut access = default_access(space);
        if let Some(&argument) = arguments.get(2) {
            if space != Space::Storage {
                return invalid(
                    self.span(argument),
                    format!("a pointer to `{}` has no access mode", space.name()),
                );
            }
            access = match self.word(argument).and_then(access_of) {
                Some(Access::Write) | None => {
                    return invalid(
                        self.span(argument),
                        "the access mode of a pointer is `read` or `read_write`",
                    );
                }
                Some(access) => access,
            };
        }
        self.check_space_type(space, to, span)?;
        Ok(self.types.get(Kind::Pointer(space, to, access)))
    }

    /// Returns the word that an argument is, if the text declares no such name.
    pub(super) fn word(&self, argument: Expr) -> Option<&'s str> {
        match (self.tree.kind(argument), &self.info(argument).meaning) {
            (crate::syntax::ExprKind::Name(name), Meaning::Word) => Some(name.name.text),
            _ => None,
        }
    }

    pub(super) fn scalar_argument(&mut self, argument: Expr, noun: &str) -> Result<Scalar> {
        let ty = self.type_argument(argument)?;
        match self.types.kind(ty) {
            Kind::Scalar(scalar) => Ok(scalar),
            _ => invalid(
                self.span(argument),
                format!("{noun} must be a scalar, not `{}`", self.types.name(ty)),
            ),
        }
    }

    /// Returns the type that an expression names. Its parts are known.
    pub(super) fn type_argument(&mut self, argument: Expr) -> Result<Ty> {
        let span = self.span(argument);
        match &self.info(argument).meaning {
            Meaning::Type(ty) => Ok(*ty),
            Meaning::Generator => invalid(
                span,
                format!("`{}` needs template arguments, as in `vec3<f32>`", self.quote(span)),
            ),
            _ => invalid(span, format!("`{}` is not a type", self.quote(span))),
        }
    }

    /// Finds the type that an expression names.
    pub(super) fn ty(&mut self, expression: Expr) -> Result<Ty> {
        self.expression(expression)?;
        self.type_argument(expression)
    }
}
