//! Tests of the crate on a native adapter: results, refusals, times.

mod adapter;
mod behaviours;
mod differential;
mod refusals;
mod skipped;
mod timing;
mod witnesses;
