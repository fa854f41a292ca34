//! Variables of a thread that are read as another type: `*(float4 *)&r[4]`, `((float *)&v)[i]`, `*(int *)&x`. The place keeps its
//! path, and has the type as which it is read.

use crate::error::{Result, Span};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::Pointer;
use crate::typing::tree::{Base, Expr, ExprKind, FLOAT, INT, Place, Scalar, Step, Ty, UINT};

/// The way in which a place is made of declared memory.
enum Form {
    /// Elements of an array that lie one behind another.
    Elements(u8),
    /// The same bits.
    Bits(Scalar),
    /// Narrow elements of an array that lie one behind another, whose bits are wider numbers.
    Packed(Scalar),
}

impl Typer<'_> {
    /// Returns the pointer to bytes that a computed address is, such as `(uintptr_t)p + 4`; `None` for other expressions.
    pub(crate) fn computed_address(&mut self, written: &syntax::Expr) -> Result<Option<Pointer>> {
        match &written.kind {
            syntax::ExprKind::Cast(ty, inner) if self.ty(ty)?.is_integer() => {
                if !matches!(
                    self.apart(|typer| typer.expr(inner))?.1,
                    Value::Pointer(_) | Value::PointerVariable(_)
                ) {
                    return Ok(None);
                }
                let source = self.expr(inner)?;
                let pointer = self.pointer_of(source, inner.span)?;
                let bytes = Ty::Scalar(Scalar::Uchar);
                pointer
                    .map(|pointer| self.cast_pointer(pointer, bytes, inner.span))
                    .transpose()
            }
            syntax::ExprKind::Binary(operator @ (Binary::Add | Binary::Subtract), left, right) => {
                let Some(pointer) = self.computed_address(left)? else {
                    return Ok(None);
                };
                let by = self.rvalue(right)?;
                self.walk(pointer, *operator, by, written.span).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns true if a place of one type can be read as another.
    pub(crate) fn reads_as(&self, place: &Place, ty: &Ty) -> bool {
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
    pub(crate) fn declared(&self, place: &Place) -> Option<Ty> {
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
                    members.find(|(member, _)| member == name)?.1.clone()
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
            (Ty::Scalar(from), Ty::Scalar(to) | Ty::Vector(to, _))
                if from != Scalar::Bool
                    && to.bytes() >= from.bytes()
                    && (from.bytes() < 4 || matches!(place.ty, Ty::Vector(..))) =>
            {
                let is_element = matches!(place.path.last(), Some(Step::Index(_)));
                (is_element && *to != Scalar::Bool).then_some(Form::Packed(from))
            }
            _ => None,
        }
    }

    /// Returns the element of an array that lies so many elements behind a place.
    fn element_behind(&mut self, place: &Place, by: u8, scalar: Scalar) -> Place {
        let mut place = place.clone();
        place.ty = Ty::Scalar(scalar);
        if let (Some(Step::Index(index)), true) = (place.path.last_mut(), by > 0) {
            let scalar = index.ty.scalar().unwrap_or(Scalar::Int);
            let by = self.convert_scalar(Expr::int(by.into()), scalar);
            *index = self.arithmetic(Binary::Add, index.clone(), by);
        }
        place
    }

    /// Returns the value of a place that is read as another type; `None` if it is not.
    pub(crate) fn load_reinterpreted(&mut self, place: &Place) -> Option<Expr> {
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
            (Form::Packed(from), ty) => {
                let (to, size) = numbers_of(ty)?;
                let place = self.stable(place.clone());
                let count = (to.bytes() / from.bytes()) as u8;
                let mut numbers = Vec::new();
                for number in 0..size {
                    let mut bits: Option<Expr> = None;
                    for part in 0..count {
                        let element = self.element_behind(&place, number * count + part, from);
                        let value = self.load(element);
                        let shifted = self.bits_of(value, from);
                        let by = Expr::uint(u32::from(part) * from.bytes() * 8);
                        bits = Some(match bits {
                            None => shifted,
                            Some(bits) => {
                                let shifted = self.arithmetic(Binary::ShiftLeft, shifted, by);
                                self.arithmetic(Binary::Or, bits, shifted)
                            }
                        });
                    }
                    numbers.push(self.number_from(bits?, to));
                }
                match size {
                    1 => numbers.pop(),
                    _ => Some(Expr::new(ExprKind::Compose(numbers), place.ty.clone())),
                }
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
    pub(crate) fn store_reinterpreted(
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
            (Form::Packed(from), ty) => {
                let Some((to, size)) = numbers_of(ty) else {
                    return Ok(false);
                };
                let place = self.stable(place.clone());
                let value = self.once("parts", value);
                let count = (to.bytes() / from.bytes()) as u8;
                for number in 0..size {
                    let component = match size {
                        1 => value.clone(),
                        _ => self.component(value.clone(), number),
                    };
                    let bits = self.bits_of(component, to);
                    let bits = self.once("bits", bits);
                    for part in 0..count {
                        let by = u32::from(part) * from.bytes() * 8;
                        let shifted = match by {
                            0 => bits.clone(),
                            _ => self.arithmetic(Binary::ShiftRight, bits.clone(), Expr::uint(by)),
                        };
                        let shifted = self.number_from(shifted, from);
                        let element = self.element_behind(&place, number * count + part, from);
                        self.store(element, None, shifted, span)?;
                    }
                }
            }
            (Form::Bits(scalar), _) => {
                let ty = Ty::Scalar(scalar);
                let bits = Expr::new(ExprKind::Bitcast(Box::new(value)), ty.clone());
                let declared = Place { ty, ..place.clone() };
                self.store(declared, None, bits, span)?;
            }
            _ => {}
        }
        Ok(true)
    }

    /// Returns the bits of a number, in the low bits of a word.
    pub(crate) fn bits_of(&mut self, value: Expr, scalar: Scalar) -> Expr {
        match scalar {
            Scalar::Half => {
                let parts = vec![
                    self.float(value),
                    Expr::literal(crate::typing::tree::Number::Float(0.0), FLOAT),
                ];
                let both = Expr::new(ExprKind::Compose(parts), Ty::Vector(Scalar::Float, 2));
                Expr::new(ExprKind::Intrinsic("pack2x16float", vec![both]), UINT)
            }
            Scalar::Float => Expr::new(ExprKind::Bitcast(Box::new(value)), UINT),
            _ => {
                let word = self.convert_scalar(value, Scalar::Uint);
                match scalar.bytes() {
                    4 => word,
                    bytes => {
                        let mask = Expr::uint((1 << (bytes * 8)) - 1);
                        self.arithmetic(Binary::And, word, mask)
                    }
                }
            }
        }
    }

    /// Returns the number whose bits are the low ones of a word.
    pub(crate) fn number_from(&mut self, bits: Expr, scalar: Scalar) -> Expr {
        match scalar {
            Scalar::Half => {
                let kind = ExprKind::Intrinsic("unpack2x16float", vec![bits]);
                let both = Expr::new(kind, Ty::Vector(Scalar::Float, 2));
                let low = self.component(both, 0);
                self.convert_scalar(low, Scalar::Half)
            }
            Scalar::Float => Expr::new(ExprKind::Bitcast(Box::new(bits)), FLOAT),
            _ => self.convert_scalar(bits, scalar),
        }
    }

    /// Returns a component of a place that is read as a vector, as the element that it is; `None` if it is no such place.
    pub(crate) fn part_reinterpreted(&mut self, place: &Place, component: u8) -> Option<Place> {
        match (self.form(place)?, &place.ty) {
            (Form::Elements(_), Ty::Vector(scalar, _)) => {
                let scalar = *scalar;
                Some(self.element_behind(place, component, scalar))
            }
            (Form::Packed(from), Ty::Vector(scalar, _)) => {
                let scalar = *scalar;
                let by = component * (scalar.bytes() / from.bytes()) as u8;
                Some(self.element_behind(place, by, scalar))
            }
            _ => None,
        }
    }

    /// Returns the place of a vector's element behind a pointer to its numbers.
    pub(crate) fn number_of_vector(&mut self, place: Place, offset: Option<Expr>, scalar: Scalar) -> Place {
        let mut place = place;
        let offset = offset.unwrap_or_else(|| Expr::literal(crate::typing::tree::Number::Int(0), INT));
        match offset.known() {
            Some(index @ 0..=3) => place.path.push(Step::Component(index as u8)),
            _ => place.path.push(Step::Index(offset)),
        }
        place.ty = Ty::Scalar(scalar);
        place
    }
}

/// Returns the numbers that a type consists of, and how many.
fn numbers_of(ty: &Ty) -> Option<(Scalar, u8)> {
    match ty {
        Ty::Scalar(scalar) => Some((*scalar, 1)),
        Ty::Vector(scalar, size) => Some((*scalar, *size)),
        _ => None,
    }
}
