//! Variables of a thread that are read as another type: `*(float4 *)&r[4]`, `((float *)&v)[i]`, `*(int *)&x`. The place keeps its
//! path, and has the type as which it is read.

use super::Typer;
use super::tree::{Base, Expr, ExprKind, INT, Place, Scalar, Step, Ty};
use crate::error::{Result, Span};
use crate::syntax::Binary;

/// The way in which a place is made of declared memory.
enum Form {
    /// Elements of an array that lie one behind another.
    Elements(u8),
    /// The same bits.
    Bits(Scalar),
}

impl Typer<'_> {
    /// Returns true if a place of one type can be read as another.
    pub(super) fn reads_as(&self, place: &Place, ty: &Ty) -> bool {
        if place.ty == *ty {
            return true;
        }
        let place = Place {
            ty: ty.clone(),
            ..place.clone()
        };
        self.form(&place).is_some()
            || matches!((self.declared(&place), ty), (Some(Ty::Vector(from, _)), Ty::Scalar(to)) if from == *to)
    }

    /// Returns the type that a variable's declaration gives a place.
    pub(super) fn declared(&self, place: &Place) -> Option<Ty> {
        let (Base::Variable(variable) | Base::Target(variable)) = place.base else {
            return None;
        };
        let mut ty = self.module.variables.get(variable)?.ty.clone();
        for step in &place.path {
            ty = match (step, ty) {
                (Step::Index(_), Ty::Array(element, _)) => (*element).clone(),
                (Step::Index(_) | Step::Component(_), Ty::Vector(scalar, _)) => Ty::Scalar(scalar),
                (Step::Member(name), Ty::Structure(index)) => {
                    let mut members = self.module.structures[index].members.iter();
                    members.find(|(found, _)| found == name)?.1.clone()
                }
                _ => return None,
            };
        }
        Some(ty)
    }

    /// Returns the form of a place whose type is not its declared one.
    fn form(&self, place: &Place) -> Option<Form> {
        let declared = self.declared(place)?;
        if declared == place.ty {
            return None;
        }
        let word = |scalar: Scalar| scalar.bytes() == 4;
        match (declared, &place.ty) {
            (Ty::Scalar(from), Ty::Vector(to, size)) if from == *to => {
                matches!(place.path.last(), Some(Step::Index(_))).then_some(Form::Elements(*size))
            }
            (Ty::Scalar(from), Ty::Scalar(to)) if word(from) && word(*to) => Some(Form::Bits(from)),
            _ => None,
        }
    }

    /// Returns the element of an array that lies so many elements behind a place.
    fn element_behind(&mut self, place: &Place, by: u8, scalar: Scalar) -> Place {
        let mut place = place.clone();
        place.ty = Ty::Scalar(scalar);
        if let (Some(Step::Index(index)), true) = (place.path.last_mut(), by > 0) {
            let own = index.ty.scalar().unwrap_or(Scalar::Int);
            let by = self.convert_scalar(Expr::int(by.into()), own);
            *index = self.arithmetic(Binary::Add, index.clone(), by);
        }
        place
    }

    /// Returns the value of a place that is read as another type; `None` if it is not.
    pub(super) fn load_reinterpreted(&mut self, place: &Place) -> Option<Expr> {
        match (self.form(place)?, &place.ty) {
            (Form::Elements(size), Ty::Vector(scalar, _)) => {
                let place = self.stable(place.clone());
                let parts = (0..size)
                    .map(|index| {
                        let element = self.element_behind(&place, index, *scalar);
                        self.load(element)
                    })
                    .collect();
                Some(Expr::new(ExprKind::Compose(parts), place.ty.clone()))
            }
            (Form::Bits(scalar), ty) => {
                let ty = ty.clone();
                let declared = Place {
                    ty: Ty::Scalar(scalar),
                    ..place.clone()
                };
                let value = self.load(declared);
                Some(Expr::new(ExprKind::Bitcast(Box::new(value)), ty))
            }
            _ => None,
        }
    }

    /// Stores to a place that is written as another type. Returns false if it is not.
    pub(super) fn store_reinterpreted(
        &mut self,
        place: &Place,
        operator: Option<Binary>,
        value: Expr,
        span: Span,
    ) -> Result<bool> {
        let Some(form) = self.form(place) else {
            return Ok(false);
        };
        let mut value = value;
        if let Some(operator) = operator {
            let old = self.load(place.clone());
            value = self.binary(operator, old, value, span)?;
        }
        match (form, &place.ty) {
            (Form::Elements(size), Ty::Vector(scalar, _)) => {
                let place = self.stable(place.clone());
                let value = self.once("parts", value);
                for index in 0..size {
                    let element = self.element_behind(&place, index, *scalar);
                    let part = self.component(value.clone(), index);
                    self.store(element, None, part, span)?;
                }
            }
            (Form::Bits(scalar), _) => {
                let ty = Ty::Scalar(scalar);
                let bits = Expr::new(ExprKind::Bitcast(Box::new(value)), ty.clone());
                let declared = Place {
                    ty,
                    ..place.clone()
                };
                self.store(declared, None, bits, span)?;
            }
            _ => {}
        }
        Ok(true)
    }

    /// Returns a component of a place that is read as a vector, as the element that it is; `None` if it is no such place.
    pub(super) fn part_reinterpreted(&mut self, place: &Place, component: u8) -> Option<Place> {
        match (self.form(place)?, &place.ty) {
            (Form::Elements(_), Ty::Vector(scalar, _)) => {
                let scalar = *scalar;
                Some(self.element_behind(place, component, scalar))
            }
            _ => None,
        }
    }

    /// Returns the place of a vector's element behind a pointer to its numbers.
    pub(super) fn number_of_vector(
        &mut self,
        place: Place,
        offset: Option<Expr>,
        scalar: Scalar,
    ) -> Place {
        let mut place = place;
        let offset = offset.unwrap_or_else(|| Expr::literal(super::tree::Number::Int(0), INT));
        match offset.known() {
            Some(known @ 0..=3) => place.path.push(Step::Component(known as u8)),
            _ => place.path.push(Step::Index(offset)),
        }
        place.ty = Ty::Scalar(scalar);
        place
    }
}
