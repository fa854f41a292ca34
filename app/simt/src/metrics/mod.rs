//! Counters under nvprof's names, computed from masks and addresses alone; clocks and caches have no part in them.
//!
//! `coalescing` computes the cost of one request, `cost` caches it, `counters` adds up, and `names` has the table that
//! command line and page show. Sources: NVIDIA's nvprof metrics reference for names and formulas; `coalescing` says
//! what was measured.

pub(crate) mod coalescing;
mod cost;
mod counters;
mod names;
mod ncu;

pub(crate) use coalescing::{global_cost, shared_cost};
pub(crate) use cost::{Cost, Costs, Shape};
pub use counters::{LocalTraffic, Metrics, SharedTraffic, StatementMetrics, Traffic};
pub use names::{Metric, MetricOrigin, MetricUnit, MetricValue, NamedMetric, metric};
pub use ncu::{Likeness, NCU, NcuCounter, has_ncu, ncu_counter};
