//! Calls that a run takes note of: `printf`, `assert` and `__threadfence` of a CUDA text, which WGSL does not have.

use serde::{Deserialize, Serialize};

/// A call of a marked function by one invocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Index of the function in [`wgsl::Marks::reports`].
    pub mark: u32,
    /// Linear index of the workgroup, and number of the invocation in it.
    pub workgroup: u32,
    pub invocation: u32,
    /// The statement that calls, as an index into the program's.
    pub statement: u32,
    /// The step in the trace, if the workgroup is traced.
    pub step: Option<u32>,
    /// The words of its arguments.
    pub values: Vec<u32>,
}

/// Limit of the reports of a run. CUDA's buffer for `printf` has one megabyte, too.
const MOST: usize = 1 << 14;

/// The reports of a run, in the order of execution.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reports {
    pub listed: Vec<Report>,
    /// Number of reports that came after the list was full.
    pub left_out: u64,
    /// Number of reports at the end of the list whose values are being told.
    pub(crate) open: usize,
}

impl Reports {
    pub(crate) fn begin(&mut self, report: Report) {
        if self.listed.len() < MOST {
            self.listed.push(report);
            self.open += 1;
        } else {
            self.left_out += 1;
        }
    }
}
