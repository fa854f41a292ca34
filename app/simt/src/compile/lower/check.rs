//! Emits checks of operations whose result the language of a translated text leaves undefined for some operands.
//!
//! A check is an instruction beside the operation: it computes nothing, and counters, steps and trace do not have it. It
//! must see the lanes for which the first language computes the operation. In WGSL both sides of a `select` are computed,
//! and here also the right side of some `&&` and `||`, so that the conditions follow such a check.

use super::Compiler;
use crate::program::{Check, Checked, KernelError, Op, Register, ScalarType};
use wgsl::{Binary, Expr, Span};

/// The check of an operation inside of a `select`, whose condition is not known yet.
pub(super) struct Waiting {
    check: Check,
    operation: u32,
    operands: (Vec<Register>, Vec<Register>),
    conditions: Vec<(Register, bool)>,
}

impl<'c> Compiler<'c> {
    /// Emits the check of an operation that is about to be computed, or keeps it for the `select` around it. `span` is the
    /// place of the operation, and `gap` the bytes of its operator.
    pub(super) fn check(
        &mut self,
        span: Span,
        gap: (u32, u32),
        check: Check,
        (a, b): (&[Register], &[Register]),
    ) -> Result<(), KernelError> {
        let marks = &self.marks.operations;
        let mark = marks.partition_point(|mark| mark.at < gap.0);
        if marks.get(mark).is_none_or(|mark| mark.at >= gap.1) {
            return Ok(());
        }
        let waiting = Waiting {
            check,
            operation: self.checked_operation(mark as u32, span),
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
    pub(super) fn side(
        &mut self,
        side: Expr,
    ) -> Result<(Vec<Waiting>, Vec<Register>), KernelError> {
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

    /// Returns the number of a checked operation in the program.
    fn checked_operation(&mut self, mark: u32, span: Span) -> u32 {
        let next = self.checked_operations.len() as u32;
        let number = *self.check_numbers.entry(mark).or_insert(next);
        if number == next {
            let of_text = &self.marks.operations[mark as usize];
            self.checked_operations.push(Checked {
                text: of_text.text.clone(),
                integers: of_text.integers,
                statement: self.builder.statement_of(span).unwrap_or(u32::MAX),
            });
        }
        number
    }
}

/// Returns the rule of an operator; `None` if its result is defined for all operands.
pub(super) fn check_of(operator: Binary, scalar: ScalarType) -> Option<Check> {
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
