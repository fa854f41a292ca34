//! Marks functions and variables of the text that stand for accesses of CUDA, so that they are counted and checked as such.

use super::Printer;
use super::memory::Shape;
use crate::typing::tree::{Atomic, MemoryRoot, Scalar, Space, Ty};
use wgsl::{
    AtomicEffect, CountedTraffic, Effect, LoadsAndStores, MarkedCall, MarkedVariable, Numbers, Packed, Stored, Width,
};

/// Returns the form of a scalar in memory.
fn stored(scalar: Scalar) -> Stored {
    match scalar {
        Scalar::Bool => Stored::Bool8,
        Scalar::Char => Stored::Int8,
        Scalar::Uchar => Stored::Uint8,
        Scalar::Short => Stored::Int16,
        Scalar::Ushort => Stored::Uint16,
        Scalar::Half => Stored::Half,
        Scalar::Int | Scalar::Uint | Scalar::Float => Stored::Word,
    }
}

/// Returns the scalar and the number of parts of a value that is no structure.
fn parts(ty: &Ty) -> Option<(Scalar, u32)> {
    match ty {
        Ty::Scalar(scalar) => Some((*scalar, 1)),
        Ty::Vector(scalar, parts) => Some((*scalar, u32::from(*parts))),
        _ => None,
    }
}

/// Returns the numbers that a variable of the text holds.
fn numbers(root: &MemoryRoot, shape: &Shape) -> Numbers {
    match (parts(&root.element), shape) {
        (Some((scalar, parts)), Shape::Packed) if scalar.bytes() < 4 => Numbers::Packed(Packed {
            stored: stored(scalar),
            parts,
        }),
        (Some((Scalar::Float, _)), Shape::Words(Scalar::Uint)) => Numbers::Floats,
        (Some((Scalar::Float, _)), _) if root.atomic => Numbers::Floats,
        _ => Numbers::AsWritten,
    }
}

impl Printer<'_> {
    /// Marks a function that loads or stores a value, for elements with this step in bytes.
    pub(super) fn mark(&mut self, function: &str, root: usize, effect: Effect, ty: &Ty, stride: u32) {
        let Some((scalar, parts)) = parts(ty) else {
            return;
        };
        self.add_mark(MarkedCall {
            function: function.to_owned(),
            variable: self.module.roots[root].name.to_string(),
            effect,
            stored: stored(scalar),
            parts,
            stride,
            // Source: CUDA C++ Programming Guide, table "Alignment Requirements": those of three have that of a part, and
            // the guide's section on device memory accesses has one instruction only for aligned values of 1 to 16 bytes.
            width: match parts {
                3 => Width::Parts,
                _ => Width::Whole,
            },
        });
    }

    /// Marks a function that is an atomic operation on a word.
    pub(super) fn mark_atomic(&mut self, function: &str, root: usize, operation: Atomic, scalar: Scalar) {
        let effect = match (operation, scalar) {
            (Atomic::Add, Scalar::Float) => AtomicEffect::AddFloat,
            (Atomic::Add, _) => AtomicEffect::Add,
            (Atomic::Subtract, _) => AtomicEffect::Subtract,
            (Atomic::Max, Scalar::Int) => AtomicEffect::MaxInt,
            (Atomic::Max, _) => AtomicEffect::MaxUint,
            (Atomic::Min, Scalar::Int) => AtomicEffect::MinInt,
            (Atomic::Min, _) => AtomicEffect::MinUint,
            (Atomic::CompareExchange, _) => AtomicEffect::CompareExchange,
            (Atomic::Increment, _) => AtomicEffect::Increment,
            (Atomic::Decrement, _) => AtomicEffect::Decrement,
            // WGSL has these for every word.
            (Atomic::And | Atomic::Or | Atomic::Xor | Atomic::Exchange, _) => return,
        };
        self.add_mark(MarkedCall {
            function: function.to_owned(),
            variable: self.module.roots[root].name.to_string(),
            effect: Effect::Atomic(effect),
            stored: Stored::Word,
            parts: 1,
            stride: 4,
            width: Width::Whole,
        });
    }

    fn add_mark(&mut self, mark: MarkedCall) {
        let is_same = |other: &MarkedCall| other.function == mark.function;
        if !self.calls.iter().any(is_same) {
            self.calls.push(mark);
        }
    }

    /// Returns the marks of the variables that are not in CUDA what they are in the text.
    pub(super) fn marked_variables(&self) -> Vec<MarkedVariable> {
        let roots = self.module.roots.iter().zip(&self.shapes);
        let mut marks: Vec<MarkedVariable> = roots.map(|(root, shape)| self.marked_variable(root, shape)).collect();
        // Parameters of a kernel are values, and they are in constant memory, also where the text has a storage buffer.
        if !self.module.uniform.is_empty() {
            marks.push(MarkedVariable {
                variable: self.module.uniform_name.to_string(),
                element_bytes: None,
                bytes: None,
                word_bytes: 4,
                numbers: Numbers::AsWritten,
                loads: LoadsAndStores::AsWritten,
                traffic: CountedTraffic::NoAccess,
            });
        }
        marks
    }

    fn marked_variable(&self, root: &MemoryRoot, shape: &Shape) -> MarkedVariable {
        let is_declared = matches!(shape, Shape::Declared);
        // A vote of a block is written with an atomic that CUDA does not have.
        let is_vote = root.space == Space::Shared
            && root.lengths.is_empty()
            && !root.unbounded
            && root.original.starts_with("votes");
        let holds_atomics = match shape {
            Shape::Packed => self.is_byte_atomic(root),
            _ => root.atomic,
        };
        MarkedVariable {
            variable: root.name.to_string(),
            element_bytes: (!is_declared).then(|| crate::typing::size_of(self.module, &root.element).max(1)),
            bytes: self.bytes(root),
            word_bytes: word_bytes(root, shape),
            numbers: numbers(root, shape),
            loads: if holds_atomics && !is_vote {
                LoadsAndStores::Plain
            } else {
                LoadsAndStores::AsWritten
            },
            traffic: if is_vote || root.space == Space::Constant {
                CountedTraffic::None
            } else {
                CountedTraffic::OfItsMemory
            },
        }
    }
}

/// Returns the bytes for which each word of an array stands: 1 or 2 for shared bytes that have a word each.
fn word_bytes(root: &MemoryRoot, shape: &Shape) -> u32 {
    let ty = match (root.space, shape) {
        (Space::Shared, Shape::Declared) => &root.element,
        (Space::Shared, Shape::Flat(ty)) => ty,
        _ => return 4,
    };
    match ty {
        Ty::Scalar(scalar) | Ty::Vector(scalar, _) if *scalar != Scalar::Half => scalar.bytes(),
        _ => 4,
    }
}
