//! Judges measured times: finds kernels that are too short to compare, differences that were not found, and orders that
//! contradict the lesson.

use super::remark::Remark;
use super::{Time, TimeRow};

/// A kernel that takes less than this number of empty dispatches is dominated by its launch.
const LEAST_DISPATCHES: f64 = 10.0;

/// With fewer samples, the interval of a median may miss it more often than it says.
const LEAST_SAMPLES: usize = 5;

/// Returns the limits of what measured times show. `suggested` are pairs of rows of which the first should be faster.
pub fn remarks(rows: &[TimeRow], empty: Option<&Time>, suggested: &[(usize, usize)]) -> Vec<Remark> {
    let titles = |rows_of: &[usize]| rows_of.iter().map(|&row| rows[row].title).collect();
    let measured = (0..rows.len()).filter_map(|row| Some((row, rows[row].measured.as_ref()?)));
    let (few, enough): (Vec<_>, Vec<_>) = measured.partition(|(_, time)| time.samples < LEAST_SAMPLES);
    let (short, long): (Vec<_>, Vec<_>) = enough.into_iter().partition(|(_, time)| is_too_short(time, empty));
    let [few, short, long] = [few, short, long].map(|part| part.into_iter().map(|(row, _)| row).collect::<Vec<_>>());
    let mut remarks = Vec::new();
    if !few.is_empty() {
        remarks.push(Remark::FewSamples { kernels: titles(&few) });
    }
    if let (false, Some(empty)) = (short.is_empty(), empty) {
        remarks.push(Remark::TooShort {
            kernels: titles(&short),
            empty: empty.median.clone(),
        });
    }
    remarks.extend(alike(rows, &long));
    let opposite = |&(first, second): &(usize, usize)| {
        let compared = |row: usize| long.contains(&row).then(|| rows[row].measured.as_ref());
        let (slow, fast) = (compared(first)??, compared(second)??);
        (fast.high < slow.low).then(|| Remark::Opposite {
            faster: rows[second].title,
            slower: rows[first].title,
            ratio: slow.millis / fast.millis,
        })
    };
    remarks.extend(suggested.iter().filter_map(opposite));
    remarks
}

/// Returns true for a time of less than ten empty dispatches, and for one that could not be distinguished from zero.
pub fn is_too_short(time: &Time, empty: Option<&Time>) -> bool {
    time.millis.is_nan() || empty.is_some_and(|empty| time.millis < LEAST_DISPATCHES * empty.at_most)
}

/// Returns the largest groups of rows whose intervals all overlap each other.
fn alike(rows: &[TimeRow], among: &[usize]) -> Vec<Remark> {
    let mut times: Vec<(&Time, &'static str)> = among
        .iter()
        .filter_map(|&row| Some((rows[row].measured.as_ref()?, rows[row].title)))
        .collect();
    times.sort_by(|(one, _), (other, _)| one.low.total_cmp(&other.low));
    let mut remarks = Vec::new();
    let mut group: Vec<(&Time, &'static str)> = Vec::new();
    for (index, &(time, title)) in times.iter().enumerate() {
        // Sorted by their lower ends, intervals overlap if the last begins before all others end.
        group.retain(|(other, _)| time.low <= other.high);
        group.push((time, title));
        let next = times.get(index + 1);
        let grows = next.is_some_and(|(next, _)| {
            let overlaps = |(time, _): &(&Time, &str)| next.low <= time.high;
            group.iter().all(overlaps)
        });
        if group.len() > 1 && !grows {
            let kernels = group.iter().map(|(_, title)| *title).collect();
            remarks.push(Remark::NoDifference { kernels });
        }
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(low: f64, millis: f64, high: f64) -> Time {
        Time {
            millis,
            low,
            high,
            at_most: millis,
            samples: 15,
            median: millis.to_string(),
            interval: String::new(),
            bandwidth: String::new(),
        }
    }

    fn row(title: &'static str, measured: Option<Time>) -> TimeRow {
        TimeRow {
            kernel: title.to_owned(),
            title,
            of: crate::run::times::conditions::Conditions {
                n: 1 << 24,
                block: 256,
                iterations: None,
            },
            measured,
            so_far: None,
            error: None,
            published: None,
            shipped: None,
        }
    }

    #[test]
    fn what_times_do_not_show_is_said() {
        let empty = time(0.9, 1.0, 1.1);
        let none = |kernels: &[&'static str]| Remark::NoDifference {
            kernels: kernels.to_vec(),
        };
        let short = |kernels: &[&'static str]| Remark::TooShort {
            kernels: kernels.to_vec(),
            empty: "1".to_owned(),
        };
        // Intervals of the kernels a, b and c; pairs that the lesson suggests; the remarks.
        for (times, suggested, expected) in [
            // As suggested.
            (vec![(20.0, 21.0), (40.0, 41.0)], vec![(0, 1)], vec![]),
            (
                vec![(20.0, 21.0), (40.0, 44.0)],
                vec![(1, 0)],
                vec![Remark::Opposite {
                    faster: "a",
                    slower: "b",
                    ratio: 42.0 / 20.5,
                }],
            ),
            (vec![(20.0, 22.0), (21.0, 23.0)], vec![(1, 0)], vec![none(&["a", "b"])]),
            // a overlaps b, and b overlaps c, but a does not overlap c.
            (
                vec![(20.0, 22.0), (21.0, 24.0), (23.0, 25.0)],
                vec![],
                vec![none(&["a", "b"]), none(&["b", "c"])],
            ),
            (
                vec![(20.0, 30.0), (21.0, 24.0), (25.0, 26.0)],
                vec![],
                vec![none(&["a", "b"]), none(&["a", "c"])],
            ),
            // One is too short, so nothing is said about the pair.
            (vec![(2.0, 3.0), (20.0, 21.0)], vec![(1, 0)], vec![short(&["a"])]),
            (vec![(f64::NAN, f64::NAN), (20.0, 21.0)], vec![], vec![short(&["a"])]),
        ] {
            let rows: Vec<TimeRow> = ["a", "b", "c"]
                .into_iter()
                .zip(&times)
                .map(|(title, &(low, high))| row(title, Some(time(low, f64::midpoint(low, high), high))))
                .collect();
            let said = remarks(&rows, Some(&empty), &suggested);
            assert_eq!(said, expected, "{times:?} {suggested:?}");
        }
        let rows = [row("a", None), row("b", Some(time(20.0, 21.0, 22.0)))];
        assert_eq!(remarks(&rows, Some(&empty), &[(0, 1), (1, 0)]), vec![]);
        assert_eq!(remarks(&rows, None, &[(1, 0)]), vec![]);
        let once = |millis: f64| Time {
            samples: 1,
            ..time(millis, millis, millis)
        };
        let rows = [row("a", Some(once(20.0))), row("b", Some(once(21.0)))];
        let few = Remark::FewSamples {
            kernels: vec!["a", "b"],
        };
        assert_eq!(remarks(&rows, Some(&empty), &[(1, 0)]), vec![few]);
    }

    /// Every pair of every lesson names two of its kernels.
    #[test]
    fn suggested_pairs_are_kernels_of_the_lesson() {
        for lesson in lessons::LESSONS {
            for &(faster, slower) in lesson.clock.faster {
                let count = lesson.kernels.len();
                assert!(faster < count && slower < count && faster != slower, "{lesson:?}");
            }
        }
    }

    #[test]
    fn a_ratio_is_of_one_device() {
        let of_both = |measured: Option<f64>, shipped: Option<f64>| {
            let mut row = row("", measured.map(|millis| time(millis, millis, millis)));
            row.shipped = shipped.map(|millis| super::super::Shipped {
                millis,
                text: String::new(),
                of: row.of,
                cuda: None,
            });
            row
        };
        // The own and the shipped times of two kernels; their ratio, true if it is the reader's own; the shipped ratio.
        for (one, two, ratio, shipped) in [
            (
                (Some(2.0), Some(1.0)),
                (Some(3.0), Some(4.0)),
                Some((1.5, true)),
                Some(4.0),
            ),
            ((None, Some(1.0)), (None, Some(4.0)), Some((4.0, false)), Some(4.0)),
            ((Some(2.0), Some(1.0)), (None, Some(4.0)), None, Some(4.0)),
            ((Some(f64::NAN), Some(1.0)), (Some(3.0), Some(4.0)), None, Some(4.0)),
            ((Some(2.0), None), (Some(3.0), None), Some((1.5, true)), None),
        ] {
            let rows = [("one", one), ("two", two)].map(|(name, (measured, shipped))| TimeRow {
                kernel: name.to_owned(),
                ..of_both(measured, shipped)
            });
            let times = super::super::Times {
                size: lessons::Clock::USUAL,
                rows: rows.to_vec(),
                empty: None,
                remarks: Vec::new(),
            };
            assert_eq!(times.ratio("one", "two"), ratio, "{one:?} {two:?}");
            assert_eq!(times.shipped_ratio("one", "two"), shipped, "{one:?} {two:?}");
        }
    }
}
