//! A measurement: the time of one kernel, with all that is needed to believe or doubt it.

use crate::statistics::{Interval, bootstrap_median, median};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One kernel's time on one device. Times are nanoseconds for one dispatch.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The kernel's name.
    pub kernel: Cow<'static, str>,
    /// The median of the samples.
    pub nanos: f64,
    /// The ends of the median's 95 % interval, by bootstrap over the samples; never narrower than what the clock can
    /// tell apart, since samples on a coarse clock may all be equal and yet not exact.
    pub low: f64,
    pub high: f64,
    /// Every sample in the order it was taken, outliers too.
    pub samples: Vec<f64>,
    pub method: Method,
    pub clock: Clock,
    /// Dispatches in the shorter pass of a sample, at most; rounds differ by up to an eighth.
    pub repeats: u32,
    /// Step of the clock that was read, in nanoseconds, as far as its readings tell: stock Chrome's is 65,536.
    pub step_nanos: f64,
    /// Bytes that any kernel for this task must move.
    pub useful_bytes: u64,
    /// They divided by the median: 10^9 bytes a second.
    pub gb_per_s: f64,
    /// Wall time from text to pipeline; a driver may put off a part of it to the first dispatch.
    pub compile_nanos: f64,
    /// The first dispatch, on cold caches and low clocks, by the same clock.
    pub first_run_nanos: f64,
}

/// How a sample comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// A pass of R and one of 2R dispatches: their difference divided by R. What both have in common, such as the way
    /// into and out of a pass, is gone.
    Slope,
    /// One dispatch in a pass, for kernels too slow for more.
    Single,
}

/// Whose clock is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// The GPU's own, at the boundaries of passes.
    Gpu,
    /// The wall clock, from submission to done: where the device has no timestamps.
    Wall,
}

/// A fixed seed: the same samples always have the same interval.
const SEED: u64 = 0x5eed;

/// What is known of a kernel besides its samples.
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
    /// The smallest difference between two samples that the clock can show.
    fn resolution_nanos(&self) -> f64 {
        match self.method {
            Method::Slope => self.step_nanos / f64::from(self.repeats.max(1)),
            Method::Single => self.step_nanos,
        }
    }
}

impl Measurement {
    /// `None` without a sample.
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

    /// Whether the samples tell the time from none at all. Where they do not, as with a tiny kernel on a noisy device, all
    /// that is known is that a dispatch takes less than [`Measurement::high`].
    pub fn is_resolved(&self) -> bool {
        self.low > 0.0
    }

    /// That upper end; `None` where noise puts even this below zero.
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
        assert_eq!(
            Measurement::of(vec![f64::NAN], about(Method::Slope, 1.0)),
            None
        );
    }
}
