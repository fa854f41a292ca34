//! Bit fields: a place has the bits of a member of its structure as its last step, and is loaded and stored by shifts.

use crate::error::{Result, Span, fail};
use crate::syntax::{self, Binary, BitField, ExprKind as Written, Storage};
use crate::typing::Typer;
use crate::typing::tree::{Change, Expr, ExprKind, INT, Place, Scalar, Step, Ty};
use std::rc::Rc;

impl Typer<'_> {
    /// Returns a bit field of a structure or of its bases, with the structure that declares it.
    pub(crate) fn bit_field(&self, structure: usize, name: &str) -> Option<(usize, BitField)> {
        let info = &self.objects.structures[structure];
        let mut bits = info.declaration.bits.iter();
        match bits.find(|field| *field.name == *name && !name.is_empty()) {
            Some(field) => Some((structure, field.clone())),
            None => {
                let mut bases = info.bases.iter();
                bases.find_map(|base| self.bit_field(*base, name))
            }
        }
    }

    /// Returns the place of a bit field of a structure; `None` for other members.
    pub(crate) fn bit_place(&mut self, place: &Place, name: &syntax::Name) -> Result<Option<Place>> {
        let Ty::Structure(index) = place.ty else {
            return Ok(None);
        };
        let Some((owner, field)) = self.bit_field(index, &name.text) else {
            return Ok(None);
        };
        let given = self.objects.structures[owner].given.clone();
        let ty = self.with_given(&given, Some(owner), |typer| typer.ty(&field.ty))?;
        let mut part = self.member_named(place, &field.member, name.span)?;
        let Some(scalar) = part.ty.scalar() else {
            return Ok(None);
        };
        part.path.push(Step::Bits(scalar, field.shift, field.width));
        part.ty = ty;
        Ok(Some(part))
    }

    /// Returns the member that a bit field lies in, as a place, with its first bit and the number of its bits.
    fn around_bits(place: &Place) -> Option<(Place, u32, u32)> {
        let &Step::Bits(scalar, shift, width) = place.path.last()? else {
            return None;
        };
        let mut whole = place.clone();
        whole.path.pop();
        whole.ty = Ty::Scalar(scalar);
        Some((whole, shift, width))
    }

    /// Loads a bit field. `None` for other places.
    pub(crate) fn load_bits(&mut self, place: &Place) -> Option<Expr> {
        let (whole, shift, width) = Self::around_bits(place)?;
        let word = self.load(whole);
        let word = self.convert_scalar(word, Scalar::Uint);
        let scalar = place.ty.scalar()?;
        let left = self.arithmetic(Binary::ShiftLeft, word, Expr::uint(32 - shift - width));
        let left = if scalar.is_signed() {
            Expr::new(ExprKind::Bitcast(Box::new(left)), INT)
        } else {
            left
        };
        let bits = self.arithmetic(Binary::ShiftRight, left, Expr::uint(32 - width));
        // All values of a narrower field are `int` ones, and then so is its type in an expression (C++, *Integral promotions*).
        Some(match scalar {
            Scalar::Uint if width < 32 => self.convert_scalar(bits, Scalar::Int),
            _ => self.convert_scalar(bits, scalar),
        })
    }

    /// Stores a bit field. Returns false for other places.
    pub(crate) fn store_bits(
        &mut self,
        place: &Place,
        change: Option<Change>,
        value: &Expr,
        span: Span,
    ) -> Result<bool> {
        if !matches!(place.path.last(), Some(Step::Bits(..))) {
            return Ok(false);
        }
        // The indices are computed once, for the load and for the store.
        let place = self.stable(place.clone());
        let Some((whole, shift, width)) = Self::around_bits(&place) else {
            return Ok(false);
        };
        let mut value = value.clone();
        if let Some(Change { operator, .. }) = change {
            let old = self.load(place.clone());
            value = self.binary(operator, old, value, span)?;
            value = self.convert(value, &place.ty, span)?;
        }
        let bits = self.convert_scalar(value, Scalar::Uint);
        let mask = u32::MAX >> (32 - width);
        let bits = self.arithmetic(Binary::And, bits, Expr::uint(mask));
        let bits = self.arithmetic(Binary::ShiftLeft, bits, Expr::uint(shift));
        let old = self.load(whole.clone());
        let old = self.convert_scalar(old, Scalar::Uint);
        let kept = self.arithmetic(Binary::And, old, Expr::uint(!(mask << shift)));
        let word = self.arithmetic(Binary::Or, kept, bits);
        let word = self.convert(word, &whole.ty.clone(), span)?;
        self.store(whole, None, word, span)?;
        Ok(true)
    }

    /// Returns a structure with bit fields from the values of its members.
    pub(crate) fn build_bits(&mut self, index: usize, written: &[syntax::Expr], span: Span) -> Result<Expr> {
        let declaration = self.objects.structures[index].declaration.clone();
        let mut names: Vec<Rc<str>> = Vec::new();
        let members = declaration.members.iter();
        for member in members.filter(|member| member.storage != Storage::Constexpr) {
            let mut fields = declaration
                .bits
                .iter()
                .filter(|field| field.member == member.name)
                .peekable();
            match fields.peek() {
                None => names.push(member.name.clone()),
                Some(_) => names.extend(fields.map(|field| field.name.clone()).filter(|name| !name.is_empty())),
            }
        }
        let ty = Ty::Structure(index);
        if written.len() > names.len() {
            return fail(
                span,
                format!(
                    "`{}` has {} members, and {} values are given",
                    self.type_name(&ty),
                    names.len(),
                    written.len()
                ),
            );
        }
        let object = self.object(Expr::new(ExprKind::Zero, ty));
        for (value, name) in written.iter().zip(names) {
            match &value.kind {
                Written::Designated(name, value) => {
                    self.set_member(&object, &name.text, std::slice::from_ref(value), span)?;
                }
                _ => self.set_member(&object, &name, std::slice::from_ref(value), span)?,
            }
        }
        Ok(self.load(object))
    }
}
