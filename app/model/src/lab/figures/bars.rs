//! Bar charts: the time of each kernel, and its speed-up over the first.

use super::{Figure, Look, Subject, bar_of, rate_text, time_text};
use crate::lab::experiment::COPY;
use crate::lab::record::Result;
use crate::strings::Strings;
use charts::{Bar, Source, Tone};
use gpu::Measurement;
use lessons::measured::measured;
use lessons::{GalleryKernel, Parameter, published};

pub fn times(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let results = subject.at_size();
    let blocks = Subject::has_blocks(&results);
    let mut sources = vec![
        Source {
            name: subject.record.sheet.device.name.clone(),
            tone: Tone::Own,
        },
        Source {
            name: (subject.strings.shipped_on)(&measured().device),
            tone: Tone::Usual,
        },
    ];
    let row = |result: &Result<'_>| {
        let mut bars = vec![time_bar(result.time)];
        bars.extend(others(result, &mut sources, subject.strings));
        charts::Row {
            label: subject.label(result, blocks),
            note: rate_text(result.time, subject.strings),
            highlighted: false,
            bars,
        }
    };
    let mut rows: Vec<charts::Row> = results.iter().map(row).collect();
    highlight_fastest(&mut rows, &results);
    let bars = charts::Bars {
        title: subject.title(Figure::Times),
        description: describe(&results, subject),
        heading: String::new(),
        unit: charts::Unit::Time,
        empty: subject.strings.lab().nothing_here.to_owned(),
        footnote: subject.source(),
        sources,
        rows,
    };
    charts::bars(&bars, &look.style())
}

/// The places of the record's and the shipped times among a chart's sources.
pub const RECORDED: usize = 0;
const SHIPPED: usize = 1;

/// Returns the bar of a measured time, or its upper limit as text.
pub fn time_bar(time: &Measurement) -> Bar {
    let text = if time.is_resolved() {
        String::new()
    } else {
        time_text(time)
    };
    Bar {
        text,
        ..bar(RECORDED, bar_of(time))
    }
}

/// Returns a bar of a median and its interval.
pub fn bar(source: usize, [value, low, high]: [f64; 3]) -> Bar {
    Bar {
        low,
        high,
        ..Bar::of(source, value)
    }
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

/// Returns the shipped and the published times of a kernel for exactly this work. A device that has no source yet is
/// added to `sources`.
fn others(result: &Result<'_>, sources: &mut Vec<Source>, strings: &Strings) -> Vec<Bar> {
    let Some(kernel) = GalleryKernel::by_name(&result.entry.kernel) else {
        return Vec::new();
    };
    let usual = kernel.task.iterations();
    let varied = result.entry.parameters.get(Parameter::Iterations.name());
    let iterations = varied.map_or(usual, |varied| Some(*varied as u32));
    let mut shipped = measured().times.iter();
    let shipped = shipped.find(|row| {
        (&row.kernel, row.n, row.block, usual) == (&result.entry.kernel, result.entry.n, result.entry.block, iterations)
    });
    let shipped = shipped.and_then(|row| row.browser);
    let mut bars: Vec<Bar> = shipped
        .map(|time| Bar::of(SHIPPED, time.median()))
        .into_iter()
        .collect();
    let times = published::times(kernel).into_iter();
    for time in times.filter(|time| time.is_of(result.entry.n, result.entry.block, iterations)) {
        let name = (strings.published_by)(&time.device, time.build, time.library.as_deref());
        let source = sources.iter().position(|source| source.name == name);
        let source = source.unwrap_or_else(|| {
            sources.push(Source {
                name,
                tone: Tone::Other,
            });
            sources.len() - 1
        });
        bars.push(Bar::of(source, time.milliseconds * 1e6));
    }
    bars
}

/// Describes the chart in words: the first and the fastest kernel.
fn describe(results: &[Result<'_>], subject: &Subject<'_>) -> String {
    let line = |result: &Result<'_>| format!("{} {}", result.title(subject.language), time_text(result.time));
    results.iter().map(line).collect::<Vec<_>>().join("; ")
}

pub fn speed_up(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let results = subject.at_size();
    let blocks = Subject::has_blocks(&results);
    let compared: Vec<&Result<'_>> = results.iter().filter(|result| result.entry.kernel != COPY).collect();
    let first = compared.first().map(|result| result.time);
    let row = |result: &&Result<'_>| {
        let time = result.time;
        let ratio = first.map_or([f64::NAN; 3], |first| ratio(first, time));
        charts::Row {
            label: subject.label(result, blocks),
            note: time_text(time),
            highlighted: false,
            bars: vec![bar(RECORDED, ratio)],
        }
    };
    let rows: Vec<charts::Row> = compared.iter().map(row).collect();
    let bars = charts::Bars {
        title: subject.title(Figure::SpeedUp),
        description: subject.strings.lab().speed_up_about.to_owned(),
        unit: charts::Unit::Named("×".to_owned()),
        heading: String::new(),
        sources: vec![Source {
            name: subject.record.sheet.device.name.clone(),
            tone: Tone::Own,
        }],
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
