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
            return Err(error(span, "`void *` points to nothing that has a type")
                .help("cast the pointer first"));
        }
        match pointer.root {
            Root::Null => fail(span, "a null pointer points to nothing"),
            Root::Place(place) => {
                if place.ty != pointer.pointee {
                    if let (Ty::Vector(from, _), Ty::Scalar(to)) = (&place.ty, &pointer.pointee)
                        && from == to
                    {
                        let to = *to;
                        return Ok(self.number_of_vector(*place, pointer.offset, to));
                    }
                    if self.reads_as(&place, &pointer.pointee) {
                        return Ok(Place {
                            ty: pointer.pointee,
                            ..*place
                        });
                    }
                    return fail(
                        span,
                        "a pointer to a variable cannot be read as another type",
                    );
                }
                Ok(*place)
            }
            Root::Memory(root) => {
                let info = &self.module.roots[root];
                let (flat, element) = (info.flat, info.element.clone());
                // A pointer to rows: `float (*p)[N]`.
                if let Ty::Array(..) = pointer.pointee {
                    return self.row(pointer.clone(), root, span);
                }
                let simple = info.lengths.is_empty() && !info.unbounded && pointer.offset.is_none();
                let index = if simple && !flat && element == pointer.pointee {
                    Index::Dimensions(Vec::new())
                } else {
                    self.module.roots[root].flat = true;
                    Index::Flat {
                        offset: pointer.offset.map(Box::new),
                        unit: pointer.unit,
                    }
                };
                Ok(Place::new(
                    Base::Memory {
                        root,
                        index,
                        ty: pointer.pointee.clone(),
                    },
                    pointer.pointee,
                ))
            }
            Root::Array(base) => {
                let (Base::Variable(variable) | Base::Target(variable)) = base else {
                    return fail(span, "this pointer is not taken");
                };
                let ty = self.module.variables[variable].ty.clone();
                let whole = Place::new(base, ty.clone());
                if let (Ty::Array(element, _), pointee) = (&ty, &pointer.pointee)
                    && **element != *pointee
                {
                    // Numbers of an array of vectors, or vectors and other types over an array of numbers.
                    let from = self.size_of(element).max(1);
                    let offset = pointer.offset.clone().unwrap_or_else(|| Expr::int(0));
                    if let (Ty::Vector(own, size), Ty::Scalar(to)) = (&**element, pointee)
                        && own == to
                    {
                        let (size, to) = (i64::from(*size), *to);
                        let unit = to.bytes();
                        let offset = self.in_unit(offset, pointer.unit, unit);
                        let offset = self.once("offset", offset);
                        let by = Expr::literal(Number::Int(size), offset.ty.clone());
                        let row = self.arithmetic(Binary::Divide, offset.clone(), by.clone());
                        let number = self.arithmetic(Binary::Remainder, offset, by);
                        let place = self.element_of(whole, row, span)?;
                        return Ok(self.number_of_vector(place, Some(number), to));
                    }
                    let probe = Place {
                        base: whole.base.clone(),
                        path: vec![Step::Index(offset.clone())],
                        ty: (**element).clone(),
                        span: None,
                    };
                    if self.reads_as(&probe, pointee) {
                        let offset = self.in_unit(offset, pointer.unit, from);
                        let place = self.element_of(whole, offset, span)?;
                        return Ok(Place {
                            ty: pointer.pointee,
                            ..place
                        });
                    }
                }
                match ty {
                    Ty::Array(element, _) if *element == pointer.pointee => {
                        let unit = self.size_of(&element).max(1);
                        let offset = pointer.offset.unwrap_or_else(|| Expr::int(0));
                        let offset = self.in_unit(offset, pointer.unit, unit);
                        self.element_of(whole, offset, span)
                    }
                    // The first element of a nested array, walked by one index: rows and columns follow from it.
                    Ty::Array(..) => {
                        let mut lengths = Vec::new();
                        let mut inner = ty.clone();
                        while let Ty::Array(element, length) = inner {
                            lengths.push(length);
                            inner = (*element).clone();
                        }
                        if inner != pointer.pointee {
                            return fail(
                                span,
                                "an array of a function cannot be read as another type",
                            );
                        }
                        let unit = self.size_of(&inner).max(1);
                        let offset = pointer.offset.unwrap_or_else(|| Expr::int(0));
                        let offset = self.in_unit(offset, pointer.unit, unit);
                        let offset = self.once("offset", offset);
                        let mut place = whole;
                        for dimension in 0..lengths.len() {
                            let stride: u32 = lengths[dimension + 1..].iter().product();
                            let by = |number: u32| {
                                Expr::literal(Number::Int(i64::from(number)), offset.ty.clone())
                            };
                            let mut index = offset.clone();
                            if stride > 1 {
                                index = self.arithmetic(Binary::Divide, index, by(stride));
                            }
                            if dimension > 0 {
                                index = self.arithmetic(
                                    Binary::Remainder,
                                    index,
                                    by(lengths[dimension]),
                                );
                            }
                            place = self.element_of(place, index, span)?;
                        }
                        Ok(place)
                    }
                    _ if ty == pointer.pointee => Ok(whole),
                    _ => fail(
                        span,
                        "a variable cannot be read as another type through a pointer",
                    ),
                }
            }
        }
    }

    /// Returns a row of memory behind a pointer to an array.
    fn row(&mut self, pointer: Pointer, root: RootId, _: Span) -> Result<Place> {
        self.module.roots[root].flat = true;
        let ty = pointer.pointee;
        Ok(Place::new(
            Base::Memory {
                root,
                index: Index::Flat {
                    offset: pointer.offset.map(Box::new),
                    unit: pointer.unit,
                },
                ty: ty.clone(),
            },
            ty,
        ))
    }
}
