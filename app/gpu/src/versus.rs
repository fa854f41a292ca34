//! Compares two kernels measured in the same rounds: which is faster, by how much, and whether the data can decide it.

use crate::measurement::Measurement;

/// The comparison of two kernels' times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Versus {
    /// Median over the rounds of the first kernel's time divided by the second's: 2 if the first takes twice as long.
    pub ratio: f64,
    /// Ends of the ratio's interval, which contains the true ratio in at least 95 of 100 measurements. `None` with
    /// fewer than six rounds, which are too few for such an interval.
    pub interval: Option<(f64, f64)>,
}

/// The faster kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    First,
    Second,
    /// The interval contains 1: the difference may be due to chance.
    Undecided,
}

impl Versus {
    /// Returns the faster kernel, or [`Winner::Undecided`] if the interval contains 1 or is missing.
    pub fn winner(&self) -> Winner {
        match self.interval {
            Some((_, high)) if high < 1.0 => Winner::First,
            Some((low, _)) if low > 1.0 => Winner::Second,
            _ => Winner::Undecided,
        }
    }
}

impl Measurement {
    /// Compares two measurements of the same call of [`measure`](crate::measure). The samples of one round are
    /// neighbours in time, so drift of clock frequency and temperature affects both alike. Returns `None` if a sample
    /// is not above 0.
    ///
    /// The interval is that of the sign test, which is exact for any distribution of the noise.
    /// Source: Conover, Practical Nonparametric Statistics, 3rd edition, 1999, section 3.4.
    pub fn versus(&self, other: &Measurement) -> Option<Versus> {
        ratios(&self.samples, &other.samples)
    }
}

fn ratios(first: &[f64], second: &[f64]) -> Option<Versus> {
    let rounds = first.iter().zip(second);
    let mut ratios: Vec<f64> = rounds
        .map(|(first, second)| (*first > 0.0 && *second > 0.0).then_some(first / second))
        .collect::<Option<_>>()?;
    ratios.sort_by(f64::total_cmp);
    let ratio = crate::statistics::median(&ratios)?;
    let interval = cut(ratios.len()).map(|cut| (ratios[cut], ratios[ratios.len() - 1 - cut]));
    Some(Versus { ratio, interval })
}

/// Returns how many of `samples` sorted samples lie outside of the interval, at each end.
fn cut(samples: usize) -> Option<usize> {
    // Probability that at most `cut` of the samples lie below the true median.
    let mut term = 0.5_f64.powi(i32::try_from(samples).ok()?);
    let mut tail = 0.0;
    let mut cut = None;
    for below in 0..samples {
        tail += term;
        if 2.0 * tail > 0.05 {
            break;
        }
        cut = Some(below);
        term *= (samples - below) as f64 / (below + 1) as f64;
    }
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::slope::simulated::{NOISE, sample_pairs};
    use crate::statistics::Random;

    #[test]
    fn the_interval_is_that_of_the_sign_test() {
        // Conover's table A3: with 15 samples the 4th and the 12th, with 20 the 6th and the 15th.
        for (samples, expected) in [(5, None), (6, Some(0)), (15, Some(3)), (20, Some(5)), (30, Some(9))] {
            assert_eq!(cut(samples), expected, "{samples}");
        }
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        // The clock frequency halves after three rounds; the ratio is 2 in every round.
        let slow = [200.0, 200.0, 200.0, 400.0, 400.0, 400.0];
        let fast = slow.map(|nanos| nanos / 2.0);
        let versus = ratios(&slow, &fast).unwrap();
        assert_eq!((versus.ratio, versus.interval), (2.0, Some((2.0, 2.0))));
        assert_eq!(versus.winner(), Winner::Second);
        assert_eq!(ratios(&fast, &slow).unwrap().winner(), Winner::First);
        assert_eq!(ratios(&slow, &slow).unwrap().winner(), Winner::Undecided);
        assert_eq!(ratios(&slow[..5], &fast[..5]).unwrap().winner(), Winner::Undecided);
        assert_eq!(ratios(&[0.0], &[1.0]), None);
        assert_eq!(ratios(&[], &[]), None);
    }

    /// Step of Chrome's GPU clock.
    const CHROME_NANOS: f64 = 65_536.0;

    #[test]
    fn a_kernel_beats_itself_at_most_5_times_in_100() {
        let mut random = Random::new(11);
        let trials = 1_000;
        for (nanos, plan) in [(2_000.0, Plan::default()), (240_000.0, Plan::precise())] {
            let won = (0..trials).filter(|_| {
                let [a, b] = sample_pairs([nanos, nanos], CHROME_NANOS, &plan, &mut random);
                ratios(&a, &b).is_some_and(|versus| versus.winner() != Winner::Undecided)
            });
            let share = won.count() as f64 / f64::from(trials);
            assert!(share <= 0.05, "{nanos} ns with noise of {NOISE}: {share}");
        }
    }

    #[test]
    fn half_a_percent_is_told_apart() {
        let mut random = Random::new(12);
        let (trials, plan) = (200, Plan::precise());
        for nanos in [2_000.0, 18_600.0, 240_000.0, 3_600_000.0] {
            let told = (0..trials).filter(|_| {
                let [a, b] = sample_pairs([nanos, nanos * 1.005], CHROME_NANOS, &plan, &mut random);
                ratios(&a, &b).is_some_and(|versus| versus.winner() == Winner::First)
            });
            let share = told.count() as f64 / f64::from(trials);
            assert!(share >= 0.95, "{nanos} ns with noise of {NOISE}: {share}");
        }
    }
}
