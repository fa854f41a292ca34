//! The lab's charts: which of them a record can fill, and each as SVG.

pub mod bars;
pub mod roofline;
mod sweep;

use crate::model::lab::counts::Counted;
use crate::model::lab::experiment::Case;
use crate::model::lab::record::{Record, Result};
use crate::number::grouped;
use crate::strings::Strings;
use gpu::{Clock, Measurement, Method};
use lessons::Language;

/// One chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Bars with intervals, published figures as ghosts.
    Times,
    /// How many times as fast as the first kernel.
    SpeedUp,
    /// Time against n.
    Sizes,
    /// Bytes a second against n.
    Bandwidth,
    /// Time against the block.
    Blocks,
    /// One kernel over n and block.
    HeatMap,
    /// Time against the elements that each lane takes.
    PerLane,
    /// Time against the kernels' parameter.
    Parameter,
    /// Operations a second against operations a byte, under the roof of a copy.
    Roofline,
    /// Measured times against a model's.
    Simulated,
}

impl Figure {
    pub const ALL: [Figure; 10] = [
        Figure::HeatMap,
        Figure::Sizes,
        Figure::Bandwidth,
        Figure::Parameter,
        Figure::Blocks,
        Figure::Times,
        Figure::SpeedUp,
        Figure::PerLane,
        Figure::Roofline,
        Figure::Simulated,
    ];

    /// Stable name for tests.
    pub const fn id(self) -> &'static str {
        match self {
            Figure::Times => "times",
            Figure::SpeedUp => "speed-up",
            Figure::Sizes => "sizes",
            Figure::Bandwidth => "bandwidth",
            Figure::Blocks => "blocks",
            Figure::HeatMap => "heat-map",
            Figure::PerLane => "per-lane",
            Figure::Parameter => "parameter",
            Figure::Roofline => "roofline",
            Figure::Simulated => "simulated",
        }
    }

    /// Those that a record has enough for; the first says most about it.
    pub fn offered(record: &Record) -> Vec<Figure> {
        let (sizes, blocks) = (record.sizes().len(), record.blocks().len());
        let varied = record
            .parameter()
            .is_some_and(|(_, values)| values.len() > 1);
        let fits = |figure: &Figure| match figure {
            Figure::Times => !varied,
            Figure::SpeedUp => !varied && record.kernels().len() > 1,
            Figure::Sizes | Figure::Bandwidth => sizes > 1,
            Figure::Blocks => blocks > 1 && !varied,
            Figure::HeatMap => sizes > 1 && blocks > 1,
            Figure::PerLane => sweep::per_lane_values(record) > 1,
            Figure::Parameter => varied,
            Figure::Roofline | Figure::Simulated => {
                !varied
                    && record.kernels().len() > 1
                    && record.results().any(|result| result.case().is_some())
            }
        };
        Figure::ALL.into_iter().filter(fits).collect()
    }

    /// Whether it shows one n of several.
    pub const fn is_of_one_size(self) -> bool {
        match self {
            Figure::Times
            | Figure::SpeedUp
            | Figure::Blocks
            | Figure::PerLane
            | Figure::Parameter
            | Figure::Roofline
            | Figure::Simulated => true,
            Figure::Sizes | Figure::Bandwidth | Figure::HeatMap => false,
        }
    }

    /// Whether it needs what the machine counts.
    pub const fn needs_counts(self) -> bool {
        matches!(self, Figure::Roofline | Figure::Simulated)
    }

    /// Whether it shows one kernel of several.
    pub const fn is_of_one_kernel(self) -> bool {
        matches!(self, Figure::HeatMap)
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
    /// The n of figures that show one, and the kernel.
    pub n: u64,
    pub kernel: &'r str,
    /// What the machine has counted so far; `None` for cases that it cannot run.
    pub counts: &'r [(Case, Option<Counted>)],
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
                grid: token("chart-grid"),
                series: (1..=6)
                    .map(|place| token(&format!("series-{place}")))
                    .collect(),
                heat: [token("shade-low"), token("shade-high")],
            },
        }
    }
}

/// The chart as SVG.
pub fn draw(figure: Figure, subject: &Subject<'_>, look: &Look<'_>) -> String {
    match figure {
        Figure::Times => bars::times(subject, look),
        Figure::SpeedUp => bars::speed_up(subject, look),
        Figure::HeatMap => sweep::heat_map(subject, look),
        Figure::Roofline => roofline::roofline(subject, look),
        Figure::Simulated => roofline::simulated(subject, look),
        Figure::Sizes
        | Figure::Bandwidth
        | Figure::Blocks
        | Figure::PerLane
        | Figure::Parameter => sweep::lines(figure, subject, look),
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
        let words = self.strings.lab();
        if !figure.is_of_one_size() {
            return (words.figure_title)(figure).to_owned();
        }
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
        (self.strings.lab().figure_source)(Source {
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

/// The median; what could not be told from zero is said to be less than the interval's upper end.
pub fn time_text(time: &Measurement) -> String {
    match time.is_resolved() {
        true => duration(time.nanos),
        false => (time.at_most()).map_or("–".to_owned(), |end| format!("< {}", duration(end))),
    }
}

/// Of a time that could be told from zero.
pub fn bandwidth_text(time: &Measurement) -> String {
    match time.is_resolved() {
        true => digits(time.gb_per_s),
        false => "–".to_owned(),
    }
}

/// What stands beside a bar of time: its rate, or what is known where there is no bar.
pub fn beside_bar(time: &Measurement, strings: &Strings) -> String {
    match time.is_resolved() {
        true => format!("{} {}", bandwidth_text(time), strings.bandwidth),
        false => time_text(time),
    }
}

/// Median and interval in nanoseconds, for a bar: no numbers where there is nothing to be drawn.
pub fn bar_of(time: &Measurement) -> [f64; 3] {
    match time.is_resolved() {
        true => [time.nanos, time.low, time.high],
        false => [f64::NAN; 3],
    }
}

/// The same in 10⁹ bytes a second.
pub fn rates_of(time: &Measurement) -> [f64; 3] {
    let [middle, low, high] = bar_of(time);
    [middle, high, low].map(|nanos| time.useful_bytes as f64 / nanos)
}

/// How a sample comes about, for the table: its method with R.
pub fn repeats(time: &Measurement) -> Option<u32> {
    match time.method {
        Method::Slope => Some(time.repeats),
        Method::Single => None,
    }
}

#[cfg(test)]
mod tests;
