//! `memcpy` and `memset` on the device: loops over elements of one type, or words one by one.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Binary};
use crate::typing::Typer;
use crate::typing::body::convert::number_as;
use crate::typing::body::value::Value;
use crate::typing::pointers::root::Pointer;
use crate::typing::tree::{Change, Expr, ExprKind, Number, Place, Scalar, Statement, StatementKind, Step, Ty, UINT};

/// The most words that are copied one by one between things of different types.
const MOST_WORDS: u32 = 64;

impl Typer<'_> {
    /// Types a call of `memcpy` or `memset`; returns `None` for other names.
    pub(crate) fn copy_function(
        &mut self,
        name: &str,
        arguments: &[syntax::Expr],
        span: Span,
    ) -> Result<Option<Value>> {
        if !matches!(name, "memcpy" | "memset") {
            return Ok(None);
        }
        let [to, from, bytes] = arguments else {
            return fail(span, format!("`{name}` takes three arguments"));
        };
        let to = self.copied(to)?;
        let ty = to.pointee.clone();
        if name == "memset" {
            let value = self.filling(from, &ty)?;
            self.each_element(bytes, &ty, |typer, index| {
                let place = typer.element_behind_pointer(&to, index, span)?;
                typer.store(place, None, value.clone(), span)
            })?;
            return Ok(Some(Value::Void));
        }
        let from = self.copied(from)?;
        if from.pointee != ty {
            if self.copy_words(&to, &from, bytes, span)? {
                return Ok(Some(Value::Void));
            }
            return Err(error(
                span,
                format!(
                    "`memcpy` from `{}` to `{}` is taken for a known number of words only, if both are made of words",
                    self.type_name(&from.pointee),
                    self.type_name(&ty)
                ),
            )
            .help("write a loop"));
        }
        self.each_element(bytes, &ty, |typer, index| {
            let source = typer.element_behind_pointer(&from, index.clone(), span)?;
            let value = typer.load(source);
            let place = typer.element_behind_pointer(&to, index, span)?;
            typer.store(place, None, value, span)
        })?;
        Ok(Some(Value::Void))
    }

    /// Copies a known number of words between things of different types. Returns false if they are not made of words.
    fn copy_words(&mut self, to: &Pointer, from: &Pointer, bytes: &syntax::Expr, span: Span) -> Result<bool> {
        let Some(number) = self.rvalue(bytes)?.known() else {
            return Ok(false);
        };
        let words = u32::try_from(number / 4).unwrap_or(u32::MAX);
        if number % 4 != 0 || words > MOST_WORDS {
            return Ok(false);
        }
        let mut pairs = Vec::new();
        for word in 0..words {
            let pointers = (self.word_behind(from, word, span)?, self.word_behind(to, word, span)?);
            let (Some(source), Some(place)) = pointers else {
                return Ok(false);
            };
            pairs.push((source, place));
        }
        for (source, place) in pairs {
            let value = self.load(source);
            let value = if value.ty == place.ty {
                value
            } else {
                Expr::new(ExprKind::Bitcast(Box::new(value)), place.ty.clone())
            };
            self.store(place, None, value, span)?;
        }
        Ok(true)
    }

    /// Returns the place of a word behind a pointer; `None` if no number begins and ends there.
    fn word_behind(&mut self, pointer: &Pointer, word: u32, span: Span) -> Result<Option<Place>> {
        let size = self.size_of(&pointer.pointee).max(1);
        let index = Expr::int(i64::from(word * 4 / size));
        let place = self.element_behind_pointer(pointer, index, span)?;
        self.word_in(place, word * 4 % size, span)
    }

    fn word_in(&mut self, mut place: Place, offset: u32, span: Span) -> Result<Option<Place>> {
        match place.ty.clone() {
            Ty::Scalar(scalar) if scalar.bytes() == 4 && offset == 0 => Ok(Some(place)),
            Ty::Vector(scalar, _) if scalar.bytes() == 4 => {
                place.path.push(Step::Component((offset / 4) as u8));
                place.ty = Ty::Scalar(scalar);
                Ok(Some(place))
            }
            Ty::Array(element, _) => {
                let size = self.size_of(&element).max(1);
                let index = Expr::int(i64::from(offset / size));
                let element = self.element_of(place, index, span)?;
                self.word_in(element, offset % size, span)
            }
            Ty::Structure(structure) => {
                let made = &self.module.structures[structure];
                let members = made.members.clone().into_iter();
                for ((name, ty), start) in members.zip(made.offsets.clone()) {
                    let end = start + self.size_of(&ty);
                    if (start..end).contains(&offset) {
                        let member = match self.laid_out_member(&place, &name) {
                            Some(member) => member,
                            None => {
                                place.path.push(Step::Member(name));
                                Place { ty, ..place }
                            }
                        };
                        return self.word_in(member, offset - start, span);
                    }
                }
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Returns the pointer of an argument; its offset is computed once.
    fn copied(&mut self, written: &syntax::Expr) -> Result<Pointer> {
        let value = self.expr(written)?;
        let Some(mut pointer) = self.pointer_of(value, written.span)? else {
            return fail(written.span, "a pointer is needed here");
        };
        if matches!(pointer.pointee, Ty::Void | Ty::Array(..)) {
            return Err(error(
                written.span,
                "`memcpy` and `memset` need a pointer to elements of a known type",
            )
            .help("write a loop"));
        }
        if let Some(offset) = pointer.offset.take() {
            pointer.offset = Some(self.once("start", offset));
        }
        Ok(pointer)
    }

    fn element_behind_pointer(&mut self, pointer: &Pointer, index: Expr, span: Span) -> Result<Place> {
        let pointer = self.walk(pointer.clone(), Binary::Add, index, span)?;
        self.target(pointer, span)
    }

    /// Returns the element whose bytes all have the value of an argument.
    fn filling(&mut self, written: &syntax::Expr, ty: &Ty) -> Result<Expr> {
        let value = self.rvalue(written)?;
        match (value.known(), ty) {
            (Some(0), _) => Ok(Expr::new(ExprKind::Zero, ty.clone())),
            (Some(byte), Ty::Scalar(scalar)) if scalar.is_integer() => {
                let pattern = i64::from(u32::from(byte as u8) * 0x0101_0101);
                let value = number_as(Number::Int(pattern), *scalar);
                Ok(Expr::literal(value, ty.clone()))
            }
            _ => Err(error(
                written.span,
                "`memset` is taken with 0, and with a known byte for integers",
            )
            .help("write a loop")),
        }
    }

    /// Does the work for each element of so many bytes.
    fn each_element(
        &mut self,
        bytes: &syntax::Expr,
        ty: &Ty,
        work: impl FnOnce(&mut Self, Expr) -> Result<()>,
    ) -> Result<()> {
        let written = self.rvalue(bytes)?;
        let written = self.convert_scalar(written, Scalar::Uint);
        let size = self.size_of(ty).max(1);
        let count = match written.known() {
            Some(number) if number % i64::from(size) != 0 => {
                return fail(
                    bytes.span,
                    format!("{number} bytes are no whole number of `{}`", self.type_name(ty)),
                );
            }
            Some(number) => Expr::uint((number / i64::from(size)) as u32),
            None => self.arithmetic(Binary::Divide, written, Expr::uint(size)),
        };
        if count.known() == Some(1) {
            return work(self, Expr::int(0));
        }
        let count = self.once("count", count);
        let index = self.variable_hidden("element", UINT);
        self.module.variables[index].changed = true;
        let read = Expr::new(ExprKind::Variable(index), UINT);
        let condition = self.arithmetic(Binary::Less, read.clone(), count);
        let place = self.place_of(index);
        let (body, ()) = self.apart(|typer| work(typer, read))?;
        let span = self.frame.span;
        let statement = |kind| Some(Box::new(Statement { kind, span }));
        self.emit(StatementKind::For {
            init: statement(StatementKind::Declare(index, Some(Expr::uint(0)))),
            condition: Some(condition),
            step: statement(StatementKind::Store(
                place,
                Some(Change::own(Binary::Add)),
                Expr::uint(1),
            )),
            body,
        });
        Ok(())
    }
}
