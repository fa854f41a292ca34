//! The counters of NVIDIA Nsight Compute (`ncu`) that count what ours count. nvprof, whose names ours have, ended with
//! Volta.
//!
//! Sources: Nsight Compute CLI, "nvprof Metric Comparison" and "nvprof Event Comparison"; those of requests, sectors and
//! wavefronts were compared on an H200 (`app/cuda/tests/requests`, `assets/measured-h200.json`). One differs from NVIDIA's
//! table: it has sectors of 32 bytes for `gld_transactions`, and ours are lines of 128, which `t_set_accesses` counts.

use crate::machine::{LoadGranularity, Machine};
use Likeness::{Arbitrated, Atomics, Compiler, Distinct, Equal, Registers};
use std::fmt;

/// The relation of the chip's counter to ours, for the same launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// It is equal to the last digit, as long as the compiler keeps the accesses of the text.
    Equal,
    /// Requests compete for shared memory, and the chip repeats some: it has up to about 3 in a hundred more.
    Arbitrated,
    /// The chip counts a byte once, also if several lanes ask for it.
    Distinct,
    /// The chip serves some atomic operations on one address lane by lane.
    Atomics,
    /// It counts instructions of the compiler, and ours counts those of the machine.
    Compiler,
    /// The compiler may keep the array in registers, or put other values into this memory.
    Registers,
}

/// A counter of ncu: `scale` times the sum of `terms`, divided by the sum of `over` if there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NcuCounter {
    /// Our name.
    pub name: &'static str,
    pub scale: f64,
    pub terms: &'static [&'static str],
    pub over: &'static [&'static str],
    pub likeness: Likeness,
}

/// Returns ncu's counter for our metric; `None` if it has none.
pub fn ncu_counter(name: &str) -> Option<&'static NcuCounter> {
    NCU.iter().find(|counter| counter.name == name)
}

/// Returns true if ncu counts on chips with this machine's sizes.
pub fn has_ncu(machine: &Machine) -> bool {
    let sizes = machine.sizes();
    machine.maker() == "NVIDIA"
        // The K80 has the sizes of later chips, and is older than ncu's.
        && machine.id != "k80"
        && sizes.warp_width == 32
        && sizes.request_lanes == 32
        && sizes.line_bytes == 128
        && sizes.sector_bytes == 32
        && sizes.loads == LoadGranularity::Sectors
}

impl NcuCounter {
    /// Computes the value from ncu's metrics. `None` if one of them is missing, or there is nothing to divide by.
    pub fn value(&self, metric: impl Fn(&str) -> Option<f64>) -> Option<f64> {
        let sum = |names: &[&str]| names.iter().map(|name| metric(name)).sum::<Option<f64>>();
        let terms = self.scale * sum(self.terms)?;
        if self.over.is_empty() {
            return Some(terms);
        }
        let over = sum(self.over)?;
        (over != 0.0).then(|| terms / over)
    }

    /// The metrics to ask ncu for.
    pub fn metrics(&self) -> impl Iterator<Item = &'static str> {
        self.terms.iter().chain(self.over).copied()
    }
}

/// Writes the metric, or the formula, such as `32 * (a + b)`.
impl fmt::Display for NcuCounter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_part = self.scale != 1.0 || !self.over.is_empty();
        let sum = |names: &[&str]| match names {
            [_, _, ..] if is_part => format!("({})", names.join(" + ")),
            names => names.join(" + "),
        };
        if self.scale != 1.0 {
            write!(f, "{} * ", self.scale)?;
        }
        f.write_str(&sum(self.terms))?;
        if !self.over.is_empty() {
            write!(f, " / {}", sum(self.over))?;
        }
        Ok(())
    }
}

const LOADS: &str = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
const STORES: &str = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
const LOAD_LINES: &str = "l1tex__t_set_accesses_pipe_lsu_mem_global_op_ld.sum";
const STORE_LINES: &str = "l1tex__t_set_accesses_pipe_lsu_mem_global_op_st.sum";
const LOAD_SECTORS: &str = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
const STORE_SECTORS: &str = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";
const DIVERGENT: &str = "smsp__sass_branch_targets_threads_divergent.sum";
const BRANCHES: &str = "smsp__sass_branch_targets.sum";

const fn one(name: &'static str, terms: &'static [&'static str], likeness: Likeness) -> NcuCounter {
    scaled(name, 1.0, terms, likeness)
}

const fn scaled(name: &'static str, scale: f64, terms: &'static [&'static str], likeness: Likeness) -> NcuCounter {
    quotient(name, scale, terms, &[], likeness)
}

const fn quotient(
    name: &'static str,
    scale: f64,
    terms: &'static [&'static str],
    over: &'static [&'static str],
    likeness: Likeness,
) -> NcuCounter {
    NcuCounter {
        name,
        scale,
        terms,
        over,
        likeness,
    }
}

/// In the order of the metrics' table.
#[rustfmt::skip]
pub static NCU: &[NcuCounter] = &[
    one("gld_requests", &[LOADS], Equal),
    one("gst_requests", &[STORES], Equal),
    one("gld_transactions", &[LOAD_LINES], Equal),
    one("gst_transactions", &[STORE_LINES], Equal),
    quotient("gld_transactions_per_request", 1.0, &[LOAD_LINES], &[LOADS], Equal),
    quotient("gst_transactions_per_request", 1.0, &[STORE_LINES], &[STORES], Equal),
    one("gld_sectors", &[LOAD_SECTORS], Equal),
    one("gst_sectors", &[STORE_SECTORS], Equal),
    one("gld_bytes_asked", &["smsp__sass_data_bytes_mem_global_op_ld.sum"], Distinct),
    one("gst_bytes_asked", &["smsp__sass_data_bytes_mem_global_op_st.sum"], Distinct),
    scaled("gld_bytes_moved", 32.0, &[LOAD_SECTORS], Equal),
    scaled("gst_bytes_moved", 32.0, &[STORE_SECTORS], Equal),
    one("gld_efficiency", &["smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"], Distinct),
    one("gst_efficiency", &["smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct"], Distinct),
    one("global_atomic_requests", &["l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"], Equal),
    one("global_atomic_transactions", &["l1tex__t_set_accesses_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_set_accesses_pipe_lsu_mem_global_op_red.sum"], Atomics),
    scaled("global_atomic_bytes_moved", 32.0, &["l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"], Atomics),
    one("shared_ld_requests", &["smsp__inst_executed_op_shared_ld.sum"], Equal),
    one("shared_st_requests", &["smsp__inst_executed_op_shared_st.sum"], Equal),
    one("shared_ld_wavefronts", &["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"], Arbitrated),
    one("shared_st_wavefronts", &["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"], Arbitrated),
    one("shared_ld_bank_conflicts", &["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"], Arbitrated),
    one("shared_st_bank_conflicts", &["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"], Arbitrated),
    one("shared_efficiency", &["smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct"], Distinct),
    one("shared_atomic_requests", &["smsp__inst_executed_op_shared_atom.sum"], Atomics),
    one("shared_atomic_wavefronts", &["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"], Atomics),
    one("local_load_requests", &["l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"], Registers),
    one("local_store_requests", &["l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"], Registers),
    one("local_load_bytes", &["smsp__sass_data_bytes_mem_local_op_ld.sum"], Registers),
    one("local_store_bytes", &["smsp__sass_data_bytes_mem_local_op_st.sum"], Registers),
    one("branch", &[BRANCHES], Compiler),
    one("divergent_branch", &[DIVERGENT], Compiler),
    one("branch_efficiency", &["smsp__sass_average_branch_targets_threads_uniform.pct"], Compiler),
    quotient("branch_divergence", 100.0, &[DIVERGENT], &[DIVERGENT, BRANCHES], Compiler),
    scaled("warp_execution_efficiency", 100.0 / 32.0, &["smsp__thread_inst_executed_per_inst_executed.ratio"], Compiler),
    one("inst_per_warp", &["smsp__average_inst_executed_per_warp.ratio"], Compiler),
    one("inst_executed", &["smsp__inst_executed.sum"], Compiler),
    one("thread_inst_executed", &["smsp__thread_inst_executed.sum"], Compiler),
    one("warps_launched", &["smsp__warps_launched.sum"], Equal),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::metric;

    #[test]
    fn each_counter_of_ncu_is_one_of_ours() {
        for counter in NCU {
            assert!(metric(counter.name).is_some(), "{}", counter.name);
            for name in counter.metrics() {
                assert!(name.contains("__") && name.contains('.'), "{name}");
            }
        }
    }

    #[test]
    fn values_follow_their_formulas() {
        let given = |name: &str| {
            let values = [
                (LOADS, 4.0),
                (LOAD_LINES, 6.0),
                (LOAD_SECTORS, 16.0),
                (STORES, 0.0),
                (STORE_LINES, 0.0),
                (DIVERGENT, 1.0),
                (BRANCHES, 3.0),
            ];
            values.iter().find(|(other, _)| *other == name).map(|other| other.1)
        };
        for (name, value, text) in [
            ("gld_requests", Some(4.0), LOADS.to_owned()),
            (
                "gld_transactions_per_request",
                Some(1.5),
                format!("{LOAD_LINES} / {LOADS}"),
            ),
            (
                "gst_transactions_per_request",
                None,
                format!("{STORE_LINES} / {STORES}"),
            ),
            ("gld_bytes_moved", Some(512.0), format!("32 * {LOAD_SECTORS}")),
            (
                "branch_divergence",
                Some(25.0),
                format!("100 * {DIVERGENT} / ({DIVERGENT} + {BRANCHES})"),
            ),
            ("inst_executed", None, "smsp__inst_executed.sum".to_owned()),
        ] {
            let counter = ncu_counter(name).expect("it is there");
            assert_eq!(counter.value(given), value, "{name}");
            assert_eq!(counter.to_string(), text, "{name}");
        }
    }

    #[test]
    fn ncu_counts_on_current_chips_of_nvidia() {
        for (id, has) in [
            ("h200", true),
            ("t4", true),
            ("k80", false),
            ("k80-l1", false),
            ("g80", false),
            ("rdna3-32", false),
            ("apple", false),
        ] {
            let machine = Machine::by_id(id).expect("a preset");
            assert_eq!(has_ncu(&machine), has, "{id}");
        }
    }
}
