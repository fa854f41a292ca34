//! A plain picture of a GPU: its multiprocessors, the parts of one of them, its memories, and those that the next step uses.

use crate::run::caption::Doing;
use crate::run::playback::{Playback, StepView};
use lessons::multiprocessors::Gpu;
use simt::{Event, Grain, Machine, Space};

/// A part of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Computes values and indices.
    Arithmetic,
    /// Sends the requests of a warp to memory.
    Requests,
    /// Lets the warps of a block wait for each other.
    Barriers,
    Registers,
    Shared,
    SecondLevelCache,
    Memory,
}

impl Unit {
    /// Returns a stable name for style sheets and tests.
    pub const fn id(self) -> &'static str {
        match self {
            Unit::Arithmetic => "arithmetic",
            Unit::Requests => "requests",
            Unit::Barriers => "barriers",
            Unit::Registers => "registers",
            Unit::Shared => "shared",
            Unit::SecondLevelCache => "cache",
            Unit::Memory => "memory",
        }
    }
}

/// The sizes of a GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct Chip {
    pub name: String,
    /// The GPU with its number of multiprocessors; `None` for makers whose sizes the lessons do not have.
    pub gpu: Option<&'static Gpu>,
    pub line_bytes: u32,
    pub sector_bytes: u32,
    pub banks: u32,
}

impl Chip {
    pub fn of(machine: &Machine) -> Self {
        Chip {
            name: machine.name.to_string(),
            gpu: Gpu::of_machine(&machine.id),
            line_bytes: machine.line_bytes,
            sector_bytes: machine.sector_bytes,
            banks: machine.bank_count,
        }
    }
}

/// Returns the units that the lit statement uses in the next step, in their order. The playback's cursor is at the moment that
/// `view` shows.
pub fn used(playback: &Playback, view: &StepView, grain: Grain) -> Vec<Unit> {
    let trace = playback.trace();
    let steps = playback.cursor.frame(grain).steps;
    let lit = trace.step(steps.start).map(|step| step.statement);
    let of_lit = steps.filter(|step| trace.step(*step).map(|step| step.statement) == lit);
    let spaces: Vec<Space> = of_lit
        .flat_map(|step| trace.events(step))
        .filter_map(|event| match event {
            Event::Request(request) => Some(trace.memories.get(request.memory as usize)?.space),
            _ => None,
        })
        .collect();
    let mut used = match view.caption.doing {
        Doing::Finished | Doing::CutOff | Doing::Returns { .. } => return Vec::new(),
        Doing::Barrier { .. } => vec![Unit::Barriers],
        Doing::Memory { .. } | Doing::Assigns { .. } | Doing::Computes | Doing::Splits { .. } => {
            vec![Unit::Arithmetic, Unit::Registers]
        }
    };
    let shared = spaces.contains(&Space::Workgroup);
    let global = spaces.iter().any(|space| *space != Space::Workgroup);
    used.extend((shared || global).then_some(Unit::Requests));
    used.extend(shared.then_some(Unit::Shared));
    let levels = [Unit::SecondLevelCache, Unit::Memory];
    used.extend(levels.into_iter().filter(|_| global));
    used.sort_unstable();
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples::playback;

    #[test]
    fn a_step_uses_the_units_that_its_statement_needs() {
        // For each statement of the kernel that is met: a word of its line, and the units.
        use Unit::{Arithmetic, Barriers, Memory, Registers, Requests, SecondLevelCache, Shared};
        let mut run = playback("shared_reverse", 128, 64);
        let source = simt_source("shared_reverse");
        let mut met = std::collections::BTreeSet::new();
        for step in 0..run.step_view(0, Grain::Statement).end {
            let view = run.step_view(step, Grain::Statement);
            let Some(line) = view.next.and_then(|next| source.lines().nth(next.line as usize - 1)) else {
                continue;
            };
            let wanted: &[Unit] = match line {
                line if line.contains("Barrier") => &[Barriers],
                line if line.contains("if (") => &[Arithmetic, Registers],
                line if line.contains("= data[") || line.contains("data[i] =") => {
                    &[Arithmetic, Requests, Registers, Shared, SecondLevelCache, Memory]
                }
                _ => continue,
            };
            let used = used(&run, &view, Grain::Statement);
            assert_eq!(used, wanted, "{line}");
            met.insert(wanted);
        }
        assert_eq!(met.len(), 3, "{source}");
        let end = run.step_view(usize::MAX, Grain::Statement);
        assert_eq!(used(&run, &end, Grain::Statement), []);
    }

    fn simt_source(name: &str) -> String {
        let kernel = lessons::GalleryKernel::by_name(name).expect("a kernel");
        kernel.kernel.source.to_string()
    }

    #[test]
    fn the_sizes_are_the_machine_s() {
        let chip = Chip::of(&Machine::by_id("k80").expect("a preset"));
        assert_eq!(chip.gpu.map(|gpu| gpu.multiprocessors), Some(13));
        assert_eq!((chip.line_bytes, chip.sector_bytes, chip.banks), (128, 32, 32));
        let other = Chip::of(&Machine::by_id("rdna3-64").expect("a preset"));
        assert_eq!(other.gpu, None);
    }
}
