//! Turns the machine's reports of `printf` into the texts that a CUDA kernel prints.

use serde::Serialize;
use simt::{Reports, Statement};

/// The output of one call of `printf`.
#[derive(Clone, Debug, PartialEq, Serialize)]
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

/// Returns what a run prints, in the order of execution. `statements` are those of the program, with the lines of the
/// CUDA text.
pub fn printed(
    formats: &[cuda::Report],
    reports: &Reports,
    statements: &[Statement],
) -> Vec<Printed> {
    let of = |report: &simt::Report| {
        let statement = statements.get(report.statement as usize);
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
