//! Offsets of pointers: their units, their sums, and the walk over elements.

use crate::error::{Result, Span, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::tree::{Base, Expr, ExprKind, Index, Number, Place, RootId, Scalar, Step, Ty};

impl Typer<'_> {
    /// Returns the distance of an element from its root's start, in units of `unit` bytes.
    pub(crate) fn flat(&mut self, root: RootId, index: &Index, unit: u32) -> Option<Expr> {
        match index {
            Index::Flat { offset, unit: from } => {
                let offset = offset.as_ref().map(|offset| (**offset).clone())?;
                Some(self.in_unit(offset, *from, unit))
            }
            Index::Dimensions(indices) => {
                let lengths = self.module.roots[root].lengths.clone();
                let element = self.size_of(&self.module.roots[root].element.clone());
                let mut sum: Option<Expr> = None;
                for (dimension, index) in indices.iter().enumerate() {
                    let inner: u32 = lengths.iter().skip(dimension + 1).product();
                    let stride = (inner * element / unit.max(1)).max(1);
                    let part = self.times(index.clone(), stride);
                    sum = Some(self.sum(sum, part, Binary::Add));
                }
                sum
            }
        }
    }

    /// Returns the unit in bytes in which a pointer moves: its element, or a number of three, which may begin at any number.
    pub(super) fn step_unit(&self, pointee: &Ty) -> u32 {
        match pointee {
            Ty::Vector(scalar, 3) => scalar.bytes(),
            other => self.size_of(other).max(1),
        }
    }

    /// Returns an offset in other units; the value must be a whole number of them.
    pub(crate) fn in_unit(&mut self, offset: Expr, from: u32, to: u32) -> Expr {
        match from.checked_div(to) {
            _ if from == to => offset,
            Some(factor) if factor * to == from => self.times(offset, factor),
            _ => {
                let unit = common_unit(from, to);
                let offset = self.times(offset, from / unit);
                let by = Expr::literal(Number::Int(i64::from(to / unit)), offset.ty.clone());
                self.arithmetic(Binary::Divide, offset, by)
            }
        }
    }

    fn times(&mut self, value: Expr, factor: u32) -> Expr {
        if factor == 1 {
            return value;
        }
        if let (Some(number), ExprKind::Literal(_)) = (value.known(), &value.kind) {
            return Expr::literal(Number::Int(number * i64::from(factor)), value.ty);
        }
        let by = Expr::literal(Number::Int(i64::from(factor)), value.ty.clone());
        self.arithmetic(Binary::Multiply, value, by)
    }

    /// Adds to an offset; both are integers of 32 bits, and the first one's type stays.
    pub(crate) fn sum(&mut self, offset: Option<Expr>, add: Expr, operator: Binary) -> Expr {
        match offset {
            None if operator == Binary::Add => add,
            None => {
                let add = self.int_of(add);
                self.arithmetic(Binary::Subtract, Expr::int(0), add)
            }
            Some(offset) => {
                let scalar = offset.ty.scalar().unwrap_or(Scalar::Int);
                let add = self.convert_scalar(add, scalar);
                match add.known() {
                    Some(0) => offset,
                    _ => self.arithmetic(operator, offset, add),
                }
            }
        }
    }

    /// Returns `pointer + index` or `pointer - index`.
    pub(crate) fn walk(&mut self, mut pointer: Pointer, operator: Binary, index: Expr, span: Span) -> Result<Pointer> {
        let index = self.index(index, span)?;
        if index.known() == Some(0) && pointer.offset.is_some() {
            return Ok(pointer);
        }
        if matches!(pointer.root, Root::Null) {
            return fail(span, "a null pointer has no elements");
        }
        let size = self.size_of(&pointer.pointee).max(1);
        if let Root::Place(place) = &pointer.root {
            if index.known() == Some(0) {
                return Ok(pointer);
            }
            // `((float *)&v)[i]`
            if matches!((&place.ty, &pointer.pointee), (Ty::Vector(from, _), Ty::Scalar(to)) if from == to) {
                let offset = pointer.offset.take();
                pointer.offset = Some(self.sum(offset, index, operator));
                return Ok(pointer);
            }
            let mut place = (**place).clone();
            // `(&v.x)[i]` of a vector.
            if let Some((vector, component)) = self.vector_around(&place) {
                let first = Expr::int(i64::from(component));
                pointer.offset = Some(match component {
                    0 if operator == Binary::Add => index,
                    _ => self.sum(Some(first), index, operator),
                });
                pointer.root = Root::Place(Box::new(vector));
                return Ok(pointer);
            }
            // `&a[0][0] + k` walks over all rows.
            if let Some(root) = whole_array(&place) {
                pointer.root = root;
                pointer.unit = self.size_of(&pointer.pointee).max(1);
                pointer.offset = None;
                return self.walk(pointer, operator, index, span);
            }
            // `&a[i] + k` of an array in a structure.
            let element = self.size_of(&place.ty).max(1);
            if !size.is_multiple_of(element) {
                return fail(span, "a pointer to one variable cannot walk");
            }
            let index = self.in_unit(index, size, element);
            if let Some(Step::Index(first)) = place.path.last_mut() {
                let scalar = first.ty.scalar().unwrap_or(Scalar::Int);
                let add = self.convert_scalar(index, scalar);
                *first = match (first.known(), operator) {
                    (Some(0), Binary::Add) => add,
                    _ => self.arithmetic(operator, first.clone(), add),
                };
                pointer.root = Root::Place(Box::new(place));
                return Ok(pointer);
            }
            return fail(span, "a pointer to one variable cannot walk");
        }
        let unit = if pointer.offset.is_none() {
            size
        } else {
            common_unit(pointer.unit, size)
        };
        let offset = pointer
            .offset
            .take()
            .map(|offset| self.in_unit(offset, pointer.unit, unit));
        let index = self.in_unit(index, size, unit);
        pointer.offset = Some(self.sum(offset, index, operator));
        pointer.unit = unit;
        if let Root::Memory(root) = pointer.root {
            self.module.roots[root].flat = true;
        }
        Ok(pointer)
    }

    /// Returns the vector of a thread that a number lies in, and the number's place.
    fn vector_around(&self, place: &Place) -> Option<(Place, u8)> {
        let mut vector = place.clone();
        let Some(Step::Component(component)) = vector.path.pop() else {
            return None;
        };
        vector.ty = self.declared(&vector)?;
        matches!(vector.ty, Ty::Vector(..)).then_some((vector, component))
    }

    /// Returns the address of a pointer as a number: its bytes from the start of its array, which is aligned for any type.
    pub(crate) fn address_in_root(&mut self, pointer: Pointer, span: Span) -> Expr {
        self.note(
            span,
            "an address as a number counts bytes from the start of its array: WGSL has no addresses",
        );
        match pointer.offset {
            Some(offset) => self.in_unit(offset, pointer.unit, 1),
            None => Expr::uint(0),
        }
    }
}

/// Returns a nested array of a thread whose very first number a place is.
pub(crate) fn whole_array(place: &Place) -> Option<Root> {
    let first = |step: &Step| matches!(step, Step::Index(index) if index.known() == Some(0));
    let is_array = matches!(place.base, Base::Variable(_) | Base::Target(_));
    let is_nested = place.path.len() > 1 && place.path.iter().all(first);
    (is_array && is_nested && matches!(place.ty, Ty::Scalar(_))).then(|| Root::Array(place.base.clone()))
}

/// Returns the unit of a pointer to what lies at an index: it may begin where no multiple of its size is.
pub(super) fn unit_at(index: &Index, size: u32) -> u32 {
    match index {
        Index::Flat { offset: Some(_), unit } => common_unit(*unit, size),
        _ => size,
    }
}

/// Returns the largest unit of which two sizes in bytes are multiples.
pub(super) fn common_unit(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a.max(1), b.max(1));
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
