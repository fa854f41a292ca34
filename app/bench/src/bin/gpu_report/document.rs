//! The report as a file: sheets of all measured ways on one GPU, and the chip's counters with the machine's.

use gpu::{Entry, Measurement, Method, Sheet, Way};
use lessons::measured::{Counters, Difference, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The results of one run on one GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Always `warpstep-report`.
    pub format: String,
    pub version: u32,
    /// Name of the GPU; `driver` is the version of its driver.
    pub device: String,
    pub driver: String,
    pub sheets: Vec<Sheet>,
    /// The same kernels, timed with a clock that is rounded as browsers with default settings round it.
    pub rounded: Vec<Sheet>,
    pub counters: Vec<Counted>,
}

/// One kernel's counters: those of its CUDA twin on the chip, and those of the simulated machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    pub kernel: String,
    pub n: u64,
    pub block: u32,
    /// Values by the metric names of `warpstep metrics`: ncu read `chip`, the machine `h200` counted `machine`. A
    /// metric without a value, such as the efficiency of no bytes, is left out.
    pub chip: BTreeMap<String, f64>,
    pub machine: BTreeMap<String, f64>,
    /// Number of instructions in the compiled twin's code by name, such as `LDG`; not how often they are executed.
    pub instructions: BTreeMap<String, u32>,
}

pub const FORMAT: &str = "warpstep-report";
pub const VERSION: u32 = 1;

/// Parameter that marks a library's entry whose launches came from the host, one by one.
pub const BY_HOST: &str = "launched_by_host";

/// The way in which the timed CUDA launches reached the GPU. WebGPU has only one way: commands recorded in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launched {
    /// One after the other in a graph, which is CUDA's closest equivalent to commands recorded in advance; timed by
    /// slope.
    InGraph,
    /// One call after the other, as programs use a library; timed by slope.
    ByHost,
    /// One call between two events; the time includes the gaps before and after it.
    Alone,
}

impl Launched {
    fn of(entry: &Entry) -> Launched {
        match entry.method {
            Method::Slope if entry.parameters.contains_key(BY_HOST) => Launched::ByHost,
            Method::Slope => Launched::InGraph,
            _ => Launched::Alone,
        }
    }
}

impl Report {
    /// Writes compact JSON with one sheet or kernel per line: one line per sample would be a hundred thousand lines.
    ///
    /// # Errors
    /// None that a valid report can cause.
    pub fn to_json(&self) -> Result<String, String> {
        serde_json::to_string(self)
            .map(|text| {
                text.replace(
                    "{\"format\":\"warpstep-times\"",
                    "\n{\"format\":\"warpstep-times\"",
                )
                .replace("{\"kernel\"", "\n{\"kernel\"")
                    + "\n"
            })
            .map_err(|error| error.to_string())
    }

    /// Returns a kernel's time; for CUDA, the time in a graph.
    pub fn measurement(&self, way: Way, kernel: &str, n: u64) -> Option<Measurement> {
        measurement(&self.sheets, way, kernel, n)
    }

    pub fn rounded_measurement(&self, way: Way, kernel: &str, n: u64) -> Option<Measurement> {
        measurement(&self.rounded, way, kernel, n)
    }

    /// Returns a time on CUDA's side. Only libraries have times of launches by the host.
    pub fn in_cuda(&self, kernel: &str, n: u64, launched: Launched) -> Option<Measurement> {
        entries(&self.sheets, Way::Cuda, kernel, n)
            .find(|entry| Launched::of(entry) == launched)?
            .measurement()
    }
}

fn entries<'a>(
    sheets: &'a [Sheet],
    way: Way,
    kernel: &str,
    n: u64,
) -> impl Iterator<Item = &'a Entry> {
    let of_way = sheets.iter().filter(move |sheet| sheet.way == way);
    let entries = of_way.flat_map(|sheet| &sheet.entries);
    entries.filter(move |entry| entry.kernel == kernel && entry.n == n)
}

fn measurement(sheets: &[Sheet], way: Way, kernel: &str, n: u64) -> Option<Measurement> {
    entries(sheets, way, kernel, n)
        .find(|entry| is_the_time(entry, way))?
        .measurement()
}

/// Returns true if an entry is the kernel's main time. CUDA's sheet has other launches besides those in a graph. In
/// other sheets a slow kernel has a single launch instead of a slope.
pub fn is_the_time(entry: &Entry, way: Way) -> bool {
    way != Way::Cuda || Launched::of(entry) == Launched::InGraph
}

/// A ratio of two medians. Its ends follow from the ends of both intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

/// Returns the speed of the first relative to the second: 2 means twice as fast.
pub fn speed(of: &Measurement, than: &Measurement) -> Ratio {
    Ratio {
        median: than.nanos / of.nanos,
        low: than.low / of.high,
        high: than.high / of.low,
    }
}

/// A metric whose values on the chip and on the machine differ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differing<'a> {
    pub name: &'a str,
    pub chip: f64,
    pub machine: f64,
    /// The known reason; `None` if there is none.
    pub reason: Option<Difference>,
}

impl Differing<'_> {
    /// Returns the reason in a few words.
    pub fn reason(&self) -> &'static str {
        match self.reason {
            Some(Difference::Arbitration) => "arbitration",
            Some(Difference::DistinctBytes) => "ncu counts a byte once",
            Some(Difference::Cleared) => "the twin clears it",
            Some(Difference::Joined) => "words loaded together",
            Some(Difference::Kept) => "kept in a register",
            None => "differs",
        }
    }
}

impl Counted {
    /// Returns the number of loads of several words of shared memory; `LDS` counts only loads with a width.
    pub fn joined_loads(&self) -> u32 {
        self.instructions.get("LDS").copied().unwrap_or(0)
    }

    /// Returns the metrics that differ, by the rule of the trust page: counts if they are unequal, efficiencies if they
    /// differ by more than their last printed digit.
    pub fn differing(&self) -> Vec<Differing<'_>> {
        let counters = Counters {
            kernel: self.kernel.clone(),
            n: u32::try_from(self.n).unwrap_or(u32::MAX),
            block: self.block,
            chip: self.chip.clone(),
            joined_loads: self.joined_loads(),
        };
        let differing = self.chip.iter().filter_map(|(name, &chip)| {
            let verdict = counters.verdict(name, |name| self.machine.get(name).copied())?;
            let reason = match verdict {
                Verdict::Equal => return None,
                Verdict::Explained(reason) => Some(reason),
                Verdict::Differs => None,
            };
            Some(Differing {
                name,
                chip,
                machine: *self.machine.get(name)?,
                reason,
            })
        });
        differing.collect()
    }
}
