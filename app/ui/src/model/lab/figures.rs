//! The lab's charts: which of them a record can fill, and each as SVG.

use crate::model::lab::record::{Record, Result};
use crate::number::grouped;
use crate::strings::Strings;
use gpu::{Clock, Measurement, Method};
use lessons::{GalleryKernel, Language, published};

/// One chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Bars with intervals, published figures as ghosts.
    Times,
    /// How many times as fast as the first kernel.
    SpeedUp,
}

impl Figure {
    pub const ALL: [Figure; 2] = [Figure::Times, Figure::SpeedUp];

    /// Stable name for tests.
    pub const fn id(self) -> &'static str {
        match self {
            Figure::Times => "times",
            Figure::SpeedUp => "speed-up",
        }
    }

    /// Those that a record has enough for.
    pub fn offered(record: &Record) -> Vec<Figure> {
        let several = record.kernels().len() > 1;
        let fits = |figure: &Figure| match figure {
            Figure::Times => true,
            Figure::SpeedUp => several,
        };
        Figure::ALL.into_iter().filter(fits).collect()
    }

    /// Whether it shows one n of several.
    pub const fn is_of_one_size(self) -> bool {
        match self {
            Figure::Times | Figure::SpeedUp => true,
        }
    }
}

/// What charts of several devices compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    Time,
    Bandwidth,
    /// Over the first kernel that the device measured at this size.
    SpeedUp,
}

impl Measure {
    pub const ALL: [Measure; 3] = [Measure::Time, Measure::Bandwidth, Measure::SpeedUp];

    pub const fn id(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Bandwidth => "bandwidth",
            Measure::SpeedUp => "speed-up",
        }
    }
}

/// What a chart is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'r> {
    pub record: &'r Record,
    pub language: Language,
    pub strings: &'static Strings,
    /// The n of figures that show one.
    pub n: u64,
}

/// How a chart is drawn.
#[derive(Clone, Copy)]
pub struct Look<'l> {
    pub width: f64,
    pub text: f64,
    /// The value of a token of the page's style sheet, or a reference to it.
    pub token: &'l dyn Fn(&str) -> String,
}

impl Look<'_> {
    pub fn style(&self) -> charts::Style {
        let token = self.token;
        charts::Style {
            width_px: self.width as u32,
            text_px: self.text as u32,
            font_family: token("font-sans"),
            palette: charts::Palette {
                bar: token("bar-other"),
                highlight: token("bar"),
                whisker: token("ink"),
                ghost: token("ghost"),
                text: token("ink"),
                soft_text: token("soft"),
                grid: token("edge"),
            },
        }
    }
}

/// The chart as SVG.
pub fn draw(figure: Figure, subject: &Subject<'_>, look: &Look<'_>) -> String {
    match figure {
        Figure::Times => times(subject, look),
        Figure::SpeedUp => speed_up(subject, look),
    }
}

/// Bars of one run are compared by length; decades apart, lengths would vanish.
const LINEAR_SPAN: f64 = 60.0;

pub fn scale(values: impl Iterator<Item = f64>) -> charts::Scale {
    let (least, most) = values
        .filter(|value| *value > 0.0)
        .fold((f64::INFINITY, 0.0_f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
    if most > LINEAR_SPAN * least {
        charts::Scale::Log
    } else {
        charts::Scale::Linear
    }
}

impl<'r> Subject<'r> {
    fn at_size(&self) -> Vec<Result<'r>> {
        let of_size = |result: &Result<'_>| result.entry.n == self.n;
        self.record.results().filter(of_size).collect()
    }

    /// The kernel, with what else tells its bar from the others.
    fn label(&self, result: &Result<'_>, blocks: bool) -> String {
        let title = result.title(self.language);
        match blocks {
            true => format!("{title} · {}", result.entry.block),
            false => title,
        }
    }

    fn has_blocks(results: &[Result<'_>]) -> bool {
        results
            .windows(2)
            .any(|pair| pair[0].entry.block != pair[1].entry.block)
    }

    fn title(&self, figure: Figure) -> String {
        let words = self.strings.lab;
        let results = self.at_size();
        let block = (!Self::has_blocks(&results))
            .then(|| results.first().map(|result| result.entry.block))
            .flatten();
        (words.figure_of)((words.figure_title)(figure), self.n, block)
    }

    /// Device, moment and method: where the numbers come from.
    pub fn source(&self) -> String {
        let sheet = &self.record.sheet;
        let samples = self
            .record
            .results()
            .map(|result| result.time.samples.len())
            .max()
            .unwrap_or(0);
        let clock = self
            .record
            .results()
            .next()
            .map_or(Clock::Gpu, |result| result.time.clock);
        let day = sheet
            .taken
            .get(..16)
            .unwrap_or(&sheet.taken)
            .replace('T', " ");
        (self.strings.lab.figure_source)(Source {
            device: &sheet.device.name,
            is_fallback: sheet.device.is_fallback,
            day: &day,
            samples,
            clock,
        })
    }
}

/// What a figure's last line says.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    pub device: &'s str,
    /// A software implementation.
    pub is_fallback: bool,
    pub day: &'s str,
    pub samples: usize,
    pub clock: Clock,
}

fn times(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let results = subject.at_size();
    let blocks = Subject::has_blocks(&results);
    let row = |result: &Result<'_>| {
        let time = result.time;
        charts::Row {
            label: subject.label(result, blocks),
            median: time.nanos,
            low: time.low,
            high: time.high,
            note: format!("{} {}", digits(time.gb_per_s), subject.strings.bandwidth),
            highlighted: false,
            ghosts: ghosts(result),
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
        empty: subject.strings.lab.nothing_here.to_owned(),
        footnote: subject.source(),
        rows,
    };
    charts::bars(&bars, &look.style())
}

fn highlight_fastest(rows: &mut [charts::Row], results: &[Result<'_>]) {
    let fastest = results
        .iter()
        .enumerate()
        .filter(|(_, result)| result.entry.kernel != super::experiment::COPY)
        .min_by(|(_, one), (_, other)| one.time.nanos.total_cmp(&other.time.nanos));
    if let Some(row) = fastest.and_then(|(place, _)| rows.get_mut(place)) {
        row.highlighted = true;
    }
}

/// The published times of a kernel at this very size.
fn ghosts(result: &Result<'_>) -> Vec<charts::Ghost> {
    let Some(kernel) = GalleryKernel::by_name(&result.entry.kernel) else {
        return Vec::new();
    };
    let times = published::times(kernel).into_iter();
    times
        .filter(|time| time.n == result.entry.n && time.block == result.entry.block)
        .map(|time| charts::Ghost {
            value: time.milliseconds * 1e6,
            label: format!("{} {} ms", time.device, time.milliseconds),
        })
        .collect()
}

/// The chart in words: the first and the fastest.
fn describe(results: &[Result<'_>], subject: &Subject<'_>) -> String {
    let line = |result: &Result<'_>| {
        format!(
            "{} {}",
            result.title(subject.language),
            duration(result.time.nanos)
        )
    };
    results.iter().map(line).collect::<Vec<_>>().join("; ")
}

fn speed_up(subject: &Subject<'_>, look: &Look<'_>) -> String {
    let results = subject.at_size();
    let blocks = Subject::has_blocks(&results);
    let own: Vec<&Result<'_>> = results
        .iter()
        .filter(|result| result.entry.kernel != super::experiment::COPY)
        .collect();
    let first = own.first().map(|result| result.time);
    let row = |result: &&Result<'_>| {
        let time = result.time;
        let of = |ratio: fn(&Measurement, &Measurement) -> f64| {
            first.map_or(f64::NAN, |first| ratio(first, time))
        };
        let median = of(|first, time| first.nanos / time.nanos);
        charts::Row {
            label: subject.label(result, blocks),
            median,
            // Both intervals at their worst and at their best.
            low: of(|first, time| first.low / time.high),
            high: of(|first, time| first.high / time.low),
            note: duration(time.nanos),
            highlighted: false,
            ghosts: Vec::new(),
        }
    };
    let rows: Vec<charts::Row> = own.iter().map(row).collect();
    let bars = charts::Bars {
        title: subject.title(Figure::SpeedUp),
        description: subject.strings.lab.speed_up_about.to_owned(),
        unit: charts::Unit::Named("×".to_owned()),
        scale: charts::Scale::Linear,
        empty: subject.strings.lab.nothing_here.to_owned(),
        footnote: subject.source(),
        rows,
    };
    charts::bars(&bars, &look.style())
}

/// Three digits that matter.
pub fn digits(value: f64) -> String {
    match value.abs() {
        v if v >= 1e5 => grouped(value.round() as u64),
        v if v >= 100.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        v if v >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// Nanoseconds with the unit that fits them.
pub fn duration(nanos: f64) -> String {
    let (value, unit) = match nanos.abs() {
        n if n >= 1e9 => (nanos / 1e9, "s"),
        n if n >= 1e6 => (nanos / 1e6, "ms"),
        n if n >= 1e3 => (nanos / 1e3, "µs"),
        _ => (nanos, "ns"),
    };
    format!("{} {unit}", digits(value))
}

/// How a sample comes about, for the table: its method with R.
pub fn repeats(time: &Measurement) -> Option<u32> {
    match time.method {
        Method::Slope => Some(time.repeats),
        Method::Single => None,
    }
}
