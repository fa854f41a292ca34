//! How long and how often to measure, and how far a measurement has come.

use crate::measurement::Clock;

/// What bounds a measurement. All times are wall or GPU time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Interleaved rounds: each gives every kernel one sample.
    pub rounds: u32,
    /// How long the shorter of a sample's two passes lasts on the GPU. The longer takes twice that, and a submission
    /// never more than [`Plan::MAX_SUBMISSION_MILLIS`].
    pub pass_millis: f64,
    /// Time for calibrating and timing one kernel; slow kernels get fewer samples, at least one.
    pub budget_millis: f64,
    /// Work before the first sample that is kept, so that clocks have risen.
    pub warm_up_millis: f64,
    /// The GPU's where the device has timestamps, else the wall clock all the same.
    pub clock: Clock,
    /// Rounds stamps down to multiples of so many nanoseconds, as stock Chrome does to 65,536: for tests.
    pub rounding_nanos: Option<u64>,
}

impl Plan {
    /// Longer submissions risk the device: Windows takes it away after 2 s, and other pages need the GPU too.
    pub const MAX_SUBMISSION_MILLIS: f64 = 100.0;
    /// A dispatch longer than this is timed alone.
    pub const MAX_DISPATCH_MILLIS: f64 = 50.0;
}

impl Plan {
    /// Longer passes and more rounds: tells kernels apart that differ by half a percent, also by a clock of 65 µs steps.
    pub fn precise() -> Self {
        Plan {
            rounds: 100,
            pass_millis: Plan::MAX_SUBMISSION_MILLIS / 3.0,
            budget_millis: 12_000.0,
            ..Plan::default()
        }
    }
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            rounds: 15,
            pass_millis: 20.0,
            budget_millis: 2_000.0,
            warm_up_millis: 300.0,
            clock: Clock::Gpu,
            rounding_nanos: None,
        }
    }
}

/// What is being done with a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Buffers filled, shader compiled, one dispatch compared with the reference.
    Checking,
    /// Dispatches counted that fill a pass.
    Calibrating,
    /// Samples taken.
    Timing,
}

/// How far a measurement has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Which job, by its index.
    pub job: usize,
    pub phase: Phase,
    /// Of the whole measurement: 0 to 1, never falling.
    pub fraction: f64,
}
