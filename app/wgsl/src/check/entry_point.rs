//! Entry points: their workgroup sizes, and what they reach. Source: WGSL, "Entry Points".

use super::function::reached;
use super::interface::{Direction, Input, Stage, Used};
use super::{Checker, Time};
use crate::builtin::Builtin;
use crate::error::{Result, Span, invalid};
use crate::syntax::{self, Attribute, Expr};
use crate::types::{Kind, Space, Ty};
use std::collections::HashMap;

/// An entry point of a text.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    pub function: u32,
    pub stage: Stage,
    /// The expressions of `@workgroup_size`.
    pub size: Vec<Expr>,
    /// The place of the arguments of `@workgroup_size`.
    pub size_span: Span,
    /// The sizes, where they are known when the text is compiled.
    pub known_size: Option<[u32; 3]>,
    /// The built-in values of each parameter, or of each member of a parameter.
    pub inputs: Vec<Vec<Input>>,
}

impl<'s> Checker<'s, '_> {
    /// Checks the head of an entry point.
    pub(super) fn entry_point(&mut self, index: u32, function: &syntax::Function<'s>, stage: Stage) -> Result<()> {
        let (size, size_span) = self.size_arguments(function, stage)?;
        let known_size = match stage {
            Stage::Compute => self.workgroup_size(&size)?,
            _ => None,
        };
        self.check_subgroup_size(function, stage)?;
        let mut used = Used::default();
        for (position, parameter) in function.parameters.iter().enumerate() {
            let variable = self.functions[index as usize].parameters[position];
            let ty = self.variables[variable as usize].ty;
            if matches!(
                self.types.kind(ty),
                Kind::Pointer(..) | Kind::Texture(_) | Kind::Sampler | Kind::SamplerComparison
            ) {
                return invalid(
                    parameter.name.span,
                    format!(
                        "`{}` cannot be a parameter of an entry point: it is no number",
                        parameter.name.text
                    ),
                );
            }
            self.interface(
                &parameter.attributes,
                ty,
                parameter.name.span,
                parameter.name.text,
                stage,
                Direction::Input,
                &mut used,
            )?;
        }
        self.check_result(function, self.functions[index as usize].result, stage)?;
        let mut inputs = Vec::new();
        for (position, parameter) in function.parameters.iter().enumerate() {
            let variable = self.functions[index as usize].parameters[position];
            let ty = self.variables[variable as usize].ty;
            inputs.push(self.inputs(&parameter.attributes, ty, stage));
        }
        self.entry_points.push(EntryPoint {
            function: index,
            stage,
            size,
            size_span,
            known_size,
            inputs,
        });
        Ok(())
    }

    /// Returns the expressions of `@workgroup_size`, and their place.
    fn size_arguments(&self, function: &syntax::Function<'s>, stage: Stage) -> Result<(Vec<Expr>, Span)> {
        let name = function.name;
        match (stage, attribute(function, "workgroup_size")) {
            (Stage::Compute, None) => invalid(
                name.span,
                format!("the compute entry point `{}` needs `@workgroup_size`", name.text),
            ),
            (Stage::Compute, Some(attribute)) => {
                let size = attribute.arguments.clone().unwrap_or_default();
                let span = match (size.first(), size.last()) {
                    (Some(&first), Some(&last)) => self.span(first).to(self.span(last)),
                    _ => attribute.span,
                };
                Ok((size, span))
            }
            (_, Some(attribute)) => invalid(attribute.span, "`@workgroup_size` is for compute entry points"),
            _ => Ok((Vec::new(), Span::default())),
        }
    }

    fn check_subgroup_size(&mut self, function: &syntax::Function<'s>, stage: Stage) -> Result<()> {
        let Some(attribute) = attribute(function, "subgroup_size") else {
            return Ok(());
        };
        if stage != Stage::Compute || !self.enabled.contains("subgroup_size_control") {
            return invalid(
                attribute.span,
                "`@subgroup_size` needs a compute entry point and `enable subgroup_size_control;`",
            );
        }
        let argument = attribute.arguments.as_ref().map_or(Expr(0), |arguments| arguments[0]);
        self.expression(argument)?;
        self.concretize(argument)?;
        Ok(())
    }

    fn check_result(&mut self, function: &syntax::Function<'s>, result: Option<Ty>, stage: Stage) -> Result<()> {
        let name = function.name;
        if let Some(ty) = result {
            if stage == Stage::Compute {
                let span = function.result.map_or(name.span, |result| self.span(result));
                return invalid(span, "a compute entry point returns nothing; store results in a buffer");
            }
            let mut used = Used::default();
            self.interface(
                &function.result_attributes,
                ty,
                name.span,
                "the result",
                stage,
                Direction::Output,
                &mut used,
            )?;
            if stage == Stage::Vertex && !used.builtins.contains("position") {
                return invalid(name.span, "a vertex entry point must return `@builtin(position)`");
            }
            if let [(first, _), rest @ ..] = used.blend.as_slice() {
                match rest {
                    [(second, _)] if first == second && used.locations.keys().all(|(location, _)| *location == 0) => {}
                    _ => {
                        return invalid(name.span, "`@blend_src` needs two outputs of one type at location 0");
                    }
                }
            }
        } else if stage == Stage::Vertex {
            return invalid(name.span, "a vertex entry point must return `@builtin(position)`");
        }
        Ok(())
    }

    fn workgroup_size(&mut self, exprs: &[Expr]) -> Result<Option<[u32; 3]>> {
        let mut scalars = Vec::new();
        for &argument in exprs {
            self.expression(argument)?;
            let ty = self.value_ty(argument)?;
            match self.types.components(ty) {
                Some((1, scalar)) if scalar.is_integer() => scalars.push(scalar),
                _ => {
                    let name = self.types.name(ty);
                    return invalid(
                        self.span(argument),
                        format!("`@workgroup_size` takes integers, not `{name}`"),
                    );
                }
            }
            if self.read_time(argument) == Time::Runtime {
                return invalid(self.span(argument), "`@workgroup_size` must be known before the run");
            }
        }
        let Some(scalar) = self.common(scalars) else {
            return invalid(self.span(exprs[0]), "the sizes must be all `i32` or all `u32`");
        };
        let ty = self.types.scalar(scalar.concrete());
        let mut sizes = [1_u32; 3];
        let mut is_known = true;
        for (axis, &argument) in exprs.iter().enumerate() {
            self.set_target(argument, ty)?;
            match &self.info(argument).value {
                Some(value) => {
                    let size = value.first().integer();
                    if size < 1 {
                        return invalid(
                            self.span(argument),
                            format!("a workgroup size must be 1 or more, not {size}"),
                        );
                    }
                    if self.info(argument).time == Time::Const {
                        sizes[axis] = u32::try_from(size).unwrap_or(u32::MAX);
                    } else {
                        is_known = false;
                    }
                }
                None => is_known = false,
            }
        }
        Ok(is_known.then_some(sizes))
    }

    /// Checks what an entry point uses by way of all functions that it calls.
    pub(super) fn check_entry_points(&mut self) -> Result<()> {
        for entry in self.entry_points.clone() {
            let reached = reached(&self.functions, entry.function);
            let mut slots: HashMap<(u32, u32), u32> = HashMap::new();
            let mut immediate: Option<u32> = None;
            for &function in &reached {
                let function = &self.functions[function as usize];
                for &(builtin, span) in &function.builtins {
                    let name = builtin.name();
                    let is_compute_only = matches!(
                        builtin,
                        Builtin::WorkgroupBarrier
                            | Builtin::StorageBarrier
                            | Builtin::TextureBarrier
                            | Builtin::WorkgroupUniformLoad
                    );
                    let wrong_stage = is_compute_only && entry.stage != Stage::Compute
                        || builtin.is_derivative() && entry.stage != Stage::Fragment
                        || builtin.is_of_subgroups() && entry.stage == Stage::Vertex;
                    if wrong_stage {
                        return invalid(
                            span,
                            format!("`{name}` does not exist in the {} stage", entry.stage.name()),
                        );
                    }
                }
                if let (Some(span), true) = (function.discard, entry.stage != Stage::Fragment) {
                    return invalid(
                        span,
                        format!("`discard` does not exist in the {} stage", entry.stage.name()),
                    );
                }
                for &global in &function.globals {
                    let variable = &self.variables[global as usize];
                    let (name, span) = (variable.name, variable.span);
                    if variable.space == Space::Workgroup && entry.stage != Stage::Compute {
                        return invalid(
                            span,
                            format!(
                                "`{name}` lies in `workgroup`, which the {} stage does not have",
                                entry.stage.name()
                            ),
                        );
                    }
                    if let Some(slot) = variable.slot
                        && let Some(other) = slots.insert(slot, global)
                        && other != global
                    {
                        let other = self.variables[other as usize].name;
                        return invalid(
                            span,
                            format!(
                                "`{name}` and `{other}` both have group {} and binding {}",
                                slot.0, slot.1
                            ),
                        );
                    }
                    if variable.space == Space::Immediate
                        && immediate.replace(global).is_some_and(|other| other != global)
                    {
                        return invalid(span, "an entry point uses one `immediate` variable at most");
                    }
                    let writable = variable.space == Space::Storage && variable.access.writes();
                    if writable && entry.stage == Stage::Vertex {
                        return invalid(
                            span,
                            format!("`{name}` can be written, which the vertex stage does not allow"),
                        );
                    }
                }
            }
        }
        Ok(())
    }
}

fn attribute<'f, 's>(function: &'f syntax::Function<'s>, name: &str) -> Option<&'f Attribute<'s>> {
    let mut attributes = function.attributes.iter();
    attributes.find(|attribute| attribute.name.text == name)
}
