//! Types of `a[i]` and `a.b`.

use super::{Checker, Info, Meaning, Time};
use crate::error::{Result, Span, counted, invalid};
use crate::syntax::{Expr, ExprKind, Name};
use crate::types::{Count, Kind, Scalar, Ty};
use crate::value::Value;

/// Reads a swizzle. Returns the index of each component.
pub fn swizzle(text: &str) -> Option<Vec<u8>> {
    let letters = ["xyzw", "rgba"]
        .into_iter()
        .find(|letters| text.chars().all(|letter| letters.contains(letter)))?;
    if text.is_empty() || text.len() > 4 {
        return None;
    }
    text.chars()
        .map(|letter| letters.find(letter).map(|index| index as u8))
        .collect()
}

impl<'s> Checker<'s, '_> {
    /// Returns the type that a base is, without reference or pointer, and whether it is in memory.
    fn base(&mut self, base: Expr) -> Result<(Ty, Option<(crate::types::Space, crate::types::Access)>)> {
        let Some(ty) = self.info(base).ty else {
            self.value_ty(base)?;
            return invalid(self.span(base), "this has no parts");
        };
        Ok(match self.types.kind(ty) {
            Kind::Reference(space, to, access) | Kind::Pointer(space, to, access) => (to, Some((space, access))),
            _ => (ty, None),
        })
    }

    pub(super) fn index(&mut self, base: Expr, index: Expr, span: Span) -> Result<Info> {
        let (ty, memory) = self.base(base)?;
        let index_ty = self.value_ty(index)?;
        let index_span = self.span(index);
        match self.types.components(index_ty) {
            Some((1, scalar)) if scalar.is_integer() => {}
            _ => {
                let name = self.types.name(index_ty);
                return invalid(index_span, format!("an index must be `i32` or `u32`, not `{name}`"));
            }
        }
        self.concretize(index)?;
        let (element, length) = match self.types.kind(ty) {
            Kind::Vector(size, scalar) => (self.types.scalar(scalar), Some(u32::from(size))),
            Kind::Matrix(columns, rows, scalar) => (self.types.vector(rows, scalar), Some(u32::from(columns))),
            Kind::Array(element, Count::Fixed(length)) => (element, Some(length)),
            Kind::Array(element, _) => (element, None),
            _ => {
                let name = self.types.name(ty);
                return invalid(
                    span,
                    format!("`{}` of type `{name}` has no elements", self.quote(self.span(base))),
                );
            }
        };
        let number = self.info(index).value.as_ref().map(|value| value.first().integer());
        if let (Some(number), false) = (number, self.info(index).skipped)
            && (number < 0 || length.is_some_and(|length| number >= i64::from(length)))
        {
            let length = length.map_or(String::new(), |length| {
                format!(", which has {}", counted(length as usize, "element"))
            });
            return invalid(
                index_span,
                format!(
                    "the index {number} lies outside of `{}`{length}",
                    self.quote(self.span(base))
                ),
            );
        }
        if let Some((space, access)) = memory {
            let ty = self.types.get(Kind::Reference(space, element, access));
            return Ok(Info {
                meaning: Meaning::Value,
                ty: Some(ty),
                time: Time::Runtime,
                ..Info::default()
            });
        }
        let time = self.time(&[base, index]);
        // A value that is computed while the kernel runs is never abstract.
        let mut element = element;
        if time != Time::Const && self.types.is_abstract(element) {
            self.concretize(base)?;
            element = self.types.concrete(element);
        }
        let mut info = self.unknown(element, time);
        if let (Some(value), Some(number)) = (&self.info(base).value, number) {
            let width = self.types.numbers(element).unwrap_or(1);
            let from = number as usize * width;
            if let Some(numbers) = value.numbers.get(from..from + width) {
                info.value = Some(Value::new(element, numbers.to_vec()));
            }
        }
        Ok(info)
    }

    pub(super) fn member(&mut self, base: Expr, member: Name<'s>) -> Result<Info> {
        let (ty, memory) = self.base(base)?;
        let no_member = |this: &Self| {
            let name = this.types.name(ty);
            invalid(member.span, format!("`{name}` has no member `{}`", member.text))
        };
        let (part, offset) = match self.types.kind(ty) {
            Kind::Struct(_) => {
                let structure = self.types.structure(ty).cloned();
                let members = structure.map(|structure| structure.members).unwrap_or_default();
                let Some(position) = members.iter().position(|candidate| candidate.name == member.text) else {
                    return no_member(self);
                };
                let before = members[..position]
                    .iter()
                    .map(|member| self.types.numbers(member.ty))
                    .sum::<Option<usize>>();
                (members[position].ty, before.unwrap_or(0))
            }
            Kind::Vector(size, scalar) => {
                let Some(components) = swizzle(member.text) else {
                    return no_member(self);
                };
                if let Some(&outside) = components.iter().find(|&&component| component >= size) {
                    let letter = member
                        .text
                        .chars()
                        .nth(components.iter().position(|&c| c == outside).unwrap_or(0));
                    return invalid(
                        member.span,
                        format!("a vector of {size} components has no `{}`", letter.unwrap_or('?')),
                    );
                }
                if components.len() > 1 {
                    return self.swizzled(base, scalar, &components, memory.is_some());
                }
                (self.types.scalar(scalar), usize::from(components[0]))
            }
            _ => return no_member(self),
        };
        if let Some((space, access)) = memory {
            let ty = self.types.get(Kind::Reference(space, part, access));
            return Ok(Info {
                meaning: Meaning::Value,
                ty: Some(ty),
                time: Time::Runtime,
                ..Info::default()
            });
        }
        let mut info = self.unknown(part, self.info(base).time);
        if let Some(value) = &self.info(base).value {
            let width = self.types.numbers(part).unwrap_or(1);
            if let Some(numbers) = value.numbers.get(offset..offset + width) {
                info.value = Some(Value::new(part, numbers.to_vec()));
            }
        }
        Ok(info)
    }

    fn swizzled(&mut self, base: Expr, scalar: Scalar, components: &[u8], in_memory: bool) -> Result<Info> {
        if in_memory {
            // Reads the vector.
            let access = match self.info(base).ty.map(|ty| self.types.kind(ty)) {
                Some(Kind::Reference(_, _, access) | Kind::Pointer(_, _, access)) => access,
                _ => crate::types::Access::Read,
            };
            if !access.reads() {
                return invalid(self.span(base), "this memory can be written only");
            }
        }
        let ty = self.types.vector(components.len() as u8, scalar);
        let time = if in_memory { Time::Runtime } else { self.info(base).time };
        let mut info = self.unknown(ty, time);
        if let Some(value) = &self.info(base).value {
            let numbers: Vec<_> = components
                .iter()
                .map(|&component| value.numbers[usize::from(component)])
                .collect();
            info.value = Some(Value::new(ty, numbers));
        }
        Ok(info)
    }

    /// Returns true if an expression is a component of a vector.
    pub(super) fn is_component(&mut self, expression: Expr) -> bool {
        let base = match self.tree.kind(self.tree.bare(expression)) {
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => *base,
            _ => return false,
        };
        let Some(ty) = self.info(base).ty else {
            return false;
        };
        let ty = match self.types.kind(ty) {
            Kind::Reference(_, to, _) | Kind::Pointer(_, to, _) => to,
            _ => ty,
        };
        matches!(self.types.kind(ty), Kind::Vector(..))
    }
}
