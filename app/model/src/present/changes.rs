//! The differences between a slide and the shown run, after a question from the class has changed the run.

use crate::address::RunSpec;
use lessons::occupancy::Input;
use lessons::scheduler::{Dial, Work};
use lessons::{Language, Values};
use simt::{Machine, MachineSizes, Scheduling};

/// One difference between the shown run and the slide's. Pairs are the shown value and the slide's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Other kernels, or another number of them; the shown ones.
    Kernels(Vec<&'static str>),
    N(u32, u32),
    Block(u32, u32),
    Values(Values),
    Machine(String, String),
    /// The lanes of a warp, on the same machine otherwise.
    Width(u32, u32),
    /// Sizes that are no preset's.
    OwnMachine,
    /// True if short branches are masked now.
    Masking(bool),
    Scheduling(Scheduling),
    /// The order of the warps.
    Order(u32, u32),
    /// The block that the picture follows.
    Followed(u32, u32),
    /// The compute capability of the occupancy calculator.
    Capability(&'static str, &'static str),
    /// An input of the occupancy calculator.
    Input(Input, u32, u32),
    /// The chip of the scheduler panel.
    Chip(&'static str, &'static str),
    /// The instructions of the scheduler panel.
    Work(Work),
    /// A number of the scheduler panel.
    Dial(Dial, u32, u32),
    /// The GPU of the multiprocessors panel.
    Gpu(&'static str, &'static str),
    /// The blocks of the multiprocessors panel; `None`: the run's.
    Blocks(Option<u32>, Option<u32>),
}

/// Returns the differences between a slide's run and the shown one.
pub fn changes(slide: &RunSpec, current: &RunSpec, language: Language) -> Vec<Change> {
    let names = |view: &RunSpec| -> Vec<&'static str> {
        let kernels = view.kernels();
        kernels.map(|kernel| kernel.title.get(language)).collect()
    };
    let (pinned, now) = (slide.size, current.size);
    let all = [
        (names(current) != names(slide)).then(|| Change::Kernels(names(current))),
        (now.n() != pinned.n()).then(|| Change::N(now.n(), pinned.n())),
        (now.block() != pinned.block()).then(|| Change::Block(now.block(), pinned.block())),
        (now.values() != pinned.values()).then(|| Change::Values(now.values())),
        (current.machine != slide.machine).then(|| of_machine(&slide.machine, &current.machine)),
        (current.predication != slide.predication).then_some(Change::Masking(current.predication)),
        (current.scheduling != slide.scheduling).then_some(Change::Scheduling(current.scheduling)),
        (current.order != slide.order).then_some(Change::Order(current.order, slide.order)),
        (current.workgroup != slide.workgroup).then_some(Change::Followed(current.workgroup, slide.workgroup)),
    ];
    let all = all.into_iter().flatten();
    all.chain(in_calculator(slide, current))
        .chain(in_scheduler(slide, current))
        .chain(in_placement(slide, current))
        .collect()
}

/// Returns the differences from a lesson as it opens. Its kernels and the block of the picture are chosen elsewhere.
pub fn changes_of_lesson(current: &RunSpec, language: Language) -> Vec<Change> {
    let Some(mut usual) = RunSpec::opened(current.lesson) else {
        return Vec::new();
    };
    usual.kernel = current.kernel;
    usual.beside.clone_from(&current.beside);
    usual.workgroup = current.workgroup;
    changes(&usual, current, language)
}

fn of_machine(slide: &Machine, current: &Machine) -> Change {
    let sizes = MachineSizes {
        warp_width: slide.warp_width,
        request_lanes: slide.request_lanes,
        ..current.sizes()
    };
    match current.is_custom() {
        true if sizes == slide.sizes() => Change::Width(current.warp_width, slide.warp_width),
        true => Change::OwnMachine,
        false => Change::Machine(current.name.to_string(), slide.name.to_string()),
    }
}

/// Compares the settings of the occupancy calculator. Those that follow machine and block are named there.
fn in_calculator(slide: &RunSpec, current: &RunSpec) -> Vec<Change> {
    let (pinned, now) = (slide.calculator, current.calculator);
    let mut changes = Vec::new();
    if pinned.capability != now.capability {
        let version = |view: &RunSpec| view.calculator.chip(&view.machine).version();
        let (now, pinned) = (version(current), version(slide));
        changes.extend((now != pinned).then_some(Change::Capability(now, pinned)));
    }
    let follows = pinned.threads_per_block == now.threads_per_block;
    let demand = |view: &RunSpec| view.calculator.demand(view.size.block());
    for input in Input::ALL {
        let (now, pinned) = (input.of(demand(current)), input.of(demand(slide)));
        if now != pinned && !(input == Input::Threads && follows) {
            changes.push(Change::Input(input, now, pinned));
        }
    }
    changes
}

/// Compares the settings of the scheduler panel.
fn in_scheduler(slide: &RunSpec, current: &RunSpec) -> Vec<Change> {
    let (pinned, now) = (slide.dials, current.dials);
    if pinned == now {
        return Vec::new();
    }
    let chip = (now.chip != pinned.chip).then_some(Change::Chip(now.chip, pinned.chip));
    let work = (now.work != pinned.work).then_some(Change::Work(now.work));
    let mut changes: Vec<Change> = chip.into_iter().chain(work).collect();
    for dial in Dial::ALL {
        let (now, pinned) = (now.get(dial), pinned.get(dial));
        if now != pinned {
            changes.push(Change::Dial(dial, now, pinned));
        }
    }
    changes
}

/// Compares the settings of the multiprocessors panel. A GPU that follows the machine is named there.
fn in_placement(slide: &RunSpec, current: &RunSpec) -> Vec<Change> {
    let (pinned, now) = (slide.placement, current.placement);
    let name = |view: &RunSpec| view.placement.gpu(&view.machine).name;
    let gpu = (pinned.gpu != now.gpu && name(current) != name(slide)).then(|| Change::Gpu(name(current), name(slide)));
    let blocks = (pinned.blocks != now.blocks).then_some(Change::Blocks(now.blocks, pinned.blocks));
    gpu.into_iter().chain(blocks).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lessons::{Lesson, Size};

    #[test]
    fn no_lesson_opens_with_a_change() {
        for lesson in lessons::LESSONS {
            let Some(mut view) = RunSpec::opened(lesson) else {
                continue;
            };
            let named = changes_of_lesson(&view, Language::English);
            assert_eq!(named, [], "{}", lesson.id);
            let opened = view.clone();
            view.predication = !view.predication;
            assert_eq!(changes_of_lesson(&view, Language::English).len(), 1);
            view.reset();
            assert_eq!(view, opened, "{}", lesson.id);
        }
    }

    #[test]
    fn each_change_of_a_run_is_named() {
        let lesson = Lesson::by_id("divergence").expect("a lesson");
        let slide = RunSpec::of_lesson(lesson).expect("a lesson with kernels");
        let changes_by = |change: &dyn Fn(&mut RunSpec)| {
            let mut current = slide.clone();
            change(&mut current);
            changes(&slide, &current, Language::English)
        };
        let other = lesson.kernels[1];
        let machine = Machine::by_id("v100").expect("a preset");
        assert_eq!(changes_by(&|_| {}), []);
        assert_eq!(
            changes_by(&|view| view.size = Size::fixed(4096, 128).with(slide.size.values())),
            [Change::N(4096, 16_384), Change::Block(128, 64)]
        );
        assert_eq!(
            changes_by(&|view| view.kernel = other),
            [Change::Kernels(vec![other.title.en])]
        );
        assert_eq!(
            changes_by(&|view| view.size = view.size.with(Values::Source)),
            [Change::Values(Values::Source)]
        );
        let named = |view: &Machine| view.name.to_string();
        assert_eq!(
            changes_by(&|view| view.machine = machine.clone()),
            [Change::Machine(named(&machine), named(&slide.machine))]
        );
        let sized = |warp_width, line_bytes| {
            let sizes = MachineSizes {
                warp_width,
                request_lanes: warp_width,
                line_bytes,
                ..slide.machine.sizes()
            };
            Machine::custom(sizes).expect("the sizes are allowed")
        };
        assert_eq!(
            changes_by(&|view| view.machine = sized(64, 128)),
            [Change::Width(64, 32)]
        );
        assert_eq!(changes_by(&|view| view.machine = sized(64, 64)), [Change::OwnMachine]);
        assert_eq!(changes_by(&|view| view.predication = true), [Change::Masking(true)]);
        assert_eq!(
            changes_by(&|view| view.scheduling = Scheduling::Independent),
            [Change::Scheduling(Scheduling::Independent)]
        );
        assert_eq!(changes_by(&|view| view.order = 1), [Change::Order(1, 0)]);
        assert_eq!(changes_by(&|view| view.workgroup = 3), [Change::Followed(3, 0)]);
        assert_eq!(
            changes_by(&|view| view.calculator = view.calculator.of("1.0", 256)),
            [Change::Capability("1.0", "3.7"), Change::Input(Input::Threads, 256, 64)]
        );
        assert_eq!(
            changes_by(&|view| view.dials = view.dials.of(Work::Loads).at(Dial::Warps, 48)),
            [Change::Work(Work::Loads), Change::Dial(Dial::Warps, 48, 8)]
        );
        // The latencies of another chip are named, too.
        let other = lessons::scheduler::chips()
            .into_iter()
            .find(|chip| chip.name == "GF104")
            .expect("a chip");
        assert_eq!(
            changes_by(&|view| view.dials.choose(&other)),
            [Change::Chip("GF104", "GF100")]
        );
        assert_eq!(
            changes_by(&|view| view.placement = view.placement.on("v100").of(81)),
            [
                Change::Gpu("Tesla V100", "Tesla K80, one of two GK210"),
                Change::Blocks(Some(81), None)
            ]
        );
        assert_eq!(changes_by(&|view| view.placement = view.placement.on("k80")), []);
        // A published latency that is set by hand is the same latency.
        assert_eq!(changes_by(&|view| view.dials.set(Dial::ArithmeticLatency, 18)), []);
    }
}
