//! The named metrics: nvprof's name where it has one, with unit and meaning.

use super::counters::{Metrics, SharedTraffic, Traffic};
use MetricOrigin::{Nvprof, Warpstep};
use MetricUnit::{Bytes, Count, Percent, Ratio};
use serde::{Deserialize, Serialize};

/// The unit of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MetricUnit {
    Count,
    Bytes,
    Percent,
    /// A mean, such as transactions per request.
    Ratio,
}

/// The origin of a metric's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MetricOrigin {
    /// nvprof, or its predecessor, counts the same thing under this name.
    Nvprof,
    /// Warpstep's own: nvprof has none, or counts it in instructions of a compiler while we count bytecode
    /// instructions.
    Warpstep,
}

/// The value of a metric; counts stay whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum MetricValue {
    Count(u64),
    Real(f64),
}

impl MetricValue {
    /// Returns the value as a real number.
    pub fn real(self) -> f64 {
        match self {
            MetricValue::Count(count) => count as f64,
            MetricValue::Real(real) => real,
        }
    }
}

/// One metric of a run. Totals are over all workgroups that the metrics stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedMetric {
    pub name: &'static str,
    pub unit: MetricUnit,
    pub origin: MetricOrigin,
    /// One sentence that says how it is counted.
    pub doc: &'static str,
    /// `None` if there is nothing to divide by, such as the efficiency of stores when there were none.
    pub value: Option<MetricValue>,
}

/// A named metric: how it is counted, and how it is read from the counters.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    pub name: &'static str,
    pub unit: MetricUnit,
    pub origin: MetricOrigin,
    /// One sentence that says how it is counted.
    pub doc: &'static str,
    /// `None` if there is nothing to divide by.
    pub value: fn(&Metrics) -> Option<MetricValue>,
}

/// Returns the metric with this name.
pub fn metric(name: &str) -> Option<&'static Metric> {
    TABLE.iter().find(|metric| metric.name == name)
}

const fn row(
    name: &'static str,
    unit: MetricUnit,
    origin: MetricOrigin,
    doc: &'static str,
    value: fn(&Metrics) -> Option<MetricValue>,
) -> Metric {
    Metric {
        name,
        unit,
        origin,
        doc,
        value,
    }
}

impl Metrics {
    /// Returns all metrics with name, unit, meaning and value; those with nvprof's names come first.
    pub fn named(&self) -> Vec<NamedMetric> {
        let metric = |metric: &Metric| NamedMetric {
            name: metric.name,
            unit: metric.unit,
            origin: metric.origin,
            doc: metric.doc,
            value: (metric.value)(self),
        };
        TABLE.iter().map(metric).collect()
    }
}

fn count(value: u64) -> Option<MetricValue> {
    Some(MetricValue::Count(value))
}

fn real(value: Option<f64>) -> Option<MetricValue> {
    value.map(MetricValue::Real)
}

fn ratio(part: u64, to: u64) -> Option<f64> {
    (to > 0).then(|| part as f64 / to as f64)
}

fn percent(part: u64, to: u64) -> Option<f64> {
    (to > 0).then(|| 100.0 * part as f64 / to as f64)
}

fn per_request(traffic: &Traffic) -> Option<f64> {
    ratio(traffic.transactions, traffic.requests)
}

/// Returns all loads and stores of workgroup memory. Atomic operations have separate counters.
fn shared(metrics: &Metrics) -> SharedTraffic {
    let mut all = metrics.shared_loads;
    all.add(&metrics.shared_stores);
    all
}

fn slots(metrics: &Metrics) -> u64 {
    metrics.instructions * u64::from(metrics.warp_width)
}

/// Source of the formulas for branch and control flow divergence: NVIDIA Visual Profiler's handbook; of the others:
/// nvprof's metrics reference.
#[rustfmt::skip]
static TABLE: &[Metric] = &[
    row("gld_requests", Count, Nvprof, "Load requests to storage memory: load instructions of a warp with at least one active lane.",
        |m| count(m.global_loads.requests)),
    row("gst_requests", Count, Nvprof, "Store requests to storage memory: store instructions of a warp with at least one active lane.",
        |m| count(m.global_stores.requests)),
    row("gld_transactions", Count, Nvprof, "Distinct aligned lines that the active lanes touch, summed over the load requests.",
        |m| count(m.global_loads.transactions)),
    row("gst_transactions", Count, Nvprof, "Distinct aligned lines that the active lanes touch, summed over the store requests.",
        |m| count(m.global_stores.transactions)),
    row("gld_transactions_per_request", Ratio, Nvprof, "gld_transactions / gld_requests.",
        |m| real(per_request(&m.global_loads))),
    row("gst_transactions_per_request", Ratio, Nvprof, "gst_transactions / gst_requests.",
        |m| real(per_request(&m.global_stores))),
    row("gld_sectors", Count, Warpstep, "Distinct aligned sectors that the active lanes touch, summed over the load requests.",
        |m| count(m.global_loads.sectors)),
    row("gst_sectors", Count, Warpstep, "Distinct aligned sectors that the active lanes touch, summed over the store requests.",
        |m| count(m.global_stores.sectors)),
    row("gld_bytes_asked", Bytes, Warpstep, "Bytes that the active lanes of the load requests asked for.",
        |m| count(m.global_loads.bytes_asked)),
    row("gst_bytes_asked", Bytes, Warpstep, "Bytes that the active lanes of the store requests asked for.",
        |m| count(m.global_stores.bytes_asked)),
    row("gld_bytes_moved", Bytes, Warpstep, "Bytes moved for loads: gld_sectors times a sector, or gld_transactions times a line where the machine loads lines.",
        |m| count(m.global_loads.bytes_moved)),
    row("gst_bytes_moved", Bytes, Warpstep, "Bytes moved for stores: gst_sectors times a sector.",
        |m| count(m.global_stores.bytes_moved)),
    row("gld_efficiency", Percent, Nvprof, "100 * gld_bytes_asked / gld_bytes_moved.",
        |m| real(m.global_loads.efficiency())),
    row("gst_efficiency", Percent, Nvprof, "100 * gst_bytes_asked / gst_bytes_moved.",
        |m| real(m.global_stores.efficiency())),
    row("global_atomic_requests", Count, Nvprof, "Atomic requests to storage memory, whatever they read and write.",
        |m| count(m.global_atomics.requests)),
    row("global_atomic_transactions", Count, Warpstep, "Distinct aligned lines that the active lanes touch, summed over the atomic requests.",
        |m| count(m.global_atomics.transactions)),
    row("global_atomic_bytes_asked", Bytes, Warpstep, "Bytes that the active lanes of the atomic requests asked for.",
        |m| count(m.global_atomics.bytes_asked)),
    row("global_atomic_bytes_moved", Bytes, Warpstep, "Sectors of the atomic requests times a sector.",
        |m| count(m.global_atomics.bytes_moved)),
    row("shared_ld_requests", Count, Warpstep, "Load requests to workgroup memory.",
        |m| count(m.shared_loads.requests)),
    row("shared_st_requests", Count, Warpstep, "Store requests to workgroup memory.",
        |m| count(m.shared_stores.requests)),
    row("shared_ld_wavefronts", Count, Warpstep, "For each load request the largest number of distinct words wanted from one bank, summed: lanes that want the same word share it.",
        |m| count(m.shared_loads.wavefronts)),
    row("shared_st_wavefronts", Count, Warpstep, "For each store request the largest number of distinct words wanted from one bank, summed.",
        |m| count(m.shared_stores.wavefronts)),
    row("shared_ld_bank_conflicts", Count, Nvprof, "shared_ld_wavefronts beyond those that the same words, spread over all banks, would take.",
        |m| count(m.shared_loads.bank_conflicts())),
    row("shared_st_bank_conflicts", Count, Nvprof, "shared_st_wavefronts beyond those that the same words, spread over all banks, would take.",
        |m| count(m.shared_stores.bank_conflicts())),
    row("shared_efficiency", Percent, Nvprof, "100 * bytes asked for / (wavefronts * banks * bank's bytes), loads and stores together; lanes that share one wide word can bring it above 100.",
        |m| { let all = shared(m); real(percent(all.bytes_asked, all.bytes_moved)) }),
    row("shared_atomic_requests", Count, Warpstep, "Atomic requests to workgroup memory.",
        |m| count(m.shared_atomics.requests)),
    row("shared_atomic_wavefronts", Count, Warpstep, "Wavefronts of the atomic requests, counted as for loads.",
        |m| count(m.shared_atomics.wavefronts)),
    row("local_load_requests", Count, Nvprof, "Loads of an array of a thread by an index that is not a constant. A compiler that unrolls the loop around keeps the array in registers and has none.",
        |m| count(m.local_loads.requests)),
    row("local_store_requests", Count, Nvprof, "Stores to an array of a thread by an index that is not a constant; a compiler may have none, as for the loads.",
        |m| count(m.local_stores.requests)),
    row("local_load_bytes", Bytes, Warpstep, "Bytes that the active lanes of these load requests asked for.",
        |m| count(m.local_loads.bytes)),
    row("local_store_bytes", Bytes, Warpstep, "Bytes that the active lanes of these store requests asked for.",
        |m| count(m.local_stores.bytes)),
    row("branch", Count, Nvprof, "Branches decided, counted once for each warp.",
        |m| count(m.branch)),
    row("divergent_branch", Count, Nvprof, "Branches at which the active lanes of a warp split.",
        |m| count(m.divergent_branch)),
    row("branch_efficiency", Percent, Nvprof, "100 * (branch - divergent_branch) / branch.",
        |m| real(percent(m.branch.saturating_sub(m.divergent_branch), m.branch))),
    row("branch_divergence", Percent, Nvprof, "100 * divergent_branch / (divergent_branch + branch), the formula of the NVIDIA Visual Profiler.",
        |m| real(percent(m.divergent_branch, m.divergent_branch + m.branch))),
    row("warp_execution_efficiency", Percent, Warpstep, "100 * thread_inst_executed / (inst_executed * warp width), on our own instructions.",
        |m| real(m.warp_execution_efficiency())),
    row("control_flow_divergence", Percent, Warpstep, "100 * (warp width * inst_executed - thread_inst_executed) / (warp width * inst_executed), on our own instructions.",
        |m| real(percent(slots(m).saturating_sub(m.thread_instructions), slots(m)))),
    row("inst_per_warp", Ratio, Warpstep, "inst_executed / warps_launched: our own bytecode instructions, not a compiler's.",
        |m| real(m.instructions_per_warp())),
    row("inst_executed", Count, Warpstep, "Our own bytecode instructions, counted once for each warp; a compiler's count differs.",
        |m| count(m.instructions)),
    row("thread_inst_executed", Count, Warpstep, "The same, counted once for each active lane.",
        |m| count(m.thread_instructions)),
    row("warps_launched", Count, Nvprof, "Warps of all workgroups.",
        |m| count(m.warps)),
    row("barrier_waits", Count, Warpstep, "Times a warp came to a barrier and waited.",
        |m| count(m.barrier_waits)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn sample() -> Metrics {
        Metrics {
            warp_width: 32,
            warps: 4,
            workgroups: 2,
            global_loads: Traffic {
                requests: 10,
                transactions: 15,
                sectors: 40,
                bytes_asked: 640,
                bytes_moved: 1280,
            },
            shared_loads: SharedTraffic {
                requests: 4,
                wavefronts: 7,
                least_wavefronts: 4,
                bytes_asked: 448,
                bytes_moved: 896,
            },
            branch: 30,
            divergent_branch: 10,
            instructions: 100,
            thread_instructions: 2400,
            ..Metrics::default()
        }
    }

    #[test]
    fn values_follow_their_formulas() {
        let named = sample().named();
        let value = |name: &str| named.iter().find(|metric| metric.name == name).expect("listed").value;
        for (name, expected) in [
            ("gld_requests", count(10)),
            ("gld_transactions_per_request", Some(MetricValue::Real(1.5))),
            ("gld_efficiency", Some(MetricValue::Real(50.0))),
            ("gst_efficiency", None),
            ("gst_transactions_per_request", None),
            ("shared_ld_bank_conflicts", count(3)),
            ("shared_efficiency", Some(MetricValue::Real(50.0))),
            ("branch_divergence", Some(MetricValue::Real(25.0))),
            ("warp_execution_efficiency", Some(MetricValue::Real(75.0))),
            ("control_flow_divergence", Some(MetricValue::Real(25.0))),
            ("inst_per_warp", Some(MetricValue::Real(25.0))),
        ] {
            assert_eq!(value(name), expected, "{name}");
        }
    }

    #[test]
    fn names_are_unique_and_units_fit_their_values() {
        let mut seen = HashSet::new();
        for metric in sample().named() {
            assert!(seen.insert(metric.name), "{}", metric.name);
            assert!(metric.doc.ends_with('.'), "{}", metric.name);
            let whole = matches!(metric.unit, MetricUnit::Count | MetricUnit::Bytes);
            match metric.value {
                Some(MetricValue::Count(_)) => assert!(whole, "{}", metric.name),
                Some(MetricValue::Real(_)) | None => assert!(!whole, "{}", metric.name),
            }
        }
    }

    #[test]
    fn counters_of_alike_workgroups_multiply() {
        let mut twice = sample();
        twice.add(&sample());
        assert_eq!(sample().times(2), twice);
        assert_eq!(sample().times(1), sample());
    }
}
