//! Lowers calls of functions that stand for one access of the language from which the text was translated.
//!
//! Such a call becomes the instructions of that access, and its function's body is not lowered. The alternative, to run
//! the body and to merge its accesses afterwards, would make the wrong things: a byte's store would read and write its
//! whole word, where other lanes may store theirs; a sum of floats on one address would take a turn of the loop for each
//! lane, and a warp that runs apart could leave the function in the middle of a request. So counters, trace and race
//! detector get what they get for an access of WGSL: one instruction, the address of its first byte, and its width. A
//! text without marks pays nothing.

use super::Compiler;
use crate::compile::place::{Place, Root, consecutive};
use crate::program::{Atomic, Binary, KernelError, Layout, Narrow, Op, Reach, Register, ScalarType, Space};
use wgsl::{
    AtomicEffect, Count, CountedTraffic, Effect, Expr, LoadsAndStores, MarkedCall, Numbers, Packed, Stored, Width,
};

impl<'c> Compiler<'c> {
    /// Gives a memory the properties of its mark.
    pub(super) fn apply_mark(&mut self, memory: u32) {
        let binding = &mut self.bindings[memory as usize];
        let Some(mark) = self.marks.requests.variable(&binding.name) else {
            return;
        };
        binding.word_bytes = mark.word_bytes;
        if mark.traffic != CountedTraffic::OfItsMemory {
            binding.counted_as = Space::Uniform;
        }
        binding.holds_arguments = mark.traffic == CountedTraffic::NoAccess;
        if let Some(bytes) = mark.element_bytes.filter(|_| mark.word_bytes == 4) {
            binding.element_bytes = Some(bytes);
            if binding.slot.is_some() && binding.tail_stride.is_some() {
                // The greatest power of two up to a word that divides an element.
                binding.size_unit = 1 << bytes.trailing_zeros().min(2);
            }
        }
        match mark.numbers {
            Numbers::AsWritten => {}
            Numbers::Packed(packed) => {
                binding.layout = unpacked(&binding.layout, packed, mark.bytes);
            }
            Numbers::Floats => as_floats(&mut binding.layout),
        }
        if mark.loads == LoadsAndStores::Plain {
            self.builder.sites.plain.insert(memory);
        }
    }

    /// Lowers a call of a marked function. Returns `None` if the function has no mark.
    pub(super) fn marked_call(
        &mut self,
        call: Expr,
        name: &str,
        arguments: &[Expr],
    ) -> Result<Option<Vec<Register>>, KernelError> {
        let marks = self.marks;
        let mark = marks.requests.call(name);
        let Some((mark, place)) = mark.and_then(|mark| Some((mark, self.marked_place(mark)?))) else {
            return Ok(None);
        };
        let values = self.values(arguments)?;
        // The place of the accesses in the text is that of the call.
        let place = place.made_by(self.span(call));
        self.builder.sites.pointer = place.span;
        let value = match mark.effect {
            Effect::Load => self.marked_load(mark, place, &values)?,
            Effect::Store => self.marked_store(mark, place, &values)?,
            Effect::Atomic(effect) => self.marked_atomic(mark, effect, place, &values)?,
        };
        Ok(Some(value))
    }

    /// Returns the variable of a mark, if the kernel uses it.
    fn marked_place(&self, mark: &MarkedCall) -> Option<Place> {
        let is_it = |root: &Root| {
            let Root::Memory { memory, .. } = *root else {
                return false;
            };
            let binding = self.bindings.get(memory as usize);
            binding.is_some_and(|binding| binding.name == mark.variable)
        };
        let mut places = self.globals.values();
        places.find(|place| is_it(&place.root)).copied()
    }

    fn marked_load(
        &mut self,
        mark: &MarkedCall,
        place: Place,
        values: &[Vec<Register>],
    ) -> Result<Vec<Register>, KernelError> {
        let reach = self.marked_reach(mark, place, values)?;
        let to = self.builder.registers(mark.parts)?;
        for (first, reach) in in_requests(mark, reach) {
            self.builder.push(Op::Load {
                to: to.offset(first),
                reach,
            })?;
        }
        Ok((0..mark.parts).map(|part| to.offset(part)).collect())
    }

    fn marked_store(
        &mut self,
        mark: &MarkedCall,
        place: Place,
        values: &[Vec<Register>],
    ) -> Result<Vec<Register>, KernelError> {
        let reach = self.marked_reach(mark, place, values)?;
        let value = values.get(1).map_or(&[][..], Vec::as_slice);
        if value.len() != mark.parts as usize {
            return Err(self.builder.unsupported("a store of this value"));
        }
        let from = consecutive(&mut self.builder, value)?;
        for (first, reach) in in_requests(mark, reach) {
            self.builder.push(Op::Store {
                from: from.offset(first),
                reach,
            })?;
        }
        Ok(Vec::new())
    }

    /// Returns the memory of an element's parts, whose number is checked against the length.
    fn marked_reach(
        &mut self,
        mark: &MarkedCall,
        place: Place,
        values: &[Vec<Register>],
    ) -> Result<Reach, KernelError> {
        let (Some(&[index]), Root::Memory { memory, .. }) = (values.first().map(Vec::as_slice), place.root) else {
            return Err(self.builder.unsupported("an access of this kind"));
        };
        // CUDA loads two or four parts as one, from a multiple of their size; three parts are loaded one by one.
        let bytes = mark.stored.bytes() * mark.parts;
        if mark.parts.is_power_of_two() && bytes > mark.stride {
            self.check_alignment(place.span, index, bytes / mark.stride.max(1))?;
        }
        let length = self.element_count(mark, place, memory)?;
        let base = self.builder.constant(0)?;
        let to = self.builder.register()?;
        self.builder.sites.counts_in_whole = true;
        self.builder.push(Op::Element {
            to,
            base,
            index,
            length,
            stride: mark.stride,
            memory,
        })?;
        self.builder.sites.counts_in_whole = false;
        self.builder.sites.atomic = place
            .shape
            .elements(self.types)
            .is_some_and(|elements| elements.shape.is_atomic(self.types));
        Ok(Reach {
            memory,
            address: to,
            offset: 0,
            words: mark.parts,
            stored: mark.stored,
        })
    }

    /// Returns a register with the number of places at which a whole element can begin.
    fn element_count(&mut self, mark: &MarkedCall, place: Place, memory: u32) -> Result<Register, KernelError> {
        // The last element may be wider than the step from one place to the next.
        let beyond = (mark.stored.bytes() * mark.parts).saturating_sub(mark.stride);
        let elements = place
            .shape
            .elements(self.types)
            .ok_or_else(|| self.builder.unsupported("an index into this type"))?;
        let declared = self.marks.requests.variable(&mark.variable);
        let declared = declared.and_then(|variable| variable.bytes);
        match elements.count {
            Count::Fixed(count) => {
                let bytes = count.saturating_mul(elements.stride_bytes);
                let bytes = declared.map_or(bytes, |declared| declared.min(bytes));
                let count = bytes.saturating_sub(beyond) / mark.stride.max(1);
                self.builder.constant(count)
            }
            Count::Runtime => {
                let to = self.builder.register()?;
                let op = Op::ArrayLength {
                    to,
                    memory,
                    offset: beyond,
                    stride: mark.stride.max(1),
                };
                self.builder.push_pure(op, to, &[])
            }
            Count::Override(_) => {
                let length = self.bindings[memory as usize].length;
                let length = length.ok_or_else(|| self.builder.unsupported("an array sized by an override here"))?;
                let stride = self.builder.constant(elements.stride_bytes)?;
                let bytes = self.apply(Binary::Multiply, length, stride)?;
                let beyond = self.builder.constant(beyond)?;
                let bytes = self.apply(Binary::MaxUint, bytes, beyond)?;
                let bytes = self.apply(Binary::Subtract, bytes, beyond)?;
                let stride = self.builder.constant(mark.stride.max(1))?;
                self.apply(Binary::DivideUint, bytes, stride)
            }
        }
    }

    fn marked_atomic(
        &mut self,
        mark: &MarkedCall,
        effect: AtomicEffect,
        mut place: Place,
        values: &[Vec<Register>],
    ) -> Result<Vec<Register>, KernelError> {
        let function = function_of(effect);
        let words = match function {
            Atomic::CompareExchange => 2,
            _ => mark.parts as usize,
        };
        let scalars: Vec<Register> = values.iter().flatten().copied().collect();
        let Some(dimensions) = scalars.len().checked_sub(words) else {
            return Err(self.builder.unsupported("an atomic operation of this kind"));
        };
        let (indices, given) = scalars.split_at(dimensions);
        let reach = match mark.stored {
            Stored::Word => {
                for &index in indices {
                    place = place.element(self.types, &mut self.builder, &self.bindings, index)?;
                }
                self.atomic_word(place)?
            }
            _ => self.marked_reach(mark, place, values)?,
        };
        let to = self.builder.registers(words as u32)?;
        let value = match function {
            Atomic::CompareExchange => given[1],
            _ => consecutive(&mut self.builder, given)?,
        };
        self.builder.push(Op::Atomic {
            function,
            to,
            reach,
            value,
            compare: given[0],
        })?;
        Ok((0..mark.parts).map(|part| to.offset(part)).collect())
    }
}

/// Returns the layout of an array of words as the first language has it. `declared` is its length in bytes, if it has one.
fn unpacked(words: &Layout, packed: Packed, declared: Option<u32>) -> Layout {
    let scalar = match packed.stored {
        Stored::Word => return words.clone(),
        Stored::Half => ScalarType::F16,
        Stored::Int16 => ScalarType::Narrow(Narrow::I16),
        Stored::Uint16 => ScalarType::Narrow(Narrow::U16),
        Stored::Int8 => ScalarType::Narrow(Narrow::I8),
        Stored::Uint8 => ScalarType::Narrow(Narrow::U8),
        Stored::Bool8 => ScalarType::Narrow(Narrow::Bool8),
    };
    let element = match packed.parts {
        1 => Layout::Scalar(scalar),
        count => Layout::Vector { scalar, count },
    };
    let stride = scalar.bytes() * packed.parts;
    let count = match words {
        Layout::Array {
            count: Some(count),
            stride: of_word,
            ..
        } => Some(declared.unwrap_or(count.saturating_mul(*of_word)) / stride.max(1)),
        _ => None,
    };
    Layout::Array {
        element: Box::new(element),
        stride,
        count,
    }
}

/// Makes floats of the unsigned integers of a layout.
fn as_floats(layout: &mut Layout) {
    match layout {
        Layout::Scalar(scalar) | Layout::Vector { scalar, .. } if *scalar == ScalarType::U32 => {
            *scalar = ScalarType::F32;
        }
        Layout::Array { element, .. } => as_floats(element),
        Layout::Scalar(_) | Layout::Vector { .. } | Layout::Matrix { .. } | Layout::Struct { .. } => {}
    }
}

/// Returns the requests of a call, with the number of the first part of each.
fn in_requests(mark: &MarkedCall, whole: Reach) -> Vec<(u32, Reach)> {
    match mark.width {
        Width::Whole => vec![(0, whole)],
        Width::Parts => (0..mark.parts)
            .map(|part| {
                let reach = Reach {
                    offset: part * mark.stored.bytes(),
                    words: 1,
                    ..whole
                };
                (part, reach)
            })
            .collect(),
    }
}

fn function_of(effect: AtomicEffect) -> Atomic {
    match effect {
        AtomicEffect::Add => Atomic::Apply(Binary::Add),
        AtomicEffect::AddFloat => Atomic::Apply(Binary::AddFloat),
        AtomicEffect::Subtract => Atomic::Apply(Binary::Subtract),
        AtomicEffect::MaxInt => Atomic::Apply(Binary::MaxInt),
        AtomicEffect::MaxUint => Atomic::Apply(Binary::MaxUint),
        AtomicEffect::MinInt => Atomic::Apply(Binary::MinInt),
        AtomicEffect::MinUint => Atomic::Apply(Binary::MinUint),
        AtomicEffect::CompareExchange => Atomic::CompareExchange,
        AtomicEffect::Increment => Atomic::Increment,
        AtomicEffect::Decrement => Atomic::Decrement,
    }
}
