//! The counters of a launch beside ours.

use super::ReportedLaunch;
use simt::{Likeness, Metrics, NCU, NcuCounter, Outcome, ncu_counter};

/// One of our counters beside the chip's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Our name.
    pub name: &'static str,
    pub ours: f64,
    pub chip: f64,
    pub verdict: Verdict,
}

/// The relation of the two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Equal,
    /// They need not be equal, for this reason.
    Explained(Likeness),
    /// They should be equal.
    Differs,
    /// They differ, but our run did not end.
    Unfinished,
}

/// Compares the counters that both sides have, in the order of the metrics' table. `metrics` are those of a run with this
/// outcome.
pub fn compare(launch: &ReportedLaunch, metrics: &Metrics, outcome: &Outcome) -> Vec<Compared> {
    let row = |counter: &NcuCounter| {
        let chip = counter.value(|name| launch.metric(name))?;
        let ours = ours(metrics, counter.name)?;
        let halves = counter.metrics().filter_map(|name| launch.metrics.get(name));
        let half_a_digit: f64 = halves.map(|reported| reported.half_a_digit).sum();
        let room = half_a_digit * counter.scale + 1e-9 * ours.abs().max(1.0);
        let pair = Pair {
            counter,
            ours,
            chip,
            launch,
            metrics,
        };
        Some(Compared {
            name: counter.name,
            ours,
            chip,
            verdict: match () {
                () if (chip - ours).abs() <= room => Verdict::Equal,
                () if pair.is_explained() => Verdict::Explained(counter.likeness),
                () if *outcome != Outcome::Completed => Verdict::Unfinished,
                () => Verdict::Differs,
            },
        })
    };
    NCU.iter().filter_map(row).collect()
}

/// Counts the rows as [equal, differing, explained].
pub fn tally(rows: &[Compared]) -> [usize; 3] {
    let count = |is_its: fn(Verdict) -> bool| rows.iter().filter(|row| is_its(row.verdict)).count();
    [
        count(|verdict| verdict == Verdict::Equal),
        count(|verdict| verdict == Verdict::Differs),
        count(|verdict| matches!(verdict, Verdict::Explained(_) | Verdict::Unfinished)),
    ]
}

/// The largest share of wavefronts that the chip repeats: measured on an H200 (`lessons::measured`).
const MOST_REPEATED: f64 = 0.03;

/// The two values of a counter, and the other counters of both sides by our names.
struct Pair<'a> {
    counter: &'a NcuCounter,
    ours: f64,
    chip: f64,
    launch: &'a ReportedLaunch,
    metrics: &'a Metrics,
}

impl Pair<'_> {
    fn ours(&self, name: &str) -> f64 {
        ours(self.metrics, name).unwrap_or(0.0)
    }

    /// Returns true if the report has this counter, and it differs from ours.
    fn differs(&self, name: &str) -> bool {
        let chip = ncu_counter(name).and_then(|own| own.value(|name| self.launch.metric(name)));
        chip.is_some_and(|chip| chip != self.ours(name))
    }

    /// Returns true if the counter's likeness explains the difference.
    fn is_explained(&self) -> bool {
        let (name, excess) = (self.counter.name, self.chip - self.ours);
        match self.counter.likeness {
            Likeness::Equal => false,
            // The lanes ask for the same sectors, some of them for the same bytes.
            Likeness::Distinct => {
                let is_load = name.starts_with("gld");
                let sectors = if is_load { "gld_sectors" } else { "gst_sectors" };
                self.chip > 0.0 && excess < 0.0 && !self.differs(sectors)
            }
            Likeness::Arbitrated => {
                let is_load = name.starts_with("shared_ld");
                let wavefronts = if is_load {
                    "shared_ld_wavefronts"
                } else {
                    "shared_st_wavefronts"
                };
                (0.0..=MOST_REPEATED * self.ours(wavefronts)).contains(&excess)
            }
            Likeness::Atomics => self.ours > 0.0 && self.chip > 0.0,
            Likeness::Compiler => self.chip > 0.0 || name.contains("branch"),
            Likeness::Registers => true,
        }
    }
}

fn ours(metrics: &Metrics, name: &str) -> Option<f64> {
    Some((simt::metric(name)?.value)(metrics)?.real())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trust::report::tests::{RAW, launch};

    #[test]
    fn counters_are_equal_or_have_a_reason() {
        let reported = launch(RAW, 0);
        let mut ours = Metrics {
            warp_width: 32,
            instructions: 1_000_000,
            ..Metrics::default()
        };
        ours.global_loads.requests = 45_568;
        ours.global_loads.bytes_asked = 9842;
        ours.global_loads.bytes_moved = 10_000;
        let rows_of = |ours: &Metrics, outcome: &Outcome| -> Vec<(&str, Verdict)> {
            let rows = compare(&reported, ours, outcome).into_iter();
            rows.map(|row| (row.name, row.verdict)).collect()
        };
        let rows = |ours: &Metrics| rows_of(ours, &Outcome::Completed);
        assert_eq!(
            rows(&ours),
            [
                ("gld_requests", Verdict::Equal),
                ("gld_efficiency", Verdict::Equal),
                ("inst_executed", Verdict::Explained(Likeness::Compiler)),
            ]
        );
        ours.global_loads.requests += 1;
        ours.global_loads.bytes_asked = 12_000;
        assert_eq!(
            rows(&ours)[..2],
            [
                ("gld_requests", Verdict::Differs),
                ("gld_efficiency", Verdict::Explained(Likeness::Distinct)),
            ]
        );
        // The chip cannot have more bytes than the lanes ask for.
        ours.global_loads.bytes_asked = 8000;
        assert_eq!(rows(&ours)[1], ("gld_efficiency", Verdict::Differs));
        let stopped = Outcome::BudgetExhausted { line: 1, steps: 9 };
        let unfinished = ("gld_efficiency", Verdict::Unfinished);
        assert_eq!(rows_of(&ours, &stopped)[1], unfinished);
    }
}
