//! An estimate of a dispatch's time before it is submitted to the GPU: the modelled cost, scaled by the times that the
//! device has shown so far.

use crate::lab::counts::{Part, part_within};
use crate::lab::experiment::Case;
use lessons::Size;
use lessons::cost::{Cost, H200, Load};
use simt::{Metrics, RunOptions, Trace};

/// A longer dispatch is not started without asking: operating systems reset a GPU after one or two seconds.
pub const LONG_NANOS: f64 = 5e8;

/// For so few elements no kernel of the gallery takes long on any GPU.
pub const SHORT_N: u32 = 1 << 14;

/// Elements of repeating units that represent a whole dispatch, whose blocks are alike.
const BANDS: u64 = 1 << 10;
/// Sizes to run instead if a whole dispatch has no repeating unit, or a long one. `ENOUGH` of them show how a kernel's
/// cost grows. Sizes that a kernel cannot take are skipped.
const SMALLER: [u32; 6] = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20];
const ENOUGH: usize = 4;
/// Warp statements that a run may take: a fraction of a second in a worker.
const STEPS: u64 = 250_000;
/// Bytes of buffers that the machine fills for a run.
const BYTES: u64 = 1 << 26;

/// Finds the modelled cost of a case by runs of the machine; each run's result decides about the next run.
#[derive(Clone, Debug)]
pub struct Length {
    case: Case,
    stage: Stage,
    /// Loads of smaller sizes, by n.
    loads: Vec<(f64, Load)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// The case itself, by some of its repeating units.
    Whole,
    /// The index in `SMALLER` of the size to run next.
    Smaller(usize),
    Known(Option<Cost>),
}

impl Length {
    pub fn of(case: &Case) -> Self {
        Length {
            case: case.clone(),
            stage: Stage::Whole,
            loads: Vec::new(),
        }
    }

    /// Returns the part that the machine runs next; `None` once the cost is known.
    pub fn next_part(&mut self) -> Option<Part> {
        loop {
            let part = match self.stage {
                Stage::Known(_) => return None,
                Stage::Whole => self.whole(),
                Stage::Smaller(number) => {
                    let part = self.smaller(number).map(|(_, part)| part);
                    if part.is_none() && number < SMALLER.len() {
                        self.stage = Stage::Smaller(number + 1);
                        continue;
                    }
                    part
                }
            };
            match part.filter(|part| bytes(part) <= BYTES) {
                Some(part) => return Some(part),
                None => self.hear(None),
            }
        }
    }

    /// Returns the options for running a part.
    pub fn options(part: &Part) -> RunOptions {
        RunOptions {
            machine: part.machine.clone(),
            findings: false,
            traced: Some(0),
            step_budget: STEPS,
            ..RunOptions::default()
        }
    }

    /// Records the machine's counters; `None` if the run did not complete.
    pub fn hear(&mut self, ran: Option<(&Metrics, &Trace)>) {
        // A truncated trace does not cover the whole run, so it counts as a failed run.
        let ran = ran.filter(|(_, trace)| !trace.truncated);
        self.stage = match (self.stage, ran) {
            (Stage::Whole, Some((metrics, trace))) => {
                let load = self.whole().map(|part| part.load(metrics, trace));
                Stage::Known(load.map(|load| load.cost(&H200)))
            }
            (Stage::Whole, None) => Stage::Smaller(0),
            (Stage::Smaller(number), Some((metrics, trace))) => {
                if let Some((n, part)) = self.smaller(number) {
                    self.loads.push((n, part.load(metrics, trace)));
                }
                if self.loads.len() < ENOUGH {
                    Stage::Smaller(number + 1)
                } else {
                    Stage::Known(self.grown())
                }
            }
            // Later sizes are larger, so they would fail too.
            (Stage::Smaller(_), None) => Stage::Known(self.grown()),
            (stage @ Stage::Known(_), _) => stage,
        };
    }

    /// Returns the cost of the dispatch on the modelled device; `None` if the machine cannot estimate it.
    pub fn cost(&self) -> Option<Cost> {
        match self.stage {
            Stage::Known(cost) => cost,
            _ => None,
        }
    }

    fn whole(&self) -> Option<Part> {
        let (work, size) = (self.case.work(), self.case.size);
        let small = u64::from(size.n()) <= BANDS;
        (small || work.band(size).is_some()).then(|| part_within(&self.case, BANDS))
    }

    fn smaller(&self, number: usize) -> Option<(f64, Part)> {
        let size = Size::nearest(*SMALLER.get(number)?, self.case.size.block());
        let size = self.case.work().nearest(size);
        let largest = self.loads.last().map_or(0.0, |(n, _)| *n);
        let case = Case {
            size,
            ..self.case.clone()
        };
        let n = f64::from(size.n());
        // A kernel that accepts few sizes may round two of them to the same one.
        (n > largest).then(|| (n, part_within(&case, u64::from(size.n()))))
    }

    fn grown(&self) -> Option<Cost> {
        let size = self.case.size;
        let n = f64::from(size.n());
        let (own_n, load) = self.loads.last()?;
        let load = match self.loads.iter().rev().nth(1) {
            Some((smaller_n, smaller)) => {
                let blocks = self.case.work().workgroups(size, u64::from(size.n()));
                let blocks = blocks.into_iter().map(f64::from).product();
                load.grown(*own_n, (*smaller_n, smaller), n, blocks)
            }
            None if *own_n >= n => *load,
            None => return None,
        };
        Some(load.cost(&H200))
    }
}

fn bytes(part: &Part) -> u64 {
    let buffers = part.dispatch.buffers.iter();
    buffers.map(|buffer| buffer.contents.byte_len()).sum()
}

/// The times that were measured on a device, with the modelled costs of the same cases.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DeviceTimes {
    device: String,
    /// For each kernel the case of the largest n: the case, its nanoseconds, and its modelled cost.
    seen: Vec<(Case, f64, Cost)>,
}

impl DeviceTimes {
    /// Time / modelled time for a device without measurements: cautious for any GPU of today. `UNKNOWN_SOFTWARE` is
    /// cautious for a software implementation on two cores.
    const UNKNOWN_GPU: f64 = 200.0;
    const UNKNOWN_SOFTWARE: f64 = 20_000.0;

    pub fn of(device: &str) -> Self {
        DeviceTimes {
            device: device.to_owned(),
            seen: Vec::new(),
        }
    }

    pub fn is_of(&self, device: &str) -> bool {
        self.device == device
    }

    /// True if measuring the case would add information. The times of small cases are launch times, not kernel times.
    pub fn lacks(&self, case: &Case) -> bool {
        let n = case.size.n();
        n >= SHORT_N && self.own(case).is_none_or(|(seen, ..)| seen.size.n() <= n)
    }

    /// Records the measured time of a case that has a modelled cost.
    pub fn measured(&mut self, case: &Case, nanos: f64, cost: Cost) {
        if self.lacks(case) && nanos > 0.0 && cost.time().1 > 0.0 {
            self.seen.retain(|(seen, ..)| seen.kernel != case.kernel);
            self.seen.push((case.clone(), nanos, cost));
        }
    }

    /// True if this kernel was measured on the device.
    pub fn knows(&self, case: &Case) -> bool {
        self.own(case).is_some()
    }

    /// Returns the expected nanoseconds of a case with this cost. If the kernel was measured, its time is scaled by the
    /// growth of its cost. Otherwise the modelled time is multiplied by the highest ratio of measured to modelled time
    /// of any kernel, or by a cautious constant.
    pub fn nanos(&self, case: &Case, cost: &Cost, is_software: bool) -> f64 {
        if let Some((_, nanos, base)) = self.own(case) {
            return nanos * cost.growth_from(base);
        }
        let ratios = self.seen.iter().map(|(_, nanos, cost)| nanos / cost.time().1);
        let unknown = if is_software {
            Self::UNKNOWN_SOFTWARE
        } else {
            Self::UNKNOWN_GPU
        };
        cost.time().1 * ratios.reduce(f64::max).unwrap_or(unknown)
    }

    fn own(&self, case: &Case) -> Option<&(Case, f64, Cost)> {
        self.seen.iter().find(|(seen, ..)| seen.kernel == case.kernel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{GALLERY, GalleryKernel};
    use simt::{Outcome, compile, run};

    fn case(name: &str, n: u32) -> Case {
        let kernel = GalleryKernel::by_name(name).expect("in the gallery");
        Case {
            kernel,
            size: kernel.task.nearest(Size::nearest(n, 256)),
            value: None,
        }
    }

    /// Returns the modelled cost and the number of statements that the machine ran for it.
    fn cost(case: &Case) -> (Option<Cost>, u64) {
        let program = compile(&case.kernel.kernel.source, None).expect("it compiles");
        let mut length = Length::of(case);
        let mut statements = 0;
        while let Some(part) = length.next_part() {
            let ran = run(&program, &part.dispatch, &Length::options(&part)).expect("it runs");
            let all = ran.metrics.statements.iter();
            statements += all.map(|one| one.executions).sum::<u64>();
            let done = ran.outcome == Outcome::Completed;
            let trace = ran.trace.as_ref().filter(|_| done);
            length.hear(trace.map(|trace| (&ran.metrics, trace)));
        }
        (length.cost(), statements)
    }

    #[test]
    fn every_kernel_s_length_is_known_after_a_bounded_run() {
        for kernel in GALLERY.iter() {
            for n in [1 << 20, Size::MAX_N] {
                let case = case(&kernel.kernel.name, n);
                let (cost, statements) = cost(&case);
                assert!(cost.is_some_and(|cost| cost.time().1 > 0.0), "{kernel:?} {n}");
                assert!(statements <= 3 * STEPS, "{kernel:?} {n}: {statements}");
            }
        }
    }

    /// Checks the growth of the time between two sizes, the second 64 times the first.
    #[test]
    fn a_length_grows_as_the_kernel_does_and_not_as_n() {
        for (name, from, least, most) in [
            ("copy_vec4", 1 << 20, 60.0, 66.0),
            ("reduce_neighbored", 1 << 20, 60.0, 66.0),
            // The number of blocks no longer grows, but the work of each block does.
            ("reduce_grid_stride_vec4", 1 << 22, 50.0, 70.0),
            // One lane per row leaves lanes of the device idle, so the time grows with the width: 8 times.
            ("gemv_row_major", 1 << 18, 7.5, 8.5),
            // Each lane reads a row: n to the power of 1.5.
            ("matmul_tile_rows", 1 << 18, 450.0, 550.0),
            // Five lanes at any n.
            ("nested_launch_parent", 1 << 18, 1.0, 1.0),
        ] {
            let nanos = |n| cost(&case(name, n)).0.expect("known").time().1;
            let ratio = nanos(from << 6) / nanos(from);
            assert!((least..=most).contains(&ratio), "{name}: {ratio}");
        }
    }

    /// Compares a cost extrapolated from smaller sizes with the cost of running the whole.
    #[test]
    fn what_is_grown_is_near_what_is_run() {
        for (name, n) in [
            ("matmul_tile_rows", 1 << 18),
            ("reduce_grid_stride_vec4", 1 << 20),
            ("divergence_sorted", 1 << 18),
        ] {
            let case = case(name, n);
            let program = compile(&case.kernel.kernel.source, None).expect("it compiles");
            let part = part_within(&case, u64::from(n));
            let run = run(
                &program,
                &part.dispatch,
                &RunOptions {
                    step_budget: u64::MAX,
                    ..Length::options(&part)
                },
            );
            let run = run.expect("it runs");
            let load = part.load(&run.metrics, run.trace.as_ref().expect("traced"));
            let (_, ran) = load.cost(&H200).time();
            let ratio = cost(&case).0.expect("known").time().1 / ran;
            assert!((0.8..1.25).contains(&ratio), "{name}: {ratio}");
        }
    }

    #[test]
    fn a_device_is_taken_for_what_it_has_shown() {
        let cost = |waiting: f64, issuing: f64| Cost {
            waiting,
            issuing,
            caches: 0.0,
            memory: 0.0,
        };
        let (copy, reduce) = (case("copy_vec4", 1 << 20), case("reduce_neighbored", 1 << 20));
        let nanos = |times: &DeviceTimes, case: &Case, is_software| times.nanos(case, &cost(100.0, 10.0), is_software);
        let mut times = DeviceTimes::of("a device");
        assert_eq!(nanos(&times, &copy, false), 100.0 * DeviceTimes::UNKNOWN_GPU);
        assert_eq!(nanos(&times, &copy, true), 100.0 * DeviceTimes::UNKNOWN_SOFTWARE);
        // A small case measures the launch, not the kernel.
        times.measured(&case("copy_vec4", 1 << 10), 1e6, cost(1.0, 1.0));
        assert!(!times.knows(&copy));
        times.measured(&reduce, 900.0, cost(300.0, 1.0));
        assert_eq!(nanos(&times, &copy, true), 300.0, "the only ratio so far");
        times.measured(&copy, 200.0, cost(100.0, 10.0));
        assert_eq!(nanos(&times, &copy, true), 200.0, "its own time");
        times.measured(&case("copy_vec4", 1 << 18), 800.0, cost(100.0, 10.0));
        assert_eq!(nanos(&times, &copy, true), 200.0, "the larger n is kept");
        assert_eq!(nanos(&times, &case("copy_scalar", 1 << 20), true), 300.0);
        // A device with few lanes runs serially what the modelled device runs in parallel.
        let larger = times.nanos(&copy, &cost(100.0, 640.0), true);
        assert_eq!(larger, 64.0 * 200.0);
        assert!(times.is_of("a device") && !times.is_of("another"));
    }
}
