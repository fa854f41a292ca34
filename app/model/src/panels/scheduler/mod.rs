//! The scheduler panel: the first warp's instructions of the followed block, as input for the model.

mod reads;
pub mod timing;

use lessons::scheduler::{Instruction, Pipe, Work, chains, sides};
use reads::reads;
use simt::{Access, Event, Request, Space, Trace};
use std::collections::{HashMap, HashSet};

/// The most instructions that are modelled: enough to show a rhythm, few enough to recompute while a slider moves.
pub const MOST_INSTRUCTIONS: usize = 128;

/// The most instructions of a warp that count in the duration of a block.
const MOST_IN_PHASES: usize = 4096;

/// A warp's instructions, with the step of the trace that each comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    pub instructions: Vec<Instruction>,
    /// The step of each instruction.
    steps: Vec<usize>,
    /// True if the warp executes more instructions than are modelled.
    pub cut: bool,
}

impl Stream {
    /// Returns the index of the first instruction at or after a position of the trace; the length if there is none.
    pub fn at(&self, position: usize) -> usize {
        self.steps.partition_point(|step| *step < position)
    }

    /// Builds the instructions of a work other than the kernel's own: `count` independent chains, for lanes that access
    /// one word each, or the two sides of a branch, once. `None`: the kernel's own come from its trace.
    pub fn of_work(work: Work, count: u32, warp_width: u32) -> Option<Self> {
        let count = count.max(1) as usize;
        let length = MOST_INSTRUCTIONS / count;
        let instructions = match work {
            Work::Kernel => return None,
            Work::Operations => chains(count, Pipe::Arithmetic, length, 0),
            Work::Loads => chains(count, Pipe::Load, length, 4 * warp_width),
            Work::OneSideThenOther | Work::SidesInterleaved => sides(work.names()),
        };
        Some(Stream {
            instructions,
            steps: Vec::new(),
            cut: false,
        })
    }
}

/// A warp's instructions between barriers: it issues none of the next list before all of this one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    pub phases: Vec<Vec<Instruction>>,
    /// True if the warp executes more than is modelled.
    pub cut: bool,
}

impl Phases {
    /// Returns the number of all instructions.
    pub fn instructions(&self) -> usize {
        self.phases.iter().map(Vec::len).sum()
    }
}

/// Returns the first warp's instructions, divided at the barriers at which it waits. A result from before a barrier is
/// there after it.
pub fn phases(source: &str, trace: &Trace) -> Phases {
    let stream = stream_up_to(source, trace, MOST_IN_PHASES);
    let waits = |step: &usize| {
        let is_first = trace.step(*step).is_some_and(|step| step.warp == 0);
        is_first && trace.events(*step).any(|event| matches!(event, Event::Arrive { .. }))
    };
    let mut phases = vec![Vec::new()];
    let mut barriers = (0..trace.len()).filter(waits).peekable();
    let mut first = 0;
    for (index, (instruction, step)) in stream.instructions.into_iter().zip(&stream.steps).enumerate() {
        while barriers.next_if(|barrier| barrier < step).is_some() {
            if phases.last().is_some_and(|phase| !phase.is_empty()) {
                phases.push(Vec::new());
            }
            first = index;
        }
        let needs = instruction.needs.iter();
        let needs = needs.filter_map(|need| need.checked_sub(first)).collect();
        if let Some(phase) = phases.last_mut() {
            phase.push(Instruction { needs, ..instruction });
        }
    }
    Phases {
        phases,
        cut: stream.cut,
    }
}

/// Returns the first warp's instructions: each computing statement is one operation, and each request to storage memory
/// is a load or a store. Loop counters are left out, as if a compiler had unrolled the loop.
pub fn stream(source: &str, trace: &Trace) -> Stream {
    stream_up_to(source, trace, MOST_INSTRUCTIONS)
}

fn stream_up_to(source: &str, trace: &Trace, most: usize) -> Stream {
    let mut stream = Stream::default();
    // The instructions that produce the current value of each name.
    let mut givers: HashMap<&str, Vec<usize>> = HashMap::new();
    for (position, step) in trace.steps().enumerate() {
        if step.warp != 0 {
            continue;
        }
        let Some(statement) = trace.statement(position) else {
            continue;
        };
        let text = source
            .get(statement.start as usize..statement.end as usize)
            .unwrap_or("");
        if counts_a_loop(source, trace, statement) {
            continue;
        }
        let reads = reads(text);
        let givers_of = |names: &[&str], givers: &HashMap<&str, Vec<usize>>| {
            let mut needs: Vec<usize> = names
                .iter()
                .filter_map(|name| givers.get(name))
                .flatten()
                .copied()
                .collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        };
        let (places, mut values) = (givers_of(&reads.places, &givers), givers_of(&reads.values, &givers));
        let requests: Vec<Request<'_>> = trace
            .requests(position)
            .filter(|request| {
                let memory = trace.memories.get(request.memory as usize);
                memory.is_some_and(|memory| memory.space == Space::Storage)
            })
            .collect();
        if requests.is_empty() {
            values.extend(&places);
        }
        let mut push = |pipe, needs: Vec<usize>, bytes| {
            stream.instructions.push(Instruction { pipe, needs, bytes });
            stream.steps.push(position);
            stream.instructions.len() - 1
        };
        for request in requests.iter().filter(|request| request.access.reads()) {
            values.push(push(Pipe::Load, places.clone(), bytes(request)));
        }
        if reads.computes {
            values = vec![push(Pipe::Arithmetic, values, 0)];
        }
        let stores = requests.iter().filter(|request| request.access == Access::Store);
        for request in stores {
            let needs = values.iter().chain(&places).copied().collect();
            push(Pipe::Store, needs, bytes(request));
        }
        for assignment in trace.assignments(position) {
            if let Some(variable) = trace.variables.get(assignment.variable as usize) {
                givers.insert(&variable.name, values.clone());
            }
        }
        if stream.instructions.len() >= most {
            stream.instructions.truncate(most);
            stream.steps.truncate(most);
            stream.cut = trace.steps().skip(position + 1).any(|step| step.warp == 0);
            break;
        }
    }
    stream
}

/// True if a statement is in the head of a `for`.
fn counts_a_loop(source: &str, trace: &Trace, statement: simt::Statement) -> bool {
    if trace.loops.iter().all(|each| each.line != statement.line) {
        return false;
    }
    let start = statement.start as usize;
    let line_start = source
        .get(..start)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |newline| newline + 1);
    let before = source.get(line_start..start).unwrap_or("");
    let text = source.get(start..).unwrap_or("");
    (before.trim_start().starts_with("for") || text.starts_with("for")) && !before.contains('{')
}

/// Returns the bytes of the distinct elements of a request.
fn bytes(request: &Request<'_>) -> u32 {
    let lanes = request.addresses.lanes(request.mask);
    let elements: HashSet<u32> = lanes.map(|(_, address)| address).collect();
    request.bytes * elements.len() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples::playback;
    use lessons::GALLERY;
    use lessons::scheduler::{MOST_WARPS, Setting, against_warps, bytes_before_waiting, schedule, side_by_side};

    fn of(name: &str) -> Stream {
        let playback = playback(name, 4096, 64);
        stream(&playback.source, playback.trace())
    }

    fn pipes(stream: &Stream) -> String {
        let letter = |instruction: &Instruction| match instruction.pipe {
            Pipe::Arithmetic => 'a',
            Pipe::Load => 'l',
            Pipe::Store => 's',
        };
        stream.instructions.iter().map(letter).collect()
    }

    const FERMI: Setting = Setting {
        warps: 1,
        arithmetic_latency: 18,
        memory_latency: 18,
        cores: 32,
        warp_width: 32,
        schedulers: 1,
    };

    #[test]
    fn copies_have_under_way_what_the_lesson_says() {
        for (name, wanted, bytes) in [
            ("copy_scalar", "aals", 128),
            ("copy_vec4", "aals", 512),
            ("copy_scalar4", "aaallllssss", 512),
        ] {
            let stream = of(name);
            assert_eq!(pipes(&stream), wanted, "{name}");
            assert_eq!(bytes_before_waiting(&stream.instructions), bytes, "{name}");
            assert!(!stream.cut);
        }
    }

    #[test]
    fn one_chain_and_four_have_as_much_side_by_side() {
        for (name, least, most) in [("ilp_1", 1.0, 1.1), ("ilp_4", 3.7, 4.1)] {
            let stream = of(name);
            assert!(stream.cut, "{name} does 256 operations");
            let (longest, count) = side_by_side(&stream.instructions).expect("operations");
            let share = count as f64 / longest as f64;
            assert!((least..=most).contains(&share), "{name}: {share}");
        }
    }

    #[test]
    fn the_lessons_count_of_warps_fills_the_scheduler() {
        // `FERMI` gives loads the latency of an operation, so that only the chains determine the result.
        for (name, fills) in [("ilp_1", 18), ("ilp_4", 5)] {
            let instructions = of(name).instructions;
            let line = against_warps(&instructions, FERMI, MOST_WARPS);
            assert!(line[fills - 1] > 0.95, "{name}: {line:?}");
            assert!(line[fills - 2] < line[fills - 1], "{name}: {line:?}");
        }
    }

    /// A reduction of 64 elements has six iterations with a barrier after each. What comes before the first and behind
    /// the last belongs to the phases next to it.
    #[test]
    fn barriers_divide_a_reduction() {
        for (name, phases_of, whole) in [("reduce_interleaved", 7, false), ("copy_scalar", 1, true)] {
            let playback = playback(name, 4096, 64);
            let phases = phases(&playback.source, playback.trace());
            assert_eq!(phases.phases.len(), phases_of, "{name}");
            let stream = of(name);
            assert_eq!(phases.instructions(), stream.instructions.len(), "{name}");
            assert_eq!(phases.phases[0] == stream.instructions, whole, "{name}");
            for phase in &phases.phases {
                for (place, instruction) in phase.iter().enumerate() {
                    assert!(instruction.needs.iter().all(|need| *need < place), "{name}");
                }
            }
        }
    }

    #[test]
    fn every_kernel_can_be_scheduled() {
        for kernel in GALLERY.iter() {
            let name = &kernel.kernel.name;
            let size = kernel.task.nearest(lessons::Size::fixed(1024, 64));
            let playback = playback(name, size.n(), size.block());
            let stream = stream(&playback.source, playback.trace());
            assert!(!stream.instructions.is_empty(), "{name}");
            for (place, instruction) in stream.instructions.iter().enumerate() {
                assert!(instruction.needs.iter().all(|need| *need < place), "{name}");
            }
            assert!(stream.steps.is_sorted(), "{name}");
            let setting = Setting { warps: 7, ..FERMI };
            let schedule = schedule(&stream.instructions, setting);
            assert_eq!(schedule.issued, 7 * stream.instructions.len() as u64, "{name}");
        }
    }

    /// The argument `n` is there before the kernel begins, so what reads it waits for no load.
    #[test]
    fn no_instruction_gives_an_argument() {
        let playback = crate::run::samples::cuda(
            "__global__ void k(float *x, int n) {\n  \
               float v = x[threadIdx.x];\n  float w = n * 2.0f;\n  x[threadIdx.x] = v * w;\n}\n\
             int main() { float *x; cudaMalloc(&x, 256); k<<<1, 32>>>(x, 3); }\n",
        );
        let stream = stream(&playback.source, playback.trace());
        assert_eq!(pipes(&stream), "laas");
        assert!(stream.instructions[1].needs.is_empty());
        assert_eq!(stream.instructions[2].needs, [0, 1]);
    }

    #[test]
    fn a_position_has_its_instruction() {
        let stream = of("copy_scalar4");
        assert_eq!(stream.at(0), 0);
        assert_eq!(stream.at(usize::MAX), stream.instructions.len());
        let loads = stream.steps[3];
        assert_eq!(stream.at(loads), 3);
    }

    #[test]
    fn chains_are_what_they_say() {
        let of_work = |work, count| Stream::of_work(work, count, 32).expect("it has instructions");
        let stream = of_work(Work::Operations, 4);
        assert_eq!(stream.instructions.len(), MOST_INSTRUCTIONS);
        assert_eq!(side_by_side(&stream.instructions), Some((32, 128)));
        let loads = of_work(Work::Loads, 3);
        assert_eq!(bytes_before_waiting(&loads.instructions), 384);
        for work in [Work::OneSideThenOther, Work::SidesInterleaved] {
            assert_eq!(of_work(work, 4).instructions.len(), work.names().len());
            assert_eq!(side_by_side(&of_work(work, 4).instructions), Some((2, 4)));
        }
    }
}
