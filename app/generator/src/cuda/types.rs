//! The types of CUDA's scalars, and the bounds that their values keep in random kernels.

/// The type of an element of a buffer, of a variable or of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    Int,
    Unsigned,
    Float,
    Byte,
    Short,
    Bool,
    Char,
    UnsignedShort,
}

/// The type of an expression after C's promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Int,
    Unsigned,
    Float,
    Bool,
}

impl Class {
    pub const ALL: [Class; 4] = [Class::Int, Class::Unsigned, Class::Float, Class::Bool];
}

impl Element {
    /// All types.
    pub const ALL: [Element; 8] = [
        Element::Int,
        Element::Unsigned,
        Element::Float,
        Element::Byte,
        Element::Short,
        Element::Bool,
        Element::Char,
        Element::UnsignedShort,
    ];

    /// Returns the type as CUDA writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Element::Int => "int",
            Element::Unsigned => "unsigned int",
            Element::Float => "float",
            Element::Byte => "unsigned char",
            Element::Short => "short",
            Element::Bool => "bool",
            Element::Char => "char",
            Element::UnsignedShort => "unsigned short",
        }
    }

    /// Returns the size in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Element::Int | Element::Unsigned | Element::Float => 4,
            Element::Short | Element::UnsignedShort => 2,
            Element::Byte | Element::Char | Element::Bool => 1,
        }
    }

    pub(crate) const fn class(self) -> Class {
        match self {
            Element::Unsigned => Class::Unsigned,
            Element::Float => Class::Float,
            Element::Bool => Class::Bool,
            _ => Class::Int,
        }
    }

    /// Returns the bits `b` of a variable: its values are in `-2^b..2^b`. A variable of type `int` or `float` keeps far
    /// fewer than the type has, so that sums and products stay exact.
    pub(crate) const fn bits(self) -> u32 {
        match self {
            Element::Int => 20,
            Element::Unsigned => 32,
            Element::Float => 12,
            Element::Byte => 8,
            Element::Short => 15,
            Element::Bool => 1,
            Element::Char => 7,
            Element::UnsignedShort => 16,
        }
    }

    /// Returns true for integers of fewer than 32 bits, whose assignments are cut and never overflow.
    pub(crate) const fn is_narrow(self) -> bool {
        matches!(
            self,
            Element::Byte | Element::Short | Element::Char | Element::UnsignedShort
        )
    }
}
