//! The layout of types in registers (one word for each scalar) and in memory (as WGSL specifies).

use crate::program::{Layout, Member, ScalarType};
use naga::{
    ArraySize, Handle, Module, Scalar, ScalarKind, StructMember, Type, TypeInner, VectorSize,
};

/// A type that need not be in the module's table: components of vectors and columns of matrices are not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Handle(Handle<Type>),
    Scalar(Scalar),
    Vector(VectorSize, Scalar),
    /// Columns, rows.
    Matrix(VectorSize, VectorSize, Scalar),
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
    pub(super) count: ArraySize,
    pub(super) stride_bytes: u32,
    pub(super) stride_words: u32,
}

pub(super) fn scalar_type(scalar: Scalar) -> Option<ScalarType> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => Some(ScalarType::Bool),
        (ScalarKind::Sint, 4) => Some(ScalarType::I32),
        (ScalarKind::Uint, 4) => Some(ScalarType::U32),
        // Registers hold 16-bit floats as 32-bit floats; every operation rounds its result.
        (ScalarKind::Float, 4 | 2) => Some(ScalarType::F32),
        (
            ScalarKind::Sint
            | ScalarKind::Uint
            | ScalarKind::Float
            | ScalarKind::AbstractInt
            | ScalarKind::AbstractFloat,
            _,
        ) => None,
    }
}

/// Returns the size in bytes of members that include booleans: one after the other, each in whole words.
fn packed(members: &[StructMember], module: &Module) -> u32 {
    let sizes = members.iter().map(|m| Shape::Handle(m.ty).bytes(module));
    sizes.fold(0, |sum, bytes| {
        let bytes = bytes.checked_next_multiple_of(4).unwrap_or(u32::MAX);
        sum.saturating_add(bytes)
    })
}

impl Shape {
    /// Returns the same shape, with scalars, vectors and matrices of the table spelled out.
    pub(super) fn plain(self, module: &Module) -> Shape {
        let Shape::Handle(handle) = self else {
            return self;
        };
        match module.types[handle].inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => Shape::Scalar(scalar),
            TypeInner::Vector { size, scalar } => Shape::Vector(size, scalar),
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } => Shape::Matrix(columns, rows, scalar),
            _ => self,
        }
    }

    /// Returns true for an atomic. naga represents `atomicLoad` and `atomicStore` as plain loads and stores of it.
    pub(super) fn is_atomic(self, module: &Module) -> bool {
        matches!(self, Shape::Handle(handle) if matches!(module.types[handle].inner, TypeInner::Atomic(_)))
    }

    /// Returns true if its scalars are 16-bit floats.
    pub(super) fn is_half(self, module: &Module) -> bool {
        match self.plain(module) {
            Shape::Scalar(scalar) | Shape::Vector(_, scalar) | Shape::Matrix(_, _, scalar) => {
                (scalar.kind, scalar.width) == (ScalarKind::Float, 2)
            }
            Shape::Handle(_) => false,
        }
    }

    /// Returns the type as it lies in memory. A type that memory cannot hold has no members.
    pub(super) fn layout(self, module: &Module) -> Layout {
        let in_memory = |scalar: Scalar| match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 2) => ScalarType::F16,
            _ => scalar_type(scalar).unwrap_or(ScalarType::U32),
        };
        let elements = self.elements(module);
        let stride = elements
            .as_ref()
            .map_or(0, |elements| elements.stride_bytes);
        match self.plain(module) {
            Shape::Scalar(scalar) => Layout::Scalar(in_memory(scalar)),
            Shape::Vector(size, scalar) => Layout::Vector {
                scalar: in_memory(scalar),
                count: size as u32,
            },
            Shape::Matrix(columns, rows, scalar) => Layout::Matrix {
                scalar: in_memory(scalar),
                columns: columns as u32,
                rows: rows as u32,
                stride,
            },
            Shape::Handle(handle) => match (&module.types[handle], elements) {
                (_, Some(elements)) => Layout::Array {
                    element: Box::new(elements.shape.layout(module)),
                    stride,
                    count: match elements.count {
                        ArraySize::Constant(count) => Some(count.get()),
                        ArraySize::Pending(_) | ArraySize::Dynamic => None,
                    },
                },
                (ty, None) => Layout::Struct {
                    name: ty.name.clone().unwrap_or_default(),
                    members: self.members(module),
                },
            },
        }
    }

    fn members(self, module: &Module) -> Vec<Member> {
        let Shape::Handle(handle) = self else {
            return Vec::new();
        };
        let TypeInner::Struct { members, .. } = &module.types[handle].inner else {
            return Vec::new();
        };
        let parts = (0..).zip(members).filter_map(|(index, member)| {
            let part = self.part(module, index)?;
            Some(Member {
                name: member.name.clone().unwrap_or_default(),
                offset: part.byte_offset,
                layout: part.shape.layout(module),
            })
        });
        parts.collect()
    }

    /// Returns true if it contains a boolean. The front end gives a boolean one byte; here it takes a word.
    fn has_booleans(self, module: &Module) -> bool {
        match self.plain(module) {
            Shape::Scalar(scalar) | Shape::Vector(_, scalar) => scalar.kind == ScalarKind::Bool,
            Shape::Matrix(..) => false,
            Shape::Handle(handle) => match &module.types[handle].inner {
                TypeInner::Array { base, .. } => Shape::Handle(*base).has_booleans(module),
                TypeInner::Struct { members, .. } => members
                    .iter()
                    .any(|member| Shape::Handle(member.ty).has_booleans(module)),
                _ => false,
            },
        }
    }

    /// Returns its size in bytes in memory; for a runtime-sized array the size of one element.
    pub(super) fn bytes(self, module: &Module) -> u32 {
        match self.plain(module) {
            Shape::Scalar(_) => 4,
            Shape::Vector(size, _) => 4 * size as u32,
            Shape::Matrix(columns, rows, _) => {
                4 * columns as u32 * (rows as u32).next_power_of_two()
            }
            Shape::Handle(handle) => match &module.types[handle].inner {
                TypeInner::Array { size, .. } => {
                    let stride = self.elements(module).map_or(0, |found| found.stride_bytes);
                    match size {
                        ArraySize::Constant(count) => stride.saturating_mul(count.get()),
                        ArraySize::Pending(_) | ArraySize::Dynamic => stride,
                    }
                }
                TypeInner::Struct { members, .. } if self.has_booleans(module) => {
                    packed(members, module)
                }
                other => other.size(module.to_ctx()),
            },
        }
    }

    /// Returns the number of its registers; `None` for types that registers do not hold.
    pub(super) fn words(self, module: &Module) -> Option<u32> {
        match self.plain(module) {
            Shape::Scalar(scalar) => scalar_type(scalar).map(|_| 1),
            Shape::Vector(size, scalar) => scalar_type(scalar).map(|_| size as u32),
            Shape::Matrix(columns, rows, scalar) => {
                scalar_type(scalar).map(|_| columns as u32 * rows as u32)
            }
            Shape::Handle(handle) => match &module.types[handle].inner {
                TypeInner::Array {
                    base,
                    size: ArraySize::Constant(count),
                    ..
                } => Shape::Handle(*base).words(module)?.checked_mul(count.get()),
                TypeInner::Struct { members, .. } => {
                    members.iter().try_fold(0_u32, |sum, member| {
                        sum.checked_add(Shape::Handle(member.ty).words(module)?)
                    })
                }
                _ => None,
            },
        }
    }

    /// Returns the scalar type of all its words, if they have the same one.
    pub(super) fn scalar(self, module: &Module) -> Option<ScalarType> {
        match self.plain(module) {
            Shape::Scalar(scalar) | Shape::Vector(_, scalar) | Shape::Matrix(_, _, scalar) => {
                scalar_type(scalar)
            }
            Shape::Handle(handle) => match &module.types[handle].inner {
                TypeInner::Array { base, .. } => Shape::Handle(*base).scalar(module),
                TypeInner::Struct { members, .. } => {
                    let mut scalars = members
                        .iter()
                        .map(|member| Shape::Handle(member.ty).scalar(module));
                    let first = scalars.next()??;
                    scalars.all(|scalar| scalar == Some(first)).then_some(first)
                }
                _ => None,
            },
        }
    }

    /// Returns the part with a constant index: a member, a column, an element, a component.
    pub(super) fn part(self, module: &Module, index: u32) -> Option<Part> {
        if let Some(elements) = self.elements(module) {
            return Some(Part {
                shape: elements.shape,
                byte_offset: elements.stride_bytes.checked_mul(index)?,
                word_offset: elements.stride_words.checked_mul(index)?,
            });
        }
        let Shape::Handle(handle) = self else {
            return None;
        };
        let TypeInner::Struct { members, .. } = &module.types[handle].inner else {
            return None;
        };
        let member = members.get(index as usize)?;
        let before = &members[..index as usize];
        let word_offset = before
            .iter()
            .try_fold(0, |sum, m| Some(sum + Shape::Handle(m.ty).words(module)?))?;
        let byte_offset = if self.has_booleans(module) {
            packed(before, module)
        } else {
            member.offset
        };
        Some(Part {
            shape: Shape::Handle(member.ty),
            byte_offset,
            word_offset,
        })
    }

    /// Returns the elements that an index selects from; `None` for structs and scalars.
    pub(super) fn elements(self, module: &Module) -> Option<Elements> {
        let constant = |size: VectorSize| {
            ArraySize::Constant(
                std::num::NonZeroU32::new(size as u32).unwrap_or(std::num::NonZeroU32::MIN),
            )
        };
        match self.plain(module) {
            Shape::Scalar(_) => None,
            Shape::Vector(size, scalar) => Some(Elements {
                shape: Shape::Scalar(scalar),
                count: constant(size),
                stride_bytes: if self.is_half(module) { 2 } else { 4 },
                stride_words: 1,
            }),
            Shape::Matrix(columns, rows, scalar) => Some(Elements {
                shape: Shape::Vector(rows, scalar),
                count: constant(columns),
                // Columns of three are padded to four.
                stride_bytes: u32::from(scalar.width) * (rows as u32).next_power_of_two(),
                stride_words: rows as u32,
            }),
            Shape::Handle(handle) => match module.types[handle].inner {
                TypeInner::Array { base, size, stride } => {
                    // Elements of a runtime-sized array may have a type that registers do not hold as a whole.
                    let stride_words = Shape::Handle(base).words(module).unwrap_or(0);
                    Some(Elements {
                        shape: Shape::Handle(base),
                        count: size,
                        stride_bytes: if Shape::Handle(base).has_booleans(module) {
                            Shape::Handle(base).bytes(module)
                        } else {
                            stride
                        },
                        stride_words,
                    })
                }
                _ => None,
            },
        }
    }

    /// Returns the number of parts of a composite; `None` for a scalar or a runtime-sized array.
    pub(super) fn part_count(self, module: &Module) -> Option<u32> {
        match (self.elements(module), self) {
            (
                Some(Elements {
                    count: ArraySize::Constant(count),
                    ..
                }),
                _,
            ) => Some(count.get()),
            (None, Shape::Handle(handle)) => match &module.types[handle].inner {
                TypeInner::Struct { members, .. } => Some(members.len() as u32),
                _ => None,
            },
            _ => None,
        }
    }
}
