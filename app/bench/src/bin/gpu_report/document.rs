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
                text.replace("{\"format\":\"warpstep-times\"", "\n{\"format\":\"warpstep-times\"")
                    .replace("{\"kernel\"", "\n{\"kernel\"")
                    + "\n"
            })
            .map_err(|error| error.to_string())
    }

    /// Adds the sheets and counters of a later run, which replace those of the same kernels, sizes and ways.
    ///
    /// # Errors
    /// The later run was on another kind of GPU or with another driver: its times would not stand beside these.
    pub fn with(mut self, later: Report) -> Result<Report, String> {
        if (&self.device, &self.driver) != (&later.device, &later.driver) {
            return Err(format!(
                "the report is of {} with driver {}, and the chosen kernels ran on {} with driver {}: measure all again",
                self.device, self.driver, later.device, later.driver
            ));
        }
        for sheet in &mut self.sheets {
            let replaced = |entry: &Entry| {
                let mut of_way = later.sheets.iter().filter(|other| other.way == sheet.way);
                of_way.any(|other| {
                    let mut entries = other.entries.iter();
                    entries.any(|other| (&other.kernel, other.n, other.block) == (&entry.kernel, entry.n, entry.block))
                })
            };
            sheet.entries.retain(|entry| !replaced(entry));
        }
        self.counters.retain(|counted| {
            let mut again = later.counters.iter();
            !again.any(|other| (&other.kernel, other.n, other.block) == (&counted.kernel, counted.n, counted.block))
        });
        self.sheets.extend(later.sheets);
        self.counters.extend(later.counters);
        Ok(self)
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

fn entries<'a>(sheets: &'a [Sheet], way: Way, kernel: &str, n: u64) -> impl Iterator<Item = &'a Entry> {
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
pub fn speed(measured: &Measurement, than: &Measurement) -> Ratio {
    Ratio {
        median: than.nanos / measured.nanos,
        low: than.low / measured.high,
        high: than.high / measured.low,
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

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &str = include_str!("../../../../../assets/measured-h200.json");

    fn shipped() -> Report {
        serde_json::from_str(SHIPPED).expect("a report")
    }

    /// Leaves one kernel in a report, and changes its times.
    fn of_one_kernel(mut report: Report, kernel: &str) -> Report {
        for sheet in &mut report.sheets {
            sheet.entries.retain(|entry| entry.kernel == kernel);
            for sample in sheet.entries.iter_mut().flat_map(|entry| &mut entry.samples) {
                *sample *= 2.0;
            }
        }
        report.sheets.retain(|sheet| !sheet.entries.is_empty());
        report.counters.retain(|counted| counted.kernel == kernel);
        report
    }

    #[test]
    fn a_later_run_replaces_the_entries_of_its_kernels() {
        let count = |report: &Report| -> usize {
            let sheets = report.sheets.iter();
            sheets.map(|sheet| sheet.entries.len()).sum()
        };
        let (kernel, other) = ("reduce_interleaved", "reduce_neighbored");
        let before = shipped();
        let later = of_one_kernel(shipped(), kernel);
        let counters = before.counters.len();
        let after = before.with(later).unwrap();
        assert_eq!(count(&after), count(&shipped()));
        assert_eq!(after.counters.len(), counters);
        for way in [Way::Browser, Way::NativeChecked, Way::Cuda] {
            let median = |report: &Report, kernel| {
                let measurement = report.measurement(way, kernel, 1 << 24);
                measurement.expect("measured").nanos
            };
            assert_eq!(median(&after, kernel), 2.0 * median(&shipped(), kernel));
            assert_eq!(median(&after, other), median(&shipped(), other));
        }
    }

    #[test]
    fn a_run_with_another_driver_is_not_added() {
        let mut later = of_one_kernel(shipped(), "reduce_interleaved");
        later.driver = "1.0".to_owned();
        let refused = shipped().with(later).unwrap_err();
        assert!(refused.contains("with driver 1.0: measure all again"), "{refused}");
    }
}
