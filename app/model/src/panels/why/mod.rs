//! "Why this number?": splits a counter into the contributions of source lines, and adds them up again.

mod shares;

pub use shares::{Part, Share, Stretch, stretches};

use crate::panels::counters::{self, CounterId, Definition};
use crate::run::playback::Playback;
use crate::run::sample::Sample;
use shares::Searched;
use simt::{Access, Machine, Metrics, StatementMetrics, Traffic};
use std::collections::BTreeMap;

/// The formula of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Making {
    /// Executions of a line by warps × requests of each.
    Requests,
    /// Requests × lines accessed by each.
    Transactions,
    /// Executions × decisions of each.
    Branches,
    /// Decisions × the share that diverges.
    Divergent,
    /// Executions × waits.
    Waits,
    /// Bytes requested ÷ bytes moved.
    Bytes,
    /// Lane instructions ÷ (instructions × warp width); not split by lines.
    Lanes,
    /// Instructions ÷ warps; not split by lines.
    Instructions,
}

impl Making {
    /// True if the two sides are divided, not multiplied.
    pub const fn divides(self) -> bool {
        matches!(self, Making::Bytes | Making::Lanes | Making::Instructions)
    }
}

/// The contribution of one source line, over the whole dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line number, from 1.
    pub line: u32,
    pub text: String,
    /// The factor (executions, requests, branches), or the divisor.
    pub times: u64,
    /// The line's part of the counter.
    pub gives: u64,
    /// The least and the most for one of `times` in the followed block, if it varies.
    pub range: Option<(u64, u64)>,
}

/// A counter split into contributions.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    pub id: CounterId,
    pub making: Making,
    /// Lines with a contribution, in source order.
    pub rows: Vec<Row>,
    /// Sums over the rows, or the two sides of a quotient without rows.
    pub times: u64,
    pub gives: u64,
    pub sample: Sample,
    /// The followed block by iteration of its loop, and by warp. Empty without a loop, or with one warp.
    pub iterations: Vec<Share>,
    pub warps: Vec<Share>,
}

impl Why {
    /// Computes the counter from its parts.
    pub fn result(&self) -> Option<f64> {
        if !self.making.divides() {
            return Some(self.gives as f64);
        }
        let scale = match self.making {
            Making::Instructions => 1.0,
            _ => 100.0,
        };
        (self.times > 0).then(|| scale * self.gives as f64 / self.times as f64)
    }
}

/// Splits a counter of a whole dispatch into contributions.
pub fn why(id: CounterId, playback: &Playback, sample: Sample, machine: &Machine, whole: &Metrics) -> Why {
    let Definition { making, row, .. } = *id.definition();
    let access = match row {
        counters::Row::Stores => Access::Store,
        counters::Row::Loads { .. } | counters::Row::Alone | counters::Row::Instructions => Access::Load,
    };
    let mut lines: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for (statement, counted) in playback.trace().statements.iter().zip(&whole.statements) {
        let (times, gives) = parts(making, access, counted);
        if times > 0 {
            let line = lines.entry(statement.line).or_default();
            *line = (line.0 + times, line.1 + gives);
        }
    }
    let searched = Searched {
        making,
        access,
        machine,
        statements: &whole.statements,
    };
    let (iterations, warps) = shares::shares(playback, searched);
    let ranges = match making {
        Making::Transactions => shares::ranges(playback, machine, access),
        _ => BTreeMap::new(),
    };
    let text = |line: u32| {
        let text = playback.source.lines().nth(line.saturating_sub(1) as usize);
        text.unwrap_or("").trim().to_owned()
    };
    let rows: Vec<Row> = lines
        .into_iter()
        .map(|(line, (times, gives))| Row {
            line,
            text: text(line),
            times,
            gives,
            range: ranges.get(&line).copied().filter(|(least, most)| least < most),
        })
        .collect();
    let sum = |field: fn(&Row) -> u64| rows.iter().map(field).sum();
    let (times, gives) = match making {
        Making::Lanes => (
            whole.instructions * u64::from(whole.warp_width),
            whole.thread_instructions,
        ),
        Making::Instructions => (whole.warps, whole.instructions),
        _ => (sum(|row| row.times), sum(|row| row.gives)),
    };
    Why {
        id,
        making,
        times,
        gives,
        rows,
        sample,
        iterations,
        warps,
    }
}

/// Returns (factor, contribution) of a statement; zeros if it does not contribute to the counter.
fn parts(making: Making, access: Access, counted: &StatementMetrics) -> (u64, u64) {
    let traffic: &Traffic = match access {
        Access::Load => &counted.loads,
        Access::Store => &counted.stores,
        Access::Atomic => &counted.atomics,
    };
    let executed = |gives: u64| match gives {
        0 => (0, 0),
        _ => (counted.executions, gives),
    };
    match making {
        Making::Requests => executed(traffic.requests),
        Making::Transactions => (traffic.requests, traffic.transactions),
        Making::Branches => executed(counted.branches),
        Making::Divergent => (counted.branches, counted.divergent_branches),
        Making::Waits => executed(counted.barrier_waits),
        Making::Bytes => (traffic.bytes_moved, traffic.bytes_asked),
        Making::Lanes | Making::Instructions => (0, 0),
    }
}

#[cfg(test)]
mod tests;
