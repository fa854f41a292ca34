//! The settings of a measurement, and its progress.

use crate::measurement::Clock;

/// The limits of a measurement. All times are wall or GPU time in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Interleaved rounds; each takes one sample of every kernel.
    pub rounds: u32,
    /// Duration of the shorter of a sample's two passes on the GPU. The longer pass takes twice as long. A submission
    /// never exceeds [`Plan::MAX_SUBMISSION_MILLIS`].
    pub pass_millis: f64,
    /// Time for calibrating and timing one kernel. A slow kernel gets fewer samples, but at least one.
    pub budget_millis: f64,
    /// Time of the work before the first sample, so that the GPU's clock frequency has risen.
    pub warm_up_millis: f64,
    /// The requested clock. [`Clock::Gpu`] falls back to the wall clock if the device has no timestamps.
    pub clock: Clock,
    /// Rounds timestamps down to multiples of this many nanoseconds, as Chrome with default settings rounds to 65,536.
    /// For tests.
    pub rounding_nanos: Option<u64>,
}

impl Plan {
    /// A longer submission risks the device: Windows resets the GPU after 2 s, and other pages need the GPU too.
    pub const MAX_SUBMISSION_MILLIS: f64 = 100.0;
    /// A dispatch that takes longer than this is timed as a single pass.
    pub const MAX_DISPATCH_MILLIS: f64 = 50.0;
}

impl Plan {
    /// Longer passes and more rounds: distinguishes kernels that differ by half a percent, even with a clock of 65 µs
    /// steps.
    pub fn precise() -> Self {
        Plan {
            rounds: 100,
            pass_millis: Plan::MAX_SUBMISSION_MILLIS / 3.0,
            budget_millis: 12_000.0,
            ..Plan::default()
        }
    }

    /// Returns a plan that times `jobs` kernels in `millis` milliseconds together, after their checks: with the usual
    /// rounds, and passes that are as short as that needs.
    pub fn within(millis: f64, jobs: usize) -> Self {
        let usual = Plan::default();
        let budget_millis = (millis - usual.warm_up_millis).max(0.0) / jobs.max(1) as f64;
        // A sample is a pass and one of twice its length. Refilling and submitting take about as long as a third.
        let passes = f64::from(usual.rounds) * 4.0;
        Plan {
            pass_millis: (budget_millis / passes).min(usual.pass_millis),
            budget_millis,
            ..usual
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

/// The current phase of one kernel's measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The kernels run at smaller sizes, to predict how long the measurement takes.
    Rehearsing,
    /// Its buffers are filled, its shader is compiled, and one dispatch is compared with the reference.
    Checking,
    /// The number of dispatches that fill a pass is determined.
    Calibrating,
    /// Samples are taken.
    Timing,
}

/// The progress of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Index of the current job.
    pub job: usize,
    pub phase: Phase,
    /// Fraction of the whole measurement, 0 to 1; it never falls.
    pub fraction: f64,
    /// The median of the job's samples so far, in nanoseconds, when it has a new one.
    pub so_far: Option<f64>,
}
