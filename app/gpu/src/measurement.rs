//! A measurement: the time of one kernel, with all data needed to judge it.

use crate::statistics::{Interval, bootstrap_median, median};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One kernel's time on one device. Times are nanoseconds per dispatch.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// Name of the kernel.
    pub kernel: Cow<'static, str>,
    /// Median of the samples.
    pub nanos: f64,
    /// Ends of the median's 95 % interval, by bootstrap over the samples. The interval is never narrower than the
    /// clock's resolution, because samples on a coarse clock may all be equal without being exact.
    pub low: f64,
    pub high: f64,
    /// All samples in the order they were taken, including outliers.
    pub samples: Vec<f64>,
    pub method: Method,
    pub clock: Clock,
    /// Largest number of dispatches in the shorter pass of a sample; rounds use up to an eighth less.
    pub repeats: u32,
    /// Step of the clock in nanoseconds, as derived from its readings; it is 65,536 in Chrome with default settings.
    pub step_nanos: f64,
    /// Bytes that any kernel for this task must move.
    pub useful_bytes: u64,
    /// `useful_bytes` divided by the median, in 10^9 bytes per second.
    pub gb_per_s: f64,
    /// Wall time from source text to pipeline. A driver may defer part of the compilation to the first dispatch.
    pub compile_nanos: f64,
    /// Time of the first dispatch, with cold caches and a low clock frequency, by the same clock.
    pub first_run_nanos: f64,
}

/// The way a sample is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// The sample is the difference between a pass of 2R and a pass of R dispatches, divided by R. Costs that both
    /// passes share, such as entering and leaving a pass, cancel.
    Slope,
    /// The sample is one pass of one dispatch, for kernels that are too slow for more.
    Single,
}

/// The clock that a measurement reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// The GPU's own clock, read at the start and the end of each pass.
    Gpu,
    /// The wall clock, from submission to completion; used if the device has no timestamps.
    Wall,
}

/// Fixed seed, so that the same samples always have the same interval.
const SEED: u64 = 0x5eed;

/// The data of a measurement other than its samples.
#[derive(Clone, Debug)]
pub(crate) struct Circumstances {
    pub kernel: Cow<'static, str>,
    pub useful_bytes: u64,
    pub method: Method,
    pub clock: Clock,
    pub repeats: u32,
    pub step_nanos: f64,
    pub compile_nanos: f64,
    pub first_run_nanos: f64,
}

impl Circumstances {
    /// Returns the smallest difference between two samples that the clock can show.
    fn resolution_nanos(&self) -> f64 {
        match self.method {
            Method::Slope => self.step_nanos / f64::from(self.repeats.max(1)),
            Method::Single => self.step_nanos,
        }
    }
}

impl Measurement {
    /// Computes median and interval. Returns `None` without a sample.
    pub(crate) fn of(samples: Vec<f64>, about: Circumstances) -> Option<Self> {
        let nanos = median(&samples)?;
        let Interval { low, high } = bootstrap_median(&samples, SEED)?;
        let unseen = about.resolution_nanos() / 2.0;
        Some(Measurement {
            kernel: about.kernel,
            nanos,
            low: low.min(nanos - unseen),
            high: high.max(nanos + unseen),
            samples,
            method: about.method,
            clock: about.clock,
            repeats: about.repeats,
            step_nanos: about.step_nanos,
            useful_bytes: about.useful_bytes,
            gb_per_s: if nanos > 0.0 {
                about.useful_bytes as f64 / nanos
            } else {
                0.0
            },
            compile_nanos: about.compile_nanos,
            first_run_nanos: about.first_run_nanos,
        })
    }

    /// Returns true if the samples distinguish the time from zero. Otherwise, as with a tiny kernel on a noisy device,
    /// the only known fact is that a dispatch takes less than [`Measurement::high`].
    pub fn is_resolved(&self) -> bool {
        self.low > 0.0
    }

    /// Returns the upper end of the interval; `None` if noise puts even this end at or below zero.
    pub fn at_most(&self) -> Option<f64> {
        (self.high > 0.0).then_some(self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(method: Method, step_nanos: f64) -> Circumstances {
        Circumstances {
            kernel: "k".into(),
            useful_bytes: 4_000,
            method,
            clock: Clock::Gpu,
            repeats: 4,
            step_nanos,
            compile_nanos: 0.0,
            first_run_nanos: 0.0,
        }
    }

    #[test]
    fn equal_samples_on_a_coarse_clock_are_no_certainty() {
        for (method, step, low, high) in [
            (Method::Slope, 65_536.0, 1e6 - 8_192.0, 1e6 + 8_192.0),
            (Method::Single, 65_536.0, 1e6 - 32_768.0, 1e6 + 32_768.0),
            (Method::Slope, 0.0, 1e6, 1e6),
        ] {
            let measured = Measurement::of(vec![1e6; 15], about(method, step)).unwrap();
            assert_eq!(
                (measured.low, measured.nanos, measured.high),
                (low, 1e6, high),
                "{method:?}"
            );
            assert_eq!(measured.gb_per_s, 0.004);
        }
    }

    #[test]
    fn a_time_within_the_noise_or_the_clock_s_step_is_not_resolved() {
        for (samples, step, resolved, at_most) in [
            (vec![1e6; 15], 65_536.0, true, Some(1e6 + 8_192.0)),
            (vec![1e3; 15], 65_536.0, false, Some(1e3 + 8_192.0)),
            (vec![-2e4, -1e4, 1e4, 3e4, 5e4], 1.0, false, Some(5e4)),
            (vec![-2e4; 15], 1.0, false, None),
            (vec![0.0; 15], 0.0, false, None),
        ] {
            let measured = Measurement::of(samples, about(Method::Slope, step)).unwrap();
            assert_eq!(measured.is_resolved(), resolved, "{measured:?}");
            assert_eq!(measured.at_most(), at_most, "{measured:?}");
        }
    }

    #[test]
    fn without_a_sample_there_is_no_measurement() {
        assert_eq!(Measurement::of(Vec::new(), about(Method::Slope, 1.0)), None);
        assert_eq!(Measurement::of(vec![f64::NAN], about(Method::Slope, 1.0)), None);
    }
}
