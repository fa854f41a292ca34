//! Requests of the language that a text was translated from: its functions and variables that stand for accesses there.
//!
//! A translator writes functions for what WGSL lacks. A function that loads a word and shifts stands for the load of a
//! byte, one with four loads for the load of a `float4`, a loop of compare and exchange for an atomic sum of floats. A
//! GPU runs these functions as they are. A machine that counts and checks accesses as the first language means them
//! takes each call of such a function for one access: to the bytes of one variable, from the first one on.
//!
//! The functions are found by name, because names of functions are unique in a text.

use serde::{Deserialize, Serialize};

/// All marks of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requests {
    pub calls: Vec<MarkedCall>,
    pub variables: Vec<MarkedVariable>,
}

/// A function whose calls are accesses to one variable.
///
/// A load has one argument: the number of the element. A store has the value as its second one. An atomic operation has
/// an index for each dimension of the variable, and then its values; a comparison has the compared one first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedCall {
    pub function: String,
    pub variable: String,
    pub effect: Effect,
    /// The form of each part of a lane's value, and the number of parts: 1 to 4.
    pub stored: Stored,
    pub parts: u32,
    /// The bytes from one element to the next.
    pub stride: u32,
    pub width: Width,
}

/// The effect of a call on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effect {
    Load,
    Store,
    Atomic(AtomicEffect),
}

/// The function of an atomic operation, on a word of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AtomicEffect {
    Add,
    AddFloat,
    Subtract,
    MaxInt,
    MaxUint,
    MinInt,
    MinUint,
    /// The given value if the old one equals the compared one.
    CompareExchange,
    /// One more, or zero from the given value on.
    Increment,
    /// One less, or the given value from zero and from above the given value.
    Decrement,
}

/// The requests that a call makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Width {
    /// One of all parts.
    Whole,
    /// One for each part: a value of three parts is aligned to a part only, so hardware loads it in three requests.
    Parts,
}

/// The form of a scalar in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stored {
    /// A number of 32 bits.
    Word,
    /// A 16-bit float, which registers hold as one of 32 bits.
    Half,
    Int16,
    Uint16,
    Int8,
    Uint8,
    /// A byte that is 0 or 1.
    Bool8,
}

impl Stored {
    /// Returns its size in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Stored::Word => 4,
            Stored::Half | Stored::Int16 | Stored::Uint16 => 2,
            Stored::Int8 | Stored::Uint8 | Stored::Bool8 => 1,
        }
    }
}

/// A variable of the text, and what it is in the first language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedVariable {
    pub variable: String,
    /// The bytes of an element, if the variable is an array.
    pub element_bytes: Option<u32>,
    /// The bytes of the variable, if they are known: a length that is no multiple of a word ends inside of one.
    pub bytes: Option<u32>,
    /// The bytes for which each word of the text stands: 4, or 1 or 2 where an array of bytes has a word for each.
    pub word_bytes: u32,
    pub numbers: Numbers,
    pub loads: LoadsAndStores,
    pub traffic: CountedTraffic,
}

/// The numbers that a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Numbers {
    /// Those of the variable's type.
    AsWritten,
    /// Bytes, short integers or 16-bit floats, several in each word.
    Packed(Packed),
    /// Floats, whose words the text has as unsigned integers: only integers are atomic in WGSL.
    Floats,
}

/// An element of several numbers, or of one, each of which is smaller than a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packed {
    pub stored: Stored,
    /// The number of its parts: 1 to 4.
    pub parts: u32,
}

/// The meaning of `atomicLoad` and `atomicStore`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LoadsAndStores {
    /// They are plain loads and stores of an array on which other accesses are atomic.
    Plain,
    AsWritten,
}

/// The traffic of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CountedTraffic {
    /// That of the memory which it is in.
    OfItsMemory,
    /// None: constant memory has a cache of its own, and a vote is a part of its barrier.
    None,
    /// None, and a load is no access either: the variable holds the kernel's arguments, which its text has as values.
    NoAccess,
}

impl Requests {
    /// Returns the mark of a function.
    pub fn call(&self, function: &str) -> Option<&MarkedCall> {
        self.calls.iter().find(|call| call.function == function)
    }

    /// Returns the mark of a variable.
    pub fn variable(&self, name: &str) -> Option<&MarkedVariable> {
        self.variables.iter().find(|marked| marked.variable == name)
    }
}
