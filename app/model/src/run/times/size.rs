//! The size of a measurement: the lesson's clock, as far as this GPU can take it, or the picture's.

use gpu::{Plan, Rehearsal};
use lessons::{Clock, Size};

/// The size at which kernels are timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtSize {
    /// The size of the lesson's clock, or less on a slow GPU.
    #[default]
    Clock,
    /// The size of the run that is shown.
    Picture,
}

impl AtSize {
    pub const ALL: [AtSize; 2] = [AtSize::Clock, AtSize::Picture];

    /// Returns a stable name for the page and tests.
    pub const fn id(self) -> &'static str {
        match self {
            AtSize::Clock => "clock",
            AtSize::Picture => "picture",
        }
    }

    /// Returns the size to ask for; `picture` is the size of the run that is shown.
    pub fn size(self, clock: Clock, picture: Size) -> Size {
        match self {
            AtSize::Clock => clock.size,
            AtSize::Picture => picture,
        }
    }
}

/// Sizes of the rehearsals, in elements. Each takes at most a few hundred milliseconds on any GPU.
pub const REHEARSALS: [u32; 2] = [1 << 14, 1 << 18];

/// A whole chart takes at most this time, in milliseconds.
const CHART_MILLIS: f64 = 5_000.0;

/// The share of it that is left for timing when nothing was rehearsed.
const TIMING: f64 = 0.6;

/// Returns the plan for `jobs` kernels at a size without a rehearsal.
pub fn unrehearsed(jobs: usize) -> Plan {
    Plan::within(TIMING * CHART_MILLIS, jobs)
}

/// A median needs at least this number of samples. A sample takes three dispatches.
const LEAST_SAMPLES: f64 = 7.0;

/// A prediction of the time that a measurement takes at a larger size. All times are milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    n: u32,
    last: Rehearsal,
    /// The time of a dispatch grows with this power of n.
    power: f64,
    spent: f64,
}

impl Prediction {
    /// Predicts from the rehearsals so far: their numbers of elements, ascending, and their costs. `None` without a
    /// rehearsal.
    pub fn of(rehearsals: &[(u32, Rehearsal)]) -> Option<Self> {
        let &(n, last) = rehearsals.last()?;
        let power = match rehearsals {
            [.., (before, first), _] if first.dispatches_millis > 0.0 => {
                let growth = last.dispatches_millis / first.dispatches_millis;
                growth.ln() / f64::from(n / before).ln()
            }
            _ => 1.0,
        };
        let spent = |(_, each): &(u32, Rehearsal)| each.compile_millis + each.checks_millis;
        Some(Prediction {
            n,
            last,
            // Launches and caches make small sizes look better or worse. Matrix products take n^1.5 operations.
            power: power.clamp(1.0, 1.5),
            spent: rehearsals.iter().map(spent).sum(),
        })
    }

    /// Buffers and comparisons take time in proportion to n.
    fn checks(&self, n: u32) -> f64 {
        self.last.compile_millis + self.last.checks_millis * self.times_larger(n)
    }

    fn times_larger(&self, n: u32) -> f64 {
        (f64::from(n) / f64::from(self.n)).max(1.0)
    }

    /// Returns true if a chart with `n` elements is complete in time.
    pub fn fits(&self, n: u32) -> bool {
        let growth = self.times_larger(n).powf(self.power);
        let dispatches = 3.0 * LEAST_SAMPLES * self.last.dispatches_millis * growth;
        let warm_up = Plan::default().warm_up_millis;
        self.spent + self.checks(n) + warm_up + dispatches <= CHART_MILLIS
    }

    /// Returns the largest number of elements, `wanted` or a half, a quarter … of it, with which a chart is complete in
    /// time; at least that of the first rehearsal.
    pub fn largest(&self, wanted: u32) -> u32 {
        let mut n = wanted;
        while n > REHEARSALS[0] && !self.fits(n) {
            n /= 2;
        }
        n
    }

    /// Returns the plan for `jobs` kernels with `n` elements.
    pub fn plan(&self, n: u32, jobs: usize) -> Plan {
        Plan::within(CHART_MILLIS - self.spent - self.checks(n), jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rehearsal(checks: f64, dispatches: f64) -> Rehearsal {
        Rehearsal {
            compile_millis: 100.0,
            checks_millis: checks,
            dispatches_millis: dispatches,
        }
    }

    #[test]
    fn a_fast_gpu_takes_the_wanted_size_and_a_slow_one_less() {
        let [small, large] = REHEARSALS;
        let wanted = 1 << 24;
        // Checks and dispatches of both rehearsals, and the expected size.
        for (first, second, expected) in [
            ((10.0, 0.01), Some((30.0, 0.05)), wanted),
            // 16 times as slow with 16 times the elements: 64 times as slow at 2^24, 1.3 s for a dispatch of each.
            ((10.0, 1.25), Some((40.0, 20.0)), 1 << 21),
            // A matrix product takes 64 times as long with 16 times the elements.
            ((10.0, 0.02), Some((30.0, 1.28)), 1 << 22),
            // A clock that is too coarse reports 0.
            ((10.0, 0.0), Some((30.0, 0.0)), wanted),
            // So slow that the second rehearsal was left out.
            ((500.0, 30.0), None, 1 << 15),
            ((9_000.0, 600.0), None, small),
        ] {
            let mut rehearsals = vec![(small, rehearsal(first.0, first.1))];
            rehearsals.extend(second.map(|(checks, time)| (large, rehearsal(checks, time))));
            let prediction = Prediction::of(&rehearsals).expect("a rehearsal");
            assert_eq!(prediction.largest(wanted), expected, "{first:?} {second:?}");
        }
        assert_eq!(Prediction::of(&[]), None);
    }

    #[test]
    fn a_plan_stays_within_the_time_of_a_chart() {
        let [small, large] = REHEARSALS;
        let rehearsals = [(small, rehearsal(10.0, 0.1)), (large, rehearsal(30.0, 1.6))];
        let prediction = Prediction::of(&rehearsals).expect("a rehearsal");
        for jobs in [1, 3, 7] {
            let n = prediction.largest(1 << 24);
            let plan = prediction.plan(n, jobs);
            let timing = plan.budget_millis * jobs as f64 + plan.warm_up_millis;
            assert!(prediction.spent + prediction.checks(n) + timing <= CHART_MILLIS + 1e-6);
            assert!(plan.pass_millis > 0.0 && plan.pass_millis <= Plan::default().pass_millis);
        }
    }
}
