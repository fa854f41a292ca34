//! Pointers: a root that is known when the text is translated, and an offset that may be computed by the kernel.

use crate::error::{Result, Span, error, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::pointers::offset::unit_at;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::tree::{BOOL, Base, Expr, ExprKind, Number, Place, Step, Ty};

impl Typer<'_> {
    /// Returns the pointer that a value is, or decays to.
    pub(crate) fn pointer_of(&mut self, value: Value, span: Span) -> Result<Option<Pointer>> {
        match value {
            Value::Pointer(pointer) => Ok(Some(pointer)),
            Value::PointerVariable(index) => {
                let variable = &self.frame.pointers[index];
                match (&variable.pointer, variable.offset) {
                    (Some(pointer), offset) => {
                        let mut pointer = pointer.clone();
                        if let Some(offset) = offset {
                            let ty = self.module.variables[offset].ty.clone();
                            pointer.offset = Some(Expr::new(ExprKind::Variable(offset), ty));
                        }
                        Ok(Some(pointer))
                    }
                    (None, _) => fail(span, format!("the pointer `{}` has no value yet", variable.name)),
                }
            }
            Value::Place(place) => match place.ty.clone() {
                Ty::Array(element, _) => Ok(Some(self.decay(place, (*element).clone(), span)?)),
                Ty::Structure(_) => {
                    let value = self.load(place);
                    self.converted_pointer(value, span)
                }
                Ty::Pointer(pointee) => Ok(Some(self.member_pointer(place, (*pointee).clone(), span)?)),
                _ => Ok(None),
            },
            Value::Expr(value) if value.known() == Some(0) && value.ty.is_integer() => {
                Ok(Some(Pointer::null(Ty::Void)))
            }
            Value::Expr(value) => self.converted_pointer(value, span),
            _ => Ok(None),
        }
    }

    fn decay(&mut self, place: Place, element: Ty, span: Span) -> Result<Pointer> {
        let unit = self.size_of(&element).max(1);
        match (&place.base, place.path.is_empty()) {
            (Base::Memory { root, index, .. }, true) => {
                let (root, index) = (*root, index.clone());
                let unit = unit_at(&index, unit);
                let offset = self.flat(root, &index, unit);
                Ok(Pointer::new(Root::Memory(root), offset, unit, element))
            }
            (Base::Variable(_) | Base::Target(_), true) => {
                Ok(Pointer::new(Root::Array(place.base), None, unit, element))
            }
            // An array in a structure of one thread: its first element, from which indices walk.
            (Base::Variable(_) | Base::Target(_), false) => {
                let mut place = place;
                place.path.push(Step::Index(Expr::int(0)));
                place.ty = element.clone();
                Ok(Pointer::new(Root::Place(Box::new(place)), None, unit, element))
            }
            (Base::Memory { root, .. }, false) => {
                // The kernel is read again with the structures of this array taken apart.
                self.want_apart(*root);
                Err(error(span, "a pointer to an array inside of another value is not taken").help("use indices"))
            }
        }
    }

    /// Returns a pointer to a place.
    pub(crate) fn address(&mut self, place: Place, span: Span) -> Result<Pointer> {
        if let Some(Step::Bits(..)) = place.path.last() {
            return fail(span, "a bit field has no address");
        }
        let pointee = place.ty.clone();
        let unit = self.size_of(&pointee).max(1);
        match (&place.base, place.path.as_slice()) {
            (Base::Memory { root, index, .. }, []) => {
                let (root, index) = (*root, index.clone());
                let unit = unit_at(&index, unit);
                let offset = self.flat(root, &index, unit);
                Ok(Pointer::new(Root::Memory(root), offset, unit, pointee))
            }
            (Base::Variable(_) | Base::Target(_), [Step::Index(index)]) if !matches!(pointee, Ty::Array(..)) => Ok(
                Pointer::new(Root::Array(place.base.clone()), Some(index.clone()), unit, pointee),
            ),
            // A component of a vector in memory: the words of the vector lie one behind another.
            (Base::Memory { root, index, .. }, [Step::Component(component)]) => {
                let (root, index, component) = (*root, index.clone(), *component);
                let offset = self.flat(root, &index, unit);
                let pointer = Pointer::new(Root::Memory(root), offset, unit, pointee);
                self.walk(pointer, Binary::Add, Expr::int(component.into()), span)
            }
            _ => Ok(Pointer::new(Root::Place(Box::new(place)), None, unit, pointee)),
        }
    }

    /// Returns the pointer as one to another type.
    pub(crate) fn cast_pointer(&mut self, mut pointer: Pointer, pointee: Ty, span: Span) -> Result<Pointer> {
        if let Root::Place(place) = &pointer.root
            && pointee != Ty::Void
            && !self.reads_as(place, &pointee)
        {
            return Err(error(span, "a pointer to a variable cannot be read as another type")
                .help("write `__float_as_int`, `__int_as_float` and their kin"));
        }
        if let Root::Memory(root) = pointer.root {
            let info = &mut self.module.roots[root];
            info.flat = true;
            let is_structure = matches!(info.element, Ty::Structure(_));
            if is_structure && pointee != Ty::Void && info.element != pointee {
                self.want_apart(root);
            }
        }
        pointer.pointee = pointee;
        Ok(pointer)
    }

    /// Compares or subtracts two pointers.
    pub(crate) fn binary_pointer(
        &mut self,
        operator: Binary,
        left: Pointer,
        right: Pointer,
        span: Span,
    ) -> Result<Expr> {
        let null = |pointer: &Pointer| matches!(pointer.root, Root::Null);
        let (left, right) = match (null(&left), null(&right)) {
            // A test against `nullptr` needs no array.
            (true, true) => (left, right),
            _ => (self.with_known_root(left, span)?, self.with_known_root(right, span)?),
        };
        if null(&left) || null(&right) {
            // One of them has no array: they are equal if the other one is null, too.
            let (some, none) = if null(&left) { (&right, &left) } else { (&left, &right) };
            let (some, none) = (self.is_null(some), self.is_null(none));
            let equal = match none.known() {
                Some(1) => some,
                _ => self.arithmetic(Binary::LogicalAnd, some, none),
            };
            return match operator {
                Binary::Equal => Ok(equal),
                Binary::NotEqual => Ok(self.not(equal)),
                _ => fail(span, "a null pointer can only be compared by `==` and `!=`"),
            };
        }
        if operator != Binary::Subtract && !operator.compares() {
            return fail(span, format!("`{}` does not take two pointers", operator.text()));
        }
        let (left, right) = if left.root.same(&right.root) {
            (left, right)
        } else {
            (self.in_choice(left, span), self.in_choice(right, span))
        };
        if !left.root.same(&right.root) {
            return match operator {
                Binary::Equal => Ok(Expr::literal(Number::Int(0), BOOL)),
                Binary::NotEqual => Ok(Expr::literal(Number::Int(1), BOOL)),
                _ => fail(
                    span,
                    "the pointers are of different arrays: their distance has no meaning",
                ),
            };
        }
        let unit = self.size_of(&left.pointee).max(1);
        let mut side = |pointer: Pointer| {
            let offset = self.offset_in(&pointer, unit);
            self.int_of(offset)
        };
        let (left, right) = (side(left), side(right));
        Ok(self.arithmetic(operator, left, right))
    }
}
