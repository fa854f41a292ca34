//! Lowers calls of the functions that a run reports.

use super::compiler::Compiler;
use super::instance::Instance;
use crate::program::{BarrierKind, KernelError, Op};
use naga::{Expression, Function, Handle};
use wgsl::ReportKind;

impl<'m> Compiler<'m> {
    /// Returns the index of the mark of a function whose calls are reported.
    pub(super) fn mark_of(&self, function: &Function) -> Option<u32> {
        let name = function.name.as_deref()?;
        let mut marks = self.marks.reports.iter();
        let found = marks.position(|mark| mark.function == name)?;
        Some(found as u32)
    }

    /// Lowers a call to a report of the values of its arguments, or to a barrier of the grid; the function itself does
    /// nothing.
    pub(super) fn report(
        &mut self,
        instance: &mut Instance<'m>,
        mark: u32,
        arguments: &[Handle<Expression>],
    ) -> Result<(), KernelError> {
        if self.marks.reports[mark as usize].kind == ReportKind::GridBarrier {
            self.builder.push(Op::Barrier {
                kind: BarrierKind::Grid,
            })?;
            return Ok(());
        }
        let mut words = Vec::new();
        for &argument in arguments {
            words.extend(self.value(instance, argument)?);
        }
        self.builder.push(Op::Report { mark })?;
        for from in words {
            self.builder.push(Op::Tell { from })?;
        }
        Ok(())
    }
}
