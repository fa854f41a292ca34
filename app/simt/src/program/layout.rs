//! How a variable lies in memory: the type of each of its words, and the name of each member.

use super::scalar::ScalarType;
use serde::{Deserialize, Serialize};

/// The type of a variable in memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Layout {
    /// A scalar or an atomic.
    Scalar(ScalarType),
    Vector {
        scalar: ScalarType,
        count: u32,
    },
    Matrix {
        scalar: ScalarType,
        columns: u32,
        rows: u32,
        /// Bytes from one column to the next.
        stride: u32,
    },
    Array {
        element: Box<Layout>,
        /// Bytes from one element to the next.
        stride: u32,
        /// `None` if the buffer or an override sets the length.
        count: Option<u32>,
    },
    Struct {
        name: String,
        members: Vec<Member>,
    },
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    pub name: String,
    /// Bytes from the start of the structure.
    pub offset: u32,
    pub layout: Layout,
}

/// One scalar of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The expression after the variable's name, such as `[3].position.y`; empty for the variable itself.
    pub path: String,
    /// Bytes from the start of the variable.
    pub offset: u32,
    pub scalar: ScalarType,
}

const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

impl ScalarType {
    /// Returns the name in WGSL, or in CUDA for a type that only CUDA has.
    pub const fn name(self) -> &'static str {
        match self {
            ScalarType::Bool => "bool",
            ScalarType::I32 => "i32",
            ScalarType::U32 => "u32",
            ScalarType::F32 => "f32",
            ScalarType::F16 => "f16",
            ScalarType::Narrow(narrow) => narrow.name(),
        }
    }

    /// Returns the size in memory in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            ScalarType::F16 => 2,
            ScalarType::Narrow(narrow) => narrow.bytes(),
            ScalarType::Bool | ScalarType::I32 | ScalarType::U32 | ScalarType::F32 => 4,
        }
    }
}

impl Layout {
    /// Returns the scalar that begins at a byte; `None` for padding, for the middle of a scalar and past the end.
    pub fn scalar_at(&self, byte: u64) -> Option<ScalarType> {
        self.walk(byte, &mut |_| {})
    }

    /// Returns the expression of the scalar that begins at a byte, after the name of the variable: `[3].position.y`.
    pub fn path_at(&self, byte: u64) -> Option<String> {
        let mut path = String::new();
        self.walk(byte, &mut |step| match step {
            Step::Index(index) => path.push_str(&format!("[{index}]")),
            Step::Component(index) => {
                path.push('.');
                path.push_str(COMPONENTS.get(index as usize).copied().unwrap_or("?"));
            }
            Step::Member(name) => {
                path.push('.');
                path.push_str(name);
            }
        })?;
        Some(path)
    }

    /// Returns the scalar type of all its words, if they have the same one. A word may hold several smaller numbers.
    pub fn scalar(&self) -> Option<ScalarType> {
        match self {
            Layout::Scalar(scalar) | Layout::Vector { scalar, .. } | Layout::Matrix { scalar, .. } => Some(*scalar),
            Layout::Array { element, .. } => element.scalar(),
            Layout::Struct { members, .. } => {
                let mut scalars = members.iter().map(|member| member.layout.scalar());
                let first = scalars.next()??;
                scalars.all(|scalar| scalar == Some(first)).then_some(first)
            }
        }
    }

    /// Returns the size in bytes of a type without padding, or of an element if the length is not known; `None` if the
    /// type has padding.
    pub fn dense_bytes(&self) -> Option<u32> {
        match self {
            Layout::Scalar(scalar) => Some(scalar.bytes()),
            Layout::Vector { scalar, count } => Some(scalar.bytes() * count),
            Layout::Matrix {
                scalar,
                columns,
                rows,
                stride,
            } => (*stride == rows * scalar.bytes()).then(|| columns * stride),
            Layout::Array { element, stride, count } => {
                let is_dense = element.dense_bytes() == Some(*stride);
                is_dense.then(|| stride.saturating_mul(count.unwrap_or(1)))
            }
            Layout::Struct { members, .. } => members.iter().try_fold(0_u32, |end, member| {
                let size = member.layout.dense_bytes()?;
                (member.offset == end).then(|| end.saturating_add(size))
            }),
        }
    }

    /// Returns true if every word is an integer, so that a word and a number are the same.
    pub fn is_dense_integers(&self) -> bool {
        let is_integer = matches!(self.scalar(), Some(ScalarType::I32 | ScalarType::U32));
        is_integer && self.dense_bytes().is_some()
    }

    /// Returns true if the length of the variable, or of an array in it, is not part of its type.
    pub fn is_sized_by_buffer(&self) -> bool {
        match self {
            Layout::Scalar(_) | Layout::Vector { .. } | Layout::Matrix { .. } => false,
            Layout::Array { count, .. } => count.is_none(),
            Layout::Struct { members, .. } => {
                let last = members.last();
                last.is_some_and(|last| last.layout.is_sized_by_buffer())
            }
        }
    }

    /// Returns the offset and the type of the scalar that a path names: `dt`, `bodies[3].position.y`. A leading point is
    /// optional, and components may also be `r`, `g`, `b`, `a` or an index.
    pub fn find(&self, path: &str) -> Option<(u64, ScalarType)> {
        if path.is_empty() {
            return match self {
                Layout::Scalar(scalar) => Some((0, *scalar)),
                _ => None,
            };
        }
        let (step, rest) = match path.strip_prefix('[') {
            Some(inner) => {
                let (index, rest) = inner.split_once(']')?;
                (Step::Index(index.trim().parse().ok()?), rest)
            }
            None => {
                let name = path.strip_prefix('.').unwrap_or(path);
                let end = name.find(['.', '[']).unwrap_or(name.len());
                let (name, rest) = name.split_at(end);
                let component = "xyzw".find(name).or_else(|| "rgba".find(name));
                match self {
                    Layout::Vector { .. } if name.len() == 1 => (Step::Index(component? as u64), rest),
                    _ => (Step::Member(name), rest),
                }
            }
        };
        let (offset, inner) = match (self, step) {
            (Layout::Vector { scalar, count }, Step::Index(index)) if index < u64::from(*count) => {
                (index * u64::from(scalar.bytes()), Layout::Scalar(*scalar))
            }
            (
                Layout::Matrix {
                    scalar,
                    columns,
                    rows,
                    stride,
                },
                Step::Index(index),
            ) if index < u64::from(*columns) => {
                let column = Layout::Vector {
                    scalar: *scalar,
                    count: *rows,
                };
                (index * u64::from(*stride), column)
            }
            (Layout::Array { element, stride, count }, Step::Index(index))
                if index < count.map_or(u64::from(u32::MAX), u64::from) =>
            {
                let (inner, scalar) = element.find(rest)?;
                return Some((index * u64::from(*stride) + inner, scalar));
            }
            (Layout::Struct { members, .. }, Step::Member(name)) => {
                let member = members.iter().find(|member| member.name == name)?;
                let (inner, scalar) = member.layout.find(rest)?;
                return Some((u64::from(member.offset) + inner, scalar));
            }
            _ => return None,
        };
        let (rest, scalar) = inner.find(rest)?;
        Some((offset + rest, scalar))
    }

    /// Iterates over the scalars in the first `bytes` bytes, with their offsets.
    pub fn scalars(&self, bytes: u64) -> impl Iterator<Item = (u64, ScalarType)> + '_ {
        let mut byte = 0;
        std::iter::from_fn(move || {
            while byte < bytes {
                match self.scalar_at(byte) {
                    Some(scalar) if byte + u64::from(scalar.bytes()) <= bytes => {
                        let place = (byte, scalar);
                        byte += u64::from(scalar.bytes());
                        return Some(place);
                    }
                    _ => byte += 1,
                }
            }
            None
        })
    }

    /// Formats a word of the variable by its own type. Padding is shown as bits unless it is zero.
    pub fn show(&self, word: u32, bits: u32) -> String {
        match self.scalar_at(u64::from(word) * 4) {
            Some(scalar) => scalar.show(bits),
            None if bits == 0 => "·".to_owned(),
            None => format!("0x{bits:08x}"),
        }
    }

    /// Returns the bytes, in whole words, that the first `count` scalars take, if they end before `most` bytes.
    pub fn bytes_for(&self, count: usize, most: u64) -> u64 {
        let last = self.scalars(most).take(count).last();
        let end = last.map_or(0, |(offset, scalar)| offset + u64::from(scalar.bytes()));
        end.next_multiple_of(4)
    }

    /// Returns the scalars of a variable, in the order of their addresses; at most `most`, and none of an array whose
    /// length is not known.
    pub fn places(&self, most: usize) -> Vec<Place> {
        let mut places = Vec::new();
        self.list(String::new(), 0, most, &mut places);
        places
    }

    fn list(&self, path: String, offset: u32, most: usize, places: &mut Vec<Place>) {
        let mut scalar = |path: String, offset: u32, scalar: ScalarType| {
            if places.len() < most {
                places.push(Place { path, offset, scalar });
            }
        };
        match self {
            Layout::Scalar(kind) => scalar(path, offset, *kind),
            Layout::Vector { scalar: kind, count } => {
                for (index, name) in (0..*count).zip(COMPONENTS) {
                    scalar(format!("{path}.{name}"), offset + index * kind.bytes(), *kind);
                }
            }
            Layout::Matrix {
                scalar: kind,
                columns,
                rows,
                stride,
            } => {
                for column in 0..*columns {
                    for (row, name) in (0..*rows).zip(COMPONENTS) {
                        let position = offset + column * stride + row * kind.bytes();
                        scalar(format!("{path}[{column}].{name}"), position, *kind);
                    }
                }
            }
            Layout::Array { element, stride, count } => {
                for index in 0..count.unwrap_or(0) {
                    if places.len() >= most {
                        break;
                    }
                    let position = offset.saturating_add(index.saturating_mul(*stride));
                    element.list(format!("{path}[{index}]"), position, most, places);
                }
            }
            Layout::Struct { members, .. } => {
                for member in members {
                    let position = offset + member.offset;
                    let path = format!("{path}.{}", member.name);
                    member.layout.list(path, position, most, places);
                }
            }
        }
    }

    fn walk<'l>(&'l self, byte: u64, enter: &mut dyn FnMut(Step<'l>)) -> Option<ScalarType> {
        let component = |byte: u64, scalar: ScalarType, count: u32| {
            let size = u64::from(scalar.bytes());
            let index = byte / size;
            (byte.is_multiple_of(size) && index < u64::from(count)).then_some(index)
        };
        match self {
            Layout::Scalar(scalar) => (byte == 0).then_some(*scalar),
            Layout::Vector { scalar, count } => {
                enter(Step::Component(component(byte, *scalar, *count)?));
                Some(*scalar)
            }
            Layout::Matrix {
                scalar,
                columns,
                rows,
                stride,
            } => {
                let stride = u64::from((*stride).max(1));
                let column = byte / stride;
                let row = component(byte % stride, *scalar, *rows)?;
                (column < u64::from(*columns)).then_some(())?;
                enter(Step::Index(column));
                enter(Step::Component(row));
                Some(*scalar)
            }
            Layout::Array { element, stride, count } => {
                let stride = u64::from((*stride).max(1));
                let index = byte / stride;
                (index < count.map_or(u64::MAX, u64::from)).then_some(())?;
                enter(Step::Index(index));
                element.walk(byte % stride, enter)
            }
            Layout::Struct { members, .. } => {
                let after = members.partition_point(|member| u64::from(member.offset) <= byte);
                let member = members.get(after.checked_sub(1)?)?;
                enter(Step::Member(&member.name));
                member.layout.walk(byte - u64::from(member.offset), enter)
            }
        }
    }
}

enum Step<'l> {
    Index(u64),
    Component(u64),
    Member(&'l str),
}

#[cfg(test)]
mod tests {
    use crate::compile;

    /// The offsets follow from the table "Alignment and size of types" of WGSL.
    #[test]
    fn every_scalar_has_its_type_and_its_name() {
        let program = compile(
            "enable f16;
             struct Body { position: vec3f, mass: f32, charge: i32 }
             struct All { n: u32, turn: mat2x3f, halves: vec2<f16>, pair: array<vec2u, 2>, bodies: array<Body> }
             @group(0) @binding(0) var<storage, read_write> all: All;
             @compute @workgroup_size(1) fn main() { all.n = 1; }",
            None,
        )
        .expect("it is valid");
        let layout = &program.bindings[0].layout;
        let described = |byte: u64| {
            let scalar = layout.scalar_at(byte)?;
            Some(format!("{} {}", scalar.name(), layout.path_at(byte)?))
        };
        for (byte, wanted) in [
            (0, Some("u32 .n")),
            (4, None),
            (16, Some("f32 .turn[0].x")),
            (24, Some("f32 .turn[0].z")),
            (28, None),
            (36, Some("f32 .turn[1].y")),
            (48, Some("f16 .halves.x")),
            (50, Some("f16 .halves.y")),
            (52, None),
            (56, Some("u32 .pair[0].x")),
            (68, Some("u32 .pair[1].y")),
            (72, None),
            (80, Some("f32 .bodies[0].position.x")),
            (92, Some("f32 .bodies[0].mass")),
            (96, Some("i32 .bodies[0].charge")),
            (100, None),
            (124, Some("f32 .bodies[1].mass")),
            (80 + 32 * 1000 + 8, Some("f32 .bodies[1000].position.z")),
        ] {
            assert_eq!(described(byte).as_deref(), wanted, "byte {byte}");
        }
        let places = layout.places(100);
        let described: Vec<_> = places.iter().map(|place| (place.path.as_str(), place.offset)).collect();
        assert_eq!(described[..3], [(".n", 0), (".turn[0].x", 16), (".turn[0].y", 20)]);
        assert_eq!(described.len(), 1 + 6 + 2 + 4);
        for place in &places {
            assert_eq!(layout.scalar_at(place.offset.into()), Some(place.scalar));
            let expected = (u64::from(place.offset), place.scalar);
            assert_eq!(layout.find(&place.path), Some(expected), "{}", place.path);
            assert_eq!(layout.path_at(place.offset.into()).as_ref(), Some(&place.path));
        }
        let offset_of = |path| layout.find(path).map(|(offset, _)| offset);
        assert_eq!(offset_of("bodies[2].position[1]"), Some(80 + 64 + 4));
        assert_eq!(offset_of("turn[1].b"), Some(40));
        for path in [
            "",
            "n.x",
            "m",
            "turn[2].x",
            "pair[2].x",
            "bodies.x",
            "bodies[x]",
            "bodies[",
            "halves.z",
        ] {
            assert_eq!(layout.find(path), None, "{path}");
        }
        assert!(layout.is_sized_by_buffer());
        assert_eq!(layout.dense_bytes(), None);
    }
}
