//! Counters under nvprof's names, counted from masks and addresses alone: no clock and no cache has a part in them.
//!
//! `coalescing` computes what one request costs, `cost` remembers it, `counters` adds up, `names` gives the table that
//! command line and page show.

pub(crate) mod coalescing;
mod cost;
mod counters;
mod names;

pub(crate) use coalescing::{global_cost, shared_cost};
pub(crate) use cost::{Cost, Costs, Shape};
pub use counters::{Metrics, SharedTraffic, StatementMetrics, Traffic};
pub use names::{MetricOrigin, MetricUnit, MetricValue, NamedMetric};
