//! The inputs and outputs of entry points, and their built-in values. Source: WGSL, "Shader Interface".

use super::Checker;
use crate::error::{Result, Span, invalid};
use crate::syntax::{self, Attribute};
use crate::types::{Kind, Scalar, Ty};
use std::collections::{HashMap, HashSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Vertex,
    Fragment,
    Compute,
}

impl Stage {
    pub(super) fn name(self) -> &'static str {
        match self {
            Stage::Vertex => "vertex",
            Stage::Fragment => "fragment",
            Stage::Compute => "compute",
        }
    }
}

/// The group of threads in which all have the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Uniform {
    Workgroup,
    Subgroup,
    No,
}

/// A built-in value that an entry point takes.
#[derive(Clone, Debug)]
pub struct Input {
    /// The member of the structure, if the parameter is one.
    pub member: Option<String>,
    pub builtin: String,
    pub(crate) uniform: Uniform,
}

/// Returns the group in which a built-in value is the same.
fn builtin_uniformity(name: &str, stage: Stage) -> Uniform {
    match (name, stage) {
        ("workgroup_id" | "num_workgroups" | "subgroup_size" | "num_subgroups", Stage::Compute) => Uniform::Workgroup,
        ("subgroup_id", Stage::Compute) | ("subgroup_size", _) => Uniform::Subgroup,
        _ => Uniform::No,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Input,
    Output,
}

/// Returns the type of a built-in value at a stage; `None` if it is not there, `Some(None)` for `clip_distances`, whose
/// length is free, and `void` if nothing has the name.
fn builtin_kind(name: &str, stage: Stage, direction: Direction) -> Option<Option<Kind>> {
    use Direction::{Input, Output};
    let vector = |size, scalar| Some(Some(Kind::Vector(size, scalar)));
    let scalar = |scalar| Some(Some(Kind::Scalar(scalar)));
    match (name, stage, direction) {
        ("vertex_index" | "instance_index", Stage::Vertex, Input) => scalar(Scalar::U32),
        ("position", Stage::Vertex, Output) | ("position", Stage::Fragment, Input) => vector(4, Scalar::F32),
        ("front_facing", Stage::Fragment, Input) => scalar(Scalar::Bool),
        ("frag_depth", Stage::Fragment, Output) => scalar(Scalar::F32),
        ("sample_index" | "primitive_index", Stage::Fragment, Input) => scalar(Scalar::U32),
        ("sample_mask", Stage::Fragment, _) => scalar(Scalar::U32),
        ("local_invocation_id" | "global_invocation_id" | "workgroup_id" | "num_workgroups", Stage::Compute, Input) => {
            vector(3, Scalar::U32)
        }
        (
            "local_invocation_index" | "global_invocation_index" | "workgroup_index" | "subgroup_id" | "num_subgroups",
            Stage::Compute,
            Input,
        ) => scalar(Scalar::U32),
        ("subgroup_invocation_id" | "subgroup_size", Stage::Compute | Stage::Fragment, Input) => scalar(Scalar::U32),
        ("clip_distances", Stage::Vertex, Output) => Some(None),
        (
            "vertex_index"
            | "instance_index"
            | "position"
            | "front_facing"
            | "frag_depth"
            | "sample_index"
            | "primitive_index"
            | "sample_mask"
            | "local_invocation_id"
            | "global_invocation_id"
            | "workgroup_id"
            | "num_workgroups"
            | "local_invocation_index"
            | "subgroup_id"
            | "num_subgroups"
            | "subgroup_invocation_id"
            | "subgroup_size"
            | "clip_distances"
            | "global_invocation_index"
            | "workgroup_index",
            _,
            _,
        ) => None,
        _ => Some(Some(Kind::Void)),
    }
}

/// What inputs or outputs have used so far.
#[derive(Default)]
pub(super) struct Used {
    pub builtins: HashSet<String>,
    pub locations: HashMap<(u32, u32), Span>,
    pub blend: Vec<(Ty, Span)>,
}

impl<'s> Checker<'s, '_> {
    pub(super) fn inputs(&self, attributes: &[Attribute<'s>], ty: Ty, stage: Stage) -> Vec<Input> {
        let input = |attributes: &[Attribute<'s>], member: Option<String>| {
            let builtin = attributes.iter().find(|attribute| attribute.name.text == "builtin");
            let builtin = builtin
                .and_then(|attribute| self.builtin_name(attribute))
                .unwrap_or("location");
            Input {
                member,
                builtin: builtin.to_owned(),
                uniform: builtin_uniformity(builtin, stage),
            }
        };
        match (self.types.kind(ty), self.types.structure(ty)) {
            (Kind::Struct(index), Some(structure)) => {
                let all = self.struct_trees.get(&index).map(Vec::as_slice).unwrap_or_default();
                let members = structure.members.iter().zip(all);
                members
                    .map(|(member, attributes)| input(attributes, Some(member.name.clone())))
                    .collect()
            }
            _ => vec![input(attributes, None)],
        }
    }

    /// Checks one input or output, or a structure of them.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn interface(
        &mut self,
        attributes: &[Attribute<'s>],
        ty: Ty,
        span: Span,
        name: &str,
        stage: Stage,
        direction: Direction,
        used: &mut Used,
    ) -> Result<()> {
        if let Kind::Struct(index) = self.types.kind(ty) {
            if let Some(attribute) = attributes.first() {
                return invalid(
                    attribute.span,
                    "a structure of inputs or outputs has its attributes at its members",
                );
            }
            let members = self.types.structs[index as usize].members.clone();
            let all = self.struct_trees.get(&index).cloned().unwrap_or_default();
            for (member, attributes) in members.iter().zip(&all) {
                if matches!(self.types.kind(member.ty), Kind::Struct(_)) {
                    return invalid(
                        span,
                        format!(
                            "the member `{}` is a structure; inputs and outputs do not nest",
                            member.name
                        ),
                    );
                }
                self.interface(
                    attributes,
                    member.ty,
                    span,
                    &member.name.clone(),
                    stage,
                    direction,
                    used,
                )?;
            }
            return Ok(());
        }
        let find = |wanted: &str| attributes.iter().find(|attribute| attribute.name.text == wanted);
        let (builtin, location) = (find("builtin"), find("location"));
        let interpolate = find("interpolate");
        if let Some(attribute) = find("invariant") {
            let is_position = builtin.is_some_and(|builtin| self.builtin_name(builtin) == Some("position"));
            if !is_position {
                return invalid(attribute.span, "`@invariant` is for `@builtin(position)`");
            }
        }
        match (builtin, location) {
            (Some(_), Some(location)) => {
                invalid(location.span, format!("`{name}` has both `@builtin` and `@location`"))
            }
            (None, None) => invalid(span, format!("`{name}` needs `@builtin(…)` or `@location(…)`")),
            (Some(builtin), None) => {
                if let Some(attribute) = interpolate {
                    return invalid(attribute.span, "`@interpolate` is for `@location`");
                }
                self.builtin_value(builtin, ty, stage, direction, used)
            }
            (None, Some(location)) => self.location(location, attributes, ty, name, stage, direction, used),
        }
    }

    fn builtin_name(&self, attribute: &Attribute<'s>) -> Option<&'s str> {
        let argument = attribute.arguments.as_ref()?.first()?;
        match self.tree.kind(*argument) {
            syntax::ExprKind::Name(name) if name.arguments.is_none() => Some(name.name.text),
            _ => None,
        }
    }

    fn builtin_value(
        &mut self,
        attribute: &Attribute<'s>,
        ty: Ty,
        stage: Stage,
        direction: Direction,
        used: &mut Used,
    ) -> Result<()> {
        let Some(name) = self.builtin_name(attribute) else {
            return invalid(attribute.span, "`@builtin` takes the name of a built-in value");
        };
        match builtin_kind(name, stage, direction) {
            Some(Some(Kind::Void)) => {
                return invalid(attribute.span, format!("`{name}` is no built-in value"));
            }
            None => {
                let place = if direction == Direction::Input {
                    "an input"
                } else {
                    "an output"
                };
                return invalid(
                    attribute.span,
                    format!("`{name}` is not {place} of the {} stage", stage.name()),
                );
            }
            Some(None) => {
                if !self.enabled.contains("clip_distances") {
                    return invalid(attribute.span, "`clip_distances` needs `enable clip_distances;`");
                }
            }
            Some(Some(kind)) => {
                let wanted = self.types.get(kind);
                if wanted != ty {
                    let (wanted, given) = (self.types.name(wanted), self.types.name(ty));
                    return invalid(attribute.span, format!("`{name}` is `{wanted}`, not `{given}`"));
                }
            }
        }
        if matches!(
            name,
            "subgroup_invocation_id" | "subgroup_size" | "subgroup_id" | "num_subgroups"
        ) && !self.enabled.contains("subgroups")
        {
            return invalid(
                attribute.span,
                format!("`{name}` needs `enable subgroups;` at the start of the text"),
            );
        }
        if name == "primitive_index" && !self.enabled.contains("primitive_index") {
            return invalid(attribute.span, "`primitive_index` needs `enable primitive_index;`");
        }
        if !used.builtins.insert(name.to_owned()) {
            return invalid(attribute.span, format!("`{name}` is taken twice"));
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn location(
        &mut self,
        attribute: &Attribute<'s>,
        attributes: &[Attribute<'s>],
        ty: Ty,
        name: &str,
        stage: Stage,
        direction: Direction,
        used: &mut Used,
    ) -> Result<()> {
        if stage == Stage::Compute {
            return invalid(attribute.span, "the compute stage has no `@location`; use buffers");
        }
        let number = self.attribute_number(attribute, 0)?;
        let scalar = match self.types.components(ty) {
            Some((_, scalar)) if scalar != Scalar::Bool => scalar,
            _ => {
                return invalid(
                    attribute.span,
                    format!("`{name}` of type `{}` has no location", self.types.name(ty)),
                );
            }
        };
        let interpolate = attributes.iter().find(|attribute| attribute.name.text == "interpolate");
        let between = (stage, direction) == (Stage::Vertex, Direction::Output)
            || (stage, direction) == (Stage::Fragment, Direction::Input);
        if let Some(interpolate) = interpolate {
            self.check_interpolation(interpolate, scalar)?;
        } else if between && scalar.is_integer() {
            return invalid(
                attribute.span,
                format!("`{name}` is an integer, so it needs `@interpolate(flat)`"),
            );
        }
        let mut source = 0;
        if let Some(blend) = attributes.iter().find(|attribute| attribute.name.text == "blend_src") {
            if !self.enabled.contains("dual_source_blending") {
                return invalid(blend.span, "`@blend_src` needs `enable dual_source_blending;`");
            }
            if (stage, direction) != (Stage::Fragment, Direction::Output) {
                return invalid(blend.span, "`@blend_src` is for outputs of the fragment stage");
            }
            source = self.attribute_number(blend, 0)?;
            if source > 1 || number != 0 {
                return invalid(blend.span, "`@blend_src` is 0 or 1, at location 0");
            }
            used.blend.push((ty, blend.span));
        }
        if used.locations.insert((number, source), attribute.span).is_some() {
            return invalid(attribute.span, format!("the location {number} is taken twice"));
        }
        Ok(())
    }

    fn check_interpolation(&mut self, attribute: &Attribute<'s>, scalar: Scalar) -> Result<()> {
        let arguments = attribute.arguments.clone().unwrap_or_default();
        let mut words = Vec::new();
        for argument in arguments {
            match self.tree.kind(argument) {
                syntax::ExprKind::Name(name) => words.push(name.name.text),
                _ => return invalid(attribute.span, "`@interpolate` takes words"),
            }
        }
        let is_right = match words.as_slice() {
            ["flat"] | ["flat", "first" | "either"] => true,
            ["perspective" | "linear"] | ["perspective" | "linear", "center" | "centroid" | "sample"] => {
                if scalar.is_integer() {
                    return invalid(attribute.span, "integers need `@interpolate(flat)`");
                }
                true
            }
            _ => false,
        };
        if is_right {
            Ok(())
        } else {
            invalid(
                attribute.span,
                format!("`@interpolate({})` has no meaning", words.join(", ")),
            )
        }
    }
}
