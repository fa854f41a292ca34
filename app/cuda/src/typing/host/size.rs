//! Sizes and alignments of types on the host, as `sizeof` gives them.

use super::fold::MOST_NESTED;
use super::walk::Walk;
use crate::syntax::{Argument, Layout, Storage, Structure, TypeKind, TypeName, Variable};

impl Walk<'_> {
    /// Returns the size of a type in bytes.
    pub(super) fn size_of(&mut self, ty: &TypeName) -> Option<i64> {
        let ty = self.plain(ty);
        Some(match &ty.kind {
            TypeKind::Pointer(_) => 8,
            TypeKind::Array(element, Some(length)) => {
                let length = length.clone();
                let length = self.fold(&length)?.integer()?;
                self.size_of(element)?.checked_mul(length)?
            }
            TypeKind::Named(name) => match size_and_alignment(&name.text) {
                Some((size, _)) => size,
                None => return self.size_of_structure(&name.text),
            },
            _ => return None,
        })
    }

    /// Returns the size of a structure.
    fn size_of_structure(&mut self, name: &str) -> Option<i64> {
        let file = self.file;
        let structure = file
            .structures
            .iter()
            .find(|structure| *structure.name == *name && structure.template.is_empty())?;
        if let Some(size) = self.sizes.get(name) {
            return *size;
        }
        if self.depth > MOST_NESTED {
            return None;
        }
        self.depth += 1;
        let size = self.size_of_members(structure);
        self.depth -= 1;
        self.sizes.insert(name.into(), size);
        size
    }

    /// Returns the alignment of a type in bytes: of an array that of its elements, of a structure the largest of its members.
    pub(super) fn align_of(&mut self, ty: &TypeName) -> Option<i64> {
        let ty = self.plain(ty);
        match &ty.kind {
            TypeKind::Array(element, _) => self.align_of(element),
            TypeKind::Named(name) => {
                if let Some((_, align)) = size_and_alignment(&name.text) {
                    return Some(align);
                }
                let file = self.file;
                let mut structures = file.structures.iter();
                let structure = structures.find(|structure| structure.name == name.text)?;
                if self.depth > MOST_NESTED || self.budget == 0 {
                    return None;
                }
                (self.depth, self.budget) = (self.depth + 1, self.budget - 1);
                let align = self.align_of_structure(structure);
                self.depth -= 1;
                align
            }
            _ => self.size_of(&ty),
        }
    }

    fn align_of_structure(&mut self, structure: &Structure) -> Option<i64> {
        let mut most = self.asked_alignment(&structure.aligned)?;
        for base in &structure.bases {
            most = most.max(self.align_of(base)?);
        }
        for member in members(structure) {
            most = most.max(self.align_of_member(member)?);
        }
        Some(most)
    }

    fn align_of_member(&mut self, member: &Variable) -> Option<i64> {
        let asked = self.asked_alignment(&member.aligned)?;
        Some(self.align_of(&member.ty)?.max(asked))
    }

    /// Returns the alignment that a declaration asks for; 1 if it asks for none.
    fn asked_alignment(&mut self, written: &[Argument]) -> Option<i64> {
        let mut most = 1;
        for argument in written {
            most = most.max(match argument {
                Argument::Type(ty) => self.align_of(ty)?,
                Argument::Value(value) => self.fold(value)?.integer()?,
            });
        }
        Some(most)
    }

    fn size_of_members(&mut self, structure: &Structure) -> Option<i64> {
        let mut whole: i64 = 0;
        for base in &structure.bases {
            whole = multiple(whole, self.align_of(base)?)?.checked_add(self.size_of(base)?)?;
        }
        for member in members(structure) {
            let (size, align) = (self.size_of(&member.ty)?, self.align_of_member(member)?);
            whole = match structure.layout {
                Layout::Behind => multiple(whole, align)?.checked_add(size)?,
                Layout::Over => whole.max(size),
            };
        }
        // C++ gives an object without members a byte.
        let align = self.align_of_structure(structure)?;
        multiple(whole.max(1), align)
    }
}

/// Returns the members that lie in an object.
pub(super) fn members(structure: &Structure) -> impl Iterator<Item = &Variable> {
    let members = structure.members.iter();
    members.filter(|member| member.storage != Storage::Constexpr)
}

/// Returns the size and the alignment in bytes of a type that C++ or CUDA declares, as the programming guide's table of vector
/// types has them.
fn size_and_alignment(text: &str) -> Option<(i64, i64)> {
    let text = text.strip_prefix("signed ").unwrap_or(text);
    let bytes = match text {
        "char" | "unsigned char" | "uchar" | "bool" | "int8_t" | "uint8_t" => 1,
        "short" | "unsigned short" | "ushort" | "int16_t" | "uint16_t" | "half" | "__half" | "__nv_bfloat16" => 2,
        "int" | "unsigned int" | "uint" | "int32_t" | "uint32_t" | "float" | "half2" | "__half2" | "__nv_bfloat162"
        | "wchar_t" => 4,
        "double" | "long" | "unsigned long" | "ulong" | "long long" | "unsigned long long" | "size_t" | "ptrdiff_t"
        | "int64_t" | "uint64_t" | "intptr_t" | "uintptr_t" | "clock_t" | "time_t" => 8,
        "dim3" => return Some((12, 4)),
        _ => 0,
    };
    if bytes > 0 {
        return Some((bytes, bytes));
    }
    let (element, count) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let count: i64 = count.parse().ok().filter(|count| (1..=4).contains(count))?;
    let bytes = match element {
        "char" | "uchar" => 1,
        "short" | "ushort" => 2,
        "int" | "uint" | "float" => 4,
        "long" | "ulong" | "longlong" | "ulonglong" | "double" => 8,
        _ => return None,
    };
    let align = match count {
        3 => bytes,
        _ => (bytes * count).min(16),
    };
    Some((bytes * count, align))
}

/// Returns the least multiple of an alignment that is not less than a number.
fn multiple(number: i64, align: i64) -> Option<i64> {
    let align = align.max(1);
    Some(number.checked_add(align - 1)? / align * align)
}
