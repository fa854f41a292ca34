//! The target of a pointer: a variable's registers or memory, with constant and computed offsets.

use super::builder::Builder;
use super::shape::Shape;
use crate::program::{Binary, Binding, KernelError, Op, Reach, Register};
use wgsl::{Count, Span, Stored, Types};

/// The number of a variable without a name in the source; larger than any other, but too small to overflow.
const HIDDEN: u32 = 1 << 31;

/// A pointer with a known root. Every pointer has one, since functions are inlined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) root: Root,
    pub(super) shape: Shape,
    /// The expression that makes the pointer; findings quote it.
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    /// Registers from `base + offset` on; with `index`, that many words further in each lane.
    Registers {
        variable: Option<u32>,
        base: Register,
        words: u32,
        offset: u32,
        index: Option<Register>,
    },
    /// Bytes of a memory from `offset` on; with `address`, that many bytes further in each lane.
    Memory {
        memory: u32,
        address: Option<Register>,
        offset: u32,
    },
}

impl Place {
    /// Returns the same place, made by another expression.
    pub(super) fn made_by(self, span: Span) -> Place {
        Place { span, ..self }
    }

    /// Returns a part with a constant index.
    pub(super) fn part(self, types: &Types, index: u32) -> Option<Place> {
        let part = self.shape.part(types, index)?;
        let root = match self.root {
            Root::Registers {
                variable,
                base,
                words,
                offset,
                index,
            } => Root::Registers {
                variable,
                base,
                words,
                offset: offset + part.word_offset,
                index,
            },
            Root::Memory {
                memory,
                address,
                offset,
            } => Root::Memory {
                memory,
                address,
                offset: offset.checked_add(part.byte_offset)?,
            },
        };
        Some(Place {
            root,
            shape: part.shape,
            span: self.span,
        })
    }

    /// Returns the element with a computed index, which is checked against the length.
    pub(super) fn element(
        self,
        types: &Types,
        builder: &mut Builder<'_>,
        bindings: &[Binding],
        index: Register,
    ) -> Result<Place, KernelError> {
        let elements = self
            .shape
            .elements(types)
            .ok_or_else(|| builder.unsupported("an index into this type"))?;
        builder.sites.pointer = self.span;
        let length = self.length(types, builder, bindings)?;
        let root = match self.root {
            Root::Registers {
                variable,
                base,
                words,
                offset,
                index: outer,
            } => {
                let start = or_zero(builder, outer)?;
                let to = builder.register()?;
                builder.push(Op::Element {
                    to,
                    base: start,
                    index,
                    length,
                    stride: elements.stride_words,
                    // Variables are numbered after the memories, so that findings can name them.
                    memory: bindings.len() as u32 + variable.unwrap_or(HIDDEN),
                })?;
                Root::Registers {
                    variable,
                    base,
                    words,
                    offset,
                    index: Some(to),
                }
            }
            Root::Memory {
                memory,
                address,
                offset,
            } => {
                let start = or_zero(builder, address)?;
                let to = builder.register()?;
                let stride = elements.stride_bytes;
                builder.push(Op::Element {
                    to,
                    base: start,
                    index,
                    length,
                    stride,
                    memory,
                })?;
                Root::Memory {
                    memory,
                    address: Some(to),
                    offset,
                }
            }
        };
        Ok(Place {
            root,
            shape: elements.shape,
            span: self.span,
        })
    }

    /// Returns a register with the number of elements.
    pub(super) fn length(
        self,
        types: &Types,
        builder: &mut Builder<'_>,
        bindings: &[Binding],
    ) -> Result<Register, KernelError> {
        let elements = self
            .shape
            .elements(types)
            .ok_or_else(|| builder.unsupported("the length of this type"))?;
        match (elements.count, self.root) {
            (Count::Fixed(count), _) => builder.constant(count),
            (Count::Override(_), Root::Memory { memory, .. }) => bindings[memory as usize]
                .length
                .ok_or_else(|| builder.unsupported("an array sized by an override here")),
            (Count::Runtime, Root::Memory { memory, offset, .. }) => {
                let to = builder.register()?;
                // The length of a buffer is known before the dispatch begins.
                let op = Op::ArrayLength {
                    to,
                    memory,
                    offset,
                    stride: elements.stride_bytes,
                };
                builder.push_pure(op, to, &[])
            }
            (Count::Override(_) | Count::Runtime, Root::Registers { .. }) => {
                Err(builder.unsupported("a run-time sized private array"))
            }
        }
    }

    /// Loads the whole value, one register for each word.
    pub(super) fn load(self, types: &Types, builder: &mut Builder<'_>) -> Result<Vec<Register>, KernelError> {
        let words = self
            .shape
            .words(types)
            .ok_or_else(|| builder.unsupported("a value of this type"))?;
        builder.sites.pointer = self.span;
        match self.root {
            Root::Registers {
                base,
                offset,
                index: None,
                ..
            } => Ok((0..words).map(|word| base.offset(offset + word)).collect()),
            Root::Registers {
                base,
                words: total,
                offset,
                index: Some(index),
                ..
            } => (0..words)
                .map(|word| {
                    let word_index = plus(builder, index, offset + word)?;
                    let to = builder.register()?;
                    builder.push(Op::Gather {
                        to,
                        base,
                        index: word_index,
                        words: total,
                        bytes: if word == 0 { 4 * words } else { 0 },
                    })?;
                    Ok(to)
                })
                .collect(),
            Root::Memory {
                memory,
                address,
                offset,
            } => match self.shape.plain(types) {
                Shape::Scalar(_) | Shape::Vector(..) => {
                    builder.sites.atomic = self.shape.is_atomic(types);
                    let address = or_zero(builder, address)?;
                    let to = builder.registers(words)?;
                    let reach = Reach {
                        memory,
                        address,
                        offset,
                        words,
                        stored: self.stored(types),
                    };
                    builder.push(Op::Load { to, reach })?;
                    Ok((0..words).map(|word| to.offset(word)).collect())
                }
                Shape::Matrix(..) | Shape::Ty(_) => {
                    let mut value = Vec::with_capacity(words as usize);
                    for part in self.parts(types, builder)? {
                        value.extend(part.load(types, builder)?);
                    }
                    Ok(value)
                }
            },
        }
    }

    /// Stores the whole value in the active lanes.
    pub(super) fn store(self, types: &Types, builder: &mut Builder<'_>, value: &[Register]) -> Result<(), KernelError> {
        builder.sites.pointer = self.span;
        let apart = self.apart(builder, value)?;
        let value = apart.as_slice();
        match self.root {
            Root::Registers {
                variable,
                base,
                offset,
                index: None,
                ..
            } => {
                for (&from, word) in value.iter().zip(offset..) {
                    let to = base.offset(word);
                    builder.push(match variable {
                        Some(variable) => Op::Assign { variable, to, from },
                        None => Op::Set { to, from },
                    })?;
                }
                Ok(())
            }
            Root::Registers {
                variable,
                base,
                words,
                offset,
                index: Some(index),
            } => {
                for (&from, word) in value.iter().zip(offset..) {
                    let word_index = plus(builder, index, word)?;
                    let bytes = 4 * value.len() as u32;
                    builder.push(Op::Scatter {
                        variable: variable.unwrap_or(HIDDEN),
                        from,
                        base,
                        index: word_index,
                        words,
                        bytes: if word == offset { bytes } else { 0 },
                    })?;
                }
                Ok(())
            }
            Root::Memory {
                memory,
                address,
                offset,
            } => match self.shape.plain(types) {
                Shape::Scalar(_) | Shape::Vector(..) => {
                    builder.sites.atomic = self.shape.is_atomic(types);
                    let address = or_zero(builder, address)?;
                    let words = value.len() as u32;
                    let from = consecutive(builder, value)?;
                    let reach = Reach {
                        memory,
                        address,
                        offset,
                        words,
                        stored: self.stored(types),
                    };
                    builder.push(Op::Store { from, reach })
                }
                Shape::Matrix(..) | Shape::Ty(_) => {
                    let mut rest = value;
                    for part in self.parts(types, builder)? {
                        let words = part.shape.words(types).unwrap_or(0) as usize;
                        let (these, others) = rest.split_at(words.min(rest.len()));
                        part.store(types, builder, these)?;
                        rest = others;
                    }
                    Ok(())
                }
            },
        }
    }

    /// Returns the form of its scalars in memory.
    fn stored(self, types: &Types) -> Stored {
        if self.shape.is_half(types) {
            Stored::Half
        } else {
            Stored::Word
        }
    }

    /// Copies those words of a value that are words of the variable itself and would be overwritten before they are
    /// read, as in `v = v.yx`.
    fn apart(self, builder: &mut Builder<'_>, value: &[Register]) -> Result<Vec<Register>, KernelError> {
        let mut apart = value.to_vec();
        let Root::Registers {
            base,
            words,
            offset,
            index,
            ..
        } = self.root
        else {
            return Ok(apart);
        };
        for (word, register) in (0..).zip(&mut apart) {
            // A computed index may be that of any word.
            let overwritten = match index {
                None => base.offset(offset)..base.offset(offset + word),
                Some(_) if word > 0 => base..base.offset(words),
                Some(_) => continue,
            };
            if overwritten.contains(register) {
                let to = builder.register()?;
                builder.push(Op::Copy { to, from: *register })?;
                *register = to;
            }
        }
        Ok(apart)
    }

    fn parts(self, types: &Types, builder: &Builder<'_>) -> Result<Vec<Place>, KernelError> {
        let count = self
            .shape
            .part_count(types)
            .ok_or_else(|| builder.unsupported("a value of this type"))?;
        Ok((0..count).filter_map(|index| self.part(types, index)).collect())
    }
}

/// Returns a computed offset, or the constant zero if there is none.
pub(super) fn or_zero(builder: &mut Builder<'_>, offset: Option<Register>) -> Result<Register, KernelError> {
    match offset {
        Some(offset) => Ok(offset),
        None => builder.constant(0),
    }
}

/// Adds `words` to an index. `NOWHERE` stays far out of bounds.
fn plus(builder: &mut Builder<'_>, index: Register, words: u32) -> Result<Register, KernelError> {
    if words == 0 {
        return Ok(index);
    }
    let b = builder.constant(words)?;
    let to = builder.register()?;
    builder.push_pure(
        Op::Binary {
            function: Binary::AddSaturating,
            to,
            a: index,
            b,
        },
        to,
        &[index, b],
    )
}

/// Returns the value in consecutive registers, copied there if necessary.
pub(super) fn consecutive(builder: &mut Builder<'_>, value: &[Register]) -> Result<Register, KernelError> {
    let [first, ..] = *value else {
        return builder.constant(0);
    };
    let in_group = value.len() == 1
        || builder
            .groups
            .iter()
            .any(|(base, words)| first.0 >= base.0 && first.0 + value.len() as u32 <= base.0 + words);
    if in_group
        && value
            .iter()
            .zip(0..)
            .all(|(register, word)| *register == first.offset(word))
    {
        return Ok(first);
    }
    let to = builder.registers(value.len() as u32)?;
    for (&from, word) in value.iter().zip(0..) {
        builder.push(Op::Copy {
            to: to.offset(word),
            from,
        })?;
    }
    Ok(to)
}
