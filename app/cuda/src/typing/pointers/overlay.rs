//! Unions. WGSL has none: a union is an array of its smallest numbers, and each member reads it as its own type.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, Binary, UNNAMED};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::objects::structure::View;
use crate::typing::tree::{Expr, ExprKind, Place, Scalar, StatementKind, Ty, VariableKind};
use std::rc::Rc;

/// The array that a union is in WGSL.
const BITS: &str = "bits";

/// The views of a union, its member in WGSL, and its alignment in bytes.
type Overlay = (Vec<View>, (Rc<str>, Ty), u32);

impl Typer<'_> {
    /// Returns the array as which a union lies in memory, and its members as views of it; `None` if a member has another
    /// type than numbers, vectors and arrays of them.
    pub(crate) fn overlay(&self, members: &[(Rc<str>, Ty)]) -> Option<Overlay> {
        let mut views = Vec::new();
        for (name, ty) in members {
            match ty {
                // A structure without a name lends its members.
                Ty::Structure(inner) if name.starts_with(UNNAMED) => {
                    let made = &self.module.structures[*inner];
                    let parts = made.members.iter().zip(&made.offsets);
                    views.extend(parts.map(|((name, ty), &offset)| View {
                        name: name.clone(),
                        ty: ty.clone(),
                        offset,
                    }));
                }
                _ => views.push(View {
                    name: name.clone(),
                    ty: ty.clone(),
                    offset: 0,
                }),
            }
        }
        let scalars: Option<Vec<Scalar>> = views.iter().map(|view| number_of(&view.ty)).collect();
        let unit = match scalars?.iter().map(|scalar| scalar.bytes()).min()? {
            1 => Scalar::Uchar,
            2 => Scalar::Ushort,
            _ => Scalar::Uint,
        };
        let align = members
            .iter()
            .map(|(_, ty)| crate::typing::align_of(&self.module, ty))
            .max()?;
        let size = members.iter().map(|(_, ty)| self.size_of(ty)).max()?;
        let size = size.checked_next_multiple_of(align)?;
        let bits = Ty::Array(Ty::Scalar(unit).into(), size / unit.bytes());
        Some((views, (BITS.into(), bits), align))
    }

    /// Returns true if a name is a member of a union, a bit field, or one that a part without a name lends to a structure.
    pub(crate) fn is_overlaid(&self, ty: &Ty, name: &syntax::Name) -> bool {
        let Ty::Structure(index) = ty else {
            return false;
        };
        let wanted = crate::typing::scope::names::allowed(&name.text);
        let mut views = self.objects.structures[*index].views.iter();
        views.any(|view| *view.name == *wanted)
            || self.bit_field(*index, &name.text).is_some()
            || self.lender(*index, name).is_some()
    }

    /// Returns the part without a name that lends a structure a member.
    fn lender(&self, structure: usize, name: &syntax::Name) -> Option<Rc<str>> {
        let wanted = crate::typing::scope::names::allowed(&name.text);
        let mut members = self.module.structures[structure].members.iter();
        let lends = |ty: &Ty| {
            let Ty::Structure(inner) = ty else {
                return false;
            };
            let mut inner_members = self.module.structures[*inner].members.iter();
            self.is_overlaid(ty, name) || inner_members.any(|(member, _)| **member == *wanted)
        };
        let lending = members.find(|(member, ty)| member.starts_with(UNNAMED) && lends(ty));
        lending.map(|(member, _)| member.clone())
    }

    /// Returns a member of a union, a bit field, or one that a part without a name lends; `None` for other members.
    pub(crate) fn overlaid(&mut self, place: &Place, name: &syntax::Name) -> Result<Option<Value>> {
        let Ty::Structure(index) = place.ty else {
            return Ok(None);
        };
        if let Some(place) = self.bit_place(place, name)? {
            return Ok(Some(Value::Place(place)));
        }
        let wanted = crate::typing::scope::names::allowed(&name.text);
        let mut views = self.objects.structures[index].views.iter();
        if let Some(view) = views.find(|view| *view.name == *wanted).cloned() {
            return self.view(place, &view, name.span).map(Some);
        }
        let Some(part) = self.lender(index, name) else {
            return Ok(None);
        };
        let part = self.member_named(place, &part, name.span)?;
        match self.overlaid(&part, name)? {
            Some(value) => Ok(Some(value)),
            None => Ok(Some(Value::Place(self.member_of(part, name)?))),
        }
    }

    pub(crate) fn member_named(&mut self, place: &Place, member: &str, span: Span) -> Result<Place> {
        let name = syntax::Name::plain(member, span);
        self.member_of(place.clone(), &name)
    }

    /// Returns the place of a union's member, or a pointer to the first element of one that is an array.
    fn view(&mut self, place: &Place, view: &View, span: Span) -> Result<Value> {
        let bits = self.member_named(place, BITS, span)?;
        let unit = match &bits.ty {
            Ty::Array(unit, _) => self.size_of(unit),
            _ => 1,
        };
        let Some(pointer) = self.pointer_of(Value::Place(bits), span)? else {
            return fail(span, "this member of a union is not taken here");
        };
        let first = Expr::int(i64::from(view.offset / unit));
        let pointer = self.walk(pointer, Binary::Add, first, span)?;
        let pointee = match &view.ty {
            Ty::Array(element, _) => (**element).clone(),
            other => other.clone(),
        };
        let pointer = self.cast_pointer(pointer, pointee, span)?;
        Ok(match view.ty {
            Ty::Array(..) => Value::Pointer(pointer),
            _ => Value::Place(self.target(pointer, span)?),
        })
    }

    /// Makes a variable with a value.
    pub(crate) fn object(&mut self, value: Expr) -> Place {
        let variable = self.variable("object", value.ty.clone(), VariableKind::Local);
        self.module.variables[variable].changed = true;
        self.emit(StatementKind::Declare(variable, Some(value)));
        self.place_of(variable)
    }

    /// Returns a union whose first member has the value in the braces.
    pub(crate) fn build_union(&mut self, ty: &Ty, first: &str, written: &[syntax::Expr], span: Span) -> Result<Expr> {
        let zero = Expr::new(ExprKind::Zero, ty.clone());
        let Some(value) = written.first() else {
            return Ok(zero);
        };
        let place = self.object(zero);
        let name = syntax::Name::plain(first, span);
        match self.overlaid(&place, &name)? {
            Some(Value::Place(member)) => {
                let value = self.rvalue_as(value, &member.ty.clone())?;
                self.store(member, None, value, span)?;
            }
            _ => {
                return fail(
                    span,
                    "the first member of this union is an array: give its elements values one by one",
                );
            }
        }
        Ok(self.load(place))
    }
}

/// Returns the smallest number of a type that is a number, a vector, or an array of them.
fn number_of(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::Scalar(scalar) | Ty::Vector(scalar, _) if *scalar != Scalar::Bool => Some(*scalar),
        Ty::Array(element, _) if !matches!(**element, Ty::Array(..)) => number_of(element),
        _ => None,
    }
}
