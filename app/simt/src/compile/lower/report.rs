//! Lowers calls of the functions that a run reports.

use super::Compiler;
use crate::program::{BarrierKind, KernelError, Op, Register};
use wgsl::{Expr, ReportKind};

impl<'c> Compiler<'c> {
    /// Returns the index of the mark of a function whose calls are reported.
    pub(super) fn mark_of(&self, name: &str) -> Option<u32> {
        let mut marks = self.marks.reports.iter();
        let number = marks.position(|mark| mark.function == name)?;
        Some(number as u32)
    }

    /// Lowers a call to a report of the values of its arguments, to a look at a mask of lanes, or to a barrier of the grid;
    /// the function itself does nothing.
    pub(super) fn report(&mut self, mark: u32, arguments: &[Expr]) -> Result<Vec<Register>, KernelError> {
        if self.marks.reports[mark as usize].kind == ReportKind::GridBarrier {
            self.builder.push(Op::Barrier {
                kind: BarrierKind::Grid,
            })?;
            return Ok(Vec::new());
        }
        let words = self.values(arguments)?.concat();
        if let (ReportKind::Mask, &[mask]) = (&self.marks.reports[mark as usize].kind, &words[..]) {
            self.builder.push(Op::CompareMask { mask })?;
            return Ok(Vec::new());
        }
        self.builder.push(Op::Report { mark })?;
        for from in words {
            self.builder.push(Op::Tell { from })?;
        }
        Ok(Vec::new())
    }
}
