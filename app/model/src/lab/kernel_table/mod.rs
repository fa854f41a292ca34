//! The table of all kernels: a row for each, with counters, modelled, measured and shipped times.

pub mod column;
pub mod files;

use crate::address::{Address, RunSpec};
use crate::lab::collection::{Collection, lesson_of};
use crate::lab::counts::Counted;
use crate::lab::experiment::{COPY, Case, Experiment};
use crate::lab::figures::{bandwidth_text, digits, duration, time_text};
use crate::lab::record::{Record, Result, title};
use crate::number::grouped;
use crate::panels::counters::Kind;
use column::{Column, Direction, Order};
use gpu::Measurement;
use lessons::measured::measured;
use lessons::{Language, Lesson};
use simt::Machine;

/// The width of a warp that a kernel's result or its work depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarpNeed {
    /// The result is right only if at least this many lanes run in lockstep.
    Lockstep(u32),
    /// The kernel is given this width, whatever the GPU's own is.
    Given(u32),
}

impl WarpNeed {
    pub fn of(case: &Case) -> Option<Self> {
        let least = case.kernel.least_warp_width;
        if least > 1 {
            return Some(WarpNeed::Lockstep(least));
        }
        // The lab builds its jobs for the usual machine.
        let dispatch = case.kernel.dispatch(case.size, &Machine::default());
        let width = dispatch.overrides.get("WARP_WIDTH")?;
        Some(WarpNeed::Given(*width as u32))
    }

    pub const fn lanes(self) -> u32 {
        match self {
            WarpNeed::Lockstep(lanes) | WarpNeed::Given(lanes) => lanes,
        }
    }

    /// Returns true if every warp of a GPU, from its narrowest to its widest, is as the kernel needs it.
    pub fn is_met_by(self, [least, most]: [u32; 2]) -> bool {
        match self {
            WarpNeed::Lockstep(lanes) => least >= lanes,
            WarpNeed::Given(lanes) => (least, most) == (lanes, lanes),
        }
    }
}

/// A kernel at one size, with everything that is known about it.
#[derive(Clone, Debug)]
pub struct Row {
    pub kernel: String,
    pub title: String,
    pub lesson: Option<&'static Lesson>,
    pub n: u64,
    pub block: u32,
    pub need: Option<WarpNeed>,
    pub counted: Option<Counted>,
    pub measured: Option<Measurement>,
    /// 1 for the bandwidth of the copy.
    pub share_of_copy: Option<f64>,
    /// The shipped time of the same work, in nanoseconds.
    pub shipped_nanos: Option<f64>,
}

/// The data of the table.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'r> {
    pub experiment: &'r Experiment,
    pub record: Option<&'r Record>,
    /// The n of the record's measurements.
    pub n: u64,
    /// The machine's counters so far; `None` for cases that it cannot run.
    pub counts: &'r [(Case, Option<Counted>)],
    pub language: Language,
}

/// Returns the cases of the table: those that a record has at `n`. Before anything is measured, those of the experiment at
/// its first n and block.
pub fn cases(experiment: &Experiment, record: Option<&Record>, n: u64) -> Vec<Case> {
    let Some(record) = filled(record) else {
        return experiment.at_first_size().cases();
    };
    let results = at(record, n).filter_map(|result| result.case());
    results.chain(failed(record, n).cloned()).collect()
}

/// Returns the record if there is something in it.
fn filled(record: Option<&Record>) -> Option<&Record> {
    record.filter(|record| !record.is_empty() || !record.failures.is_empty())
}

fn at(record: &Record, n: u64) -> impl Iterator<Item = Result<'_>> {
    record.results().filter(move |result| result.entry.n == n)
}

fn failed(record: &Record, n: u64) -> impl Iterator<Item = &Case> {
    let cases = record.failures.iter().map(|(case, _)| case);
    cases.filter(move |case| u64::from(case.size.n()) == n)
}

/// Returns the rows in the order of the course.
pub fn rows(subject: &Subject<'_>) -> Vec<Row> {
    let mut rows: Vec<Row> = match filled(subject.record) {
        None => {
            let cases = subject.experiment.at_first_size().cases();
            cases.iter().map(|case| subject.row(case)).collect()
        }
        Some(record) => {
            let copy = at(record, subject.n).find(|result| result.entry.kernel == COPY);
            let copy = copy.and_then(|copy| rate(copy.time));
            let results = at(record, subject.n).map(|result| subject.row_of(&result, copy));
            let failed = failed(record, subject.n).map(|case| subject.row(case));
            results.chain(failed).collect()
        }
    };
    let table = Collection::Table.kernels();
    rows.sort_by_key(|row| {
        let place = table.iter().position(|kernel| kernel.kernel.name == row.kernel);
        (row.kernel == COPY, place.unwrap_or(table.len()))
    });
    rows
}

/// Returns the shipped time of exactly this work.
fn shipped_nanos(case: &Case) -> Option<f64> {
    let (name, n, block) = (&case.kernel.kernel.name, case.size.n(), case.size.block());
    let mut times = measured().times.iter();
    let shipped = times.find(|row| (row.kernel.as_str(), row.n, row.block) == (name.as_ref(), u64::from(n), block));
    let is_own_work = case.value.is_none() || case.value == case.kernel.task.iterations();
    let browser = shipped.filter(|_| is_own_work)?.browser?;
    Some(browser.median())
}

/// Returns the bandwidth, if the time could be distinguished from zero.
fn rate(time: &Measurement) -> Option<f64> {
    (time.is_resolved() && time.gb_per_s > 0.0).then_some(time.gb_per_s)
}

impl Subject<'_> {
    fn row(&self, case: &Case) -> Row {
        let name = case.kernel.kernel.name.as_ref();
        let size = case.size;
        let counted = self.counts.iter().find(|(each, _)| each == case);
        Row {
            kernel: name.to_owned(),
            title: title(name, self.language),
            lesson: lesson_of(case.kernel),
            n: u64::from(size.n()),
            block: size.block(),
            need: WarpNeed::of(case),
            counted: counted.and_then(|(_, counted)| counted.clone()),
            measured: None,
            share_of_copy: None,
            shipped_nanos: shipped_nanos(case),
        }
    }

    /// Returns the row of a result. A kernel that this version does not have has no counters.
    fn row_of(&self, result: &Result<'_>, copy: Option<f64>) -> Row {
        let entry = result.entry;
        let row = match result.case() {
            Some(case) => self.row(&case),
            None => Row {
                kernel: entry.kernel.clone(),
                title: String::new(),
                lesson: None,
                n: entry.n,
                block: entry.block,
                need: None,
                counted: None,
                measured: None,
                share_of_copy: None,
                shipped_nanos: None,
            },
        };
        Row {
            title: result.title(self.language),
            measured: Some(result.time.clone()),
            share_of_copy: copy.and_then(|copy| Some(rate(result.time)? / copy)),
            ..row
        }
    }
}

/// Returns the rows in an order.
pub fn sorted(mut rows: Vec<Row>, order: Order) -> Vec<Row> {
    let Order { column, direction } = order;
    if column == Column::Kernel {
        if direction == Direction::Falling {
            rows.reverse();
        }
        return rows;
    }
    rows.sort_by(|one, other| match (one.number(column), other.number(column)) {
        (Some(one), Some(other)) => match direction {
            Direction::Rising => one.total_cmp(&other),
            Direction::Falling => other.total_cmp(&one),
        },
        (one, other) => one.is_none().cmp(&other.is_none()),
    });
    rows
}

/// Returns true if the rows are of several sizes, so that each has to name its own.
pub fn has_sizes(rows: &[Row]) -> bool {
    rows.windows(2)
        .any(|pair| (pair[0].n, pair[0].block) != (pair[1].n, pair[1].block))
}

impl Row {
    /// Returns the number of a column; `None` for the title, and for a number that is not known.
    pub fn number(&self, column: Column) -> Option<f64> {
        let counted = self.counted.as_ref();
        let resolved = self.measured.as_ref().filter(|time| time.is_resolved());
        match column {
            Column::Kernel => None,
            Column::Counter(id) => counted?.counter(id)?.number,
            Column::Bytes => Some(counted?.bytes),
            Column::Modelled => Some(counted?.cost?.time().1),
            Column::Measured => resolved.map(|time| time.nanos),
            Column::Bandwidth => resolved.map(|time| time.gb_per_s),
            Column::Share => self.share_of_copy,
            Column::Shipped => self.shipped_nanos,
        }
    }

    /// Formats the number of a column as the table shows it; `None` if it is not known.
    pub fn text(&self, column: Column) -> Option<String> {
        let number = || self.number(column);
        match column {
            Column::Kernel => Some(self.title.clone()),
            Column::Counter(id) => Some(id.show(number()?)),
            Column::Bytes => Some(grouped(number()? as u64)),
            Column::Modelled | Column::Shipped => Some(duration(number()?)),
            // A time that could not be distinguished from zero has a limit, but no number.
            Column::Measured => self.measured.as_ref().map(time_text),
            Column::Bandwidth => self.measured.as_ref().map(bandwidth_text),
            Column::Share => Some(format!("{} %", digits(100.0 * number()?))),
        }
    }

    /// Formats the interval of the measured median.
    pub fn interval(&self) -> Option<String> {
        let time = self.measured.as_ref().filter(|time| time.is_resolved())?;
        Some(format!("{} – {}", duration(time.low), duration(time.high)))
    }

    /// Returns the kind of the number in a column: that of the column, or modelled for counters that are multiplied though
    /// their blocks differ.
    pub fn kind(&self, column: Column) -> Option<Kind> {
        match (column.kind(), &self.counted) {
            (Some(Kind::Exact), Some(counted)) => Some(counted.kind()),
            (kind, _) => kind,
        }
    }

    /// Returns the link to the kernel in its lesson.
    pub fn link(&self) -> Option<String> {
        let lesson = self.lesson?;
        let kernels = lesson.kernels.iter().copied();
        let kernel = kernels.into_iter().find(|kernel| kernel.kernel.name == self.kernel)?;
        let usual = RunSpec::of_lesson(lesson)?;
        let address = Address {
            view: Some(RunSpec {
                kernel,
                size: kernel.task.nearest(usual.size),
                ..usual
            }),
            ..Address::default()
        };
        Some(address.write())
    }
}

#[cfg(test)]
mod tests;
