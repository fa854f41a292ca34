//! Values as a comparison shows them.

use crate::number::grouped;
use simt::NCU;
use std::collections::BTreeSet;

/// The time of a launch, which belongs beside its counters.
const TIME: &str = "gpu__time_duration.sum";

/// The most metrics that only the chip knows in a list: the first ones stand for the others.
pub const MOST_OTHERS: usize = 12;

/// Returns the metrics to ask ncu for, separated by commas.
pub fn metrics() -> String {
    let counters = NCU.iter().flat_map(|counter| counter.metrics());
    let metrics: BTreeSet<&str> = counters.chain([TIME]).collect();
    metrics.into_iter().collect::<Vec<_>>().join(",")
}

/// Writes three sizes, such as `4 x 1 x 1`; `?` if they are not known.
pub fn sizes(sizes: Option<[u32; 3]>) -> String {
    sizes.map_or_else(|| "?".to_owned(), |[x, y, z]| format!("{x} x {y} x {z}"))
}

/// Writes a count in groups of three digits, and anything else with two decimals.
pub fn value(value: f64) -> String {
    if value.fract() == 0.0 && (0.0..1e15).contains(&value) {
        grouped(value as u64)
    } else {
        format!("{value:.2}")
    }
}
