//! A plain picture of a GPU: its multiprocessors, the parts of one of them, its memories, and those that the next step uses.

use crate::caption::Doing;
use crate::playback::StepView;
use lessons::multiprocessors::Gpu;
use simt::{Machine, Space};

/// A part of a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Computes values and indices.
    Arithmetic,
    /// Sends the requests of a warp to memory.
    Requests,
    /// Decides branches and waits at barriers.
    Control,
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
            Unit::Control => "control",
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

/// Returns the units that the next step uses, in their order.
pub fn used(view: &StepView) -> Vec<Unit> {
    let memories = &view.array.memories;
    let words = view.array.loaded.iter().chain(&view.array.stored);
    let touches = |space| {
        let mut words = words.clone();
        words.any(|(memory, _)| {
            memories
                .get(*memory)
                .is_some_and(|memory| memory.space == space)
        })
    };
    let (shared, global) = (
        touches(Space::Workgroup),
        touches(Space::Storage) || touches(Space::Uniform),
    );
    let mut used = match view.caption.doing {
        Doing::Finished | Doing::CutOff => return Vec::new(),
        Doing::Barrier { .. } | Doing::Returns { .. } => vec![Unit::Control],
        Doing::Splits { .. } => vec![Unit::Arithmetic, Unit::Control, Unit::Registers],
        Doing::Memory { .. } | Doing::Assigns { .. } | Doing::Computes => {
            vec![Unit::Arithmetic, Unit::Registers]
        }
    };
    used.extend((shared || global).then_some(Unit::Requests));
    used.extend(shared.then_some(Unit::Shared));
    used.extend(
        global
            .then_some([Unit::SecondLevelCache, Unit::Memory])
            .into_iter()
            .flatten(),
    );
    used.sort_unstable();
    used
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::playback;
    use simt::Grain;

    #[test]
    fn a_step_uses_the_units_that_its_statement_needs() {
        // For each statement of the kernel that is met: a word of its line, and the units.
        use Unit::{Arithmetic, Control, Memory, Registers, Requests, SecondLevelCache, Shared};
        let mut shown = playback("shared_reverse", 128, 64);
        let source = simt_source("shared_reverse");
        let mut met = 0;
        for at in 0..shown.step_view(0, Grain::Statement).end {
            let view = shown.step_view(at, Grain::Statement);
            let Some(line) = view
                .next
                .and_then(|next| source.lines().nth(next.line as usize - 1))
            else {
                continue;
            };
            let wanted: &[Unit] = match line {
                line if line.contains("Barrier") => &[Control],
                line if line.contains("= input[") || line.contains("output[") => &[
                    Arithmetic,
                    Requests,
                    Registers,
                    Shared,
                    SecondLevelCache,
                    Memory,
                ],
                _ => continue,
            };
            let used = used(&view);
            assert_eq!(used, wanted, "{line}");
            met += 1;
        }
        assert!(met > 3, "{source}");
        let end = shown.step_view(usize::MAX, Grain::Statement);
        assert_eq!(used(&end), []);
    }

    fn simt_source(name: &str) -> String {
        let kernel = lessons::GalleryKernel::by_name(name).expect("a kernel");
        kernel.kernel.source.to_string()
    }

    #[test]
    fn the_sizes_are_the_machine_s() {
        let chip = Chip::of(&Machine::by_id("k80").expect("a preset"));
        assert_eq!(chip.gpu.map(|gpu| gpu.multiprocessors), Some(13));
        assert_eq!(
            (chip.line_bytes, chip.sector_bytes, chip.banks),
            (128, 32, 32)
        );
        let other = Chip::of(&Machine::by_id("rdna3-64").expect("a preset"));
        assert_eq!(other.gpu, None);
    }
}
