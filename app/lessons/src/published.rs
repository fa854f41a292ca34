//! Figures printed in textbooks and slides, as data with their source. The page shows them as published and never
//! simulates them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

static PUBLISHED: std::sync::LazyLock<Published> = std::sync::LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a mistake in it cannot reach a user.
    serde_json::from_str(include_str!("../../../assets/published-figures.json")).unwrap_or_default()
});

/// The whole collection.
pub fn published() -> &'static Published {
    &PUBLISHED
}

/// Published counters and times.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Published {
    pub sources: BTreeMap<String, Source>,
    pub counters: Vec<CounterTable>,
    pub times: Vec<TimeTable>,
    pub tables: Tables,
}

/// Tables about chips, not about a kernel.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Tables {
    pub source: String,
    pub flops_per_watt: Devices,
    pub parallelism_for_full_arithmetic_throughput: Vec<Parallelism>,
    pub c2050_memory: MemoryFigures,
}

/// A table of devices, one per column.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Devices {
    pub columns: Vec<String>,
    pub ghz: Vec<f64>,
    pub peak_gb_s: Vec<f64>,
}

/// The parallelism that keeps a chip's cores busy.
#[derive(Debug, Serialize, Deserialize)]
pub struct Parallelism {
    pub chip: String,
    pub latency_cycles: u32,
    pub cores_per_sm: u32,
    pub ops_per_sm: u32,
}

/// Upper bounds of a device's memory.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MemoryFigures {
    pub latency_cycles_below: u32,
    pub kib_in_flight_below: u32,
}

/// The work in which figures are printed.
#[derive(Debug, Serialize, Deserialize)]
pub struct Source {
    pub title: String,
    pub about: String,
}

/// Returns the title of a source, as a reader can look it up; empty if the source is unknown.
pub fn title(source: &str) -> &'static str {
    published()
        .sources
        .get(source)
        .map_or("", |source| source.title.as_str())
}

/// Profiler counters of several kernels on one device. In tables of another form, `kernels` is empty.
#[derive(Debug, Serialize, Deserialize)]
pub struct CounterTable {
    pub source: String,
    pub device: String,
    pub n: u64,
    #[serde(default)]
    pub block: u32,
    /// Iterations of the loop in each path, for kernels with such a loop.
    #[serde(default)]
    pub iterations: Option<u32>,
    #[serde(default)]
    pub build: Build,
    /// True if our transaction model reproduces every traffic counter to the printed digit.
    pub exact: bool,
    /// The unit that a load moves, in the source's words: sectors, or lines of the L1 cache.
    #[serde(default)]
    pub loads: String,
    /// Remarks about the table.
    #[serde(default)]
    pub notes: String,
    #[serde(default)]
    pub kernels: BTreeMap<String, BTreeMap<String, f64>>,
    /// For a table of block shapes: its kernel, and the columns and rows of its matrices.
    #[serde(default)]
    pub kernel: String,
    #[serde(default)]
    pub shape: [u32; 2],
    /// Counters by block shape, such as `32x16`.
    #[serde(default)]
    pub blocks: BTreeMap<String, BlockCounters>,
}

/// The way in which a source compiled its kernels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Build {
    /// The source prints no command that compiles without optimisation.
    #[default]
    Usual,
    /// `nvcc -g -G`: for a debugger, without optimisation.
    Debug,
}

/// Profiler counters of one kernel with one block shape.
#[derive(Debug, Serialize, Deserialize)]
pub struct BlockCounters {
    /// Blocks in x and y.
    pub grid: [u32; 2],
    pub counters: BTreeMap<String, f64>,
}

/// Times of several kernels on one device, in milliseconds.
#[derive(Debug, Serialize, Deserialize)]
pub struct TimeTable {
    pub source: String,
    pub device: String,
    #[serde(default)]
    pub n: u64,
    /// Columns and rows, for a table about a matrix.
    #[serde(default)]
    pub shape: [u32; 2],
    /// Lanes per block; functions of a library choose their own.
    #[serde(default)]
    pub block: u32,
    pub unit: String,
    pub kernels: BTreeMap<String, f64>,
    /// The names of `kernels` that are functions of a library, with the function.
    #[serde(default)]
    pub library: BTreeMap<String, String>,
}

impl TimeTable {
    /// Returns the number of elements: `n`, or those of the matrix.
    fn elements(&self) -> u64 {
        self.n.max(self.shape.into_iter().map(u64::from).product())
    }
}

/// A table of a source that a slide shows.
#[derive(Debug, PartialEq, Eq)]
pub struct PublishedTable {
    pub source: &'static str,
    /// The rows by the names of the source: kernels, or block shapes.
    pub rows: &'static [&'static str],
    pub columns: &'static [Column],
}

/// A column of a published table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Milliseconds,
    Microseconds,
    /// A counter by its name in [`simt::metric`].
    Counter(&'static str),
}

/// The content of a [`PublishedTable`], from one table of times or of counters.
#[derive(Debug, PartialEq)]
pub struct Printed {
    pub device: &'static str,
    pub n: u64,
    /// Lanes per block; 0 if they differ from row to row, or the source does not say them.
    pub block: u32,
    /// For each row its name in the source, the gallery's kernel of that name, and a value for each column.
    pub rows: Vec<(&'static str, Option<&'static crate::GalleryKernel>, Vec<f64>)>,
}

impl PublishedTable {
    /// Returns the first table of the source that has all rows and columns.
    pub fn printed(&'static self) -> Option<Printed> {
        let columns = || self.columns.iter();
        let of_counters = published().counters.iter().find_map(|table| {
            let counters = |row: &str| {
                let of_block = table.blocks.get(row).map(|block| &block.counters);
                table.kernels.get(row).or(of_block)
            };
            let value = |row: &str, column: &Column| {
                let name = match column {
                    Column::Milliseconds => "time_ms",
                    Column::Microseconds => "time_us",
                    Column::Counter(name) => name,
                };
                counters(row)?.get(name).copied()
            };
            let values = |row: &str| columns().map(|column| value(row, column)).collect();
            let head = (table.device.as_str(), table.n, table.block);
            self.rows_of(&table.source, head, values)
        });
        let of_times = || {
            published().times.iter().find_map(|table| {
                let values = |row: &str| {
                    let only_time = columns().all(|column| *column == Column::Milliseconds);
                    let millis = table.kernels.get(row).filter(|_| only_time)?;
                    Some(vec![*millis; self.columns.len()])
                };
                let head = (table.device.as_str(), table.elements(), table.block);
                self.rows_of(&table.source, head, values)
            })
        };
        of_counters.or_else(of_times)
    }

    fn rows_of(
        &self,
        source: &str,
        (device, n, block): (&'static str, u64, u32),
        values: impl Fn(&str) -> Option<Vec<f64>>,
    ) -> Option<Printed> {
        let is_library = |row: &str| {
            let mut tables = published().times.iter();
            tables.any(|table| table.source == self.source && table.library.contains_key(row))
        };
        let kernel = |row: &'static str| {
            if is_library(row) {
                return None;
            }
            let mut gallery = crate::GALLERY.iter().copied();
            gallery.find(|kernel| kernel.published.contains(&(self.source, row)))
        };
        let rows = self.rows.iter().map(|row| Some((*row, kernel(row), values(row)?)));
        let rows = (source == self.source).then(|| rows.collect::<Option<Vec<_>>>())??;
        Some(Printed { device, n, block, rows })
    }
}

/// One published time of one kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedTime {
    pub device: String,
    pub n: u64,
    /// 0 if the source does not say it.
    pub block: u32,
    /// Iterations of the loop in each path, for kernels with such a loop.
    pub iterations: Option<u32>,
    pub build: Build,
    /// The library's function that was timed, where it was no kernel of the source's own.
    pub library: Option<String>,
    pub milliseconds: f64,
    pub source: String,
}

impl PublishedTime {
    /// Returns true if the time is of this amount of work: elements, lanes per block and iterations. Any block will do for
    /// a function of a library, which chooses its own.
    pub fn is_of(&self, n: u64, block: u32, iterations: Option<u32>) -> bool {
        let same_block = self.library.is_some() || self.block == block;
        same_block && (self.n, self.iterations) == (n, iterations)
    }
}

/// Returns all published times of a gallery kernel.
pub fn times(kernel: &crate::GalleryKernel) -> Vec<PublishedTime> {
    let named = |source: &str| {
        kernel
            .published
            .iter()
            .find(|(from, _)| *from == source)
            .map(|(_, name)| *name)
    };
    let of_tables = published().times.iter().filter_map(|table| {
        let name = named(&table.source)?;
        Some(PublishedTime {
            device: table.device.clone(),
            n: table.elements(),
            block: table.block,
            iterations: None,
            build: Build::Usual,
            library: table.library.get(name).cloned(),
            milliseconds: *table.kernels.get(name)?,
            source: table.source.clone(),
        })
    });
    let of_counters = published().counters.iter().filter_map(|table| {
        let counters = table.kernels.get(named(&table.source)?)?;
        let micros = counters.get("time_us").map(|micros| micros / 1000.0);
        Some(PublishedTime {
            device: table.device.clone(),
            n: table.n,
            block: table.block,
            iterations: table.iterations,
            build: table.build,
            library: None,
            milliseconds: micros.or(counters.get("time_ms").copied())?,
            source: table.source.clone(),
        })
    });
    of_tables.chain(of_counters).collect()
}
