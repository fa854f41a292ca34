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

/// How a kernel came to its time, beyond its way.
pub const BY_HOST: &str = "launched_by_host";

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

    /// The entry of a kernel, by slope; a library's may be asked for as the host launches it.
    pub fn entry(&self, way: Way, kernel: &str, n: u64, by_host: bool) -> Option<&Entry> {
        entry(&self.sheets, way, kernel, n, by_host)
    }

    pub fn measurement(&self, way: Way, kernel: &str, n: u64) -> Option<Measurement> {
        self.entry(way, kernel, n, false)?.measurement()
    }

    pub fn rounded_measurement(&self, way: Way, kernel: &str, n: u64) -> Option<Measurement> {
        entry(&self.rounded, way, kernel, n, false)?.measurement()
    }
}

fn entry<'a>(
    sheets: &'a [Sheet],
    way: Way,
    kernel: &str,
    n: u64,
    by_host: bool,
) -> Option<&'a Entry> {
    let of_way = sheets.iter().filter(|sheet| sheet.way == way);
    of_way
        .flat_map(|sheet| &sheet.entries)
        .filter(|entry| is_the_time(entry, way))
        .find(|entry| {
            entry.kernel == kernel
                && entry.n == n
                && entry.parameters.contains_key(BY_HOST) == by_host
        })
}

/// Whether an entry is a kernel's time: CUDA's sheet has single launches beside the slope; elsewhere they are what a slow
/// kernel has instead.
pub fn is_the_time(entry: &Entry, way: Way) -> bool {
    way != Way::Cuda || entry.method == Method::Slope
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
