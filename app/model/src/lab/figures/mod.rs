//! The lab's charts: the charts that a record has data for, each drawn as SVG.

pub mod bars;
pub mod roofline;
mod sweep;

use crate::lab::counts::Counted;
use crate::lab::experiment::{Case, Experiment};
use crate::lab::record::{Record, Result};
use crate::number::grouped;
use crate::strings::Strings;
use gpu::{Clock, Measurement, Method};
use lessons::Language;

/// A kind of chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Bars with intervals; below them shipped and published times of the same work.
    Times,
    /// Speed-up over the first kernel.
    SpeedUp,
    /// Time against n.
    Sizes,
    /// Bandwidth against n.
    Bandwidth,
    /// Floating-point operations per second against n, of kernels that know their number.
    Operations,
    /// Time against the block.
    Blocks,
    /// One kernel over n and block.
    HeatMap,
    /// Time against the elements per lane.
    PerLane,
    /// Time against the kernels' parameter.
    Parameter,
    /// Operations per second against operations per byte, under the roof of a copy.
    Roofline,
    /// Measured times against a model's.
    Simulated,
    /// A table with a row for each kernel, see [`crate::lab::kernel_table`].
    Kernels,
}

impl Figure {
    pub const ALL: [Figure; 12] = [
        Figure::HeatMap,
        Figure::Sizes,
        Figure::Bandwidth,
        Figure::Operations,
        Figure::Parameter,
        Figure::Blocks,
        Figure::Times,
        Figure::SpeedUp,
        Figure::PerLane,
        Figure::Roofline,
        Figure::Simulated,
        Figure::Kernels,
    ];

    /// Returns a stable name for tests.
    pub const fn id(self) -> &'static str {
        match self {
            Figure::Times => "times",
            Figure::SpeedUp => "speed-up",
            Figure::Sizes => "sizes",
            Figure::Bandwidth => "bandwidth",
            Figure::Operations => "operations",
            Figure::Blocks => "blocks",
            Figure::HeatMap => "heat-map",
            Figure::PerLane => "per-lane",
            Figure::Parameter => "parameter",
            Figure::Roofline => "roofline",
            Figure::Simulated => "simulated",
            Figure::Kernels => "kernels",
        }
    }

    /// Returns the charts that a record has enough data for; the most informative one comes first.
    pub fn offered(record: &Record) -> Vec<Figure> {
        let (sizes, blocks) = (record.sizes().len(), record.blocks().len());
        let varied = record.parameter().is_some_and(|(_, values)| values.len() > 1);
        let fits = |figure: &Figure| match figure {
            Figure::Times => !varied,
            Figure::SpeedUp => !varied && record.kernels().len() > 1,
            Figure::Sizes | Figure::Bandwidth => sizes > 1,
            Figure::Operations => {
                let has_operations = |result: Result<'_>| result.operations().is_some();
                sizes > 1 && !varied && record.results().any(has_operations)
            }
            // If each n is one block, there is a single block for each n.
            Figure::Blocks => blocks > 1 && !varied && !record.is_of_one_block(),
            Figure::HeatMap => sizes > 1 && blocks > 1 && !record.is_of_one_block(),
            Figure::PerLane => sweep::per_lane_values(record) > 1,
            Figure::Parameter => varied,
            Figure::Roofline | Figure::Simulated | Figure::Kernels => {
                !varied && record.kernels().len() > 1 && record.results().any(|result| result.case().is_some())
            }
        };
        Figure::ALL.into_iter().filter(fits).collect()
    }

    /// Returns the figure that an experiment is for, if its preset has one of its own.
    pub fn of_experiment(experiment: &Experiment) -> Option<Figure> {
        match (experiment.has_whole_table(), experiment.is_of_one_block()) {
            (true, _) => Some(Figure::Kernels),
            (false, true) => Some(Figure::Operations),
            (false, false) => None,
        }
    }

    /// True if the chart shows a single n.
    pub const fn is_of_one_size(self) -> bool {
        match self {
            Figure::Times
            | Figure::SpeedUp
            | Figure::Blocks
            | Figure::PerLane
            | Figure::Parameter
            | Figure::Roofline
            | Figure::Simulated
            | Figure::Kernels => true,
            Figure::Sizes | Figure::Bandwidth | Figure::Operations | Figure::HeatMap => false,
        }
    }

    /// True if the chart needs the machine's counters.
    pub const fn needs_counts(self) -> bool {
        matches!(self, Figure::Roofline | Figure::Simulated | Figure::Kernels)
    }

    /// True if the chart shows a single kernel.
    pub const fn is_of_one_kernel(self) -> bool {
        matches!(self, Figure::HeatMap)
    }
}

/// The quantity that a chart of several devices compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    Time,
    Bandwidth,
    /// Speed-up over the first kernel that the device measured at this size.
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

/// The data of a chart.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'r> {
    pub record: &'r Record,
    pub language: Language,
    pub strings: &'static Strings,
    /// The n and the kernel of charts that show a single one.
    pub n: u64,
    pub kernel: &'r str,
    /// The machine's counters so far; `None` for cases that it cannot run.
    pub counts: &'r [(Case, Option<Counted>)],
}

/// The appearance of a chart.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "`token` is a function")]
pub struct Look<'l> {
    pub width: f64,
    pub text: f64,
    /// Returns the value of a token of the page's style sheet, or a reference to it.
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
                bar: token("bar"),
                highlight: token("bar-now"),
                own: token("own"),
                whisker: token("ink"),
                ghost: token("edge-strong"),
                text: token("ink"),
                soft_text: token("soft"),
                grid: token("chart-grid"),
                series: (1..=6).map(|place| token(&format!("series-{place}"))).collect(),
                heat: [token("shade-low"), token("shade-high")],
            },
        }
    }
}

/// Draws the chart as SVG; `None` for the table, which is no chart.
pub fn draw(figure: Figure, subject: &Subject<'_>, look: &Look<'_>) -> Option<String> {
    Some(match figure {
        Figure::Kernels => return None,
        Figure::Times => bars::times(subject, look),
        Figure::SpeedUp => bars::speed_up(subject, look),
        Figure::HeatMap => sweep::heat_map(subject, look),
        Figure::Roofline => roofline::roofline(subject, look),
        Figure::Simulated => roofline::simulated(subject, look),
        Figure::Sizes
        | Figure::Bandwidth
        | Figure::Operations
        | Figure::Blocks
        | Figure::PerLane
        | Figure::Parameter => sweep::lines(figure, subject, look),
    })
}

impl<'r> Subject<'r> {
    fn at_size(&self) -> Vec<Result<'r>> {
        let of_size = |result: &Result<'_>| result.entry.n == self.n;
        self.record.results().filter(of_size).collect()
    }

    /// Returns the kernel's title; with `blocks` it includes the block, which distinguishes bars of one kernel.
    fn label(&self, result: &Result<'_>, blocks: bool) -> String {
        let title = result.title(self.language);
        if blocks {
            format!("{title} · {}", result.entry.block)
        } else {
            title
        }
    }

    /// Returns true if blocks differ, and not as n does.
    fn has_blocks(results: &[Result<'_>]) -> bool {
        let is_one_block = |result: &Result<'_>| result.entry.n == u64::from(result.entry.block);
        if results.iter().all(is_one_block) {
            return false;
        }
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

    /// Returns the source line of the chart: device, time and method.
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
        let day = sheet.taken.get(..16).unwrap_or(&sheet.taken).replace('T', " ");
        (self.strings.lab().figure_source)(Source {
            device: &sheet.device.name,
            is_fallback: sheet.device.is_fallback,
            day: &day,
            samples,
            clock,
        })
    }
}

/// The facts in a chart's source line.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    pub device: &'s str,
    /// True for a software implementation of the GPU.
    pub is_fallback: bool,
    pub day: &'s str,
    pub samples: usize,
    pub clock: Clock,
}

/// Formats a value with three significant digits.
pub fn digits(value: f64) -> String {
    match value.abs() {
        v if v >= 1e5 => grouped(value.round() as u64),
        v if v >= 100.0 => format!("{value:.0}"),
        v if v >= 10.0 => format!("{value:.1}"),
        v if v >= 1.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// Formats nanoseconds with three digits, in microseconds from 1 to 9,999.
pub fn duration(nanos: f64) -> String {
    charts::Unit::Time.for_largest(nanos).value(nanos)
}

/// Formats the median. A time that could not be distinguished from zero is "less than" the interval's upper end.
pub fn time_text(time: &Measurement) -> String {
    if time.is_resolved() {
        duration(time.nanos)
    } else {
        (time.at_most()).map_or("–".to_owned(), |end| format!("< {}", duration(end)))
    }
}

/// Formats the bandwidth, or a dash if the time could not be distinguished from zero.
pub fn bandwidth_text(time: &Measurement) -> String {
    if time.is_resolved() {
        digits(time.gb_per_s)
    } else {
        "–".to_owned()
    }
}

/// Returns the bandwidth with its unit, or nothing if the time could not be distinguished from zero.
pub fn rate_text(time: &Measurement, strings: &Strings) -> String {
    if time.is_resolved() {
        format!("{} {}", bandwidth_text(time), strings.bandwidth)
    } else {
        String::new()
    }
}

/// Returns median and interval in nanoseconds for a bar; NaN if there is nothing to draw.
pub fn bar_of(time: &Measurement) -> [f64; 3] {
    if time.is_resolved() {
        [time.nanos, time.low, time.high]
    } else {
        [f64::NAN; 3]
    }
}

/// Returns median and interval in 10⁹ bytes per second.
pub fn rates_of(time: &Measurement) -> [f64; 3] {
    let [middle, low, high] = bar_of(time);
    [middle, high, low].map(|nanos| time.useful_bytes as f64 / nanos)
}

/// Returns median and interval in 10⁹ floating-point operations per second; `None` if the kernel is not about them.
pub fn operation_rates_of(result: &Result<'_>) -> Option<[f64; 3]> {
    let operations = result.operations()? as f64;
    let [middle, low, high] = bar_of(result.time);
    Some([middle, high, low].map(|nanos| operations / nanos))
}

/// Returns the repetitions R of the slope method, for the table; `None` for other methods.
pub fn repeats(time: &Measurement) -> Option<u32> {
    match time.method {
        Method::Slope => Some(time.repeats),
        Method::Single => None,
    }
}

#[cfg(test)]
mod tests;
