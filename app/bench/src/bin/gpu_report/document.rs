//! The report as a file: sheets of every way on one GPU, and counters of the chip beside the machine's.

use gpu::{Entry, Measurement, Method, Sheet, Way};
use lessons::measured::{Counters, Difference, Verdict};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was measured in one run on one GPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// `warpstep-report`.
    pub format: String,
    pub version: u32,
    /// The GPU's name and its driver's version.
    pub device: String,
    pub driver: String,
    pub sheets: Vec<Sheet>,
    /// The same kernels by a clock rounded as stock browsers round it.
    pub rounded: Vec<Sheet>,
    pub counters: Vec<Counted>,
}

/// One kernel's counters: those that the chip counted of its CUDA twin, and the machine's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    pub kernel: String,
    pub n: u64,
    pub block: u32,
    /// By the names of `warpstep metrics`: what ncu read on the chip, and what the machine `h200` counts. A metric
    /// without a value, such as an efficiency of no bytes, is left out.
    pub chip: BTreeMap<String, f64>,
    pub machine: BTreeMap<String, f64>,
    /// Instructions in the compiled twin's text by name, such as `LDG`; not how often they are executed.
    pub instructions: BTreeMap<String, u32>,
}

pub const FORMAT: &str = "warpstep-report";
pub const VERSION: u32 = 1;

/// In a library's entry that was launched by the host.
pub const BY_HOST: &str = "launched_by_host";

/// How the launches that CUDA's time is of came to the GPU. Browsers and native programs have one way: commands recorded ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launched {
    /// One after the other in a graph, the nearest that CUDA has to commands recorded ahead; by slope.
    InGraph,
    /// One call after the other, as programs use a library; by slope.
    ByHost,
    /// One call between two events: what comes before and after it is counted in.
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
    /// Compact, a sheet or a kernel a line: a hundred thousand samples in lines of their own help nobody.
    ///
    /// # Errors
    /// None that a report gives.
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

    /// A kernel's time; of CUDA's side, in a graph.
    pub fn measurement(&self, way: Way, kernel: &str, n: u64) -> Option<Measurement> {
        measurement(&self.sheets, way, kernel, n)
    }

    pub fn rounded_measurement(&self, way: Way, kernel: &str, n: u64) -> Option<Measurement> {
        measurement(&self.rounded, way, kernel, n)
    }

    /// A time of CUDA's side. As the host launches them there are times of libraries alone.
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

/// Whether an entry is a kernel's time: CUDA's sheet has other launches beside those in a graph; elsewhere a single launch is
/// what a slow kernel has instead of a slope.
pub fn is_the_time(entry: &Entry, way: Way) -> bool {
    way != Way::Cuda || Launched::of(entry) == Launched::InGraph
}

/// A ratio of two medians, with the ends that the ends of their intervals allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

/// How many times as fast the first is as the second.
pub fn speed(of: &Measurement, than: &Measurement) -> Ratio {
    Ratio {
        median: than.nanos / of.nanos,
        low: than.low / of.high,
        high: than.high / of.low,
    }
}

/// A metric of which chip and machine have different numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differing<'a> {
    pub name: &'a str,
    pub chip: f64,
    pub machine: f64,
    /// `None`: the project knows none.
    pub reason: Option<Difference>,
}

impl Differing<'_> {
    /// Why, in a few words.
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
    /// Loads of several words of shared memory: of `LDS`, only those with a width are listed.
    pub fn joined_loads(&self) -> u32 {
        self.instructions.get("LDS").copied().unwrap_or(0)
    }

    /// Metrics of both that differ, as the page about trust has it: counts at all, efficiencies by more than their last
    /// printed digit.
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
