//! Counters by source line: active lanes, and bytes moved.

use crate::visible::visible;
use serde::Serialize;
use simt::{Metrics, Program, StatementMetrics, Traffic};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// One line's counters, summed over the whole dispatch.
#[derive(Debug, Serialize)]
pub struct LineObject {
    /// Line number, from 1.
    line: u32,
    /// Executions by warps; `active_lanes` is the sum of the lanes active in them.
    executions: u64,
    active_lanes: u64,
    branch: u64,
    divergent_branch: u64,
    /// Loads, stores and atomics of storage memory together.
    requests: u64,
    transactions: u64,
    bytes_asked: u64,
    bytes_moved: u64,
    /// Accesses to workgroup memory.
    shared_requests: u64,
    shared_wavefronts: u64,
}

/// Returns the counters of every executed line, in order. The executions of a line are those of its most frequent
/// statement.
pub fn by_line(program: &Program, metrics: &Metrics) -> Vec<LineObject> {
    let mut lines: BTreeMap<u32, Vec<&StatementMetrics>> = BTreeMap::new();
    for (statement, counters) in program.statements.iter().zip(&metrics.statements) {
        if counters.executions > 0 {
            lines.entry(statement.line).or_default().push(counters);
        }
    }
    let object = |(line, statements): (u32, Vec<&StatementMetrics>)| {
        let sum = |count_of: fn(&StatementMetrics) -> u64| statements.iter().map(|s| count_of(s)).sum();
        let mut storage = Traffic::default();
        for statement in &statements {
            storage.add(&statement.storage());
        }
        let busiest = statements.iter().max_by_key(|s| s.executions);
        LineObject {
            line,
            executions: busiest.map_or(0, |s| s.executions),
            active_lanes: busiest.map_or(0, |s| s.active_lanes),
            branch: sum(|s| s.branches),
            divergent_branch: sum(|s| s.divergent_branches),
            requests: storage.requests,
            transactions: storage.transactions,
            bytes_asked: storage.bytes_asked,
            bytes_moved: storage.bytes_moved,
            shared_requests: sum(|s| s.shared_requests),
            shared_wavefronts: sum(|s| s.shared_wavefronts),
        }
    };
    lines.into_iter().map(object).collect()
}

/// Writes the lines as a table next to their source.
pub fn write(lines: &[LineObject], warp_width: u32, source: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "\n  {:>12} {:>7} {:>14} {:>14} {:>14}  source",
        "executions", "lanes", "transactions", "bytes asked", "bytes moved"
    )?;
    let mut texts = source.lines().zip(1..);
    for line in lines {
        let text = texts
            .by_ref()
            .find(|&(_, number)| number == line.line)
            .map_or_else(String::new, |(text, _)| visible(text));
        let lanes = 100.0 * line.active_lanes as f64 / (line.executions * u64::from(warp_width)).max(1) as f64;
        let of_memory = |count: u64| match line.requests {
            0 => String::new(),
            _ => count.to_string(),
        };
        writeln!(
            out,
            "  {:>12} {lanes:>5.1} % {:>14} {:>14} {:>14}  {:>3} {text}",
            line.executions,
            of_memory(line.transactions),
            of_memory(line.bytes_asked),
            of_memory(line.bytes_moved),
            line.line,
        )?;
    }
    Ok(())
}
