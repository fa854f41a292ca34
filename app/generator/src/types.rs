//! The types of a kernel, and their layout in memory.

/// A scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    U32,
    I32,
    F32,
    Bool,
}

impl Scalar {
    pub const ALL: [Self; 4] = [Scalar::U32, Scalar::I32, Scalar::F32, Scalar::Bool];
    /// The scalar types that may be in memory that the host shares.
    pub const SHARED: [Self; 3] = [Scalar::U32, Scalar::I32, Scalar::F32];
    pub const INTEGERS: [Self; 2] = [Scalar::U32, Scalar::I32];

    pub const fn name(self) -> &'static str {
        match self {
            Scalar::U32 => "u32",
            Scalar::I32 => "i32",
            Scalar::F32 => "f32",
            Scalar::Bool => "bool",
        }
    }
}

/// A scalar (width 1) or a vector (width 2 to 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub scalar: Scalar,
    pub width: u32,
}

impl Shape {
    pub const fn new(scalar: Scalar, width: u32) -> Self {
        Shape { scalar, width }
    }

    /// Returns the type with the same width and another scalar.
    pub const fn of(self, scalar: Scalar) -> Self {
        Shape { scalar, ..self }
    }

    pub fn name(self) -> String {
        match (self.width, self.scalar) {
            (1, scalar) => scalar.name().to_owned(),
            (width, Scalar::Bool) => format!("vec{width}<bool>"),
            // The predeclared alias, such as `vec3u`.
            (width, scalar) => format!("vec{width}{}", &scalar.name()[..1]),
        }
    }

    const fn align(self) -> u32 {
        match self.width {
            1 => 4,
            2 => 8,
            _ => 16,
        }
    }
}

/// The type of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Value(Shape),
    /// Columns and rows of a matrix of `f32`.
    Matrix(u32, u32),
    Array(Box<Type>, u32),
    Struct(Struct),
}

/// A structure. Its members are named `a`, `b`, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Struct {
    pub name: String,
    pub members: Vec<Type>,
}

impl Type {
    pub fn name(&self) -> String {
        match self {
            Type::Value(shape) => shape.name(),
            Type::Matrix(columns, rows) => format!("mat{columns}x{rows}<f32>"),
            Type::Array(element, length) => format!("array<{}, {length}>", element.name()),
            Type::Struct(structure) => structure.name.clone(),
        }
    }

    /// Returns size and alignment in bytes. Source: WGSL, "Alignment and Size".
    pub fn layout(&self) -> (u32, u32) {
        match self {
            Type::Value(shape) => (shape.width * 4, shape.align()),
            Type::Matrix(columns, rows) => {
                let column = Shape::new(Scalar::F32, *rows).align();
                (columns * column, column)
            }
            Type::Array(element, length) => {
                let (size, align) = element.layout();
                (size.next_multiple_of(align) * length, align)
            }
            Type::Struct(structure) => {
                let mut end: u32 = 0;
                let mut most = 4;
                for member in &structure.members {
                    let (size, align) = member.layout();
                    end = end.next_multiple_of(align) + size;
                    most = most.max(align);
                }
                (end.next_multiple_of(most), most)
            }
        }
    }

    /// Returns the scalar in each word of a value; `None` for padding, which implementations may overwrite.
    pub fn words(&self) -> Vec<Option<Scalar>> {
        let mut words = Vec::new();
        match self {
            Type::Value(shape) => words.extend((0..shape.width).map(|_| Some(shape.scalar))),
            Type::Matrix(columns, rows) => {
                let column = Type::Value(Shape::new(Scalar::F32, *rows));
                words = Type::Array(Box::new(column), *columns).words();
            }
            Type::Array(element, length) => {
                for _ in 0..*length {
                    words.extend(element.words());
                    pad(&mut words, element.layout().1);
                }
            }
            Type::Struct(structure) => {
                for member in &structure.members {
                    pad(&mut words, member.layout().1);
                    words.extend(member.words());
                }
            }
        }
        words.resize(self.layout().0 as usize / 4, None);
        words
    }
}

impl Struct {
    /// Returns the declaration in WGSL.
    pub fn declaration(&self) -> String {
        let mut text = format!("struct {} {{\n", self.name);
        for (member, name) in self.members.iter().zip('a'..) {
            text.push_str(&format!("  {name}: {},\n", member.name()));
        }
        text + "}\n"
    }
}

/// Pads the words to a multiple of `align` bytes.
fn pad(words: &mut Vec<Option<Scalar>>, align: u32) {
    words.resize(words.len().next_multiple_of((align / 4) as usize), None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_the_languages() {
        let value = |scalar, width| Type::Value(Shape::new(scalar, width));
        let structure = |members| {
            Type::Struct(Struct {
                name: "S".to_owned(),
                members,
            })
        };
        let array = |element, length| Type::Array(Box::new(element), length);
        // (type, size, alignment, padding words)
        let table = [
            (value(Scalar::F32, 3), 12, 16, 0),
            (Type::Matrix(2, 3), 32, 16, 2),
            (Type::Matrix(3, 2), 24, 8, 0),
            (array(value(Scalar::I32, 3), 2), 32, 16, 2),
            (structure(vec![value(Scalar::U32, 3), value(Scalar::F32, 1)]), 16, 16, 0),
            (structure(vec![value(Scalar::U32, 1), value(Scalar::F32, 3)]), 32, 16, 4),
            (structure(vec![value(Scalar::U32, 1), value(Scalar::I32, 2)]), 16, 8, 1),
        ];
        for (ty, size, align, padding) in table {
            assert_eq!(ty.layout(), (size, align), "{ty:?}");
            let words = ty.words();
            assert_eq!(words.len() as u32 * 4, size, "{ty:?}");
            let none = words.iter().filter(|word| word.is_none()).count();
            assert_eq!(none, padding, "{ty:?}");
        }
    }
}
