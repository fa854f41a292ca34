//! Turns the machine's reports of `printf` into the texts that a CUDA kernel prints.

use serde::Serialize;
use simt::{Header, Program, Reports};

/// The output of one call of `printf`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Printed {
    /// Linear index of the block, and number of the thread in it.
    pub block: u32,
    pub thread: u32,
    /// The line of the call; `None` without a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its line in an included file, if it is in one: then `line` is that of the directive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<Header>,
    /// The step of the trace, if the block is traced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    pub text: String,
}

/// Returns what a run prints, in the order of execution. `program` knows the lines of the CUDA text.
pub fn printed(formats: &[cuda::Report], reports: &Reports, program: Option<&Program>) -> Vec<Printed> {
    let printed = |report: &simt::Report| {
        let statement = program.and_then(|program| program.statements.get(report.statement as usize));
        Printed {
            block: report.workgroup,
            thread: report.invocation,
            line: statement.map(|statement| statement.line),
            header: program.and_then(|program| program.header_of(report.statement).cloned()),
            step: report.step,
            text: formats
                .get(report.mark as usize)
                .map_or(String::new(), |format| format.text(&report.values)),
        }
    };
    reports.listed.iter().map(printed).collect()
}
