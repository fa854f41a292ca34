//! Emits checks of operations whose result the language of a translated text leaves undefined for some operands.
//!
//! A check is an instruction beside the operation: it computes nothing, and counters, steps and trace do not have it. It
//! must see the lanes for which the first language computes the operation. In WGSL both sides of a `select` are computed,
//! and here also the right side of some `&&` and `||`, so that the conditions follow such a check.

use super::Compiler;
use crate::program::{Check, Checked, KernelError, Op, Register, ScalarType};
use wgsl::{Binary, Expr, Integers, Span};

/// The check of an operation inside of a `select`, whose condition is not known yet.
pub(super) struct Waiting {
    check: Check,
    operation: u32,
    operands: (Vec<Register>, Vec<Register>),
    conditions: Vec<(Register, bool)>,
}

impl<'c> Compiler<'c> {
    /// Emits the check of an operation that is about to be computed, or keeps it for the `select` around it. `span` is the
    /// place of the operation.
    pub(super) fn check(
        &mut self,
        span: Span,
        check: Check,
        (a, b): (&[Register], &[Register]),
    ) -> Result<(), KernelError> {
        let origins = self.marks.origins.as_ref();
        let Some((text, origins)) = origins.and_then(|it| match check {
            Check::Whole => Some((it.whole(span)?, it)),
            _ => Some((it.operation(span)?, it)),
        }) else {
            return Ok(());
        };
        self.check_text(span, check, (a, b), (text, origins.integers))
    }

    /// Returns true if the operation at a place has integers of 64 bits in the first language.
    pub(super) fn is_wide(&self, span: Span) -> bool {
        let origins = self.marks.origins.as_ref();
        origins.is_some_and(|origins| origins.is_wide(span))
    }

    /// Returns the check of an operation at a place.
    pub(super) fn check_of(&self, operator: Binary, scalar: ScalarType, span: Span) -> Option<Check> {
        let wide = self.is_wide(span).then(|| wide_rule_of(operator, scalar));
        wide.flatten().or_else(|| rule_of(operator, scalar))
    }

    /// Emits the check that the access of a marked call begins at a whole element: the index is a multiple of `every`.
    pub(super) fn check_alignment(&mut self, span: Span, index: Register, every: u32) -> Result<(), KernelError> {
        let Some(origins) = self.marks.origins.as_ref() else {
            return Ok(());
        };
        let text = origins.place(span).and_then(|place| origins.text.get(place.range()));
        let every = self.builder.constant(every)?;
        let text = text.unwrap_or_default();
        let whole = (&[index][..], &[every][..]);
        self.check_text(span, Check::Whole, whole, (text, origins.integers))
    }

    fn check_text(
        &mut self,
        span: Span,
        check: Check,
        (a, b): (&[Register], &[Register]),
        (text, integers): (&str, Integers),
    ) -> Result<(), KernelError> {
        let next = self.checked_operations.len() as u32;
        let operation = *self.check_numbers.entry(span).or_insert(next);
        if operation == next {
            let ((line, column), header) = self.builder.located(span);
            self.checked_operations.push(Checked {
                line,
                column,
                header,
                text: text.to_owned(),
                integers,
                statement: self.builder.statement_of(span).unwrap_or(u32::MAX),
            });
        }
        let waiting = Waiting {
            check,
            operation,
            operands: (a.to_vec(), b.to_vec()),
            conditions: self.guards.clone(),
        };
        match self.waiting.last_mut() {
            Some(outer) => {
                outer.push(waiting);
                Ok(())
            }
            None => self.emit_check(waiting),
        }
    }

    /// Lowers a side of a `select`. Returns the checks of its operations, which wait for the condition.
    pub(super) fn side(&mut self, side: Expr) -> Result<(Vec<Waiting>, Vec<Register>), KernelError> {
        self.waiting.push(Vec::new());
        let value = self.value(side)?;
        Ok((self.waiting.pop().unwrap_or_default(), value))
    }

    /// Gives the checks of the sides of a `select` its condition, and emits them unless there is another `select` around.
    pub(super) fn check_sides(
        &mut self,
        condition: &[Register],
        accept: Vec<Waiting>,
        reject: Vec<Waiting>,
    ) -> Result<(), KernelError> {
        let sides = [(reject, false), (accept, true)];
        for (side, holds) in sides {
            for mut waiting in side {
                // A condition for each component makes a select of vectors, which `?:` is not.
                if let [condition] = *condition {
                    waiting.conditions.push((condition, holds));
                }
                match self.waiting.last_mut() {
                    Some(outer) => outer.push(waiting),
                    None => self.emit_check(waiting)?,
                }
            }
        }
        Ok(())
    }

    fn emit_check(&mut self, waiting: Waiting) -> Result<(), KernelError> {
        let (a, b) = waiting.operands;
        for part in 0..a.len().max(b.len()) {
            let pick = |value: &[Register]| value[if value.len() == 1 { 0 } else { part }];
            self.builder.push_bare(Op::Check {
                check: waiting.check,
                operation: waiting.operation,
                a: pick(&a),
                b: pick(&b),
            })?;
            for &(condition, holds) in &waiting.conditions {
                self.builder.push_bare(Op::Where { condition, holds })?;
            }
        }
        Ok(())
    }
}

/// Returns the check of a conversion to an integer that has 64 bits in the first language.
pub(super) fn rule_of_conversion(from: ScalarType, to: ScalarType) -> Option<Check> {
    use ScalarType::{F32, I32, U32};
    match (from, to) {
        (U32, I32) => Some(Check::WideSigned),
        (F32, I32) => Some(Check::WideInt),
        (F32, U32) => Some(Check::WideUint),
        _ => None,
    }
}

/// Returns the rule of an operator on integers that have 64 bits in the first language, if they have one of their own.
fn wide_rule_of(operator: Binary, scalar: ScalarType) -> Option<Check> {
    match (operator, scalar) {
        (Binary::Add, ScalarType::U32) => Some(Check::WideAdd),
        (Binary::Multiply, ScalarType::U32) => Some(Check::WideMultiply),
        (Binary::ShiftLeft, ScalarType::U32) => Some(Check::WideLeft),
        (Binary::ShiftLeft | Binary::ShiftRight, _) => Some(Check::WideShift),
        _ => None,
    }
}

/// Returns the rule of an operator; `None` if its result is defined for all operands.
fn rule_of(operator: Binary, scalar: ScalarType) -> Option<Check> {
    use ScalarType::{I32, U32};
    Some(match (operator, scalar) {
        (Binary::Add, I32) => Check::Add,
        (Binary::Subtract, I32) => Check::Subtract,
        (Binary::Multiply, I32) => Check::Multiply,
        (Binary::Divide, I32) => Check::DivideInt,
        (Binary::Remainder, I32) => Check::RemainderInt,
        (Binary::Divide | Binary::Remainder, U32) => Check::DivideUint,
        (Binary::ShiftLeft | Binary::ShiftRight, I32 | U32) => Check::Shift,
        _ => return None,
    })
}
