//! Times of all kernels, measured here or published elsewhere, as rows for the table and the chart.

mod chart;
pub mod conditions;
mod judge;
pub mod remark;
pub mod size;

pub use chart::{ChartSize, CudaBars, chart};
pub use judge::{is_too_short, remarks};

use crate::lab::figures::{bar_of, duration};
use charts::Unit;
use conditions::Conditions;
use gpu::{DeviceInfo, GpuError, Measurement};
use lessons::measured;
use lessons::published::{self, Build, PublishedTime};
use lessons::{Clock, GalleryKernel, Language, Lesson, Size};
use remark::Remark;
use size::AtSize;
use std::sync::Arc;

/// Kernels whose times stand in one chart: those of a lesson, or the ladder of its chapter.
#[derive(Clone, Debug)]
pub struct Charted {
    /// The id of the lesson, or of the chapter.
    pub id: &'static str,
    pub kernels: Vec<&'static GalleryKernel>,
    pub clock: Clock,
}

impl Charted {
    pub fn lesson(lesson: &Lesson) -> Self {
        Charted {
            id: lesson.id,
            kernels: lesson.kernels.to_vec(),
            clock: lesson.clock,
        }
    }

    /// Returns the ladder of the chapter that contains a lesson; `None` if the chapter has none.
    pub fn ladder_of(lesson: &Lesson) -> Option<Self> {
        let (chapter, _) = lesson.place()?;
        let charted = Charted {
            id: chapter.id,
            kernels: chapter.ladder().collect(),
            clock: Clock::usual(&[]),
        };
        (!charted.kernels.is_empty()).then_some(charted)
    }
}

/// Chooses the kernels of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Those of the lesson.
    Lesson,
    /// Those that sum up the lesson's chapter.
    Ladder,
}

impl Rows {
    pub fn of(self, lesson: &Lesson) -> Option<Charted> {
        match self {
            Rows::Lesson => Some(Charted::lesson(lesson)),
            Rows::Ladder => Charted::ladder_of(lesson),
        }
    }
}

impl PartialEq for Charted {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// A measurement of the kernels of a chart.
#[derive(Debug)]
pub struct Measured {
    /// The id of the chart's kernels.
    pub charted: &'static str,
    pub at: AtSize,
    pub size: Size,
    pub device: Arc<DeviceInfo>,
    /// The result of each kernel, with the kernel's name.
    pub results: Vec<(String, Result<Measurement, GpuError>)>,
    /// The time of a dispatch without work.
    pub empty: Option<Time>,
}

impl Measured {
    /// Returns true for a measurement of these kernels at this choice of size; `picture` is the size of the run that is
    /// shown. The clock's size depends on the GPU alone.
    pub fn is_of(&self, charted: &str, choice: AtSize, picture: Size) -> bool {
        let is_same_size = match choice {
            AtSize::Clock => true,
            AtSize::Picture => self.size == picture,
        };
        self.charted == charted && self.at == choice && is_same_size
    }

    fn of(&self, kernel: &GalleryKernel) -> Option<&Result<Measurement, GpuError>> {
        let mut results = self.results.iter();
        let (_, result) = results.find(|(name, _)| *name == kernel.kernel.name)?;
        Some(result)
    }
}

/// A measured time: milliseconds, and texts with their unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Time {
    /// `millis`, `low` and `high` are NaN if the time could not be distinguished from zero.
    pub millis: f64,
    pub low: f64,
    pub high: f64,
    /// The median, or the interval's upper end if the time could not be distinguished from zero.
    pub at_most: f64,
    pub samples: usize,
    /// If the time could not be distinguished from zero: `<` and the interval's upper end.
    pub median: String,
    pub interval: String,
    pub bandwidth: String,
}

/// A published time, with its own conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    pub millis: f64,
    pub text: String,
    pub device: String,
    pub of: Conditions,
    pub build: Build,
    /// The library's function that was timed instead of a kernel; it chooses its own block.
    pub library: Option<String>,
    /// The title of the publication.
    pub source: &'static str,
}

/// A time that is shipped with the lessons, measured in a browser on [`measured`]'s device, with its own conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Shipped {
    pub millis: f64,
    pub text: String,
    pub of: Conditions,
    /// The time of the CUDA kernel of the same work on the same device, in milliseconds, if it was measured.
    pub cuda: Option<f64>,
}

/// All that a chart and its table show.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// The size of the bars.
    pub size: Size,
    /// The kernels in the order of the lesson or of the ladder.
    pub rows: Vec<TimeRow>,
    /// The time of a dispatch without work, if it was measured.
    pub empty: Option<Time>,
    /// The limits of what the bars show.
    pub remarks: Vec<Remark>,
}

/// One kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRow {
    pub kernel: String,
    pub title: &'static str,
    /// The conditions of the kernel's bar.
    pub of: Conditions,
    pub measured: Option<Time>,
    /// The median of the samples so far, in milliseconds, of a measurement that is under way.
    pub so_far: Option<f64>,
    pub error: Option<GpuError>,
    pub published: Option<Ghost>,
    pub shipped: Option<Shipped>,
}

impl TimeRow {
    /// Returns the shipped time if it is of the same work as the bar.
    fn shipped_here(&self) -> Option<&Shipped> {
        self.shipped.as_ref().filter(|shipped| shipped.of == self.of)
    }
}

impl Times {
    /// Returns the times of kernels: measured ones if there are any, else those that are known for `size`.
    pub fn of(charted: &Charted, size: Size, measured: Option<&Measured>, language: Language) -> Self {
        let size = measured.map_or(size, |measured| measured.size);
        let rows = rows(measured, &charted.kernels, size, language);
        let empty = measured.and_then(|measured| measured.empty.clone());
        Times {
            size,
            remarks: remarks(&rows, empty.as_ref(), charted.clock.faster),
            rows,
            empty,
        }
    }

    /// Returns the lanes per block if they are the same for all kernels.
    pub fn block(&self) -> Option<u32> {
        let first = self.rows.first()?.of.block;
        let is_same = self.rows.iter().all(|row| row.of.block == first);
        is_same.then_some(first)
    }

    /// Returns true if a time is in the table only: a published one, or a shipped one of other work than the bar's.
    pub fn has_others(&self) -> bool {
        let is_other = |row: &TimeRow| {
            let shipped = row.shipped.as_ref();
            row.published.is_some() || shipped.is_some_and(|shipped| shipped.of != row.of)
        };
        self.rows.iter().any(is_other)
    }

    /// Returns true if the chart can have bars of CUDA.
    pub fn has_cuda(&self) -> bool {
        let has_cuda = |row: &TimeRow| {
            let shipped = row.shipped_here();
            shipped.is_some_and(|shipped| shipped.cuda.is_some())
        };
        self.rows.iter().any(has_cuda)
    }
}

/// The time of a kernel's tab: the reader's own if there is one, else the shipped one.
#[derive(Clone, Debug, PartialEq)]
pub struct TabTime {
    /// Its share of the longest time of the chart; 0 for a time that could not be distinguished from zero.
    pub share: f64,
    pub text: String,
    /// True for a time of the reader's GPU.
    pub is_own: bool,
}

impl Times {
    /// Returns the time for a kernel's tab; `None` if there is none of the chart's work.
    pub fn tab(&self, kernel: &str) -> Option<TabTime> {
        let all = self.rows.iter().filter_map(tab_millis);
        let longest = all.map(|(millis, _)| millis).fold(0.0, f64::max);
        let unit = Unit::Time.for_largest(longest * 1e6);
        let row = self.rows.iter().find(|row| row.kernel == kernel)?;
        if let Some(time) = row.measured.as_ref().filter(|time| time.millis.is_nan()) {
            return Some(TabTime {
                share: 0.0,
                text: time.median.clone(),
                is_own: true,
            });
        }
        let (millis, is_own) = tab_millis(row)?;
        Some(TabTime {
            share: millis / longest,
            text: unit.value(millis * 1e6),
            is_own,
        })
    }

    /// Returns the shipped time of the second kernel divided by that of the first.
    pub fn shipped_ratio(&self, first: &str, second: &str) -> Option<f64> {
        let millis = |kernel: &str| {
            let row = self.rows.iter().find(|row| row.kernel == kernel)?;
            Some(row.shipped_here()?.millis)
        };
        Some(millis(second)? / millis(first)?)
    }

    /// Returns the time of the second kernel divided by that of the first, and true if both are the reader's own. `None` for
    /// times of noise, and for times of two devices.
    pub fn ratio(&self, first: &str, second: &str) -> Option<(f64, bool)> {
        let millis = |kernel: &str| {
            let mut rows = self.rows.iter();
            tab_millis(rows.find(|row| row.kernel == kernel)?)
        };
        let ((first, is_own), (second, is_second_own)) = (millis(first)?, millis(second)?);
        (is_own == is_second_own).then_some((second / first, is_own))
    }
}

/// Returns a kernel's own time, or else the shipped one, and true for its own; `None` for a time of noise.
fn tab_millis(row: &TimeRow) -> Option<(f64, bool)> {
    let measured = row.measured.as_ref().map(|time| (time.millis, true));
    measured
        .or_else(|| row.shipped_here().map(|shipped| (shipped.millis, false)))
        .filter(|(millis, _)| *millis > 0.0)
}

fn rows(
    measured: Option<&Measured>,
    kernels: &[&'static GalleryKernel],
    size: Size,
    language: Language,
) -> Vec<TimeRow> {
    let table = table(kernels, size);
    let of_table = |time: &PublishedTime| {
        table
            .as_ref()
            .is_some_and(|(device, n, block)| (&time.device, time.n, time.block) == (device, *n, *block))
    };
    let row = |kernel: &&'static GalleryKernel| {
        let result = measured.and_then(|measured| measured.of(kernel));
        let nearest = kernel.task.nearest(size);
        TimeRow {
            kernel: kernel.kernel.name.to_string(),
            title: kernel.title.get(language),
            of: Conditions {
                n: nearest.n().into(),
                block: nearest.block(),
                iterations: kernel.task.iterations(),
            },
            measured: result.and_then(|result| result.as_ref().ok()).map(time),
            so_far: None,
            error: result.and_then(|result| result.as_ref().err()).cloned(),
            published: published::times(kernel).into_iter().find(of_table).map(ghost),
            shipped: shipped(kernel, size),
        }
    };
    kernels.iter().map(row).collect()
}

/// Formats a measurement.
pub fn time(measurement: &Measurement) -> Time {
    let [millis, low, high] = bar_of(measurement).map(|nanos| nanos / 1e6);
    let upper_end = measurement.at_most();
    let at_most = if measurement.is_resolved() {
        millis
    } else {
        upper_end.map_or(millis, |end| end / 1e6)
    };
    let (median, bandwidth) = if measurement.is_resolved() {
        (duration(measurement.nanos), bandwidth(measurement.gb_per_s))
    } else {
        (
            upper_end.map_or("–".to_owned(), |end| format!("< {}", duration(end))),
            "–".to_owned(),
        )
    };
    Time {
        millis,
        low,
        high,
        at_most,
        samples: measurement.samples.len(),
        median,
        interval: if measurement.is_resolved() {
            let unit = Unit::Time.for_largest(measurement.high);
            format!("{} – {}", unit.value(measurement.low), unit.value(measurement.high))
        } else {
            "–".to_owned()
        },
        bandwidth,
    }
}

fn ghost(time: PublishedTime) -> Ghost {
    Ghost {
        millis: time.milliseconds,
        text: printed(time.milliseconds),
        device: time.device,
        of: Conditions {
            n: time.n,
            block: if time.library.is_some() { 0 } else { time.block },
            iterations: time.iterations,
        },
        build: time.build,
        library: time.library,
        source: published::title(&time.source),
    }
}

/// Returns the shipped time at this size if it was measured, else at the size that all kernels were measured at.
pub fn shipped(kernel: &GalleryKernel, size: Size) -> Option<Shipped> {
    let is_of_kernel = |row: &&lessons::measured::Times| row.kernel == kernel.kernel.name;
    let size = kernel.task.nearest(size);
    let is_same = |n: u64, block: u32| n == u64::from(size.n()) && block == size.block();
    let all_at = u64::from(Clock::USUAL.n());
    let rows = measured::measured().times.iter().filter(is_of_kernel);
    let row = rows.max_by_key(|row| (is_same(row.n, row.block), row.n == all_at))?;
    let millis = row.browser?.median() / 1e6;
    Some(Shipped {
        millis,
        text: duration(millis * 1e6),
        cuda: row.cuda.map(|time| time.median() / 1e6),
        of: Conditions {
            n: row.n,
            block: row.block,
            iterations: kernel.task.iterations(),
        },
    })
}

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

/// Returns the published table to compare these kernels with: that of this n, of this block if there is one, else that
/// with most of the kernels.
fn table(kernels: &[&'static GalleryKernel], size: Size) -> Option<(String, u64, u32)> {
    let mut tables: Vec<((String, u64, u32), usize)> = Vec::new();
    for time in kernels.iter().flat_map(|kernel| published::times(kernel)) {
        let key = (time.device, time.n, time.block);
        match tables.iter_mut().find(|(each, _)| *each == key) {
            Some((_, count)) => *count += 1,
            None => tables.push((key, 1)),
        }
    }
    let same = |(_, n, block): &(String, u64, u32)| {
        let is_same = *n == u64::from(size.n());
        (is_same, is_same && *block == size.block())
    };
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
        format!("{millis:.3} ms")
    } else {
        format!("{millis:.6} ms")
    }
}
