//! Times of all kernels, measured here or published elsewhere, as rows for the table and the chart.

use crate::lab::figures::{Look, bar_of};
use crate::strings::Strings;
use gpu::{DeviceInfo, GpuError, Measurement};
use lessons::measured;
use lessons::published::{self, PublishedTime};
use lessons::{GalleryKernel, Language, Size};
use std::sync::Arc;

/// A measurement of a lesson's kernels.
#[derive(Debug)]
pub struct Measured {
    pub size: Size,
    pub device: Arc<DeviceInfo>,
    /// The result of each kernel, with the kernel's name.
    pub results: Vec<(String, Result<Measurement, GpuError>)>,
}

impl Measured {
    fn of(&self, kernel: &GalleryKernel) -> Option<&Result<Measurement, GpuError>> {
        let mut results = self.results.iter();
        let (_, result) = results.find(|(name, _)| *name == kernel.kernel.name)?;
        Some(result)
    }
}

/// A measured time as text, in milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct Time {
    /// `millis`, `low` and `high` are NaN if the time could not be distinguished from zero.
    pub millis: f64,
    pub low: f64,
    pub high: f64,
    /// If the time could not be distinguished from zero: `<` and the interval's upper end.
    pub median: String,
    pub interval: String,
    pub bandwidth: String,
}

/// A published time, with its own n and block.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    pub millis: f64,
    pub text: String,
    pub device: String,
    pub n: u64,
    pub block: u32,
    /// The title of the publication.
    pub source: &'static str,
}

/// A time that is shipped with the lessons, measured in a browser on [`measured`]'s device, with its own n and block.
#[derive(Clone, Debug, PartialEq)]
pub struct Shipped {
    pub millis: f64,
    pub text: String,
    pub n: u64,
    pub block: u32,
}

/// One kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRow {
    pub kernel: String,
    pub title: &'static str,
    pub measured: Option<Time>,
    pub error: Option<GpuError>,
    pub published: Option<Ghost>,
    pub shipped: Option<Shipped>,
}

/// Returns the lesson's kernels in its order.
pub fn rows(
    measured: Option<&Measured>,
    kernels: &[&'static GalleryKernel],
    size: Size,
    language: Language,
) -> Vec<TimeRow> {
    let table = table(kernels, size);
    let of_table = |time: &PublishedTime| {
        table.as_ref().is_some_and(|(device, n, block)| {
            (&time.device, time.n, time.block) == (device, *n, *block)
        })
    };
    let row = |kernel: &&'static GalleryKernel| {
        let result = measured.and_then(|measured| measured.of(kernel));
        TimeRow {
            kernel: kernel.kernel.name.to_string(),
            title: kernel.title.get(language),
            measured: result.and_then(|result| result.as_ref().ok()).map(time),
            error: result.and_then(|result| result.as_ref().err()).cloned(),
            published: published::times(kernel)
                .into_iter()
                .find(of_table)
                .map(ghost),
            shipped: shipped(kernel, size),
        }
    };
    kernels.iter().map(row).collect()
}

/// Formats a measurement.
pub fn time(measurement: &Measurement) -> Time {
    let text = |nanos: f64| digits(nanos / 1e6);
    let [millis, low, high] = bar_of(measurement).map(|nanos| nanos / 1e6);
    let (median, bandwidth) = match measurement.is_resolved() {
        true => (text(measurement.nanos), bandwidth(measurement.gb_per_s)),
        false => (
            (measurement.at_most()).map_or("–".to_owned(), |end| format!("< {}", text(end))),
            "–".to_owned(),
        ),
    };
    Time {
        millis,
        low,
        high,
        median,
        interval: format!("{} – {}", text(measurement.low), text(measurement.high)),
        bandwidth,
    }
}

fn ghost(time: PublishedTime) -> Ghost {
    Ghost {
        millis: time.milliseconds,
        text: printed(time.milliseconds),
        device: time.device,
        n: time.n,
        block: time.block,
        source: published::title(&time.source),
    }
}

/// Returns the shipped time at this size if it was measured, else at the size that all kernels were measured at.
pub fn shipped(kernel: &GalleryKernel, size: Size) -> Option<Shipped> {
    let own = |row: &&lessons::measured::Times| row.kernel == kernel.kernel.name;
    let is_same = |n: u64, block: u32| n == u64::from(size.n()) && block == size.block();
    let rows = measured::measured().times.iter().filter(own);
    let row = rows.max_by_key(|row| (is_same(row.n, row.block), row.n == ALL_AT))?;
    let millis = row.browser?.median() / 1e6;
    Some(Shipped {
        millis,
        text: digits(millis),
        n: row.n,
        block: row.block,
    })
}

/// The n at which all kernels were measured.
const ALL_AT: u64 = 1 << 24;

/// Returns the titles of the published times' sources, each once.
pub fn sources(rows: &[TimeRow]) -> Vec<&'static str> {
    let mut titles: Vec<_> = rows
        .iter()
        .filter_map(|row| Some(row.published.as_ref()?.source))
        .collect();
    titles.sort_unstable();
    titles.dedup();
    titles
}

/// Returns the published table to compare these kernels with: that of this size, else that with most of the kernels.
fn table(kernels: &[&'static GalleryKernel], size: Size) -> Option<(String, u64, u32)> {
    let mut tables: Vec<((String, u64, u32), usize)> = Vec::new();
    for time in kernels.iter().flat_map(|kernel| published::times(kernel)) {
        let key = (time.device, time.n, time.block);
        match tables.iter_mut().find(|(each, _)| *each == key) {
            Some((_, count)) => *count += 1,
            None => tables.push((key, 1)),
        }
    }
    let same =
        |(_, n, block): &(String, u64, u32)| *n == u64::from(size.n()) && *block == size.block();
    tables
        .into_iter()
        .max_by_key(|(key, count)| (same(key), *count))
        .map(|(key, _)| key)
}

/// Formats a bandwidth with three significant digits.
fn bandwidth(gb_per_s: f64) -> String {
    match gb_per_s {
        b if b >= 100.0 => format!("{b:.0}"),
        b if b >= 10.0 => format!("{b:.1}"),
        b if b >= 1.0 => format!("{b:.2}"),
        b => format!("{b:.3}"),
    }
}

/// Formats milliseconds as the sources print them: with three decimals, or with six below one millisecond.
fn printed(millis: f64) -> String {
    if millis >= 1.0 {
        format!("{millis:.3}")
    } else {
        format!("{millis:.6}")
    }
}

/// Formats milliseconds with four significant digits.
fn digits(millis: f64) -> String {
    match millis {
        m if m >= 1000.0 => format!("{m:.0}"),
        m if m >= 100.0 => format!("{m:.1}"),
        m if m >= 10.0 => format!("{m:.2}"),
        m if m >= 1.0 => format!("{m:.3}"),
        m if m >= 0.1 => format!("{m:.4}"),
        m => format!("{m:.5}"),
    }
}

/// The size of a chart, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartSize {
    pub width: f64,
    pub text: f64,
}

/// Draws the chart as SVG that follows the theme. `kernel` is the kernel of the page, which is highlighted.
pub fn chart(rows: &[TimeRow], kernel: &str, strings: &Strings, size: ChartSize) -> String {
    let any_measured = rows.iter().any(|row| row.measured.is_some());
    let row = |row: &TimeRow| {
        let nanos = |millis: f64| millis * 1e6;
        let measured = row.measured.as_ref();
        let of_measured =
            |value: fn(&Time) -> f64| measured.map_or(f64::NAN, |time| nanos(value(time)));
        let ghost = row.published.as_ref().map(|ghost| charts::Ghost {
            value: nanos(ghost.millis),
            label: format!("{} {} ms", ghost.device, ghost.text),
        });
        let shipped = row.shipped.as_ref().map(|shipped| charts::Ghost {
            value: nanos(shipped.millis),
            label: format!("{} {} ms", measured::measured().device, shipped.text),
        });
        charts::Row {
            label: row.title.to_owned(),
            median: of_measured(|time| time.millis),
            low: of_measured(|time| time.low),
            high: of_measured(|time| time.high),
            note: measured
                .map(|time| match time.millis.is_nan() {
                    true => format!("{} {}", time.median, strings.milliseconds),
                    false => format!("{} {}", time.bandwidth, strings.bandwidth),
                })
                .unwrap_or_default(),
            highlighted: row.kernel == kernel,
            ghosts: ghost.into_iter().chain(shipped).collect(),
        }
    };
    let values = rows.iter().flat_map(|row| {
        [
            row.measured.as_ref().map(|time| time.millis),
            row.published.as_ref().map(|ghost| ghost.millis),
            row.shipped.as_ref().map(|shipped| shipped.millis),
        ]
    });
    let (least, most) = values
        .flatten()
        .fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
    // Bars of similar length are compared on a linear axis. If values span decades, as with a book's slower card, short
    // bars would vanish.
    const LINEAR_SPAN: f64 = 60.0;
    let bars = charts::Bars {
        title: String::new(),
        description: String::new(),
        rows: rows.iter().map(row).collect(),
        unit: charts::Unit::Time,
        scale: if any_measured && most > LINEAR_SPAN * least {
            charts::Scale::Log
        } else {
            charts::Scale::Linear
        },
        empty: String::new(),
        footnote: String::new(),
    };
    let look = Look {
        width: size.width,
        text: size.text,
        token: &|token| format!("var(--{token})"),
    };
    charts::bars(&bars, &look.style())
}
