//! Initial values: lengths of arrays that their values tell, and the first bytes of the device's variables.

use crate::error::{Result, Span, error, fail};
use crate::syntax::{self, Init};
use crate::typing::Typer;
use crate::typing::tree::{Expr, ExprKind, Number, Scalar, Ty};

impl Typer<'_> {
    /// Returns the type of a variable. An array without a length has as many elements as its values fill; `None` if it has no
    /// values.
    pub(crate) fn declared_type(&mut self, variable: &syntax::Variable) -> Result<Option<Ty>> {
        let syntax::TypeKind::Array(element, None) = &variable.ty.kind else {
            return self.ty(&variable.ty).map(Some);
        };
        let element = self.ty(element)?;
        let Some(Init::Value(init)) = &variable.init else {
            return Ok(None);
        };
        let length = match &init.kind {
            syntax::ExprKind::List(values) => self.elements_of(values, &element)?,
            syntax::ExprKind::Text(text) => text.len() + 1,
            _ => return Ok(None),
        };
        let length = u32::try_from(length.max(1)).unwrap_or(u32::MAX);
        Ok(Some(Ty::Array(element.into(), length)))
    }

    /// Returns an array of letters, with a zero behind them where it is longer.
    pub(crate) fn letters(&mut self, text: &str, ty: &Ty, span: Span) -> Result<Expr> {
        let Ty::Array(element, length) = ty else {
            return fail(span, "a text is not expected here");
        };
        let (Some(scalar), true) = (element.scalar(), text.len() <= *length as usize) else {
            return fail(
                span,
                format!("a text of {} letters does not fit `{}`", text.len(), self.type_name(ty)),
            );
        };
        let letters = text.bytes().chain(std::iter::repeat(0)).take(*length as usize);
        let parts = letters.map(|letter| {
            let number = Number::Int(i64::from(letter));
            Expr::literal(
                crate::typing::body::convert::number_as(number, scalar),
                Ty::Scalar(scalar),
            )
        });
        Ok(Expr::new(ExprKind::Compose(parts.collect()), ty.clone()))
    }

    /// Returns the number of elements that a list fills. Its inner braces may be left out.
    fn elements_of(&mut self, values: &[syntax::Expr], element: &Ty) -> Result<usize> {
        if !matches!(element, Ty::Array(..) | Ty::Vector(..) | Ty::Structure(_)) {
            return Ok(values.len());
        }
        let (_, parts) = self.apart(|typer| {
            let mut rest = values;
            typer.elided(&mut rest, element, usize::MAX)
        })?;
        Ok(parts.len())
    }

    /// Returns the first bytes of a variable of the device, laid out as in C; none if its declaration gives no values.
    ///
    /// # Errors
    /// Returns the first value that is not known before the run.
    pub(crate) fn first_bytes(&mut self, variable: &syntax::Variable, ty: &Ty) -> Result<Vec<u8>> {
        let (init, span) = match &variable.init {
            None if !self.has_constructor(ty) => return Ok(Vec::new()),
            None => {
                let (_, built) = self.apart(|typer| typer.default_of(ty, variable.span))?;
                (built, variable.span)
            }
            Some(Init::Value(value)) => {
                let (_, built) = self.apart(|typer| typer.rvalue_as(value, ty))?;
                (built, value.span)
            }
            Some(Init::Call(values)) => {
                let (_, built) = self.apart(|typer| match values.as_slice() {
                    [value] => typer.rvalue_as(value, ty),
                    values => typer.build(ty, values, variable.span),
                })?;
                (built, variable.span)
            }
        };
        let mut bytes = vec![0; self.size_of(ty) as usize];
        match self.write_bytes(&init, &mut bytes) {
            Some(()) => Ok(bytes),
            None => Err(not_known(span)),
        }
    }

    /// Writes a value that is known before the run, laid out as in C.
    fn write_bytes(&self, value: &Expr, into: &mut [u8]) -> Option<()> {
        if let (Some(number), Ty::Scalar(scalar)) = (value.value, &value.ty) {
            let bytes = bytes_of(number, *scalar);
            into.get_mut(..bytes.len())?.copy_from_slice(&bytes);
            return Some(());
        }
        let parts = match &value.kind {
            ExprKind::Zero => return Some(()),
            ExprKind::Compose(parts) => parts,
            _ => return None,
        };
        let element = parts.first().map_or(0, |part| self.size_of(&part.ty));
        for (index, part) in (0..).zip(parts) {
            let offset = match &value.ty {
                Ty::Structure(structure) => self.module.structures[*structure].offsets[index],
                _ => element * index as u32,
            };
            self.write_bytes(part, into.get_mut(offset as usize..)?)?;
        }
        Some(())
    }
}

fn not_known(span: Span) -> Box<crate::error::Error> {
    error(span, "the initial value is not known before the run")
}

/// Returns the bytes of a number in memory.
fn bytes_of(number: Number, scalar: Scalar) -> Vec<u8> {
    let word = match (number, scalar) {
        (Number::Float(value), Scalar::Half) => half::f16::from_f32(value).to_bits().into(),
        (Number::Float(value), _) => value.to_bits(),
        (Number::Int(value), _) => value as u32,
    };
    word.to_le_bytes()[..scalar.bytes() as usize].to_vec()
}
