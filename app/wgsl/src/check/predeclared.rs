//! The words that WGSL declares itself: types, address spaces, access modes and texel formats.

use crate::types::{Access, Kind, Scalar, Space};

/// The texel formats of storage textures.
pub(super) const FORMATS: &[&str] = &[
    "rgba8unorm",
    "rgba8snorm",
    "rgba8uint",
    "rgba8sint",
    "rgba16unorm",
    "rgba16snorm",
    "rgba16uint",
    "rgba16sint",
    "rgba16float",
    "rg8unorm",
    "rg8snorm",
    "rg8uint",
    "rg8sint",
    "rg16unorm",
    "rg16snorm",
    "rg16uint",
    "rg16sint",
    "rg16float",
    "r32uint",
    "r32sint",
    "r32float",
    "rg32uint",
    "rg32sint",
    "rg32float",
    "rgba32uint",
    "rgba32sint",
    "rgba32float",
    "bgra8unorm",
    "r8unorm",
    "r8snorm",
    "r8uint",
    "r8sint",
    "r16unorm",
    "r16snorm",
    "r16uint",
    "r16sint",
    "r16float",
    "rgb10a2unorm",
    "rgb10a2uint",
    "rg11b10ufloat",
];

/// Returns true for a word that template lists know.
pub(super) fn is_word(text: &str) -> bool {
    space_of(text).is_some() || access_of(text).is_some() || FORMATS.contains(&text)
}

pub(super) fn space_of(text: &str) -> Option<Space> {
    Some(match text {
        "function" => Space::Function,
        "private" => Space::Private,
        "workgroup" => Space::Workgroup,
        "storage" => Space::Storage,
        "uniform" => Space::Uniform,
        "immediate" => Space::Immediate,
        _ => return None,
    })
}

pub(super) fn access_of(text: &str) -> Option<Access> {
    Some(match text {
        "read" => Access::Read,
        "write" => Access::Write,
        "read_write" => Access::ReadWrite,
        _ => return None,
    })
}

pub(super) fn scalar_of(text: &str) -> Option<Scalar> {
    Some(match text {
        "bool" => Scalar::Bool,
        "i32" => Scalar::I32,
        "u32" => Scalar::U32,
        "f32" => Scalar::F32,
        "f16" => Scalar::F16,
        _ => return None,
    })
}

/// Reads `vec3f`, `mat2x4h`: the predeclared aliases. Returns sizes and scalar.
pub(super) fn alias_of(text: &str) -> Option<Kind> {
    let scalar = match text.chars().last()? {
        'i' => Scalar::I32,
        'u' => Scalar::U32,
        'f' => Scalar::F32,
        'h' => Scalar::F16,
        _ => return None,
    };
    match generic_of(&text[..text.len() - 1])? {
        Generic::Vector(size) => Some(Kind::Vector(size, scalar)),
        Generic::Matrix(columns, rows) if scalar.is_float() => Some(Kind::Matrix(columns, rows, scalar)),
        _ => None,
    }
}

/// Returns true for a predeclared type without template arguments.
pub(super) fn is_predeclared(text: &str) -> bool {
    scalar_of(text).is_some() || alias_of(text).is_some()
}

/// A type that takes template arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generic {
    Vector(u8),
    Matrix(u8, u8),
    Array,
    Atomic,
    Pointer,
}

pub(super) fn generic_of(text: &str) -> Option<Generic> {
    let digit = |byte: u8| (b'2'..=b'4').contains(&byte).then(|| byte - b'0');
    Some(match text.as_bytes() {
        [b'v', b'e', b'c', size] => Generic::Vector(digit(*size)?),
        [b'm', b'a', b't', columns, b'x', rows] => Generic::Matrix(digit(*columns)?, digit(*rows)?),
        b"array" => Generic::Array,
        b"atomic" => Generic::Atomic,
        b"ptr" => Generic::Pointer,
        _ => return None,
    })
}

pub(super) fn default_access(space: Space) -> Access {
    match space {
        Space::Storage | Space::Uniform | Space::Immediate | Space::Handle => Access::Read,
        _ => Access::ReadWrite,
    }
}
