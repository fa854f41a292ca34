//! Declarations of values: constants, overrides and variables.

use super::predeclared::{access_of, default_access, space_of};
use super::{Checker, Entity, Time, Variable};
use crate::error::{Result, Span, invalid};
use crate::syntax::{self, Attribute, Binding};
use crate::types::{Access, Count, Kind, Scalar, Space, Ty};
use crate::value::{Num, Value};

impl<'s> Checker<'s, '_> {
    pub(super) fn add_variable(&mut self, variable: Variable<'s>) -> u32 {
        self.declared.insert(variable.span.start, self.variables.len() as u32);
        self.variables.push(variable);
        self.variables.len() as u32 - 1
    }

    /// Checks a declaration at module scope.
    pub(super) fn global(&mut self, declaration: &syntax::Variable<'s>) -> Result<Entity> {
        let name = declaration.name;
        match declaration.binding {
            Binding::Const => {
                self.allow(&declaration.attributes, &[], "a constant")?;
                self.constant_declaration(declaration, true)
            }
            Binding::Override => self.override_declaration(declaration),
            Binding::Let => invalid(name.span, "`let` stands in functions only"),
            Binding::Var => self.global_variable(declaration),
        }
    }

    /// Checks `const name = value`.
    pub(super) fn constant_declaration(
        &mut self,
        declaration: &syntax::Variable<'s>,
        is_global: bool,
    ) -> Result<Entity> {
        let name = declaration.name;
        let (ty, initial) = self.initial(declaration)?;
        let Some(initial) = initial else {
            return invalid(name.span, format!("`{}` needs a value", name.text));
        };
        if !self.types.is_constructible(ty) {
            return invalid(
                name.span,
                format!("a constant cannot be of type `{}`", self.types.name(ty)),
            );
        }
        if self.read_time(initial) != Time::Const {
            return invalid(
                self.span(initial),
                format!(
                    "`{}` is a `const`, so its value must be known when the text is compiled; use `let`",
                    name.text
                ),
            );
        }
        let value = self.converted(initial);
        Ok(Entity::Variable(self.add_variable(Variable {
            name: name.text,
            span: name.span,
            binding: Binding::Const,
            is_global,
            is_parameter: false,
            space: Space::Function,
            access: Access::Read,
            ty,
            time: Time::Const,
            value,
            initial: Some(initial),
            slot: None,
            id: None,
            is_known: true,
        })))
    }

    /// Checks the type and the first value of a declaration. Returns the type, which may be abstract.
    pub(super) fn initial(&mut self, declaration: &syntax::Variable<'s>) -> Result<(Ty, Option<syntax::Expr>)> {
        let ty = match declaration.ty {
            Some(ty) => Some(self.ty(ty)?),
            None => None,
        };
        let name = declaration.name;
        if let Some(initial) = declaration.initial {
            self.expression(initial)?;
            let given = self.value_ty(initial)?;
            return Ok(match ty {
                Some(ty) => {
                    self.convert(initial, ty, &format!("the value of `{}`", name.text))?;
                    (ty, Some(initial))
                }
                None => (given, Some(initial)),
            });
        }
        match ty {
            Some(ty) => Ok((ty, None)),
            None => invalid(name.span, format!("`{}` needs a type or a value", name.text)),
        }
    }

    fn override_declaration(&mut self, declaration: &syntax::Variable<'s>) -> Result<Entity> {
        self.allow(&declaration.attributes, &["id"], "an override")?;
        let name = declaration.name;
        for attribute in &declaration.attributes {
            let number = self.attribute_number(attribute, 0)?;
            if number > 65535 {
                return invalid(attribute.span, "the number of an override is at most 65535");
            }
        }
        let (ty, initial) = self.initial(declaration)?;
        let ty = match initial {
            Some(initial) if declaration.ty.is_none() => self.concretize(initial)?,
            _ => ty,
        };
        let Kind::Scalar(scalar) = self.types.kind(ty) else {
            return invalid(
                name.span,
                format!("an override is a scalar, not `{}`", self.types.name(ty)),
            );
        };
        if let Some(initial) = initial
            && self.read_time(initial) == Time::Runtime
        {
            return invalid(
                self.span(initial),
                "the value of an override cannot depend on the kernel's run",
            );
        }
        let number = match declaration.attributes.first() {
            Some(attribute) => Some(self.attribute_number(attribute, 0)?),
            None => None,
        };
        let given = self.overrides.as_ref().and_then(|overrides| {
            let by_number = number.and_then(|number| overrides.get(&number.to_string()));
            by_number.or_else(|| overrides.get(name.text)).copied()
        });
        let value = match given {
            Some(given) => Some(Value::new(ty, vec![self.override_number(given, scalar, name.span)?])),
            None if self.overrides.is_some() => initial.and_then(|initial| self.converted(initial)),
            None => None,
        };
        Ok(Entity::Variable(self.add_variable(Variable {
            name: name.text,
            span: name.span,
            binding: Binding::Override,
            is_global: true,
            is_parameter: false,
            space: Space::Function,
            access: Access::Read,
            ty,
            time: Time::Override,
            value,
            initial,
            slot: None,
            id: number.map(|number| number as u16),
            is_known: false,
        })))
    }

    fn override_number(&self, number: f64, scalar: Scalar, span: Span) -> Result<Num> {
        let result = match scalar {
            Scalar::Bool => Ok(Num::Bool(number != 0.0)),
            Scalar::I32 | Scalar::U32 => Num::of_integer(number as i128, scalar),
            _ => Num::of_float(number, scalar),
        };
        result.or_else(|problem| invalid(span, problem))
    }

    /// Reads the `<…>` of a `var`. Returns the address space and the access mode, if they are given.
    fn space(&mut self, declaration: &syntax::Variable<'s>) -> Result<(Option<Space>, Option<Access>)> {
        let Some(template) = &declaration.template else {
            return Ok((None, None));
        };
        for &argument in template {
            // The words are known by their place; other names are resolved to say what they are.
            self.expression(argument)?;
        }
        if template.len() > 2 {
            return invalid(
                self.span(template[2]),
                "`var<…>` takes an address space and an access mode",
            );
        }
        let space = self.word(template[0]).and_then(space_of);
        let Some(space) = space else {
            let span = self.span(template[0]);
            return invalid(
                span,
                format!(
                    "`{}` is not an address space; there are `private`, `workgroup`, `uniform`, `storage` and `function`",
                    self.quote(span)
                ),
            );
        };
        let mut access = None;
        if let Some(&argument) = template.get(1) {
            let span = self.span(argument);
            access = self.word(argument).and_then(access_of);
            if access.is_none() {
                return invalid(
                    span,
                    format!(
                        "`{}` is not an access mode; there are `read` and `read_write`",
                        self.quote(span)
                    ),
                );
            }
            if space != Space::Storage {
                return invalid(
                    span,
                    format!("memory of `{}` takes no access mode; only `storage` does", space.name()),
                );
            }
            if access == Some(Access::Write) {
                return invalid(
                    span,
                    "storage buffers are `read` or `read_write`; `write` is for textures",
                );
            }
        }
        Ok((Some(space), access))
    }

    fn global_variable(&mut self, declaration: &syntax::Variable<'s>) -> Result<Entity> {
        let name = declaration.name;
        self.allow(&declaration.attributes, &["group", "binding"], "a variable")?;
        let (space, access) = self.space(declaration)?;
        let (ty, initial) = self.initial(declaration)?;
        let is_handle = matches!(
            self.types.kind(ty),
            Kind::Texture(_) | Kind::Sampler | Kind::SamplerComparison
        );
        let space = match space {
            None if is_handle => Space::Handle,
            None => {
                return invalid(
                    name.span,
                    format!(
                        "`{}` needs an address space, as in `var<workgroup> {}`",
                        name.text, name.text
                    ),
                );
            }
            Some(space) if is_handle => {
                return invalid(
                    name.span,
                    format!(
                        "textures and samplers do not lie in `{}`; write `var {}`",
                        space.name(),
                        name.text
                    ),
                );
            }
            Some(Space::Function) => {
                return invalid(
                    name.span,
                    "variables of `function` stand in functions; use `private` or `workgroup` here",
                );
            }
            Some(space) => space,
        };
        let ty = match initial {
            Some(initial) => {
                if space != Space::Private {
                    return invalid(
                        self.span(initial),
                        format!("a variable of `{}` takes no first value", space.name()),
                    );
                }
                if self.read_time(initial) == Time::Runtime {
                    return invalid(
                        self.span(initial),
                        "the first value of a variable here must be known before the run",
                    );
                }
                if declaration.ty.is_none() {
                    self.concretize(initial)?
                } else {
                    ty
                }
            }
            None => ty,
        };
        if !self.types.is_storable(ty) {
            return invalid(name.span, format!("a variable cannot hold `{}`", self.types.name(ty)));
        }
        self.check_space_type(space, ty, name.span)?;
        self.check_layout(space, ty, name.span)?;
        let slot = self.slot(&declaration.attributes, space, name)?;
        let access = access.unwrap_or(default_access(space));
        if access == Access::Read
            && space == Space::Storage
            && self.types.contains(ty, &|kind| matches!(kind, Kind::Atomic(_)))
        {
            return invalid(
                name.span,
                format!("`{}` holds atomics, so it must be `read_write`", name.text),
            );
        }
        Ok(Entity::Variable(self.add_variable(Variable {
            name: name.text,
            span: name.span,
            binding: Binding::Var,
            is_global: true,
            is_parameter: false,
            space,
            access,
            ty,
            time: Time::Runtime,
            value: None,
            initial,
            slot,
            id: None,
            is_known: false,
        })))
    }

    fn slot(
        &mut self,
        attributes: &[Attribute<'s>],
        space: Space,
        name: syntax::Name<'s>,
    ) -> Result<Option<(u32, u32)>> {
        let is_resource = matches!(space, Space::Storage | Space::Uniform | Space::Handle);
        let mut numbers = [None, None];
        for attribute in attributes {
            if !is_resource {
                return invalid(
                    attribute.span,
                    format!("`@{}` is for resources; `{}` is none", attribute.name.text, name.text),
                );
            }
            let number = self.attribute_number(attribute, 0)?;
            numbers[usize::from(attribute.name.text == "binding")] = Some(number);
        }
        match (numbers, is_resource) {
            ([Some(group), Some(binding)], _) => Ok(Some((group, binding))),
            (_, false) => Ok(None),
            _ => invalid(
                name.span,
                format!("`{}` is a resource, so it needs `@group` and `@binding`", name.text),
            ),
        }
    }

    /// Checks that a type can be in an address space.
    pub(super) fn check_space_type(&mut self, space: Space, ty: Ty, span: Span) -> Result<()> {
        let name = self.types.name(ty);
        let wrong = |why: &str| invalid(span, format!("`{name}` cannot lie in `{}`: {why}", space.name()));
        let has_atomic = self.types.contains(ty, &|kind| matches!(kind, Kind::Atomic(_)));
        let has_runtime = self
            .types
            .contains(ty, &|kind| matches!(kind, Kind::Array(_, Count::Runtime)));
        match space {
            Space::Function | Space::Private => {
                if has_atomic {
                    return wrong("atomics are for `workgroup` and `storage`");
                }
                if self.types.is_constructible(ty) {
                    Ok(())
                } else {
                    wrong("its size must be known when the text is compiled")
                }
            }
            Space::Workgroup => {
                if self.types.has_fixed_footprint(ty) {
                    Ok(())
                } else {
                    wrong("its size must be known before the run")
                }
            }
            Space::Storage => {
                if self.types.is_host_shareable(ty) {
                    Ok(())
                } else {
                    wrong("buffers hold no `bool`")
                }
            }
            Space::Uniform | Space::Immediate => {
                if has_atomic {
                    return wrong("atomics are for `workgroup` and `storage`");
                }
                if has_runtime {
                    return wrong("its array has no length");
                }
                if !self.types.is_host_shareable(ty) || !self.types.is_constructible(ty) {
                    return wrong("buffers hold no `bool`");
                }
                if space == Space::Immediate && self.types.contains(ty, &|kind| matches!(kind, Kind::Array(..))) {
                    return wrong("immediate data holds no arrays");
                }
                Ok(())
            }
            Space::Handle => Ok(()),
        }
    }
}
