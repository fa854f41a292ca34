//! Published counters compared with ours: each is equal, or has a reason why it need not be.

pub mod report;

use crate::number::grouped;
use lessons::claim::{Claim, Comparable};
use lessons::measured;
use simt::{MetricUnit, MetricValue, Metrics};

/// The relation of our value to the printed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Equal,
    /// The counter follows from the rules, but the values differ.
    Differs,
    /// We have a value, but it need not be equal.
    Explained(Comparable),
    /// We have no value.
    NotOurs(Comparable),
}

/// One figure of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: &'static str,
    pub printed: String,
    pub ours: Option<String>,
    pub verdict: Verdict,
}

/// Returns the rows of a claim, in the order of its names.
pub fn rows(claim: &'static Claim, ours: &Metrics) -> Vec<Row> {
    let named = ours.named();
    let figures = claim.figures.iter();
    let compared = figures.filter(|(name, _)| claim.comparable(name) != Comparable::NoCounter);
    compared
        .map(|(name, printed)| {
            let metric = named.iter().find(|metric| metric.name == name);
            let value = metric.and_then(|metric| metric.value);
            let percent = name.ends_with("efficiency");
            let is_count = metric.is_some_and(|metric| metric.unit == MetricUnit::Count);
            let show = |value: f64| match (percent, is_count) {
                (true, _) => format!("{value:.2} %"),
                (false, true) => grouped(value.round() as u64),
                (false, false) => format!("{value}"),
            };
            let ours = value.map(|value| match value {
                MetricValue::Count(count) => show(count as f64),
                MetricValue::Real(real) if percent => show(real),
                MetricValue::Real(real) => format!("{real:.2}"),
            });
            let printed = show(*printed);
            let verdict = match (claim.comparable(name), &ours) {
                (Comparable::ToTheDigit, Some(ours)) if *ours == printed => Verdict::Equal,
                (Comparable::ToTheDigit, _) => Verdict::Differs,
                (reason, Some(_)) => Verdict::Explained(reason),
                (reason, None) => Verdict::NotOurs(reason),
            };
            Row {
                name,
                printed,
                ours,
                verdict,
            }
        })
        .collect()
}

/// One counter of a chip compared with ours.
#[derive(Clone, Debug, PartialEq)]
pub struct ChipCell {
    pub chip: String,
    pub ours: String,
    pub verdict: measured::Verdict,
}

/// Returns a kernel's counters under these names; `None` if the chip or the kernel has none, such as an efficiency of 0
/// bytes.
pub fn chip_row(counters: &measured::Counters, ours: &Metrics, names: &[&str]) -> Vec<Option<ChipCell>> {
    let named = ours.named();
    let machine = |name: &str| {
        let metric = named.iter().find(|metric| metric.name == name)?;
        Some(metric.value?.real())
    };
    let cell = |name: &&str| {
        let show = |value: f64| {
            if name.ends_with("efficiency") {
                format!("{value:.2} %")
            } else {
                grouped(value.round() as u64)
            }
        };
        Some(ChipCell {
            chip: show(*counters.chip.get(*name)?),
            ours: show(machine(name)?),
            verdict: counters.verdict(name, machine)?,
        })
    };
    names.iter().map(cell).collect()
}

/// Counts the rows as [equal, differing, explained].
pub fn tally(rows: &[Row]) -> [usize; 3] {
    let of = |wanted: fn(Verdict) -> bool| rows.iter().filter(|row| wanted(row.verdict)).count();
    [
        of(|verdict| verdict == Verdict::Equal),
        of(|verdict| verdict == Verdict::Differs),
        of(|verdict| matches!(verdict, Verdict::Explained(_) | Verdict::NotOurs(_))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strings;
    use lessons::Language;
    use lessons::claim::claims;
    use simt::Traffic;

    #[test]
    fn a_figure_is_equal_or_says_why_not() {
        let claim = claims()
            .iter()
            .find(|claim| claim.kernel.kernel.name == "reduce_interleaved" && claim.n == 16_384)
            .expect("published");
        let mut metrics = Metrics {
            global_loads: Traffic {
                requests: 1,
                transactions: 1168,
                bytes_asked: 9804,
                bytes_moved: 10_000,
                sectors: 1,
            },
            ..Metrics::default()
        };
        let of = |metrics: &Metrics, name: &str| {
            let mut rows = rows(claim, metrics).into_iter();
            rows.find(|row| row.name == name).expect("printed")
        };
        let row = of(&metrics, "gld_transactions");
        assert_eq!((row.printed.as_str(), row.verdict), ("1,168", Verdict::Equal));
        assert_eq!(of(&metrics, "gld_efficiency").verdict, Verdict::Equal);
        assert_eq!(of(&metrics, "gst_transactions").verdict, Verdict::Differs);
        let time = of(&metrics, "time_us");
        assert_eq!((time.ours, time.verdict), (None, Verdict::NotOurs(Comparable::OfTime)));
        metrics.global_loads.transactions += 1;
        assert_eq!(of(&metrics, "gld_transactions").verdict, Verdict::Differs);
        let rows = rows(claim, &metrics);
        assert_eq!(tally(&rows).iter().sum::<usize>(), rows.len());
        assert!(rows.iter().all(|row| row.name != "blocks"));
    }

    /// The source's loop runs 10,000 times and ours 64: that, and not the compiler, makes most of the difference.
    #[test]
    fn instructions_of_a_longer_loop_have_a_reason_of_their_own() {
        let of_loop = claims().iter().filter(|claim| claim.table.iterations.is_some());
        let of_loop: Vec<_> = of_loop.collect();
        assert_eq!(of_loop.len(), 2);
        for claim in of_loop {
            let rows = rows(claim, &Metrics::default());
            let row = rows.iter().find(|row| row.name == "inst_per_warp");
            let (Verdict::Explained(why) | Verdict::NotOurs(why)) = row.expect("printed").verdict else {
                panic!("{row:?}");
            };
            assert_eq!(
                why,
                Comparable::OfIterations {
                    theirs: 10_000,
                    ours: 64
                }
            );
            for (language, number) in [(Language::English, "10,000"), (Language::SimplifiedChinese, "10,000")] {
                let sentence = (strings::of(language).trust().why)(why);
                assert!(sentence.contains(number) && sentence.contains("64"), "{sentence}");
            }
        }
    }
}
