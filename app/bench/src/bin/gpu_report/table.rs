//! The report's comparisons: rows of times by way, and each target with the value that was reached.

use crate::document::{Counted, Differing, Launched, Ratio, Report, speed};
use crate::plan::{BEST_SUM, CUB, ROUNDED, ROUNDING_NANOS, SGEMV_COLUMNS, SGEMV_ROWS, SMALL};
use gpu::{Measurement, Way};

/// Times of a kernel or library function at one size, by way; `None` if it was not measured that way.
#[derive(Debug)]
pub struct Row {
    pub kernel: String,
    pub n: u64,
    pub block: u32,
    /// Times in the order of [`WAYS`]: browser, native with checks, native without, CUDA.
    pub ways: [Option<Measurement>; 4],
    /// Time of a library function whose calls the host launches one after the other.
    pub by_host: Option<Measurement>,
    /// CUDA's time of one launch between two events.
    pub alone: Option<Measurement>,
}

pub const WAYS: [Way; 4] = [Way::Browser, Way::NativeChecked, Way::NativeUnchecked, Way::Cuda];

/// A comparison with a target value.
#[derive(Debug)]
pub struct Target {
    pub what: String,
    /// Smallest ratio that meets the target, or the largest if `is_most`.
    pub asked: f64,
    pub is_most: bool,
    pub reached: Ratio,
}

/// The outcome of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Met,
    Missed,
    /// The target value lies within the interval, so another run may decide otherwise.
    Undecided,
}

impl Target {
    pub fn verdict(&self) -> Verdict {
        let Ratio { low, high, .. } = self.reached;
        let (worst, best) = if self.is_most { (-high, -low) } else { (low, high) };
        let asked = if self.is_most { -self.asked } else { self.asked };
        if worst >= asked {
            Verdict::Met
        } else if best < asked {
            Verdict::Missed
        } else {
            Verdict::Undecided
        }
    }
}

/// Returns every kernel at every size, in the order of measurement.
pub fn rows(report: &Report) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    // CUDA's sheet has all kernels, and the libraries too.
    let all = report.sheets.iter().filter(|sheet| sheet.way == Way::Cuda);
    for entry in all.flat_map(|sheet| &sheet.entries) {
        if rows.iter().any(|row| row.kernel == entry.kernel && row.n == entry.n) {
            continue;
        }
        let in_cuda = |launched| report.in_cuda(&entry.kernel, entry.n, launched);
        rows.push(Row {
            kernel: entry.kernel.clone(),
            n: entry.n,
            block: entry.block,
            ways: WAYS.map(|way| report.measurement(way, &entry.kernel, entry.n)),
            by_host: in_cuda(Launched::ByHost),
            alone: in_cuda(Launched::Alone),
        });
    }
    rows
}

const LARGE: u64 = 1 << 28;
/// Peak memory bandwidth in bytes per nanosecond: 4.8 TB/s. Source: NVIDIA H200 Tensor Core GPU datasheet.
pub const PUBLISHED_BYTES_PER_NANO: f64 = 4_800.0;
/// Pairs of an in-place reduction and the kernel that represents it where loops and bounds checks are costly: the
/// version with its loop unrolled, or the kernel itself.
const LADDER: [(&str, &str); 4] = [
    ("reduce_neighbored", "reduce_neighbored_unrolled"),
    ("reduce_neighbored_less", "reduce_neighbored_less_unrolled"),
    ("reduce_interleaved", "reduce_interleaved_unrolled"),
    ("reduce_unroll8", "reduce_unroll8"),
];

/// Returns the targets with the reached values. A speed is a quotient of medians; its ends follow from both intervals.
pub fn targets(report: &Report) -> Vec<Target> {
    let mut targets = Targets {
        report,
        all: Vec::new(),
    };
    targets.add_large_sums();
    targets.add_small_sums();
    targets.add_other_kernels();
    targets.add_clocks();
    targets.all
}

/// The ways in which a sum of CUB is called. CUB in a graph is the hardest to beat: the GPU has no gap between its
/// kernels. No program calls it that way.
const LAUNCHES: [(Launched, &str); 3] = [
    (Launched::InGraph, "CUB in a graph"),
    (Launched::ByHost, "CUB as the host launches it"),
    (Launched::Alone, "one call of CUB between two events"),
];

/// The targets of a report so far.
struct Targets<'r> {
    report: &'r Report,
    all: Vec<Target>,
}

impl Targets<'_> {
    fn measured(&self, way: Way, kernel: &str, n: u64) -> Option<Measurement> {
        self.report.measurement(way, kernel, n)
    }

    fn against(&self, (way, kernel): (Way, &str), (other, than): (Way, &str), n: u64) -> Option<Ratio> {
        Some(speed(&self.measured(way, kernel, n)?, &self.measured(other, than, n)?))
    }

    fn against_cub(&self, kernel: &str, n: u64, launched: Launched) -> Option<Ratio> {
        Some(speed(
            &self.measured(Way::Browser, kernel, n)?,
            &self.report.in_cuda(CUB, n, launched)?,
        ))
    }

    fn add(&mut self, what: String, asked: f64, is_most: bool, reached: Option<Ratio>) {
        self.all.extend(reached.map(|reached| Target {
            what,
            asked,
            is_most,
            reached,
        }));
    }

    fn at_least(&mut self, asked: f64, what: String, reached: Option<Ratio>) {
        self.add(what, asked, false, reached);
    }

    fn at_most(&mut self, asked: f64, what: String, reached: Option<Ratio>) {
        self.add(what, asked, true, reached);
    }

    fn add_large_sums(&mut self) {
        for (launched, cub) in LAUNCHES {
            let what = format!("sum of 2^28, browser against {cub}");
            self.at_least(1.02, what, self.against_cub(BEST_SUM, LARGE, launched));
        }
        let browser = self.measured(Way::Browser, BEST_SUM, LARGE);
        self.at_least(
            0.93,
            "sum of 2^28, browser, of the 4.8 TB/s that are published".to_owned(),
            browser.map(|browser| share(&browser, LARGE * 4)),
        );
        self.at_least(
            1.0,
            "sum of 2^28, native without checks against the browser".to_owned(),
            self.against((Way::NativeUnchecked, BEST_SUM), (Way::Browser, BEST_SUM), LARGE),
        );
    }

    fn add_small_sums(&mut self) {
        for (n, _, best) in SMALL.into_iter().filter(|(n, ..)| *n <= 1 << 22) {
            let n = u64::from(n);
            let power = n.ilog2();
            for (launched, cub) in LAUNCHES {
                let what = format!("sum of 2^{power} in one dispatch, browser against {cub}");
                self.at_least(1.2, what, self.against_cub(best, n, launched));
            }
            // Launch and clock are the same on both sides, so only the kernels differ.
            self.at_least(
                1.2,
                format!("sum of 2^{power} in one launch, CUDA twin against CUB, both in a graph"),
                self.against((Way::Cuda, best), (Way::Cuda, CUB), n),
            );
        }
    }

    fn add_other_kernels(&mut self) {
        for (step, stands_for_it) in LADDER {
            self.at_least(
                0.85,
                format!("{stands_for_it}, browser against the CUDA twin of {step}"),
                self.against((Way::Browser, stands_for_it), (Way::Cuda, step), LARGE),
            );
        }
        for (kernel, library) in [("gemv_tuned", SGEMV_ROWS), ("gemv_tuned_columns", SGEMV_COLUMNS)] {
            self.at_least(
                0.98,
                format!("{kernel}, browser against {library}"),
                self.against((Way::Browser, kernel), (Way::Cuda, library), LARGE),
            );
        }
    }

    fn add_clocks(&mut self) {
        let webgpu = self.measured(Way::NativeChecked, "copy_vec4", LARGE);
        let cuda = self.measured(Way::Cuda, "copy_vec4", LARGE);
        self.at_most(
            0.02,
            "copy_vec4: slope by WebGPU's stamps against CUDA's events, difference".to_owned(),
            webgpu.zip(cuda).map(|(webgpu, cuda)| difference(&webgpu, &cuda)),
        );
        for kernel in ROUNDED {
            let fine = self.measured(Way::NativeChecked, kernel, LARGE);
            let report = self.report;
            let coarse = report.rounded_measurement(Way::NativeChecked, kernel, LARGE);
            self.at_most(
                0.01,
                format!("{kernel}: clock rounded to {ROUNDING_NANOS} ns against the clock as it is, difference"),
                fine.zip(coarse).map(|(fine, coarse)| difference(&coarse, &fine)),
            );
        }
    }
}

/// Returns the bandwidth as a fraction of the published bandwidth.
fn share(measured: &Measurement, bytes: u64) -> Ratio {
    let part = |nanos: f64| bytes as f64 / nanos / PUBLISHED_BYTES_PER_NANO;
    Ratio {
        median: part(measured.nanos),
        low: part(measured.high),
        high: part(measured.low),
    }
}

/// Returns the relative difference of the first median from the second.
fn difference(measured: &Measurement, from: &Measurement) -> Ratio {
    let part = |nanos: f64| (nanos / from.nanos - 1.0).abs();
    let (a, b) = (part(measured.low), part(measured.high));
    let median = part(measured.nanos);
    Ratio {
        median,
        low: a.min(b).min(median),
        high: a.max(b),
    }
}

/// Returns the report as lines for a terminal.
pub fn lines(report: &Report) -> Vec<String> {
    let mut lines = vec![format!("{}, driver {}", report.device, report.driver), String::new()];
    let millis = |measurement: &Option<Measurement>| {
        measurement
            .as_ref()
            .map_or("–".to_owned(), |measured| format!("{:.5}", measured.nanos / 1e6))
    };
    lines.push(format!(
        "{:<34} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "kernel, ms", "n", "browser", "checked", "unchecked", "CUDA", "by host", "alone"
    ));
    for row in rows(report) {
        let ways: Vec<String> = row.ways.iter().map(|way| format!("{:>10}", millis(way))).collect();
        lines.push(format!(
            "{:<34} {:>10} {} {:>10} {:>10}",
            row.kernel,
            row.n,
            ways.join(" "),
            millis(&row.by_host),
            millis(&row.alone)
        ));
    }
    lines.push(String::new());
    for target in targets(report) {
        let Ratio { median, low, high } = target.reached;
        let relation = if target.is_most { "≤" } else { "≥" };
        let verdict = match target.verdict() {
            Verdict::Met => "met",
            Verdict::Missed => "NOT MET",
            Verdict::Undecided => "undecided",
        };
        lines.push(format!(
            "{:<84} {median:.4} ({low:.4} – {high:.4}), target {relation} {}: {verdict}",
            target.what, target.asked
        ));
    }
    lines.push(String::new());
    let differing: Vec<_> = report.counters.iter().map(Counted::differing).collect();
    let is_explained = |counters: &&Vec<Differing>| counters.iter().all(|each| each.reason.is_some());
    let equal = differing.iter().filter(|counters| counters.is_empty()).count();
    let explained = differing.iter().filter(is_explained).count();
    lines.push(format!(
        "counters: {} kernels; in {equal} all counters equal the machine's, in {} more every difference has a known reason, {} others",
        differing.len(),
        explained - equal,
        differing.len() - explained
    ));
    for counted in &report.counters {
        for differing in counted.differing() {
            lines.push(format!(
                "  {:<34} {:<26} chip {}, machine {}: {}",
                counted.kernel,
                differing.name,
                differing.chip,
                differing.machine,
                differing.reason()
            ));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::BY_HOST;
    use gpu::{Clock, Entry, Method, Sheet, SheetDevice};

    fn entry(kernel: &str, n: u64, nanos: f64) -> Entry {
        Entry {
            kernel: kernel.to_owned(),
            n,
            block: 256,
            parameters: [].into(),
            useful_bytes: 4 * n,
            samples: vec![nanos * 0.999, nanos, nanos * 1.001],
            method: Method::Slope,
            clock: Clock::Gpu,
            repeats: 33,
            step_nanos: 0.0,
            compile_nanos: 0.0,
            first_run_nanos: nanos,
        }
    }

    fn report() -> Report {
        let device = SheetDevice {
            name: "NVIDIA H200".to_owned(),
            vendor: "nvidia".to_owned(),
            backend: "Vulkan".to_owned(),
            is_fallback: false,
        };
        let sheet = |way, entries| Sheet::new(device.clone(), String::new(), "Warpstep".to_owned(), way, entries);
        let mut by_host = entry(CUB, 1 << 14, 4_400.0);
        by_host.parameters.insert(BY_HOST.to_owned(), 1.0);
        let mut alone = entry(CUB, 1 << 14, 6_600.0);
        alone.method = Method::Single;
        Report {
            format: crate::document::FORMAT.to_owned(),
            version: crate::document::VERSION,
            device: "NVIDIA H200".to_owned(),
            driver: "580".to_owned(),
            sheets: vec![
                sheet(
                    Way::Browser,
                    vec![entry(BEST_SUM, LARGE, 235_780.0), entry(SMALL[0].2, 1 << 14, 2_200.0)],
                ),
                sheet(Way::NativeUnchecked, vec![entry(BEST_SUM, LARGE, 236_000.0)]),
                sheet(
                    Way::Cuda,
                    vec![
                        entry(CUB, LARGE, 244_550.0),
                        entry(BEST_SUM, LARGE, 235_000.0),
                        entry(CUB, 1 << 14, 2_480.0),
                        entry(SMALL[0].2, 1 << 14, 1_600.0),
                        by_host,
                        alone,
                    ],
                ),
            ],
            rounded: vec![],
            counters: vec![],
        }
    }

    #[test]
    fn rows_hold_every_way_that_was_measured() {
        let rows = rows(&report());
        let cells: Vec<_> = rows
            .iter()
            .map(|row| {
                (
                    row.kernel.as_str(),
                    row.n,
                    row.ways.each_ref().map(Option::is_some),
                    [&row.by_host, &row.alone].map(Option::is_some),
                )
            })
            .collect();
        assert_eq!(
            cells,
            [
                (CUB, LARGE, [false, false, false, true], [false; 2]),
                (BEST_SUM, LARGE, [true, false, true, true], [false; 2]),
                (CUB, 1 << 14, [false, false, false, true], [true; 2]),
                (SMALL[0].2, 1 << 14, [true, false, false, true], [false; 2]),
            ]
        );
    }

    #[test]
    fn targets_are_quotients_of_medians_with_the_ends_of_both_intervals() {
        let targets = targets(&report());
        let reached: Vec<_> = targets
            .iter()
            .map(|target| {
                (
                    target.what.as_str(),
                    format!("{:.4}", target.reached.median),
                    target.verdict(),
                )
            })
            .collect();
        assert_eq!(
            reached,
            [
                (
                    "sum of 2^28, browser against CUB in a graph",
                    "1.0372".to_owned(),
                    Verdict::Met
                ),
                (
                    "sum of 2^28, browser, of the 4.8 TB/s that are published",
                    "0.9487".to_owned(),
                    Verdict::Met
                ),
                (
                    "sum of 2^28, native without checks against the browser",
                    "0.9991".to_owned(),
                    Verdict::Undecided
                ),
                (
                    "sum of 2^14 in one dispatch, browser against CUB in a graph",
                    "1.1273".to_owned(),
                    Verdict::Missed
                ),
                (
                    "sum of 2^14 in one dispatch, browser against CUB as the host launches it",
                    "2.0000".to_owned(),
                    Verdict::Met
                ),
                (
                    "sum of 2^14 in one dispatch, browser against one call of CUB between two events",
                    "3.0000".to_owned(),
                    Verdict::Met
                ),
                (
                    "sum of 2^14 in one launch, CUDA twin against CUB, both in a graph",
                    "1.5500".to_owned(),
                    Verdict::Met
                ),
            ]
        );
        for target in &targets {
            let Ratio { median, low, high } = target.reached;
            assert!(low < median && median < high, "{target:?}");
        }
    }
}
