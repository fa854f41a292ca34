//! Bit fields of a structure: `unsigned a : 3, b : 5;`. They lie in members of their type, one behind another from the lowest bit
//! on, as compilers for NVIDIA GPUs lay them out. Layouts in which they share bytes with other members are refused.

use super::Parser;
use crate::error::{Error, Result, Span, error, fail};
use crate::syntax::{BitField, ExprKind, Name, Storage, Structure, TypeKind, TypeName, Variable};
use std::rc::Rc;

impl Parser<'_> {
    /// Returns true if the next member of a structure is a bit field, such as `unsigned a : 3`.
    pub(super) fn is_bit_field(&self) -> bool {
        let mut member = self.tokens[self.at..].iter();
        let ends = |text: &str| matches!(text, ";" | "," | "{" | "(" | "=" | ":" | "?");
        let end = member.find(|token| ends(&token.text));
        end.is_some_and(|token| token.is(":"))
    }

    /// Reads bit fields up to the semicolon.
    pub(super) fn bit_fields(&mut self, structure: &mut Structure) -> Result<()> {
        let base = self.base_type(&mut Default::default())?;
        loop {
            let span = self.here();
            let name = if self.is(":") {
                Rc::from("")
            } else {
                self.word("a name")?.0
            };
            self.expect(":")?;
            let width = self.assignment()?;
            let ExprKind::Integer { value, .. } = width.kind else {
                return fail(width.span, "the width of a bit field must be a number here");
            };
            if self.is("=") || self.is("{") {
                return fail(span, "a bit field with a value of its own is not taken");
            }
            if !name.is_empty() {
                self.fields.insert(name.clone());
            }
            place(structure, &base, (name, value), span)?;
            if !self.take(",") {
                break;
            }
        }
        self.expect(";").map(|_| ())
    }
}

/// Returns the bits of a type that bit fields may have, by its name.
fn bits_of(ty: &TypeName) -> Option<u32> {
    let TypeKind::Named(name) = &ty.kind else {
        return None;
    };
    Some(match &*name.text {
        "char" | "signed char" | "unsigned char" | "bool" | "int8_t" | "uint8_t" | "uchar" => 8,
        "short" | "unsigned short" | "int16_t" | "uint16_t" | "ushort" => 16,
        "int" | "unsigned int" | "unsigned" | "int32_t" | "uint32_t" | "uint" => 32,
        _ => return None,
    })
}

/// Returns the same for the numbers of an array.
fn bits_of_numbers(ty: &TypeName) -> Option<u32> {
    match &ty.kind {
        TypeKind::Array(element, _) => bits_of(element),
        _ => bits_of(ty),
    }
}

fn shares_bytes(span: Span, what: &str, with: &str) -> Box<Error> {
    error(span, format!("{what} that shares bytes with {with} is not taken"))
        .help("keep the bits in one integer, and read them with `>>` and `&`")
}

/// Returns the bits of the last member's type, and those that its fields take, if it has fields.
fn open_unit(structure: &Structure) -> Option<(u32, u32)> {
    let (last, member) = (structure.bits.last()?, structure.members.last()?);
    let is_open = last.member == member.name;
    Some((bits_of(&member.ty)?, last.shift + last.width)).filter(|_| is_open)
}

fn place(structure: &mut Structure, ty: &TypeName, (name, width): (Rc<str>, u64), span: Span) -> Result<()> {
    let Some(unit) = bits_of(ty) else {
        return Err(error(span, "a bit field of this type is not taken")
            .help("give it the type `unsigned`, `int` or a smaller one"));
    };
    let width = match u32::try_from(width) {
        Ok(width) if width <= unit => width,
        _ => {
            return fail(span, format!("a bit field of this type has at most {unit} bits"));
        }
    };
    let mut shift = 0;
    match open_unit(structure) {
        // A width of 0 ends the unit.
        Some((open, used)) if width == 0 && open <= unit => {
            let member = structure.bits.last().map(|last| last.member.clone());
            structure.bits.extend(member.map(|member| BitField {
                name: "".into(),
                member,
                ty: ty.clone(),
                shift: used,
                width: open - used,
            }));
            return Ok(());
        }
        Some((open, _)) if open != unit => {
            let last = structure.bits.last();
            let ended = last.is_some_and(|last| last.name.is_empty() && bits_of(&last.ty) == Some(unit));
            if !ended {
                return Err(shares_bytes(span, "a bit field", "one of another size"));
            }
            add_unit(structure, ty, span);
        }
        None if width == 0 => return Ok(()),
        Some((_, used)) if used + width <= unit => shift = used,
        Some(_) => add_unit(structure, ty, span),
        None => {
            let before = structure.members.last().map(|member| &member.ty);
            if before.and_then(bits_of_numbers).is_some_and(|bits| bits < unit) {
                return Err(shares_bytes(span, "a bit field", "the member before it"));
            }
            add_unit(structure, ty, span);
        }
    }
    let member = structure.members.last().map(|member| member.name.clone());
    structure.bits.extend(member.map(|member| BitField {
        name,
        member,
        ty: ty.clone(),
        shift,
        width,
    }));
    Ok(())
}

/// Adds a member for bit fields.
fn add_unit(structure: &mut Structure, ty: &TypeName, span: Span) {
    let number = structure.members.len();
    let mut ty = ty.clone();
    if matches!(&ty.kind, TypeKind::Named(name) if &*name.text == "bool") {
        ty.kind = TypeKind::Named(Name::plain("unsigned char", span));
    }
    structure.members.push(Variable {
        name: format!("bits_{number}").into(),
        ty,
        storage: Storage::Plain,
        aligned: Vec::new(),
        init: None,
        span,
    });
}

/// Refuses a member that would lie in the last bytes of the bit fields before it.
pub(super) fn check_behind(structure: &Structure, next: &Variable) -> Result<()> {
    match (open_unit(structure), bits_of_numbers(&next.ty)) {
        (Some((unit, used)), Some(bits)) if bits < unit && used.next_multiple_of(bits) < unit => {
            Err(shares_bytes(next.span, "a member", "the bit field before it"))
        }
        _ => Ok(()),
    }
}
