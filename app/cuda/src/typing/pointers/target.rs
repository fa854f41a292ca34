//! The place that a pointer points to.

use crate::error::{Result, Span, error, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::tree::{Base, Expr, Index, Number, Place, RootId, Step, Ty};

impl Typer<'_> {
    /// Returns the place that a pointer points to. `span` is the expression of the text that names it.
    pub(crate) fn target(&mut self, pointer: Pointer, span: Span) -> Result<Place> {
        Ok(self.pointed_place(pointer, span)?.at(Some(span)))
    }

    fn pointed_place(&mut self, pointer: Pointer, span: Span) -> Result<Place> {
        if pointer.pointee == Ty::Void {
            return Err(error(span, "`void *` points to nothing that has a type").help("cast the pointer first"));
        }
        let Pointer {
            root,
            offset,
            unit,
            pointee,
            ..
        } = pointer;
        match root {
            Root::Null => fail(span, "a null pointer points to nothing"),
            Root::Place(place) => self.target_in_place(*place, offset, pointee, span),
            Root::Memory(root) => Ok(self.target_in_memory(root, offset, unit, pointee)),
            Root::Array(base @ (Base::Variable(variable) | Base::Target(variable))) => {
                let ty = self.module.variables[variable].ty.clone();
                let whole = Place::new(base, ty);
                let offset = offset.unwrap_or_else(|| Expr::int(0));
                self.target_in_array(whole, (offset, unit), pointee, span)
            }
            Root::Array(_) => fail(span, "this pointer is not taken"),
        }
    }

    fn target_in_place(&mut self, place: Place, offset: Option<Expr>, pointee: Ty, span: Span) -> Result<Place> {
        if place.ty == pointee {
            return Ok(place);
        }
        if let (Ty::Vector(from, _), Ty::Scalar(to)) = (&place.ty, &pointee)
            && from == to
        {
            return Ok(self.number_of_vector(place, offset, *to));
        }
        if self.reads_as(&place, &pointee) {
            return Ok(Place { ty: pointee, ..place });
        }
        fail(span, "a pointer to a variable cannot be read as another type")
    }

    fn target_in_memory(&mut self, root: RootId, offset: Option<Expr>, unit: u32, pointee: Ty) -> Place {
        let info = &self.module.roots[root];
        let is_variable = info.lengths.is_empty() && !info.unbounded && !info.flat;
        // A pointer to rows, `float (*p)[N]`, walks over them.
        let is_row = matches!(pointee, Ty::Array(..));
        let index = if is_variable && offset.is_none() && !is_row && info.element == pointee {
            Index::Dimensions(Vec::new())
        } else {
            self.module.roots[root].flat = true;
            Index::Flat {
                offset: offset.map(Box::new),
                unit,
            }
        };
        let base = Base::Memory {
            root,
            index,
            ty: pointee.clone(),
        };
        Place::new(base, pointee)
    }

    /// Returns the element of a variable at an offset in units of so many bytes.
    fn target_in_array(&mut self, whole: Place, (offset, unit): (Expr, u32), pointee: Ty, span: Span) -> Result<Place> {
        let Ty::Array(element, _) = whole.ty.clone() else {
            if whole.ty == pointee {
                return Ok(whole);
            }
            return fail(span, "a variable cannot be read as another type through a pointer");
        };
        let bytes = self.size_of(&element).max(1);
        if *element == pointee {
            let offset = self.in_unit(offset, unit, bytes);
            return self.element_of(whole, offset, span);
        }
        // Numbers of an array of vectors, or vectors and other types over an array of numbers.
        if let (Ty::Vector(from, size), Ty::Scalar(to)) = (&*element, &pointee)
            && from == to
        {
            let offset = self.in_unit(offset, unit, to.bytes());
            let offset = self.once("offset", offset);
            let by = Expr::literal(Number::Int(i64::from(*size)), offset.ty.clone());
            let row = self.arithmetic(Binary::Divide, offset.clone(), by.clone());
            let number = self.arithmetic(Binary::Remainder, offset, by);
            let place = self.element_of(whole, row, span)?;
            return Ok(self.number_of_vector(place, Some(number), *to));
        }
        let probe = Place {
            base: whole.base.clone(),
            path: vec![Step::Index(offset.clone())],
            ty: (*element).clone(),
            span: None,
        };
        if self.reads_as(&probe, &pointee) {
            let offset = self.in_unit(offset, unit, bytes);
            let place = self.element_of(whole, offset, span)?;
            return Ok(Place { ty: pointee, ..place });
        }
        self.target_in_rows(whole, (offset, unit), pointee, span)
    }

    /// Returns the number of a nested array that is walked by one index: rows and columns follow from it.
    fn target_in_rows(&mut self, whole: Place, (offset, unit): (Expr, u32), pointee: Ty, span: Span) -> Result<Place> {
        let mut lengths = Vec::new();
        let mut inner = whole.ty.clone();
        while let Ty::Array(element, length) = inner {
            lengths.push(length);
            inner = (*element).clone();
        }
        if inner != pointee {
            return fail(span, "an array of a function cannot be read as another type");
        }
        let bytes = self.size_of(&inner).max(1);
        let offset = self.in_unit(offset, unit, bytes);
        let offset = self.once("offset", offset);
        let by = |number: u32| Expr::literal(Number::Int(i64::from(number)), offset.ty.clone());
        let mut place = whole;
        for (dimension, length) in lengths.iter().enumerate() {
            let stride: u32 = lengths[dimension + 1..].iter().product();
            let mut index = offset.clone();
            if stride > 1 {
                index = self.arithmetic(Binary::Divide, index, by(stride));
            }
            if dimension > 0 {
                index = self.arithmetic(Binary::Remainder, index, by(*length));
            }
            place = self.element_of(place, index, span)?;
        }
        Ok(place)
    }
}
