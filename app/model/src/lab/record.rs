//! A record: the sheet of one session of measurements, with its name and its medians.

use crate::lab::experiment::{COPY, Case};
use crate::strings;
use gpu::{Entry, GpuError, Measurement, Sheet, SheetDevice, Way};
use lessons::{GalleryKernel, Language, Size};

/// Measurements that are shown together.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The key in the browser's storage.
    pub id: String,
    /// The name that the reader chose. If empty, the record is described by its contents.
    pub name: String,
    pub sheet: Sheet,
    /// The measurement of each entry of the sheet; `None` if its samples do not determine one.
    times: Vec<Option<Measurement>>,
    /// The cases that could not be measured, with their errors.
    pub failures: Vec<(Case, GpuError)>,
}

/// The program's name and version in sheets.
pub const PROGRAM: &str = concat!("Warpstep ", env!("CARGO_PKG_VERSION"));

impl Record {
    /// Creates a record without measurements.
    pub fn new(id: String, device: SheetDevice, taken: String) -> Self {
        let sheet = Sheet::new(device, taken, PROGRAM.to_owned(), Way::Browser, Vec::new());
        Record::of(id, String::new(), sheet)
    }

    pub fn of(id: String, name: String, sheet: Sheet) -> Self {
        let times = sheet.entries.iter().map(Entry::measurement).collect();
        Record {
            id,
            name,
            sheet,
            times,
            failures: Vec::new(),
        }
    }

    pub fn add(&mut self, case: &Case, measurement: Measurement) {
        let size = case.size;
        let mut entry = Entry::of(&measurement, u64::from(size.n()), size.block());
        entry
            .parameters
            .extend(case.parameter().map(|(name, value)| (name.to_owned(), value)));
        self.sheet.entries.push(entry);
        self.times.push(Some(measurement));
    }

    /// Iterates over the entries that have a measurement, in the order of measuring.
    pub fn results(&self) -> impl Iterator<Item = Result<'_>> {
        let pairs = self.sheet.entries.iter().zip(&self.times);
        pairs.filter_map(|(entry, time)| {
            Some(Result {
                entry,
                time: time.as_ref()?,
            })
        })
    }

    /// Returns the kernels in the order of their first measurement.
    pub fn kernels(&self) -> Vec<&str> {
        distinct(self.results().map(|result| result.entry.kernel.as_str()))
    }

    /// Returns every measured n, rising.
    pub fn sizes(&self) -> Vec<u64> {
        sorted(self.results().map(|result| result.entry.n))
    }

    pub fn blocks(&self) -> Vec<u32> {
        sorted(self.results().map(|result| result.entry.block))
    }

    /// Returns the name and the values of the parameter that was varied.
    pub fn parameter(&self) -> Option<(&str, Vec<f64>)> {
        let entries = &self.sheet.entries;
        let name = entries.iter().find_map(|entry| entry.parameters.keys().next())?;
        let mut values: Vec<f64> = entries
            .iter()
            .filter_map(|entry| entry.parameters.get(name).copied())
            .collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        Some((name, values))
    }

    /// Returns true if every result is a single block, filled to its last lane.
    pub fn is_of_one_block(&self) -> bool {
        !self.is_empty()
            && self
                .results()
                .all(|result| result.entry.n == u64::from(result.entry.block))
    }

    pub fn is_empty(&self) -> bool {
        self.results().next().is_none()
    }
}

/// One entry of a sheet with its measurement.
#[derive(Clone, Copy, Debug)]
pub struct Result<'r> {
    pub entry: &'r Entry,
    pub time: &'r Measurement,
}

impl Result<'_> {
    /// Returns the measured case; `None` if this version's gallery has no such kernel or size.
    pub fn case(&self) -> Option<Case> {
        let kernel = GalleryKernel::by_name(&self.entry.kernel)?;
        let size = Size::new(u32::try_from(self.entry.n).ok()?, self.entry.block).ok()?;
        let parameter = kernel.task.parameter();
        let value = parameter.and_then(|parameter| self.entry.parameters.get(parameter.name()));
        (kernel.task.nearest(size) == size).then_some(Case {
            kernel,
            size,
            value: value.map(|value| *value as u32),
        })
    }

    /// Returns the kernel's floating-point operations; `None` if it is not about them.
    pub fn operations(&self) -> Option<u64> {
        let case = self.case()?;
        case.work().operations(case.size)
    }

    /// Returns the kernel's title (or its name, if it is not in the gallery), followed by the value of its parameter.
    pub fn title(&self, language: Language) -> String {
        let title = title(&self.entry.kernel, language);
        match self.entry.parameters.iter().next() {
            Some((name, value)) => format!("{title} · {name} {value}"),
            None => title,
        }
    }
}

/// Returns a kernel's title in charts and tables.
pub fn title(name: &str, language: Language) -> String {
    if name == COPY {
        return strings::of(language).lab().copy_title.to_owned();
    }
    GalleryKernel::by_name(name).map_or_else(|| name.to_owned(), |kernel| kernel.title.get(language).to_owned())
}

fn distinct<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items
}
