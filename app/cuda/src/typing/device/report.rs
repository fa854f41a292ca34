//! `printf`, `assert`, fences and barriers of the grid: calls that the machine reports or obeys, and that a GPU in a browser
//! leaves out.

use crate::error::{Result, Span};
use crate::format::{Conversion, Piece, pieces};
use crate::syntax::{self, ExprKind as Written, Unary};
use crate::typing::Typer;
use crate::typing::body::value::Value;
use crate::typing::tree::{Expr, Report, ReportKind, Scalar, Shown, StatementKind, Ty};
use wgsl::FenceScope;

impl Typer<'_> {
    /// Reads the arguments of `printf`. Texts are known here, so that they become parts of the format.
    pub(crate) fn printf(&mut self, arguments: &[syntax::Expr], span: Span) -> Result<()> {
        self.note(
            span,
            "`printf` prints nothing on a GPU in a browser; the machine lists what it prints",
        );
        let Some(Written::Text(format)) = arguments.first().map(|format| &format.kind) else {
            for argument in arguments.iter().skip(1) {
                self.expr(argument)?;
            }
            self.note(span, "a `printf` whose format is no text is left out");
            return Ok(());
        };
        let format = format.clone();
        let parts = pieces(&format);
        let mut conversions = parts.iter().filter_map(|piece| match piece {
            Piece::Conversion(conversion) => Some(conversion.clone()),
            Piece::Text(_) => None,
        });
        // The kinds of the values in their order; a width or a precision of `*` takes an integer before its own.
        let mut current: Option<Conversion> = None;
        let mut left = 0;
        let mut values = Vec::new();
        let mut printed = Vec::new();
        for argument in arguments.iter().skip(1) {
            if left == 0 {
                current = conversions.next();
                left = current.as_ref().map_or(0, Conversion::arguments);
            }
            left = left.saturating_sub(1);
            if let Written::Text(text) = &argument.kind {
                printed.push(Shown::Text(text.to_string()));
                continue;
            }
            if let Written::Conditional(condition, yes, no) = &argument.kind
                && let (Written::Text(yes), Written::Text(no)) = (&yes.kind, &no.kind)
            {
                let condition = self.condition(condition)?;
                values.push(self.convert_scalar(condition, Scalar::Uint));
                printed.push(Shown::Choice(yes.to_string(), no.to_string()));
                continue;
            }
            let value = self.printed(argument)?;
            let float = value.ty.scalar().is_some_and(Scalar::is_float);
            if let (Some(conversion), 0) = (&current, left)
                && conversion.is_integer() == float
            {
                self.note(
                    argument.span,
                    &format!(
                        "`{}` does not fit `{}`: the value is printed by its type",
                        conversion.written,
                        self.type_name(&value.ty)
                    ),
                );
            }
            printed.push(match value.ty.scalar() {
                Some(scalar) if scalar.is_float() => Shown::Float,
                Some(Scalar::Uint) => Shown::Unsigned,
                _ => Shown::Signed,
            });
            values.push(value);
        }
        self.report("printf", ReportKind::Printed(parts, printed), values);
        Ok(())
    }

    /// Returns a value as `printf` takes it: an integer of a word, or a float.
    fn printed(&mut self, argument: &syntax::Expr) -> Result<Expr> {
        let value = self.expr(argument)?;
        if let Value::Pointer(_) | Value::PointerVariable(_) = value {
            let pointer = self.pointer_of(value, argument.span)?;
            let offset = pointer.and_then(|pointer| pointer.offset);
            let offset = offset.unwrap_or_else(|| Expr::uint(0));
            return Ok(self.convert_scalar(offset, Scalar::Uint));
        }
        let value = self.load_value(value, argument.span)?;
        match value.ty.scalar() {
            Some(Scalar::Half) => Ok(self.float(value)),
            Some(scalar) => Ok(self.convert_scalar(value, crate::typing::body::convert::promoted(scalar))),
            None => Err(self.unconvertible(&value.ty, &Ty::Scalar(Scalar::Float), argument.span)),
        }
    }

    /// Reads `assert(condition)`.
    pub(crate) fn assertion(&mut self, condition: &syntax::Expr, span: Span) -> Result<()> {
        self.note(
            span,
            "`assert` does nothing on a GPU in a browser: WGSL cannot stop a kernel",
        );
        let holds = self.condition(condition)?;
        match holds.known() {
            Some(0) => self.report("assert", ReportKind::Assertion(condition.span), Vec::new()),
            Some(_) => {}
            None => {
                let fails = self.unary(Unary::Not, holds, span)?;
                let (inside, ()) = self.apart(|typer| {
                    typer.report("assert", ReportKind::Assertion(condition.span), Vec::new());
                    Ok(())
                })?;
                self.emit(StatementKind::If(fails, inside, Vec::new()));
            }
        }
        Ok(())
    }

    /// Reads `__trap()`, which is like an `assert` that never holds.
    pub(crate) fn trap(&mut self, span: Span) {
        self.report("trap", ReportKind::Assertion(span), Vec::new());
    }

    /// Reads `__threadfence()` or `__threadfence_block()`.
    pub(crate) fn fence(&mut self, scope: FenceScope) {
        let name = match scope {
            FenceScope::Workgroup => "block_fence",
            FenceScope::Device => "thread_fence",
        };
        self.one_report(name, ReportKind::Fence(scope));
    }

    /// Emits a look at the mask of a function of the warp.
    pub(crate) fn compare_mask(&mut self, mask: Expr, span: Span) {
        self.report("lanes_of", ReportKind::Mask(span), vec![mask]);
    }

    /// Reads `grid.sync()`.
    pub(crate) fn grid_barrier(&mut self, span: Span) {
        self.note(
            span,
            "`grid.sync()` works on the machine alone: WebGPU has no barrier of the whole grid, so the kernel is not timed",
        );
        self.one_report("grid_sync", ReportKind::GridBarrier);
    }

    /// Emits a call without values; one function stands for all of its kind.
    fn one_report(&mut self, name: &str, kind: ReportKind) {
        let same = |report: &Report| report.kind == kind;
        match self.module.reports.iter().position(same) {
            Some(number) => self.emit(StatementKind::Report(number, Vec::new())),
            None => self.report(name, kind, Vec::new()),
        }
    }

    fn report(&mut self, name: &str, kind: ReportKind, values: Vec<Expr>) {
        let function = self.unique(name);
        let types = values.iter().map(|value| value.ty.clone()).collect();
        self.module.reports.push(Report { function, kind, types });
        let number = self.module.reports.len() - 1;
        self.emit(StatementKind::Report(number, values));
    }
}
