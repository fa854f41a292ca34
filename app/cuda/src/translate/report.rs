//! The functions of a WGSL text that stand for `printf`, `assert` and `__threadfence`.

use crate::format::{self, Given};
use crate::typing::tree::{self, Module, ReportKind, Shown};
use serde::{Deserialize, Serialize};
use wgsl::FenceScope;

/// A function of the WGSL text that stands for a call of `printf`, `assert` or `__threadfence`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub function: String,
    pub kind: ReportedCall,
    pieces: Vec<format::Piece>,
    shown: Vec<Shown>,
}

/// The call that a function stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReportedCall {
    Printf,
    /// `assert`, with the text of its condition.
    Assert(String),
    /// The mask of a function of the warp.
    Mask,
    /// `__threadfence` or `__threadfence_block`.
    Fence(FenceScope),
    /// `grid.sync()`.
    GridBarrier,
}

impl Report {
    /// Returns what a call of `printf` prints: `words` are the values of the function's parameters.
    pub fn text(&self, words: &[u32]) -> String {
        let mut words = words.iter().copied();
        let mut word = || words.next().unwrap_or(0);
        let given: Vec<Given> = self
            .shown
            .iter()
            .map(|value| match value {
                Shown::Signed => Given::Int(i64::from(word() as i32)),
                Shown::Unsigned => Given::Int(i64::from(word())),
                Shown::Float => Given::Float(f64::from(f32::from_bits(word()))),
                Shown::Text(text) => Given::Text(text.clone()),
                Shown::Choice(yes, no) => Given::Text(if word() != 0 { yes } else { no }.clone()),
            })
            .collect();
        format::text(&self.pieces, &given)
    }
}

pub(super) fn reports(module: &Module, source: &str) -> Vec<Report> {
    let report_of = |report: &tree::Report| {
        let (kind, pieces, values) = match &report.kind {
            ReportKind::Printed(pieces, values) => (ReportedCall::Printf, pieces.clone(), values.clone()),
            ReportKind::Fence(scope) => (ReportedCall::Fence(*scope), Vec::new(), Vec::new()),
            ReportKind::GridBarrier => (ReportedCall::GridBarrier, Vec::new(), Vec::new()),
            ReportKind::Mask(_) => (ReportedCall::Mask, Vec::new(), Vec::new()),
            ReportKind::Assertion(span) => {
                let text = source.get(span.start as usize..span.end as usize);
                let words: Vec<&str> = text.unwrap_or_default().split_whitespace().collect();
                (ReportedCall::Assert(words.join(" ")), Vec::new(), Vec::new())
            }
        };
        Report {
            function: report.function.to_string(),
            kind,
            pieces,
            shown: values,
        }
    };
    module.reports.iter().map(report_of).collect()
}
