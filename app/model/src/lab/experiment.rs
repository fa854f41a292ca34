//! An experiment: every kernel at every size, block and value, by one method.

use crate::lab::collection::Collection;
use crate::lab::own::is_own;
use gpu::{Clock, DeviceInfo, GpuError, Job, Plan};
use lessons::{GalleryKernel, LESSONS, Lesson, Parameter, Size, Task, agree};
use simt::Machine;
use std::ops::Deref;

/// The kernels, sizes and method of a measurement: everything that a link carries.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// The kernels that the form offers.
    pub collection: Collection,
    pub kernels: Vec<&'static GalleryKernel>,
    /// Values of n, distinct and rising; so are `blocks` and `values`.
    pub sizes: Vec<u32>,
    /// If empty, each n is one block.
    pub blocks: Vec<u32>,
    /// Values of the kernels' parameter. If empty, each kernel uses its own value.
    pub values: Vec<u32>,
    pub rounds: u32,
    pub clock: Clock,
    /// Rounds the clock to this many nanoseconds, as coarsely as some browsers do.
    pub rounding_nanos: Option<u32>,
    /// Measures a plain copy as well, as the upper bound of the memory bandwidth.
    pub copy: bool,
}

/// The name of a kernel that only moves bytes.
pub const COPY: &str = "copy_vec4";

pub const USUAL_ROUNDS: u32 = 15;
pub const MOST_ROUNDS: u32 = 1_000;

/// The most measurements in an experiment: more do not fit into a file.
pub const MOST_CASES: usize = 1_024;

/// A predefined experiment that a reader selects; the form then shows its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// The lesson's kernels compared.
    Kernels,
    /// One kernel.
    One,
    /// Time against n.
    Sizes,
    /// Time against the block.
    Blocks,
    /// One kernel over n and block.
    Both,
    /// 1, 2, 4 and 8 elements per thread.
    PerLane,
    /// More and more work in a branch.
    Work,
    /// More and more blocks in the grid.
    Grid,
    /// One chain and four in a single block, with more and more lanes.
    OneBlock,
    /// Every kernel of divergence and reductions, for one table.
    Table,
}

impl Preset {
    pub const ALL: [Preset; 10] = [
        Preset::Kernels,
        Preset::One,
        Preset::Sizes,
        Preset::Blocks,
        Preset::Both,
        Preset::PerLane,
        Preset::Work,
        Preset::Grid,
        Preset::OneBlock,
        Preset::Table,
    ];

    /// Returns a stable name for links and tests.
    pub const fn id(self) -> &'static str {
        match self {
            Preset::Kernels => "kernels",
            Preset::One => "one",
            Preset::Sizes => "sizes",
            Preset::Blocks => "blocks",
            Preset::Both => "both",
            Preset::PerLane => "per-lane",
            Preset::Work => "work",
            Preset::Grid => "grid",
            Preset::OneBlock => "one-block",
            Preset::Table => "table",
        }
    }

    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.id() == id)
    }

    /// Returns the preset of an experiment's shape; the kernels and the exact numbers do not matter.
    pub fn of(experiment: &Experiment) -> Self {
        let many = |length: usize| length > 1;
        let per_lane = Preset::PerLane.experiment(experiment.lesson(), Limits::LEAST);
        let (sizes, blocks) = (many(experiment.sizes.len()), many(experiment.blocks.len()));
        match (sizes, blocks) {
            _ if experiment.is_of_one_block() => Preset::OneBlock,
            (true, true) => Preset::Both,
            (true, false) => Preset::Sizes,
            (false, true) => Preset::Blocks,
            (false, false) if !experiment.values.is_empty() => match experiment.parameter() {
                Some(Parameter::Blocks) => Preset::Grid,
                Some(Parameter::Iterations) | None => Preset::Work,
            },
            (false, false) if experiment.has_whole_table() => Preset::Table,
            (false, false) if experiment.kernels == per_lane.kernels => Preset::PerLane,
            (false, false) if many(experiment.kernels.len()) => Preset::Kernels,
            (false, false) => Preset::One,
        }
    }

    /// Builds the experiment with this lesson's kernels, or with those of the lesson that the preset is about.
    pub fn experiment(self, lesson: &'static Lesson, limits: Limits) -> Experiment {
        let of_lesson = Collection::Lesson(lesson);
        let by_id = |id: &str| Lesson::by_id(id).map_or(of_lesson, Collection::Lesson);
        let (collection, kernels) = match self {
            Preset::Kernels | Preset::Sizes => (of_lesson, lesson.kernels.to_vec()),
            Preset::One | Preset::Both | Preset::Blocks => {
                (of_lesson, lesson.kernels.iter().copied().take(1).collect())
            }
            Preset::Table => (Collection::Table, Collection::Table.kernels().to_vec()),
            Preset::PerLane => (
                by_id("unroll"),
                named(&[
                    "reduce_interleaved",
                    "reduce_unroll2",
                    "reduce_unroll4",
                    "reduce_unroll8",
                ]),
            ),
            Preset::Work => (by_id("divergence"), named(&["divergence_parity", "divergence_warp"])),
            Preset::Grid => (by_id("grid-stride"), named(&["reduce_grid_stride_vec4"])),
            Preset::OneBlock => (by_id("ilp"), named(&["ilp_1", "ilp_4"])),
        };
        let sweep = doubled(1 << 10, limits.n.min(1 << 24));
        // The shipped times of all kernels have the usual size of lessons' clocks.
        let usual_n = match self {
            Preset::Table => lessons::Clock::USUAL.n(),
            _ => 1 << 20,
        };
        let block = limits.block.min(lessons::Clock::USUAL.block());
        let n = limits.n.min(usual_n);
        Experiment {
            collection,
            kernels,
            sizes: match self {
                Preset::Sizes | Preset::Both => sweep,
                Preset::Work => vec![n.min(1 << 16)],
                Preset::OneBlock => of_one_block(),
                _ => vec![n],
            },
            blocks: match self {
                Preset::Blocks | Preset::Both => limits.blocks(),
                Preset::OneBlock => Vec::new(),
                _ => vec![block],
            },
            values: match self {
                Preset::Work => doubled(1, 256),
                Preset::Grid => doubled(1, 4_096),
                Preset::OneBlock => vec![Parameter::Iterations.most()],
                _ => Vec::new(),
            },
            rounds: USUAL_ROUNDS,
            clock: Clock::Gpu,
            rounding_nanos: None,
            copy: matches!(self, Preset::Kernels | Preset::Sizes | Preset::PerLane | Preset::Table),
        }
    }
}

/// Returns the sizes that are one block. Those that an adapter cannot run are left out with a message.
fn of_one_block() -> Vec<u32> {
    let blocks = Size::BLOCKS.into_iter();
    blocks.filter(|block| *block >= Size::MIN_N).collect()
}

fn doubled(first: u32, last: u32) -> Vec<u32> {
    std::iter::successors(Some(first), |number| number.checked_mul(2))
        .take_while(|number| *number <= last)
        .collect()
}

fn named(names: &[&str]) -> Vec<&'static GalleryKernel> {
    names.iter().filter_map(|name| GalleryKernel::by_name(name)).collect()
}

/// An adapter's limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Words in one binding.
    pub n: u32,
    /// Lanes in a block.
    pub block: u32,
}

impl Limits {
    /// The limits that every adapter supports: 128 MiB and 256 lanes.
    pub const LEAST: Limits = Limits { n: 1 << 25, block: 256 };

    pub fn of(device: &DeviceInfo) -> Self {
        Limits {
            n: u32::try_from(device.max_bytes() / 4)
                .unwrap_or(u32::MAX)
                .min(Size::MAX_N),
            block: device.max_block,
        }
    }

    /// Returns the block sizes that the adapter runs.
    pub fn blocks(self) -> Vec<u32> {
        let fits = |block: &u32| *block <= self.block;
        Size::BLOCKS.into_iter().filter(fits).collect()
    }
}

fn usual_lesson() -> &'static Lesson {
    Lesson::by_id("neighbored").unwrap_or(LESSONS[0])
}

impl Default for Experiment {
    fn default() -> Self {
        Preset::Kernels.experiment(usual_lesson(), Limits::LEAST)
    }
}

/// One measurement of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub kernel: &'static GalleryKernel,
    /// The nearest size to the requested one that the kernel accepts.
    pub size: Size,
    /// The value of the kernel's parameter, if it is varied.
    pub value: Option<u32>,
}

impl Experiment {
    /// Returns all measurements, the smallest n first. A size that a kernel cannot take becomes the nearest valid one.
    pub fn cases(&self) -> Vec<Case> {
        let mut cases: Vec<Case> = Vec::new();
        let copy = GalleryKernel::by_name(COPY).filter(|_| self.copy);
        for &n in &self.sizes {
            for &block in self.blocks_of(&n) {
                for &kernel in self.kernels.iter().chain(copy.iter()) {
                    let size = kernel.task.nearest(Size::nearest(n, block));
                    let varied = kernel.task.parameter().filter(|_| !self.values.is_empty());
                    let values = match varied {
                        Some(parameter) => {
                            let fits = |value: &&u32| (1..=parameter.most()).contains(*value);
                            self.values.iter().filter(fits).map(|value| Some(*value)).collect()
                        }
                        None => vec![None],
                    };
                    for value in values {
                        let case = Case { kernel, size, value };
                        if !cases.contains(&case) {
                            cases.push(case);
                        }
                    }
                }
            }
        }
        cases.sort_by_key(|case| case.size.n());
        cases
    }

    /// Returns true if each n is one block.
    pub fn is_of_one_block(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns the blocks of an n.
    fn blocks_of<'e>(&'e self, n: &'e u32) -> &'e [u32] {
        match self.blocks.as_slice() {
            [] => std::slice::from_ref(n),
            blocks => blocks,
        }
    }

    /// Returns the lesson whose kernels the form offers; the usual one if it offers those of many lessons.
    pub fn lesson(&self) -> &'static Lesson {
        match self.collection {
            Collection::Lesson(lesson) => lesson,
            Collection::Table => usual_lesson(),
        }
    }

    /// Returns true if all kernels of the table are chosen, and no other.
    pub fn has_whole_table(&self) -> bool {
        self.collection == Collection::Table && self.kernels == Collection::Table.kernels()
    }

    /// Returns the experiment at its first n and block, with each kernel's own parameter.
    pub fn at_first_size(&self) -> Experiment {
        let first = |numbers: &[u32]| numbers.iter().copied().take(1).collect();
        Experiment {
            sizes: first(&self.sizes),
            blocks: first(&self.blocks),
            values: Vec::new(),
            ..self.clone()
        }
    }

    /// Returns the plan of each measurement; many rounds select the precise plan.
    pub fn plan(&self) -> Plan {
        let precise = Plan::precise();
        let usual = if self.rounds >= precise.rounds {
            precise
        } else {
            Plan::default()
        };
        Plan {
            rounds: self.rounds,
            // The budget limits the samples of slow kernels, so it grows with the number of rounds.
            budget_millis: usual.budget_millis * (f64::from(self.rounds) / f64::from(usual.rounds)).max(1.0),
            clock: self.clock,
            rounding_nanos: self.rounding_nanos.map(u64::from),
            ..usual
        }
    }

    /// Returns the parameter that can be varied: that of the first kernel with one.
    pub fn parameter(&self) -> Option<Parameter> {
        self.kernels.iter().find_map(|kernel| kernel.task.parameter())
    }
}

/// A kernel's task, with its default value of the parameter or with another.
#[derive(Debug)]
pub enum Work {
    Own(&'static dyn Task),
    With(Box<dyn Task>),
}

impl Deref for Work {
    type Target = dyn Task;

    fn deref(&self) -> &Self::Target {
        match self {
            Work::Own(task) => *task,
            Work::With(task) => task.as_ref(),
        }
    }
}

impl Case {
    pub fn work(&self) -> Work {
        let with = self.value.and_then(|value| self.kernel.task.with_parameter(value));
        with.map_or(Work::Own(self.kernel.task), Work::With)
    }

    /// Returns name and value of the parameter, as files contain them.
    pub fn parameter(&self) -> Option<(&'static str, f64)> {
        let parameter = self.kernel.task.parameter()?;
        Some((parameter.name(), f64::from(self.value?)))
    }

    /// Builds the GPU job with its inputs and expected outputs.
    pub fn job(&self) -> Job<'static> {
        let (size, machine) = (self.size, Machine::default());
        let n = u64::from(size.n());
        // The playground compares a reader's kernel with the machine.
        let is_own = is_own(self.kernel);
        let (work, same) = (self.work(), self.work());
        let dispatch = work.dispatch(size, n, &machine);
        let (output, useful) = (work.output(), work.useful_bytes(size));
        Job::new(
            self.kernel.kernel.clone(),
            dispatch,
            output,
            useful,
            move |first, out| work.reference(size, &machine, first, out),
        )
        .with_agreement(move |index, got, want| is_own || agree(&*same, size, index, got, want))
    }

    /// Returns why an adapter cannot run the case, if so.
    pub fn refused(&self, device: &DeviceInfo) -> Option<GpuError> {
        let limits = Limits::of(device);
        if self.size.block() > limits.block {
            return Some(GpuError::BlockTooLarge {
                block: self.size.block(),
                most: limits.block,
            });
        }
        (self.size.n() > limits.n).then(|| GpuError::BufferTooLarge {
            bytes: 4 * u64::from(self.size.n()),
            most: device.max_bytes(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_experiment_is_every_kernel_at_every_size() {
        let both = Experiment {
            sizes: vec![1 << 12, 1 << 10],
            blocks: vec![64, 128],
            ..Experiment::default()
        };
        let cases = both.cases();
        // The lesson's kernels and the copy.
        assert_eq!(cases.len(), 4 * (both.kernels.len() + 1));
        assert!(cases.is_sorted_by_key(|case| case.size.n()));
        let work = Preset::Work.experiment(both.lesson(), Limits::LEAST);
        let values: Vec<_> = work.cases().iter().map(|case| case.value).collect();
        assert_eq!(values.len(), 2 * 9);
        assert!(values.contains(&Some(1)) && values.contains(&Some(256)));
    }

    #[test]
    fn every_preset_has_something_to_measure_within_the_limits() {
        for preset in Preset::ALL {
            for lesson in LESSONS {
                let experiment = preset.experiment(lesson, Limits::LEAST);
                let cases = experiment.cases();
                assert!(!cases.is_empty() && cases.len() <= MOST_CASES, "{preset:?}");
                assert!(!experiment.kernels.is_empty(), "{preset:?}");
                // The form lists the kernels of the collection.
                let offered = experiment.collection.kernels();
                assert!(
                    experiment.kernels.iter().all(|kernel| offered.contains(kernel)),
                    "{preset:?} {lesson:?}"
                );
                for case in cases {
                    assert!(
                        case.size.block() <= Limits::LEAST.block
                            || preset == Preset::OneBlock
                            || case.kernel.task.nearest(case.size) == case.size
                    );
                }
            }
            assert_eq!(Preset::by_id(preset.id()), Some(preset));
            let neighbored = Experiment::default().lesson();
            let experiment = preset.experiment(neighbored, Limits::LEAST);
            assert_eq!(Preset::of(&experiment), preset);
        }
    }

    /// The source's figure has one block with more and more threads. A size that is larger than a block fills several.
    #[test]
    fn one_block_has_as_many_lanes_as_elements() {
        let one_block = Preset::OneBlock.experiment(LESSONS[0], Limits::LEAST);
        let cases = one_block.cases();
        assert_eq!(cases.len(), 2 * 5);
        for case in &cases {
            assert_eq!(case.size.n(), case.size.block());
            // Two operations for each of four multiply-adds.
            let operations = 8 * 10_000 * u64::from(case.size.n());
            assert_eq!(case.work().operations(case.size), Some(operations));
        }
        let larger = Experiment {
            sizes: vec![4096],
            ..one_block
        };
        assert!(larger.cases().iter().all(|case| case.size.block() == 1024));
    }

    /// The table compares kernels, so all of them run at one size, where every one of them has a shipped time.
    #[test]
    fn the_table_has_every_kernel_at_one_size() {
        let table = Preset::Table.experiment(LESSONS[0], Limits::LEAST);
        let cases = table.cases();
        assert_eq!(cases.len(), table.kernels.len() + 1, "with the copy");
        assert!(cases.iter().all(|case| case.size == lessons::Clock::USUAL));
    }

    #[test]
    fn sizes_that_a_kernel_cannot_take_come_once() {
        let launch = Lesson::by_id("launch").expect("a lesson");
        let fixed = Experiment {
            sizes: vec![64, 128, 256],
            copy: false,
            ..Preset::Kernels.experiment(launch, Limits::LEAST)
        };
        assert_eq!(fixed.cases().len(), fixed.kernels.len());
    }
}
