//! What a CUDA kernel prints: the machine's reports of `printf`, as texts.

use cuda::{ReportedCall, Translation};
use serde::Serialize;
use simt::{Marks, Program, ReportKind, ReportMark, Reports};
use std::io::{self, Write};

/// What one call of `printf` prints.
#[derive(Debug, PartialEq, Serialize)]
pub struct Printed {
    /// Linear index of the block, and number of the thread in it.
    pub block: u32,
    pub thread: u32,
    /// The line of the call.
    pub line: u32,
    /// The step of the trace, if the block is traced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    pub text: String,
}

/// Returns the marks with which the machine takes note of `printf`, `assert` and `__threadfence`.
pub fn marks(made: &Translation) -> Marks {
    let of = |report: &cuda::Report| ReportMark {
        function: report.function.clone(),
        kind: match &report.kind {
            ReportedCall::Assert(condition) => ReportKind::Assertion(condition.clone()),
            ReportedCall::Printf => ReportKind::Listed,
            ReportedCall::Fence => ReportKind::Fence,
        },
    };
    Marks {
        reports: made.reports.iter().map(of).collect(),
    }
}

/// Returns what a run prints, in the order of execution. The program has the lines of the CUDA text.
pub fn texts(formats: &[cuda::Report], reports: &Reports, program: &Program) -> Vec<Printed> {
    let of = |report: &simt::Report| {
        let statement = program.statements.get(report.statement as usize);
        Printed {
            block: report.workgroup,
            thread: report.invocation,
            line: statement.map_or(0, |statement| statement.line),
            step: report.step,
            text: formats
                .get(report.mark as usize)
                .map_or(String::new(), |format| format.text(&report.values)),
        }
    };
    reports.listed.iter().map(of).collect()
}

/// Lists what a run printed: a line for each line of text, with block and thread.
pub fn write(printed: &[Printed], left_out: u64, out: &mut impl Write) -> io::Result<()> {
    if printed.is_empty() {
        return Ok(());
    }
    writeln!(out, "printed:")?;
    for each in printed {
        for text in each.text.lines() {
            writeln!(
                out,
                "  block {}, thread {}, line {}: {text}",
                each.block, each.thread, each.line
            )?;
        }
    }
    if left_out > 0 {
        writeln!(out, "  {left_out} more calls of `printf` are left out")?;
    }
    writeln!(out)
}
