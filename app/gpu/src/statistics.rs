//! Medians and their confidence intervals.

/// The ends of an interval that contains the true median in 95 of 100 measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// Returns the middle sample, or the mean of the middle two. Returns `None` if no sample is a number.
pub fn median(samples: &[f64]) -> Option<f64> {
    quantile(samples, 0.5)
}

/// Returns the value below which the fraction `part` (0 to 1) of the samples lies, interpolated linearly between
/// neighbours. NaN samples are ignored; returns `None` if no sample is left.
pub fn quantile(samples: &[f64], part: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = samples.iter().copied().filter(|sample| !sample.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    quantile_of_sorted(&sorted, part)
}

fn quantile_of_sorted(sorted: &[f64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = part.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    // Equal neighbours may be infinite, and infinity minus infinity is NaN.
    if below == above {
        Some(below)
    } else {
        Some(below + (above - below) * place.fract())
    }
}

/// Number of resamples: 50 of them lie outside each end of a 95 % interval.
const RESAMPLES: usize = 2_000;

/// Computes the 95 % interval of the median with the percentile bootstrap: medians of resamples drawn with replacement.
/// Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13. The same samples and seed return
/// the same interval. With few samples the interval is too narrow; with one sample it is that sample.
pub fn bootstrap_median(samples: &[f64], seed: u64) -> Option<Interval> {
    let samples: Vec<f64> = samples.iter().copied().filter(|sample| !sample.is_nan()).collect();
    if samples.is_empty() {
        return None;
    }
    let mut random = Random::new(seed);
    let mut resample = vec![0.0; samples.len()];
    let mut medians = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        for drawn in &mut resample {
            *drawn = samples[random.below(samples.len())];
        }
        resample.sort_by(f64::total_cmp);
        medians.push(quantile_of_sorted(&resample, 0.5)?);
    }
    medians.sort_by(f64::total_cmp);
    Some(Interval {
        low: quantile_of_sorted(&medians, 0.025)?,
        high: quantile_of_sorted(&medians, 0.975)?,
    })
}

/// The SplitMix64 generator: small, fast, and the same on every platform.
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Creates a generator; the same seed returns the same numbers.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// Returns the next number, uniform over all 64-bit values.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns an index below `end`, which must not be 0. All indices are equally likely, up to one part in 2^64 /
    /// `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next_u64()) * end as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn medians_and_quantiles() {
        for (samples, part, expected) in [
            (vec![], 0.5, None),
            (vec![f64::NAN], 0.5, None),
            (vec![3.0], 0.5, Some(3.0)),
            (vec![4.0, 1.0, 3.0], 0.5, Some(3.0)),
            (vec![4.0, 1.0, 3.0, 2.0], 0.5, Some(2.5)),
            (vec![4.0, f64::NAN, 1.0, 3.0], 0.5, Some(3.0)),
            (vec![0.0, 10.0], 0.25, Some(2.5)),
            (vec![0.0, 10.0], 7.0, Some(10.0)),
            (vec![f64::INFINITY, f64::INFINITY], 0.5, Some(f64::INFINITY)),
        ] {
            assert_eq!(quantile(&samples, part), expected, "{samples:?} at {part}");
        }
    }

    #[test]
    fn the_generator_gives_its_published_numbers() {
        let mut random = Random::new(1_234_567);
        let numbers = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn the_interval_holds_the_true_median_about_95_times_in_100() {
        // Each sample is the sum of three uniform numbers around 0; 15 samples per measurement, as in the default plan.
        let mut random = Random::new(7);
        let mut uniform = move || random.next_u64() as f64 / u64::MAX as f64 - 0.5;
        let trials = 400;
        let held = (0..trials).filter(|&trial| {
            let samples: Vec<f64> = (0..15).map(|_| uniform() + uniform() + uniform()).collect();
            bootstrap_median(&samples, trial).is_some_and(|interval| interval.low <= 0.0 && 0.0 <= interval.high)
        });
        let share = held.count() as f64 / trials as f64;
        assert!((0.90..=0.99).contains(&share), "{share}");
    }

    #[test]
    fn more_samples_make_a_narrower_interval() {
        let width = |count: usize| {
            let mut random = Random::new(3);
            let samples: Vec<f64> = (0..count).map(|_| random.below(1_000) as f64).collect();
            bootstrap_median(&samples, 1).map(|interval| interval.high - interval.low)
        };
        assert!(width(400) < width(25));
        assert!(width(25) < width(7));
    }

    proptest! {
        #[test]
        fn low_median_high_are_in_order(samples in prop::collection::vec(-1e12..1e12_f64, 1..40), seed: u64) {
            let middle = median(&samples).unwrap();
            let interval = bootstrap_median(&samples, seed).unwrap();
            let least = samples.iter().copied().fold(f64::INFINITY, f64::min);
            let most = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(least <= interval.low && interval.low <= interval.high && interval.high <= most);
            prop_assert!(least <= middle && middle <= most);
        }

        #[test]
        fn scaling_and_order_of_samples_do_not_matter(mut samples in prop::collection::vec(0..1_000_000_u32, 1..40)) {
            let times = |factor: f64, samples: &[u32]| -> Vec<f64> {
                samples.iter().map(|&sample| f64::from(sample) * factor).collect()
            };
            let once = median(&times(1.0, &samples)).unwrap();
            prop_assert_eq!(median(&times(4.0, &samples)).unwrap(), 4.0 * once);
            samples.reverse();
            prop_assert_eq!(median(&times(1.0, &samples)).unwrap(), once);
        }

        #[test]
        fn whatever_the_samples_nothing_panics(samples in prop::collection::vec(any::<f64>(), 0..12), seed: u64) {
            let numbers = samples.iter().filter(|sample| !sample.is_nan()).count();
            prop_assert_eq!(median(&samples).is_some(), numbers > 0);
            prop_assert_eq!(bootstrap_median(&samples, seed).is_some(), numbers > 0);
        }
    }
}
