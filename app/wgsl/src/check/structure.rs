//! Structures, and the rules of memory layout.

use super::Checker;
use crate::error::{Result, Span, invalid};
use crate::syntax;
use crate::types::{Count, Kind, Member, Space, Struct, Ty, round_up};
use std::collections::HashSet;

/// Limit of nested composite types.
const MAX_NESTING: u32 = 255;

/// Limit of the parts of a structure. Structures that contain the one before twice double them with each line.
const MAX_PARTS: u32 = 1 << 16;
/// Limit of the members of a structure.
const MAX_MEMBERS: usize = 16383;

impl<'s> Checker<'s, '_> {
    pub(super) fn structure(&mut self, structure: &syntax::Struct<'s>) -> Result<Ty> {
        let name = structure.name;
        if structure.members.is_empty() {
            return invalid(name.span, format!("the structure `{}` needs a member", name.text));
        }
        if structure.members.len() > MAX_MEMBERS {
            return invalid(name.span, format!("a structure has at most {MAX_MEMBERS} members"));
        }
        let mut members: Vec<Member> = Vec::new();
        let mut names = HashSet::new();
        let (mut offset, mut alignment) = (0_u64, 1_u32);
        for (position, member) in structure.members.iter().enumerate() {
            if !names.insert(member.name.text) {
                return invalid(
                    member.name.span,
                    format!("the member `{}` is declared twice", member.name.text),
                );
            }
            self.allow(
                &member.attributes,
                &[
                    "align",
                    "size",
                    "location",
                    "builtin",
                    "interpolate",
                    "invariant",
                    "blend_src",
                ],
                "a member",
            )?;
            let ty = self.ty(member.ty)?;
            self.check_member_type(member, ty, position + 1 == structure.members.len())?;
            let (align, size, has_layout) = self.member_layout(member, ty)?;
            offset = offset.div_ceil(u64::from(align)) * u64::from(align);
            alignment = alignment.max(align);
            if offset + size > u64::from(u32::MAX) {
                return invalid(member.name.span, "the structure is larger than 4 GiB");
            }
            members.push(Member {
                name: member.name.text.to_owned(),
                ty,
                offset: offset as u32,
                align,
                size: size as u32,
                has_layout,
            });
            offset += size;
        }
        let size = round_up(u32::try_from(offset).unwrap_or(u32::MAX - alignment), alignment);
        let parts = members.iter().map(|member| self.types.parts(member.ty));
        let parts = parts.fold(0, u32::saturating_add);
        if parts > MAX_PARTS {
            return invalid(
                name.span,
                format!("the structure has more than {MAX_PARTS} members, with those of its structures"),
            );
        }
        self.types.structs.push(Struct {
            name: name.text.to_owned(),
            members,
            align: alignment,
            size,
            parts,
        });
        let index = self.types.structs.len() as u32 - 1;
        let ty = self.types.get(Kind::Struct(index));
        if self.types.depth(ty) > MAX_NESTING {
            return invalid(name.span, format!("types nest deeper than {MAX_NESTING}"));
        }
        self.struct_trees.insert(
            index,
            structure
                .members
                .iter()
                .map(|member| member.attributes.clone())
                .collect(),
        );
        Ok(ty)
    }

    fn check_member_type(&self, member: &syntax::Parameter<'s>, ty: Ty, is_last: bool) -> Result<()> {
        let is_runtime_array = matches!(self.types.kind(ty), Kind::Array(_, Count::Runtime));
        if self.types.has_creation_footprint(ty) || is_runtime_array && is_last {
            return Ok(());
        }
        let why = if is_runtime_array {
            "an array without a length must be the last member".to_owned()
        } else {
            format!("`{}` cannot be a member", self.types.name(ty))
        };
        invalid(self.span(member.ty), why)
    }

    /// Returns the alignment and the size of a member in bytes, and true if attributes give them.
    fn member_layout(&mut self, member: &syntax::Parameter<'s>, ty: Ty) -> Result<(u32, u64, bool)> {
        let (mut align, mut size) = self.types.layout(ty);
        let natural = align;
        let mut has_layout = false;
        for attribute in &member.attributes {
            match attribute.name.text {
                "align" => {
                    let number = self.attribute_number(attribute, 0)?;
                    if number == 0 || !number.is_power_of_two() {
                        return invalid(attribute.span, "`@align` must be a power of two");
                    }
                    if number % natural != 0 {
                        return invalid(
                            attribute.span,
                            format!(
                                "`@align({number})` must be a multiple of {natural}, the alignment of `{}`",
                                self.types.name(ty)
                            ),
                        );
                    }
                    align = number;
                    has_layout = true;
                }
                "size" => {
                    let number = self.attribute_number(attribute, 0)?;
                    if matches!(self.types.kind(ty), Kind::Array(_, Count::Runtime)) {
                        return invalid(attribute.span, "`@size` cannot stand at an array without a length");
                    }
                    if u64::from(number) < size {
                        return invalid(
                            attribute.span,
                            format!(
                                "`@size({number})` is less than the {size} bytes of `{}`",
                                self.types.name(ty)
                            ),
                        );
                    }
                    size = u64::from(number);
                    has_layout = true;
                }
                // Computed here too, because a number may be made with the structure itself.
                "location" | "blend_src" => {
                    self.attribute_number(attribute, 0)?;
                }
                _ => {}
            }
        }
        Ok((align, size, has_layout))
    }

    /// Checks what an address space asks of the layout of a type.
    pub(super) fn check_layout(&mut self, space: Space, ty: Ty, span: Span) -> Result<()> {
        if !matches!(space, Space::Uniform) || self.enabled.contains("uniform_buffer_standard_layout") {
            return Ok(());
        }
        self.uniform_layout(ty, span)
    }

    fn uniform_layout(&mut self, ty: Ty, span: Span) -> Result<()> {
        match self.types.kind(ty) {
            Kind::Array(element, _) => {
                let stride = self.types.stride(element);
                if !stride.is_multiple_of(16) {
                    return invalid(
                        span,
                        format!(
                            "`{}` lies {stride} bytes apart; in `uniform` elements must lie a multiple of 16 bytes apart: use `vec4` elements, or `requires uniform_buffer_standard_layout;`",
                            self.types.name(element)
                        ),
                    );
                }
                self.uniform_layout(element, span)
            }
            Kind::Struct(_) => {
                let members = self
                    .types
                    .structure(ty)
                    .map(|structure| structure.members.clone())
                    .unwrap_or_default();
                for (index, member) in members.iter().enumerate() {
                    let needed = self.uniform_align(member.ty);
                    if member.offset % needed != 0 {
                        return invalid(
                            span,
                            format!(
                                "the member `{}` lies at byte {}; in `uniform` it must lie at a multiple of {needed}: add `@align({needed})`",
                                member.name, member.offset
                            ),
                        );
                    }
                    if let (Kind::Struct(_), Some(next)) = (self.types.kind(member.ty), members.get(index + 1)) {
                        let (_, size) = self.types.layout(member.ty);
                        let end = u64::from(member.offset) + size.div_ceil(16) * 16;
                        if u64::from(next.offset) < end {
                            return invalid(
                                span,
                                format!(
                                    "in `uniform`, the member `{}` after a structure must lie 16 bytes or a multiple after its start: add `@align(16)`",
                                    next.name
                                ),
                            );
                        }
                    }
                    self.uniform_layout(member.ty, span)?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn uniform_align(&self, ty: Ty) -> u32 {
        let (align, _) = self.types.layout(ty);
        match self.types.kind(ty) {
            Kind::Array(..) | Kind::Struct(_) => round_up(align, 16),
            _ => align,
        }
    }
}
