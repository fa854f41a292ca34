//! Pointers: a root that is known when the text is translated, and an offset that may be computed by the kernel.

use crate::error::{Result, Span, error, fail};
use crate::syntax::Binary;
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::{Pointer, Root};
use crate::typing::tree::{
    BOOL, Base, Change, Expr, ExprKind, INT, Index, Number, Place, RootId, Scalar, StatementKind,
    Step, Ty, VariableId,
};

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
                    (None, _) => fail(
                        span,
                        format!("the pointer `{}` has no value yet", variable.name),
                    ),
                }
            }
            Value::Place(place) => match place.ty.clone() {
                Ty::Array(element, _) => Ok(Some(self.decay(place, (*element).clone(), span)?)),
                Ty::Structure(_) => {
                    let value = self.load(place);
                    self.converted_pointer(value, span)
                }
                Ty::Pointer(pointee) => Ok(Some(self.member_pointer(
                    place,
                    (*pointee).clone(),
                    span,
                )?)),
                _ => Ok(None),
            },
            Value::Expr(value) if value.known() == Some(0) && value.ty.is_integer() => {
                Ok(Some(Pointer {
                    root: Root::Null,
                    offset: None,
                    unit: 1,
                    pointee: Ty::Void,
                    nullable: false,
                }))
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
                Ok(Pointer {
                    root: Root::Memory(root),
                    offset,
                    unit,
                    pointee: element,
                    nullable: false,
                })
            }
            (Base::Variable(_) | Base::Target(_), true) => Ok(Pointer {
                root: Root::Array(place.base),
                offset: None,
                unit,
                pointee: element,
                nullable: false,
            }),
            // An array in a structure of one thread: its first element, from which indices walk.
            (Base::Variable(_) | Base::Target(_), false) => {
                let mut place = place;
                place.path.push(Step::Index(Expr::int(0)));
                place.ty = element.clone();
                Ok(Pointer {
                    root: Root::Place(Box::new(place)),
                    offset: None,
                    unit,
                    pointee: element,
                    nullable: false,
                })
            }
            (Base::Memory { root, .. }, false) => {
                // The kernel is read again with the structures of this array taken apart.
                self.want_apart(*root);
                Err(error(
                    span,
                    "a pointer to an array inside of another value is not taken",
                )
                .help("use indices"))
            }
        }
    }

    /// Returns the distance of an element from its root's start, in units of `unit` bytes.
    pub(crate) fn flat(&mut self, root: RootId, index: &Index, unit: u32) -> Option<Expr> {
        match index {
            Index::Flat { offset, unit: own } => {
                let offset = offset.as_ref().map(|offset| (**offset).clone())?;
                Some(self.in_unit(offset, *own, unit))
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
    fn step_unit(&self, pointee: &Ty) -> u32 {
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
        if let (Some(known), ExprKind::Literal(_)) = (value.known(), &value.kind) {
            return Expr::literal(Number::Int(known * i64::from(factor)), value.ty);
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
    pub(crate) fn walk(
        &mut self,
        mut pointer: Pointer,
        operator: Binary,
        index: Expr,
        span: Span,
    ) -> Result<Pointer> {
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
            if matches!((&place.ty, &pointer.pointee), (Ty::Vector(from, _), Ty::Scalar(to)) if from == to)
            {
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
                Ok(Pointer {
                    root: Root::Memory(root),
                    offset,
                    unit,
                    pointee,
                    nullable: false,
                })
            }
            (Base::Variable(_) | Base::Target(_), [Step::Index(index)])
                if !matches!(pointee, Ty::Array(..)) =>
            {
                Ok(Pointer {
                    root: Root::Array(place.base.clone()),
                    offset: Some(index.clone()),
                    unit,
                    pointee,
                    nullable: false,
                })
            }
            // A component of a vector in memory: the words of the vector lie one behind another.
            (Base::Memory { root, index, .. }, [Step::Component(component)]) => {
                let (root, index, component) = (*root, index.clone(), *component);
                let offset = self.flat(root, &index, unit);
                let pointer = Pointer {
                    root: Root::Memory(root),
                    offset,
                    unit,
                    pointee,
                    nullable: false,
                };
                self.walk(pointer, Binary::Add, Expr::int(component.into()), span)
            }
            _ => Ok(Pointer {
                root: Root::Place(Box::new(place)),
                offset: None,
                unit,
                pointee,
                nullable: false,
            }),
        }
    }

    /// Returns the pointer as one to another type.
    pub(crate) fn cast_pointer(
        &mut self,
        mut pointer: Pointer,
        pointee: Ty,
        span: Span,
    ) -> Result<Pointer> {
        if let Root::Place(place) = &pointer.root
            && pointee != Ty::Void
            && !self.reads_as(place, &pointee)
        {
            return Err(error(
                span,
                "a pointer to a variable cannot be read as another type",
            )
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
            _ => (
                self.with_known_root(left, span)?,
                self.with_known_root(right, span)?,
            ),
        };
        if null(&left) || null(&right) {
            // One of them has no array: they are equal if the other one is null, too.
            let (some, none) = if null(&left) {
                (&right, &left)
            } else {
                (&left, &right)
            };
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
            return fail(
                span,
                format!("`{}` does not take two pointers", operator.text()),
            );
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

    /// Assigns a pointer variable.
    pub(crate) fn assign_pointer(
        &mut self,
        index: usize,
        value: Pointer,
        span: Span,
    ) -> Result<()> {
        let variable = self.frame.pointers[index].clone();
        let Some(offset) = variable.offset else {
            self.frame.pointers[index].pointer = Some(value);
            return Ok(());
        };
        let value = self.with_known_root(value, span)?;
        let ty = self.module.variables[offset].ty.clone();
        let scalar = ty.scalar().unwrap_or(Scalar::Int);
        if let Some(own) = &mut self.frame.pointers[index].pointer {
            own.nullable |= value.nullable;
        }
        if matches!(value.root, Root::Null) {
            let own = &mut self.frame.pointers[index].pointer;
            own.get_or_insert(value).nullable = true;
            let null = self.convert_scalar(self.null_offset(), scalar);
            let place = self.place_of(offset);
            return self.store(place, None, null, span);
        }
        let value = self.in_choice(value, span);
        let unit = match &variable.pointer {
            Some(own) if matches!(own.root, Root::Null) || own.root.same(&value.root) => own.unit,
            Some(own) => {
                self.want_joint(&own.root, &value.root);
                return Err(error(span, format!("`{}` would point into different arrays: that is a choice between two roots", variable.name))
                    .help("use two pointers, or one array and an index"));
            }
            None => value.unit,
        };
        let mut unit = unit;
        if variable
            .pointer
            .as_ref()
            .is_none_or(|own| matches!(own.root, Root::Null))
        {
            unit = common_unit(self.step_unit(&variable.pointee), value.unit);
            let nullable = self.frame.nullable.contains(&variable.name);
            self.note_first_root(&variable, &value);
            self.frame.pointers[index].pointer = Some(Pointer {
                offset: None,
                unit,
                nullable: value.nullable || nullable,
                ..value.clone()
            });
        }
        if let Root::Memory(root) = value.root {
            self.module.roots[root].flat = true;
        }
        let new = self.offset_in(&value, unit);
        let new = self.convert_scalar(new, scalar);
        let place = self.place_of(offset);
        self.store(place, None, new, span)
    }

    /// Exchanges two pointer variables.
    pub(crate) fn swap_pointers(&mut self, a: usize, b: usize, span: Span) -> Result<()> {
        let first = self.pointer_of(Value::PointerVariable(a), span)?;
        let second = self.pointer_of(Value::PointerVariable(b), span)?;
        let (Some(mut first), Some(second)) = (first, second) else {
            return fail(span, "`swap` takes two pointers that have a value");
        };
        if let Some(offset) = first.offset.take() {
            first.offset = Some(self.temporary("first", offset));
        }
        self.assign_pointer(a, second, span)?;
        self.assign_pointer(b, first, span)
    }

    /// Moves a pointer variable by an index.
    pub(crate) fn move_pointer(
        &mut self,
        index: usize,
        operator: Binary,
        by: Expr,
        span: Span,
    ) -> Result<()> {
        let variable = self.frame.pointers[index].clone();
        let (Some(pointer), Some(offset)) = (&variable.pointer, variable.offset) else {
            return fail(
                span,
                format!("the pointer `{}` has no value yet", variable.name),
            );
        };
        let by = self.index(by, span)?;
        let size = self.size_of(&variable.pointee).max(1);
        let by = self.in_unit(by, size, pointer.unit);
        if let Root::Memory(root) = pointer.root {
            self.module.roots[root].flat = true;
        }
        let scalar = self.module.variables[offset]
            .ty
            .scalar()
            .unwrap_or(Scalar::Int);
        let by = self.convert_scalar(by, scalar);
        let place = self.place_of(offset);
        self.store(place, Some(Change::own(operator)), by, span)
    }

    /// Declares a pointer variable.
    pub(crate) fn declare_pointer(
        &mut self,
        name: &str,
        pointee: Ty,
        value: Option<Pointer>,
        changes: bool,
        span: Span,
    ) -> Result<usize> {
        let mut value = value;
        if let Some(pointer) = &mut value {
            pointer.pointee = pointee.clone();
            pointer.nullable |= changes && self.frame.nullable.contains(name);
        }
        let walks = changes
            && !matches!(
                value.as_ref().map(|pointer| &pointer.root),
                Some(Root::Place(_))
            );
        let is_null = |pointer: &Pointer| matches!(pointer.root, Root::Null);
        let begins_null = value.as_ref().is_some_and(is_null);
        if walks {
            value = match value {
                Some(pointer) if begins_null => Some(self.with_first_root(pointer, span)),
                Some(pointer) => Some(self.in_choice(pointer, span)),
                None => None,
            };
        }
        let offset: Option<VariableId> = if walks {
            let size = self.size_of(&pointee).max(1);
            let first = match &value {
                Some(_) if begins_null => Some(self.null_offset()),
                Some(pointer) if pointer.offset.is_some() => {
                    Some(self.offset_in(pointer, common_unit(pointer.unit, size)))
                }
                _ => None,
            };
            if let Some(pointer) = &mut value {
                pointer.offset = None;
            }
            let step = self.step_unit(&pointee);
            if let Some(pointer) = &mut value {
                pointer.unit = match first {
                    Some(_) if begins_null => step,
                    Some(_) => common_unit(pointer.unit, size),
                    None => step,
                };
            }
            let first = first.unwrap_or_else(|| Expr::int(0));
            let ty = match first.ty {
                Ty::Scalar(Scalar::Uint) => first.ty.clone(),
                _ => INT,
            };
            let first = self.convert_scalar(first, ty.scalar().unwrap_or(Scalar::Int));
            let variable = self.variable(name, ty, crate::typing::tree::VariableKind::Local);
            self.module.variables[variable].changed = true;
            self.emit(StatementKind::Declare(variable, Some(first)));
            if let Some(Pointer {
                root: Root::Memory(root),
                ..
            }) = value
            {
                self.module.roots[root].flat = true;
            }
            Some(variable)
        } else {
            if let Some(pointer) = &mut value
                && let Some(offset) = pointer.offset.take()
            {
                let kept = if self.lasts(&offset) {
                    offset
                } else {
                    let variable = self.variable(
                        name,
                        offset.ty.clone(),
                        crate::typing::tree::VariableKind::Local,
                    );
                    let ty = offset.ty.clone();
                    self.emit(StatementKind::Declare(variable, Some(offset)));
                    Expr::new(ExprKind::Variable(variable), ty)
                };
                pointer.offset = Some(kept);
            }
            None
        };
        self.frame
            .pointers
            .push(crate::typing::scope::binding::PointerVariable {
                name: name.into(),
                pointer: value,
                offset,
                pointee,
                access: crate::typing::scope::binding::Access::Change,
                span,
            });
        Ok(self.frame.pointers.len() - 1)
    }

    /// Returns true if the value can never change: a constant or a built-in value.
    fn lasts(&self, value: &Expr) -> bool {
        value.value.is_some() || matches!(value.kind, ExprKind::Constant(_))
    }
}

/// Returns a nested array of a thread whose very first number a place is.
pub(crate) fn whole_array(place: &Place) -> Option<Root> {
    let first = |step: &Step| matches!(step, Step::Index(index) if index.known() == Some(0));
    let is_array = matches!(place.base, Base::Variable(_) | Base::Target(_));
    let is_nested = place.path.len() > 1 && place.path.iter().all(first);
    (is_array && is_nested && matches!(place.ty, Ty::Scalar(_)))
        .then(|| Root::Array(place.base.clone()))
}

/// Returns the unit of a pointer to what lies at an index: it may begin where no multiple of its size is.
fn unit_at(index: &Index, size: u32) -> u32 {
    match index {
        Index::Flat {
            offset: Some(_),
            unit,
        } => common_unit(*unit, size),
        _ => size,
    }
}

/// Returns the largest unit of which two sizes in bytes are multiples.
fn common_unit(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a.max(1), b.max(1));
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
