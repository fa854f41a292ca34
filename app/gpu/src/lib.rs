//! Runs the same kernel and dispatch on WebGPU: correctness first, then its time.
//!
//! ```text
//! connect -> Gpu { info }
//! run_once(gpu, kernel, dispatch)        every buffer after one dispatch
//! run_chain(gpu, buffers, links)         every buffer after several dispatches in one submission
//! round_trip(gpu, kernel, dispatch)      times of copying in, running and copying out
//! check(gpu, job)                        one dispatch, its output compared with the reference
//! rehearse(gpu, jobs)                    check every job, and report how long that took
//! measure(gpu, jobs, plan)               check, then time by slope -> Measurement { median, interval, samples }
//! Sheet                                  measurements as one JSON file
//! ```
//!
//! This crate holds no second copy of a kernel or of its inputs, no drawing code and no text for the user. Nothing here
//! blocks the page: in the browser every wait yields to the event loop; natively the calling thread waits.

mod buffers;
mod checks;
mod clock;
mod connect;
mod control;
mod empty;
mod error;
mod gate;
mod health;
mod info;
mod job;
mod measure;
mod measurement;
#[cfg(not(target_arch = "wasm32"))]
mod naga;
mod pass;
mod pipeline;
mod plan;
mod readback;
mod rehearse;
mod round_trip;
mod run;
mod sheet;
mod slope;
mod stamps;
mod statistics;
mod versus;
#[cfg(target_arch = "wasm32")]
mod web;

pub use checks::Checks;
pub use connect::{Adapter, Gpu};
pub use control::Control;
pub use empty::empty_dispatch;
pub use error::GpuError;
pub use info::DeviceInfo;
pub use job::Job;
pub use measure::measure;
pub use measurement::{Clock, Measurement, Method};
pub use plan::{Phase, Plan, Progress};
pub use rehearse::{Rehearsal, rehearse};
pub use round_trip::{RoundTrip, round_trip};
pub use run::{Link, check, run_chain, run_once};
pub use sheet::{Entry, MAX_SHEET_BYTES, Sheet, SheetDevice, SheetError, Way};
pub use statistics::{Interval, Random, bootstrap_median, median, quantile};
pub use versus::{Versus, Winner};
