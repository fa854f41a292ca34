//! Structures in memory whose members lie elsewhere in WGSL than in C: three numbers, bytes, halves of words and truth values; and
//! structures over an array of another type. Each member is read and written by its place in C.

use crate::error::{Result, Span};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::tree::{Base, Expr, ExprKind, Index, Place, Space, StatementKind, Ty};
use std::rc::Rc;

impl Typer<'_> {
    /// Returns true if WGSL lays a type out in another way than C does.
    pub(crate) fn is_unlike(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Scalar(scalar) => scalar.bytes() < 4 && *scalar != crate::typing::tree::Scalar::Half,
            Ty::Vector(scalar, size) => *size == 3 || self.is_unlike(&Ty::Scalar(*scalar)),
            Ty::Array(element, _) => self.is_unlike(element),
            Ty::Structure(index) => self.module.structures[*index].is_unlike,
            Ty::Void | Ty::Pointer(_) | Ty::Group(_) => false,
        }
    }

    /// Asks for another reading of the kernel, in which the structures of an array are read and written by their members.
    pub(crate) fn want_apart(&mut self, root: crate::typing::tree::RootId) {
        let root = &self.module.roots[root];
        self.restart.wanted_apart.push((root.span, root.original.clone()));
    }

    /// Returns true if a place is a structure in memory that WGSL would lay out in another way, or that lies over another type.
    fn is_laid_out(&self, place: &Place) -> bool {
        let Base::Memory { root, .. } = place.base else {
            return false;
        };
        let root = &self.module.roots[root];
        let is_apart =
            |(span, name): &crate::typing::pointers::joint::Declared| *span == root.span && *name == root.original;
        matches!(place.ty, Ty::Structure(_))
            && place.path.is_empty()
            && (root.element != place.ty
                || self.restart.apart.iter().any(is_apart)
                || root.space != Space::Shared && self.is_unlike(&place.ty))
    }

    /// Returns a member of such a structure; `None` if the place is none.
    pub(crate) fn laid_out_member(&mut self, place: &Place, name: &str) -> Option<Place> {
        let (true, Ty::Structure(structure)) = (self.is_laid_out(place), &place.ty) else {
            return None;
        };
        let Base::Memory { root, index, .. } = &place.base else {
            return None;
        };
        let made = &self.module.structures[*structure];
        let members = made.members.clone().into_iter();
        for ((member, ty), offset) in members.zip(made.offsets.clone()) {
            if *member == *name {
                let whole = self.size_of(&place.ty);
                let unit = [4, 2]
                    .into_iter()
                    .find(|&unit| (whole | offset | self.size_of(&ty)).is_multiple_of(unit))
                    .unwrap_or(1);
                let (root, index) = (*root, index.clone());
                let start = self.flat(root, &index, unit);
                let by = Expr::int(i64::from(offset / unit));
                let start = match start {
                    None => by,
                    Some(_) => self.sum(start, by, Binary::Add),
                };
                self.module.roots[root].flat = true;
                let member = Place::new(
                    Base::Memory {
                        root,
                        index: Index::Flat {
                            offset: Some(Box::new(start)),
                            unit,
                        },
                        ty: ty.clone(),
                    },
                    ty,
                );
                return Some(member.at(place.span));
            }
        }
        None
    }

    /// Returns the value of such a structure, or of an array in one, from its parts; `None` if the place is none.
    pub(crate) fn load_laid_out(&mut self, place: &Place) -> Option<Expr> {
        let parts = self.parts_of(place)?;
        let place_of = if parts.iter().all(|(_, part)| is_fixed(part)) {
            place.clone()
        } else {
            self.stable(place.clone())
        };
        let parts = self.parts_of(&place_of)?;
        let values = parts.into_iter().map(|(_, part)| self.load(part)).collect();
        Some(Expr::new(ExprKind::Compose(values), place.ty.clone()))
    }

    /// Stores such a structure by its parts. Returns false if the place is none.
    pub(crate) fn store_laid_out(&mut self, place: &Place, value: &Expr, span: Span) -> Result<bool> {
        if self.parts_of(place).is_none() {
            return Ok(false);
        }
        let place = self.stable(place.clone());
        let value = self.once("whole", value.clone());
        for (name, part) in self.parts_of(&place).unwrap_or_default() {
            let ty = part.ty.clone();
            let member = match name {
                Part::Member(name) => Expr::new(ExprKind::Member(Box::new(value.clone()), name), ty),
                Part::Element(index) => self.element_of_value(&value, index, ty),
            };
            self.store(part, None, member, span)?;
        }
        Ok(true)
    }

    /// Returns an element of an array that is a value.
    fn element_of_value(&mut self, value: &Expr, index: u32, ty: Ty) -> Expr {
        let variable = match &value.kind {
            ExprKind::Variable(variable) => *variable,
            _ => {
                let made = self.variable_hidden("elements", value.ty.clone());
                self.emit(StatementKind::Declare(made, Some(value.clone())));
                made
            }
        };
        let mut place = self.place_of(variable);
        place
            .path
            .push(crate::typing::tree::Step::Index(Expr::int(index.into())));
        place.ty = ty;
        self.load(place)
    }

    /// Returns the parts of a structure in memory that is laid out as in C, or of an array in one.
    fn parts_of(&mut self, place: &Place) -> Option<Vec<(Part, Place)>> {
        if let (
            Ty::Array(element, length),
            Base::Memory {
                root,
                index: Index::Flat { offset, unit },
                ..
            },
            [],
        ) = (&place.ty, &place.base, place.path.as_slice())
        {
            // An array in such a structure. Its elements may be smaller than the unit in which its place is counted.
            let size = self.size_of(element).max(1);
            let element = (**element).clone();
            let (root, mut offset, mut unit) = (*root, offset.clone(), *unit);
            if !size.is_multiple_of(unit) {
                offset = offset.map(|offset| Box::new(self.in_unit(*offset, unit, size)));
                unit = size;
            }
            let stride = size / unit;
            return Some(
                (0..*length)
                    .map(|index| {
                        let by = Expr::int(i64::from(index * stride));
                        let start = offset.as_ref().map(|offset| (**offset).clone());
                        let start = match start {
                            None => by,
                            start => self.sum(start, by, Binary::Add),
                        };
                        let part = Place::new(
                            Base::Memory {
                                root,
                                index: Index::Flat {
                                    offset: Some(Box::new(start)),
                                    unit,
                                },
                                ty: element.clone(),
                            },
                            element.clone(),
                        );
                        (Part::Element(index), part.at(place.span))
                    })
                    .collect(),
            );
        }
        if !self.is_laid_out(place) {
            return None;
        }
        let Ty::Structure(structure) = place.ty else {
            return None;
        };
        let members = self.module.structures[structure].members.clone();
        members
            .into_iter()
            .map(|(name, _)| {
                let part = self.laid_out_member(place, &name)?;
                Some((Part::Member(name), part))
            })
            .collect()
    }
}

/// A part of a structure or of an array.
enum Part {
    Member(Rc<str>),
    Element(u32),
}

fn is_fixed(place: &Place) -> bool {
    match &place.base {
        Base::Memory {
            index: Index::Flat {
                offset: Some(offset), ..
            },
            ..
        } => offset.is_pure(),
        _ => true,
    }
}
