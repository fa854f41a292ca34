//! The layout of types in registers (one word for each scalar) and in memory (as WGSL specifies).

use crate::program::{Layout, Member, ScalarType};
use wgsl::{Count, Kind, Scalar, Ty, Types};

/// A type that need not be in the table: components of vectors and columns of matrices may not be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Ty(Ty),
    Scalar(Scalar),
    /// Components.
    Vector(u8, Scalar),
    /// Columns, rows.
    Matrix(u8, u8, Scalar),
}

/// A part of a type: its type and its offset.
pub(super) struct Part {
    pub(super) shape: Shape,
    pub(super) byte_offset: u32,
    pub(super) word_offset: u32,
}

/// The elements of an indexable type.
pub(super) struct Elements {
    pub(super) shape: Shape,
    pub(super) count: Count,
    pub(super) stride_bytes: u32,
    pub(super) stride_words: u32,
}

/// Returns the type of a scalar in a register. An abstract number has the type that it gets without any other demand.
pub(super) fn scalar_type(scalar: Scalar) -> ScalarType {
    match scalar.concrete() {
        Scalar::Bool => ScalarType::Bool,
        Scalar::I32 => ScalarType::I32,
        Scalar::U32 => ScalarType::U32,
        // Registers hold 16-bit floats as 32-bit floats; every operation rounds its result.
        _ => ScalarType::F32,
    }
}

fn in_memory(scalar: Scalar) -> ScalarType {
    match scalar {
        Scalar::F16 => ScalarType::F16,
        other => scalar_type(other),
    }
}

impl Shape {
    /// Returns the same shape, with scalars, vectors and matrices of the table spelled out.
    pub(super) fn plain(self, types: &Types) -> Shape {
        let Shape::Ty(ty) = self else {
            return self;
        };
        match types.kind(ty) {
            Kind::Scalar(scalar) | Kind::Atomic(scalar) => Shape::Scalar(scalar),
            Kind::Vector(size, scalar) => Shape::Vector(size, scalar),
            Kind::Matrix(columns, rows, scalar) => Shape::Matrix(columns, rows, scalar),
            _ => self,
        }
    }

    pub(super) fn is_atomic(self, types: &Types) -> bool {
        matches!(self, Shape::Ty(ty) if matches!(types.kind(ty), Kind::Atomic(_)))
    }

    /// Returns the scalar of a scalar, a vector or a matrix.
    pub(super) fn leaf(self, types: &Types) -> Option<Scalar> {
        match self.plain(types) {
            Shape::Scalar(scalar) | Shape::Vector(_, scalar) | Shape::Matrix(_, _, scalar) => Some(scalar),
            Shape::Ty(_) => None,
        }
    }

    /// Returns true if its scalars are 16-bit floats.
    pub(super) fn is_half(self, types: &Types) -> bool {
        self.leaf(types) == Some(Scalar::F16)
    }

    /// Returns the numbers of columns and rows of a matrix.
    pub(super) fn matrix(self, types: &Types) -> Option<(usize, usize)> {
        match self.plain(types) {
            Shape::Matrix(columns, rows, _) => Some((usize::from(columns), usize::from(rows))),
            Shape::Scalar(_) | Shape::Vector(..) | Shape::Ty(_) => None,
        }
    }

    /// Returns the type as it lies in memory. A type that memory cannot hold has no members.
    pub(super) fn layout(self, types: &Types) -> Layout {
        let elements = self.elements(types);
        let stride = elements.as_ref().map_or(0, |elements| elements.stride_bytes);
        match self.plain(types) {
            Shape::Scalar(scalar) => Layout::Scalar(in_memory(scalar)),
            Shape::Vector(size, scalar) => Layout::Vector {
                scalar: in_memory(scalar),
                count: u32::from(size),
            },
            Shape::Matrix(columns, rows, scalar) => Layout::Matrix {
                scalar: in_memory(scalar),
                columns: u32::from(columns),
                rows: u32::from(rows),
                stride,
            },
            Shape::Ty(ty) => match elements {
                Some(elements) => Layout::Array {
                    element: Box::new(elements.shape.layout(types)),
                    stride,
                    count: match elements.count {
                        Count::Fixed(count) => Some(count),
                        Count::Override(_) | Count::Runtime => None,
                    },
                },
                None => Layout::Struct {
                    name: types.name(ty),
                    members: self.members(types),
                },
            },
        }
    }

    fn members(self, types: &Types) -> Vec<Member> {
        let members = self.structure(types).into_iter().flatten();
        let parts = (0..).zip(members).filter_map(|(index, member)| {
            let part = self.part(types, index)?;
            Some(Member {
                name: member.name.clone(),
                offset: part.byte_offset,
                layout: part.shape.layout(types),
            })
        });
        parts.collect()
    }

    /// Returns the members of a structure.
    fn structure(self, types: &Types) -> Option<&[wgsl::Member]> {
        match self {
            Shape::Ty(ty) => types.structure(ty).map(|structure| structure.members.as_slice()),
            _ => None,
        }
    }

    /// Returns true if it contains a boolean. No buffer can hold one; in workgroup memory it takes a word.
    fn has_booleans(self, types: &Types) -> bool {
        matches!(self, Shape::Ty(ty) if types
            .contains(ty, &|kind| matches!(kind, Kind::Scalar(Scalar::Bool) | Kind::Vector(_, Scalar::Bool))))
    }

    /// Returns its size in bytes in memory; for a runtime-sized array the size of one element.
    pub(super) fn bytes(self, types: &Types) -> u32 {
        match self.plain(types) {
            Shape::Scalar(_) => 4,
            Shape::Vector(size, _) => 4 * u32::from(size),
            Shape::Matrix(columns, rows, _) => 4 * u32::from(columns) * u32::from(rows).next_power_of_two(),
            Shape::Ty(ty) => match (types.kind(ty), self.structure(types)) {
                (Kind::Array(_, count), _) => {
                    let stride = self.elements(types).map_or(0, |array| array.stride_bytes);
                    match count {
                        Count::Fixed(count) => stride.saturating_mul(count),
                        Count::Override(_) | Count::Runtime => stride,
                    }
                }
                (_, Some(members)) if self.has_booleans(types) => packed(members, types),
                _ => u32::try_from(types.layout(ty).1).unwrap_or(u32::MAX),
            },
        }
    }

    /// Returns the number of its registers; `None` for types that registers do not hold.
    pub(super) fn words(self, types: &Types) -> Option<u32> {
        match self.plain(types) {
            Shape::Scalar(_) => Some(1),
            Shape::Vector(size, _) => Some(u32::from(size)),
            Shape::Matrix(columns, rows, _) => Some(u32::from(columns) * u32::from(rows)),
            Shape::Ty(ty) => match (types.kind(ty), self.structure(types)) {
                (Kind::Array(element, Count::Fixed(count)), _) => Shape::Ty(element).words(types)?.checked_mul(count),
                (_, Some(members)) => words_of(members, types),
                _ => None,
            },
        }
    }

    /// Returns the scalar type of all its words, if they have the same one.
    pub(super) fn scalar(self, types: &Types) -> Option<ScalarType> {
        match self.plain(types) {
            Shape::Scalar(scalar) | Shape::Vector(_, scalar) | Shape::Matrix(_, _, scalar) => Some(scalar_type(scalar)),
            Shape::Ty(ty) => match (types.kind(ty), self.structure(types)) {
                (Kind::Array(element, _), _) => Shape::Ty(element).scalar(types),
                (_, Some(members)) => {
                    let mut scalars = members.iter().map(|member| Shape::Ty(member.ty).scalar(types));
                    let first = scalars.next()??;
                    scalars.all(|scalar| scalar == Some(first)).then_some(first)
                }
                _ => None,
            },
        }
    }

    /// Returns the part with a constant index: a member, a column, an element, a component.
    pub(super) fn part(self, types: &Types, index: u32) -> Option<Part> {
        if let Some(elements) = self.elements(types) {
            return Some(Part {
                shape: elements.shape,
                byte_offset: elements.stride_bytes.checked_mul(index)?,
                word_offset: elements.stride_words.checked_mul(index)?,
            });
        }
        let members = self.structure(types)?;
        let member = members.get(index as usize)?;
        let before = &members[..index as usize];
        let byte_offset = if self.has_booleans(types) {
            packed(before, types)
        } else {
            member.offset
        };
        Some(Part {
            shape: Shape::Ty(member.ty),
            byte_offset,
            word_offset: words_of(before, types)?,
        })
    }

    /// Returns the index of a member of a structure.
    pub(super) fn member(self, types: &Types, name: &str) -> Option<u32> {
        let number = self.structure(types)?.iter().position(|member| member.name == name)?;
        Some(number as u32)
    }

    /// Returns the elements that an index selects from; `None` for structures and scalars.
    pub(super) fn elements(self, types: &Types) -> Option<Elements> {
        match self.plain(types) {
            Shape::Scalar(_) => None,
            Shape::Vector(size, scalar) => Some(Elements {
                shape: Shape::Scalar(scalar),
                count: Count::Fixed(u32::from(size)),
                stride_bytes: scalar.bytes(),
                stride_words: 1,
            }),
            Shape::Matrix(columns, rows, scalar) => Some(Elements {
                shape: Shape::Vector(rows, scalar),
                count: Count::Fixed(u32::from(columns)),
                // Columns of three are padded to four.
                stride_bytes: scalar.bytes() * u32::from(rows).next_power_of_two(),
                stride_words: u32::from(rows),
            }),
            Shape::Ty(ty) => match types.kind(ty) {
                Kind::Array(element, count) => {
                    let shape = Shape::Ty(element);
                    Some(Elements {
                        shape,
                        count,
                        stride_bytes: if shape.has_booleans(types) {
                            shape.bytes(types)
                        } else {
                            types.stride(element)
                        },
                        // Elements of a runtime-sized array may have a type that registers do not hold as a whole.
                        stride_words: shape.words(types).unwrap_or(0),
                    })
                }
                _ => None,
            },
        }
    }

    /// Returns the number of parts of a composite; `None` for a scalar or an array whose length is not known.
    pub(super) fn part_count(self, types: &Types) -> Option<u32> {
        match (self.elements(types), self.structure(types)) {
            (
                Some(Elements {
                    count: Count::Fixed(count),
                    ..
                }),
                _,
            ) => Some(count),
            (None, Some(members)) => Some(members.len() as u32),
            _ => None,
        }
    }
}

fn words_of(members: &[wgsl::Member], types: &Types) -> Option<u32> {
    members
        .iter()
        .try_fold(0_u32, |sum, member| sum.checked_add(Shape::Ty(member.ty).words(types)?))
}

/// Returns the size in bytes of members that include booleans: one after the other, each in whole words.
fn packed(members: &[wgsl::Member], types: &Types) -> u32 {
    let sizes = members.iter().map(|member| Shape::Ty(member.ty).bytes(types));
    sizes.fold(0, |sum, bytes| {
        let bytes = bytes.checked_next_multiple_of(4).unwrap_or(u32::MAX);
        sum.saturating_add(bytes)
    })
}
