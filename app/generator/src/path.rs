//! Paths from a variable to a component of it, to read or to assign.

use crate::construct::Construct;
use crate::expression::Expression;
use crate::types::{Scalar, Shape, Type};
use crate::writer::{MATRIX_BOUND, VARIABLE_BOUND, Writer};

/// A path's text: `before`, an index below `length` if there is one, `after`.
#[derive(Clone, Debug)]
struct Path {
    before: String,
    length: Option<u32>,
    after: String,
    part: Part,
    constant: bool,
}

/// The kind of the last step of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Component,
    VectorElement,
    Swizzle,
    SwizzleToWrite,
    Column,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Read,
    Write,
}

impl Writer<'_, '_> {
    /// Reads a value of the shape from a variable in scope, if there is one.
    pub fn read(&mut self, shape: Shape) -> Option<Expression> {
        let path = self.choose(shape, Use::Read)?;
        let (bound, constant) = match path.part {
            Part::Column => (MATRIX_BOUND, false),
            _ => (VARIABLE_BOUND, path.constant),
        };
        let text = self.spell(path);
        Some(Expression { text, constant, bound })
    }

    /// Returns a place of the shape that can be assigned to, if there is one.
    pub fn place(&mut self, shape: Shape) -> Option<String> {
        let path = self.choose(shape, Use::Write)?;
        if matches!(path.part, Part::Component | Part::VectorElement) {
            self.mark(Construct::ComponentAssignment);
        }
        Some(self.spell(path))
    }

    fn choose(&mut self, shape: Shape, what: Use) -> Option<Path> {
        let mut paths = Vec::new();
        for local in self.locals() {
            if what == Use::Write && !local.mutable {
                continue;
            }
            let path = Path {
                before: local.name.clone(),
                length: None,
                after: String::new(),
                part: Part::Whole,
                constant: local.constant,
            };
            follow(&mut paths, path, &local.ty, (shape, what));
        }
        if !self.source.takes(Construct::SwizzleAssignment) {
            paths.retain(|path| path.part != Part::SwizzleToWrite);
        }
        // Chooses among the last 256: these are the innermost and newest.
        let first = paths.len().saturating_sub(256);
        let count = paths.len() - first;
        let index = self.source.below(count);
        paths.into_iter().nth(first + index)
    }

    fn spell(&mut self, path: Path) -> String {
        match path.part {
            Part::VectorElement => self.mark(Construct::VectorIndex),
            Part::Swizzle => self.mark(Construct::Swizzle),
            Part::SwizzleToWrite => self.mark(Construct::SwizzleAssignment),
            Part::Whole | Part::Component | Part::Column => {}
        }
        match path.length {
            None => path.before,
            Some(length) => {
                let index = self.index(length);
                format!("{}[{index}]{}", path.before, path.after)
            }
        }
    }
}

impl Path {
    fn then(&self, step: &str, part: Part) -> Path {
        let mut next = self.clone();
        match next.length {
            None => next.before.push_str(step),
            Some(_) => next.after.push_str(step),
        }
        next.part = part;
        next
    }

    /// Returns the path with an index, unless it already has one.
    fn indexed(&self, length: u32, part: Part) -> Option<Path> {
        self.length.is_none().then(|| Path {
            length: Some(length),
            part,
            ..self.clone()
        })
    }
}

/// Adds the paths from `path`, which leads to a `ty`, to values of the shape.
fn follow(paths: &mut Vec<Path>, path: Path, ty: &Type, (shape, what): (Shape, Use)) {
    match ty {
        Type::Value(value) if value.scalar != shape.scalar => {}
        Type::Value(value) if value.width == shape.width => paths.push(path),
        Type::Value(value) if shape.width == 1 => {
            for step in [".x", ".y", ".z", ".w"].into_iter().take(value.width as usize) {
                paths.push(path.then(step, Part::Component));
            }
            // A constant name would need an index that is known to be in range.
            if !path.constant {
                paths.extend(path.indexed(value.width, Part::VectorElement));
            }
        }
        Type::Value(value) if value.width > shape.width && what == Use::Read => {
            for step in [".zyx", ".xxy", ".yzx", ".rgb"] {
                if value.width >= 3 && shape.width == 3 {
                    paths.push(path.then(step, Part::Swizzle));
                }
            }
            if shape.width == 2 {
                paths.push(path.then(".yx", Part::Swizzle));
                paths.push(path.then(".xx", Part::Swizzle));
            }
        }
        Type::Value(value) if value.width > shape.width => {
            // Each component once.
            let steps = match shape.width {
                2 => [".yx", ".xy"],
                _ => [".zxy", ".yxz"],
            };
            for step in steps {
                paths.push(path.then(step, Part::SwizzleToWrite));
            }
        }
        Type::Value(_) => {}
        Type::Matrix(columns, rows) => {
            let column = Shape::new(Scalar::F32, *rows);
            if column == shape && what == Use::Read {
                paths.extend(path.indexed(*columns, Part::Column));
            }
        }
        Type::Array(element, length) => {
            if let Some(element_path) = path.indexed(*length, Part::Whole) {
                follow(paths, element_path, element, (shape, what));
            }
        }
        Type::Struct(structure) => {
            for (member, name) in structure.members.iter().zip('a'..) {
                follow(
                    paths,
                    path.then(&format!(".{name}"), Part::Whole),
                    member,
                    (shape, what),
                );
            }
        }
    }
}
