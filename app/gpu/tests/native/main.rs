//! The crate on a native adapter: results, refusals, times.

mod adapter;
mod refusals;
mod timing;
mod witnesses;
