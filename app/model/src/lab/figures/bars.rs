//! Bar charts: the time of each kernel, and its speed-up over the first.

use super::{Figure, Look, Subject, bar_of, beside_bar, duration, scale, time_text};
use crate::lab::experiment::COPY;
use crate::lab::record::Result;
use crate::strings::Strings;
use gpu::Measurement;
use lessons::measured::measured;
use lessons::{GalleryKernel, Parameter, published};

pub fn times(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let results = subject.at_size();
    let blocks = Subject::has_blocks(&results);
    let row = |result: &Result<'_>| {
        let time = result.time;
        let [median, low, high] = bar_of(time);
        charts::Row {
            label: subject.label(result, blocks),
            median,
            low,
            high,
            note: beside_bar(time, subject.strings),
            highlighted: false,
            ghosts: ghosts(result, subject.strings),
        }
    };
    let mut rows: Vec<charts::Row> = results.iter().map(row).collect();
    highlight_fastest(&mut rows, &results);
    let values = rows.iter().flat_map(|row| {
        let ghosts = row.ghosts.iter().map(|ghost| ghost.value);
        ghosts.chain([row.median]).collect::<Vec<f64>>()
    });
    let bars = charts::Bars {
        title: subject.title(Figure::Times),
        description: describe(&results, subject),
        unit: charts::Unit::Time,
        scale: scale(values),
        density: charts::Density::Roomy,
        line: None,
        empty: subject.strings.lab().nothing_here.to_owned(),
        footnote: subject.source(),
        rows,
    };
    charts::bars(&bars, &look.style())
}

fn highlight_fastest(rows: &mut [charts::Row], results: &[Result<'_>]) {
    let fastest = results
        .iter()
        .enumerate()
        .filter(|(_, result)| result.entry.kernel != COPY && result.time.is_resolved())
        .min_by(|(_, one), (_, other)| one.time.nanos.total_cmp(&other.time.nanos));
    if let Some(row) = fastest.and_then(|(place, _)| rows.get_mut(place)) {
        row.highlighted = true;
    }
}

/// Returns the published times of a kernel for exactly this work, and the time that is shipped with the lessons.
fn ghosts(result: &Result<'_>, strings: &Strings) -> Vec<charts::Ghost> {
    let Some(kernel) = GalleryKernel::by_name(&result.entry.kernel) else {
        return Vec::new();
    };
    let own = kernel.task.iterations();
    let varied = result.entry.parameters.get(Parameter::Iterations.name());
    let iterations = varied.map_or(own, |varied| Some(*varied as u32));
    let mut shipped = measured().times.iter();
    let shipped = shipped.find(|row| {
        (&row.kernel, row.n, row.block, own)
            == (
                &result.entry.kernel,
                result.entry.n,
                result.entry.block,
                iterations,
            )
    });
    let shipped = shipped
        .and_then(|row| row.browser)
        .map(|time| charts::Ghost {
            value: time.median(),
            label: format!("{} {}", measured().device, duration(time.median())),
        });
    let times = published::times(kernel).into_iter();
    times
        .filter(|time| time.is_of(result.entry.n, result.entry.block, iterations))
        .map(|time| charts::Ghost {
            value: time.milliseconds * 1e6,
            label: format!(
                "{} {} ms",
                (strings.published_by)(&time.device, time.build, time.library.as_deref()),
                time.milliseconds
            ),
        })
        .chain(shipped)
        .collect()
}

/// Describes the chart in words: the first and the fastest kernel.
fn describe(results: &[Result<'_>], subject: &Subject<'_>) -> String {
    let line = |result: &Result<'_>| {
        format!(
            "{} {}",
            result.title(subject.language),
            time_text(result.time)
        )
    };
    results.iter().map(line).collect::<Vec<_>>().join("; ")
}

pub fn speed_up(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let results = subject.at_size();
    let blocks = Subject::has_blocks(&results);
    let own: Vec<&Result<'_>> = results
        .iter()
        .filter(|result| result.entry.kernel != COPY)
        .collect();
    let first = own.first().map(|result| result.time);
    let row = |result: &&Result<'_>| {
        let time = result.time;
        let [median, low, high] = first.map_or([f64::NAN; 3], |first| ratio(first, time));
        charts::Row {
            label: subject.label(result, blocks),
            median,
            low,
            high,
            note: time_text(time),
            highlighted: false,
            ghosts: Vec::new(),
        }
    };
    let rows: Vec<charts::Row> = own.iter().map(row).collect();
    let bars = charts::Bars {
        title: subject.title(Figure::SpeedUp),
        description: subject.strings.lab().speed_up_about.to_owned(),
        unit: charts::Unit::Named("×".to_owned()),
        scale: charts::Scale::Linear,
        density: charts::Density::Roomy,
        line: None,
        empty: subject.strings.lab().nothing_here.to_owned(),
        footnote: subject.source(),
        rows,
    };
    charts::bars(&bars, &look.style())
}

/// Returns the speed-up of the second over the first: median, low and high. Samples of the same rounds are compared in
/// pairs if the kernels ran in turns; otherwise the interval combines the ends of both intervals. Returns NaN if a time
/// could not be distinguished from zero.
pub fn ratio(first: &Measurement, second: &Measurement) -> [f64; 3] {
    if !(first.is_resolved() && second.is_resolved()) {
        return [f64::NAN; 3];
    }
    let together = first.samples.len() == second.samples.len();
    let versus = together.then(|| first.versus(second)).flatten();
    match versus.and_then(|versus| Some((versus.ratio, versus.interval?))) {
        Some((ratio, (low, high))) => [ratio, low, high],
        None => [
            first.nanos / second.nanos,
            first.low / second.high,
            first.high / second.low,
        ],
    }
}
