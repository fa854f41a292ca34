//! Measurements compared with counters: a roofline, and a model's times against a GPU's.

use super::{Figure, Look, Subject, bar_of, digits, duration};
use crate::lab::counts::Counted;
use crate::lab::experiment::COPY;
use crate::lab::record::Result;
use charts::{Dimension, Guide, Plot, Point, Scale, Series, Unit};
use lessons::cost::{Bound, rank_correlation};

/// A result with the machine's counters of it.
type Pair<'r> = (Result<'r>, &'r Counted);

fn pairs<'r>(subject: &Subject<'r>) -> Vec<Pair<'r>> {
    let counted = |result: Result<'r>| {
        let case = result.case()?;
        let (_, counted) = subject.counts.iter().find(|(each, _)| *each == case)?;
        Some((result, counted.as_ref()?))
    };
    subject.at_size().into_iter().filter_map(counted).collect()
}

/// Height divided by width; low, because sentences below the chart need room.
const ASPECT: f64 = 0.36;

fn dimension(label: &str, unit: Unit) -> Dimension {
    Dimension {
        label: label.to_owned(),
        unit,
        scale: Scale::Log,
    }
}

/// Returns a series of one point. The legend repeats its name, since there may be no room next to the point.
fn alone(point: Point) -> Series {
    Series {
        label: point.label.clone(),
        points: vec![point],
        joined: false,
        highlighted: false,
        ghost: false,
    }
}

/// Draws operations per second against operations per byte; the roof is the copy that was measured with the kernels.
pub fn roofline(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let words = subject.strings.lab();
    let pairs = pairs(subject);
    let blocks = Subject::has_blocks(&subject.at_size());
    let point = |(result, counted): &Pair<'_>| {
        // Operations per nanosecond are 10⁹ operations per second.
        let rate = |nanos: f64| counted.operations / nanos;
        let [middle, low, high] = bar_of(result.time);
        alone(Point {
            x: counted.operations / counted.bytes,
            y: rate(middle),
            low: rate(high),
            high: rate(low),
            label: subject.label(result, blocks),
        })
    };
    let copy = pairs
        .iter()
        .find(|(result, _)| result.entry.kernel == COPY && result.time.is_resolved())
        .map(|(result, _)| result.time.gb_per_s);
    let intensities = pairs.iter().map(|(_, counted)| counted.operations / counted.bytes);
    let (least, most) = intensities.fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(x), most.max(x)));
    let roof = copy.filter(|_| least <= most).map(|gb_per_s| {
        let (from, to) = (least / 1.5, most * 1.5);
        Guide {
            label: format!("{} {} {}", words.roof, digits(gb_per_s), subject.strings.bandwidth),
            from: (from, gb_per_s * from),
            to: (to, gb_per_s * to),
        }
    });
    let plot = Plot {
        title: subject.title(Figure::Roofline),
        description: words.roofline_about.to_owned(),
        x: dimension(words.intensity, Unit::Named(String::new())),
        y: dimension(words.operation_rate, Unit::Named(String::new())),
        aspect: ASPECT,
        series: pairs.iter().map(point).collect(),
        guides: roof.into_iter().collect(),
        empty: words.counting.to_owned(),
        footnote: format!("{} {}", words.roofline_about, subject.source()),
    };
    charts::plot(&plot, &look.style())
}

/// A kernel's modelled time compared with its measured time.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    pub title: String,
    pub kernel: String,
    pub modelled_nanos: f64,
    pub measured_nanos: f64,
    /// Ranks by time, from 1.
    pub modelled_rank: usize,
    pub measured_rank: usize,
    /// Measured / modelled, divided by the usual quotient for these kernels on this device. It is 1 where both agree.
    pub ratio: f64,
    /// The limiting resource in the model.
    pub bound: Bound,
}

impl Comparison {
    /// A model and a device disagree beyond this factor.
    const APART: f64 = 1.5;

    /// True if the device is slower or faster than the model by more than is usual for these kernels.
    pub fn disagrees(&self) -> bool {
        !(1.0 / Self::APART..=Self::APART).contains(&self.ratio)
    }
}

/// Compares every kernel of a size that has both times. Also returns how well the two orders agree.
pub fn comparisons(subject: &Subject<'_>) -> (Vec<Comparison>, Option<f64>) {
    let blocks = Subject::has_blocks(&subject.at_size());
    let pairs: Vec<(Result<'_>, Bound, f64)> = pairs(subject)
        .into_iter()
        .filter_map(|(result, counted)| {
            let (bound, nanos) = counted.cost?.time();
            (nanos > 0.0 && result.time.is_resolved()).then_some((result, bound, nanos))
        })
        .collect();
    let measured: Vec<f64> = pairs.iter().map(|(result, ..)| result.time.nanos).collect();
    let modelled: Vec<f64> = pairs.iter().map(|(.., nanos)| *nanos).collect();
    let ratios: Vec<f64> = measured.iter().zip(&modelled).map(|(one, other)| one / other).collect();
    let usual = gpu::median(&ratios).unwrap_or(1.0);
    let rank = |values: &[f64], value: f64| 1 + values.iter().filter(|other| **other < value).count();
    let comparison = |((result, bound, nanos), ratio): (&(Result<'_>, Bound, f64), &f64)| Comparison {
        title: subject.label(result, blocks),
        kernel: result.entry.kernel.clone(),
        modelled_nanos: *nanos,
        measured_nanos: result.time.nanos,
        modelled_rank: rank(&modelled, *nanos),
        measured_rank: rank(&measured, result.time.nanos),
        ratio: ratio / usual,
        bound: *bound,
    };
    let comparisons = pairs.iter().zip(&ratios).map(comparison).collect();
    (comparisons, rank_correlation(&modelled, &measured))
}

/// Draws measured against modelled times; kernels on the diagonal have the usual quotient.
pub fn simulated(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let words = subject.strings.lab();
    let (comparisons, correlation) = comparisons(subject);
    let point = |each: &Comparison| {
        alone(Point {
            x: each.modelled_nanos,
            y: each.measured_nanos,
            low: f64::NAN,
            high: f64::NAN,
            label: each.title.clone(),
        })
    };
    let usual = comparisons
        .first()
        .map(|each| each.measured_nanos / each.modelled_nanos / each.ratio);
    let (least, most) = comparisons
        .iter()
        .fold((f64::INFINITY, 0.0_f64), |(least, most), each| {
            (least.min(each.modelled_nanos), most.max(each.modelled_nanos))
        });
    let diagonal = usual.map(|usual| {
        let (from, to) = (least / 1.3, most * 1.3);
        Guide {
            label: (words.proportion)(&digits(usual)),
            from: (from, usual * from),
            to: (to, usual * to),
        }
    });
    let plot = Plot {
        title: subject.title(Figure::Simulated),
        description: words.simulated_about.to_owned(),
        x: dimension(words.modelled_time, Unit::Time),
        y: dimension(words.measured_time, Unit::Time),
        aspect: ASPECT,
        series: comparisons.iter().map(point).collect(),
        guides: diagonal.into_iter().collect(),
        empty: words.counting.to_owned(),
        footnote: match correlation {
            Some(correlation) => {
                format!("{} {}", (words.correlation)(correlation), subject.source())
            }
            None => subject.source(),
        },
    };
    charts::plot(&plot, &look.style())
}

/// Formats a comparison as one line of the list below the chart.
pub fn line(comparison: &Comparison, words: &crate::strings::lab::LabWords) -> String {
    (words.comparison)(
        &duration(comparison.modelled_nanos),
        &duration(comparison.measured_nanos),
        comparison,
    )
}
