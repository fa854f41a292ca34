//! A model of warp schedulers: in each cycle a scheduler finds warps whose next instruction has all its operands, and
//! issues some of them.
//!
//! Every warp executes the same instructions in order. An instruction is eligible once the results that it needs are
//! available, each a latency after its own issue. Warps are dealt to the schedulers in turn and stay there; a scheduler
//! chooses among its eligible warps round-robin, and has its share of the cores. Memory always accepts another request, and there are no barriers: the model shows how warps wait for results, and nothing else.

mod dials;

pub use dials::{Dial, Dials, Work};

/// Maximum number of resident warps on the multiprocessors of the slides.
pub const MOST_WARPS: u32 = 64;

/// The kind of an instruction, which decides the latency of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pipe {
    Arithmetic,
    /// A load, with the latency of memory.
    Load,
    /// A store. No instruction waits for it.
    Store,
}

/// One instruction of a warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    pub pipe: Pipe,
    /// Indices of the earlier instructions whose results it needs.
    pub needs: Vec<usize>,
    /// Bytes that the warp's lanes request; 0 for arithmetic.
    pub bytes: u32,
}

/// The parameters of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub warps: u32,
    /// Cycles from an issue to its result.
    pub arithmetic_latency: u32,
    pub memory_latency: u32,
    /// Lanes that can start an operation in one cycle. `cores` / `warp_width` warp instructions are issued per cycle,
    /// on average if it is not a whole number.
    pub cores: u32,
    pub warp_width: u32,
    /// Schedulers, each with its own warps and an equal share of the cores.
    pub schedulers: u32,
}

impl Setting {
    fn latency(self, pipe: Pipe) -> u32 {
        match pipe {
            Pipe::Arithmetic => self.arithmetic_latency,
            Pipe::Load => self.memory_latency,
            Pipe::Store => 1,
        }
    }

    /// Returns the number of instructions that could have been issued in the first `cycles` cycles.
    pub fn slots(self, cycles: u32) -> u64 {
        self.slots_of_one(cycles) * u64::from(self.schedulers.max(1))
    }

    /// Returns the number of instructions that one scheduler could have issued in the first `cycles` cycles.
    fn slots_of_one(self, cycles: u32) -> u64 {
        let lanes = u64::from(cycles) * u64::from(self.cores / self.schedulers.max(1));
        lanes.div_ceil(u64::from(self.warp_width.max(1)))
    }

    /// Returns the number of instructions that one scheduler can issue in one cycle.
    fn slots_of(self, cycle: u32) -> u64 {
        self.slots_of_one(cycle + 1) - self.slots_of_one(cycle)
    }
}

/// One issued instruction of one warp. The warp waited for it from the cycle after its previous issue, was eligible
/// from cycle `ready` on, and issued it in `cycle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    pub ready: u32,
    pub cycle: u32,
    /// The pipe of the result that arrived last among those it needed.
    pub waited_for: Pipe,
}

/// The state of a warp in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarpCycle {
    /// The warp issues its instruction.
    Issued,
    /// The warp could issue, but the scheduler chose another one.
    Eligible,
    /// The warp waits for the result of an arithmetic operation.
    StalledOnArithmetic,
    /// The warp waits for a word from memory.
    StalledOnMemory,
    Finished,
}

impl WarpCycle {
    pub const ALL: [WarpCycle; 5] = [
        WarpCycle::Issued,
        WarpCycle::Eligible,
        WarpCycle::StalledOnArithmetic,
        WarpCycle::StalledOnMemory,
        WarpCycle::Finished,
    ];

    /// Returns the letter that tests use for this state.
    pub const fn letter(self) -> char {
        match self {
            WarpCycle::Issued => 'I',
            WarpCycle::Eligible => 'e',
            WarpCycle::StalledOnArithmetic => 'a',
            WarpCycle::StalledOnMemory => 'm',
            WarpCycle::Finished => '.',
        }
    }
}

/// The issues of all warps, from the first instruction to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub setting: Setting,
    /// The issues of each warp, in program order.
    pub warps: Vec<Vec<Issue>>,
    /// Cycles up to and including the last issue.
    pub cycles: u32,
    /// Number of issued instructions.
    pub issued: u64,
    /// Number of cycles in which at least one instruction was issued.
    pub busy_cycles: u32,
}

/// Computes in which cycle each warp issues each instruction.
pub fn schedule(instructions: &[Instruction], setting: Setting) -> Schedule {
    let first = Pending {
        ready: 0,
        waited_for: Pipe::Arithmetic,
    };
    let mut pending = vec![first; setting.warps as usize];
    let mut warps: Vec<Vec<Issue>> = pending.iter().map(|_| Vec::with_capacity(instructions.len())).collect();
    let all = instructions.len() as u64 * u64::from(setting.warps);
    let schedulers = setting.schedulers.max(1) as usize;
    let mut turns = vec![0; schedulers];
    let (mut cycle, mut issued, mut busy_cycles, mut cycles) = (0, 0, 0, 0);
    while issued < all && setting.cores >= setting.schedulers {
        let mut soonest = u32::MAX;
        let before = issued;
        for (scheduler, turn) in turns.iter_mut().enumerate() {
            let mut slots = setting.slots_of(cycle);
            let warps_of_scheduler = warps.len().saturating_sub(scheduler).div_ceil(schedulers);
            let first = *turn;
            for step in 0..warps_of_scheduler {
                let place = (first + step) % warps_of_scheduler;
                let warp = scheduler + place * schedulers;
                if warps[warp].len() == instructions.len() {
                    continue;
                }
                let waiting = pending[warp];
                if waiting.ready > cycle {
                    soonest = soonest.min(waiting.ready);
                    continue;
                }
                if slots == 0 {
                    soonest = cycle + 1;
                    break;
                }
                slots -= 1;
                issued += 1;
                warps[warp].push(Issue {
                    ready: waiting.ready,
                    cycle,
                    waited_for: waiting.waited_for,
                });
                pending[warp] = next(instructions, &warps[warp], cycle + 1, setting);
                soonest = soonest.min(pending[warp].ready);
                if slots == 0 {
                    *turn = (place + 1) % warps_of_scheduler;
                }
            }
        }
        if issued > before {
            busy_cycles += 1;
            cycles = cycle + 1;
        }
        // A warp that has issued can issue its next instruction one cycle later at the earliest.
        cycle = soonest.max(cycle + 1);
    }
    Schedule {
        setting,
        warps,
        cycles,
        issued,
        busy_cycles,
    }
}

/// The cycle in which a warp's next instruction is ready, and the pipe of the result that it waits for.
#[derive(Clone, Copy)]
struct Pending {
    ready: u32,
    waited_for: Pipe,
}

fn next(instructions: &[Instruction], issues: &[Issue], earliest: u32, setting: Setting) -> Pending {
    let mut pending = Pending {
        ready: earliest,
        waited_for: Pipe::Arithmetic,
    };
    let Some(instruction) = instructions.get(issues.len()) else {
        return pending;
    };
    for &need in &instruction.needs {
        let (Some(issue), Some(needed)) = (issues.get(need), instructions.get(need)) else {
            continue;
        };
        let there = issue.cycle + setting.latency(needed.pipe);
        if there > pending.ready {
            pending = Pending {
                ready: there,
                waited_for: needed.pipe,
            };
        }
    }
    pending
}

impl Schedule {
    /// Returns the state of a warp in a cycle.
    pub fn at(&self, warp: usize, cycle: u32) -> WarpCycle {
        let issues = self.warps.get(warp).map_or(&[][..], Vec::as_slice);
        let next = issues.partition_point(|issue| issue.cycle < cycle);
        match issues.get(next) {
            None => WarpCycle::Finished,
            Some(issue) if issue.cycle == cycle => WarpCycle::Issued,
            Some(issue) if issue.ready <= cycle => WarpCycle::Eligible,
            Some(issue) if issue.waited_for == Pipe::Load => WarpCycle::StalledOnMemory,
            Some(_) => WarpCycle::StalledOnArithmetic,
        }
    }

    /// Returns the share of the issue slots that were used, from 0 to 1; `None` if there were no cycles.
    pub fn utilisation(&self) -> Option<f64> {
        let slots = self.setting.slots(self.cycles);
        (slots > 0).then(|| self.issued as f64 / slots as f64)
    }

    /// Returns the share of cycles in which at least one instruction was issued, from 0 to 1; `None` if there were no
    /// cycles.
    pub fn busy(&self) -> Option<f64> {
        (self.cycles > 0).then(|| f64::from(self.busy_cycles) / f64::from(self.cycles))
    }

    /// Returns the cycle in which the first warp issues the instruction with this index, or the number of cycles if
    /// there is no such instruction.
    pub fn cycle_of(&self, instruction: usize) -> u32 {
        let first = self.warps.first();
        first
            .and_then(|issues| issues.get(instruction))
            .map_or(self.cycles, |issue| issue.cycle)
    }
}

/// Computes the utilisation with 1, 2, … `most` warps.
pub fn against_warps(instructions: &[Instruction], setting: Setting, most: u32) -> Vec<f64> {
    (1..=most)
        .map(|warps| {
            let schedule = schedule(instructions, Setting { warps, ..setting });
            schedule.utilisation().unwrap_or(0.0)
        })
        .collect()
}

/// Returns `chains` interleaved chains of `length` instructions. Each instruction needs the one before it in its own
/// chain.
pub fn chains(chains: usize, pipe: Pipe, length: usize, bytes: u32) -> Vec<Instruction> {
    (0..chains * length)
        .map(|place| Instruction {
            pipe,
            needs: place.checked_sub(chains).into_iter().collect(),
            bytes,
        })
        .collect()
}

/// Returns an operation for each name. It needs the last one before it whose name begins with the same letter: that of
/// its own side of a branch.
pub fn sides(names: &[&str]) -> Vec<Instruction> {
    let side = |name: &str| name.chars().next();
    let before = |place: usize| {
        let mut earlier = names.iter().take(place);
        earlier.rposition(|name| side(name) == side(names[place]))
    };
    (0..names.len())
        .map(|place| Instruction {
            pipe: Pipe::Arithmetic,
            needs: before(place).into_iter().collect(),
            bytes: 0,
        })
        .collect()
}

/// Returns the number of arithmetic instructions in the longest dependency chain, and the number of all arithmetic
/// instructions. The second divided by the first is the instruction-level parallelism of a warp. `None` if there are
/// none.
pub fn side_by_side(instructions: &[Instruction]) -> Option<(usize, usize)> {
    let mut depths: Vec<usize> = Vec::with_capacity(instructions.len());
    for instruction in instructions {
        let above = instruction.needs.iter().filter_map(|need| depths.get(*need));
        let added_depth = usize::from(instruction.pipe == Pipe::Arithmetic);
        depths.push(above.max().copied().unwrap_or(0) + added_depth);
    }
    let count = instructions
        .iter()
        .filter(|instruction| instruction.pipe == Pipe::Arithmetic)
        .count();
    let longest = depths.into_iter().max()?;
    (longest > 0).then_some((longest, count))
}

/// Returns the largest number of bytes that one warp's loads have in flight before the warp must wait for one of them.
pub fn bytes_before_waiting(instructions: &[Instruction]) -> u32 {
    let (mut under_way, mut since, mut most) = (0, 0, 0);
    for (place, instruction) in instructions.iter().enumerate() {
        let waits = |need: &usize| *need >= since && instructions[*need].pipe == Pipe::Load;
        if instruction.needs.iter().any(waits) {
            (under_way, since) = (0, place);
        }
        if instruction.pipe == Pipe::Load {
            under_way += instruction.bytes;
            most = most.max(under_way);
        }
    }
    most
}

/// Computes, by Little's law, how many operations must be in flight on a multiprocessor.
pub fn operations_needed(latency_cycles: u32, operations_per_cycle: u32) -> u32 {
    latency_cycles * operations_per_cycle
}

/// Computes, by Little's law, how many bytes must be in flight over the whole device. The latency is in cycles of a
/// clock of `gigahertz`.
pub fn bytes_needed(latency_cycles: u32, gigahertz: f64, gigabytes_per_second: f64) -> f64 {
    // Cycles divided by gigahertz are nanoseconds, and bytes per nanosecond are gigabytes per second.
    f64::from(latency_cycles) / gigahertz * gigabytes_per_second
}

/// A chip whose latencies are published.
#[derive(Clone, Debug, PartialEq)]
pub struct Chip {
    pub name: &'static str,
    pub arithmetic_latency: u32,
    pub cores: u32,
    /// Operations in flight that the source prints, latency × cores; `None` if it prints none.
    pub operations: Option<u32>,
    pub memory: Option<ChipMemory>,
    /// Schedulers that are modelled one by one. The table's chips count as one scheduler with all cores.
    pub schedulers: u32,
    /// The source of a chip that is not in the table.
    pub source: Option<&'static str>,
}

/// The two schedulers of a GF100, with 16 of its 32 cores each: “dual issue” in the source of the table.
const TWO_SCHEDULERS: &str = "GF100-dual";

/// A chip of today: four schedulers, and 4 cycles of latency. 16 warps hide it without instruction-level parallelism, as
/// the guide says. A scheduler issues for 32 lanes in a cycle; that it has 16 cores for floats and 16 for integers is not
/// modelled, so `cores` are places to issue, and the operations in flight are nobody's figure.
const V100: Chip = Chip {
    name: "V100",
    arithmetic_latency: 4,
    cores: 128,
    operations: None,
    memory: None,
    schedulers: 4,
    source: Some("NVIDIA, Volta Tuning Guide, “Instruction Scheduling”; Jia et al., arXiv:1804.06826"),
};

/// The memory of a whole device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChipMemory {
    pub latency_cycles: u32,
    pub gigahertz: f64,
    pub gigabytes_per_second: f64,
    /// Thousands of bytes in flight, as printed.
    pub kilobytes_in_flight: u32,
    pub multiprocessors: u32,
}

/// Multiprocessors of a C2050, the GF100 of the tables. Source: NVIDIA's Fermi compute architecture whitepaper: 448
/// cores, 32 per multiprocessor.
const C2050_MULTIPROCESSORS: u32 = 14;

/// Returns the chips of the published table in its order, then those with several schedulers.
pub fn chips() -> Vec<Chip> {
    let tables = &crate::published::published().tables;
    let memory = || {
        let device = "NVIDIA Fermi C2050";
        let column = tables.flops_per_watt.columns.iter().position(|name| name == device)?;
        Some(ChipMemory {
            latency_cycles: tables.c2050_memory.latency_cycles_below,
            gigahertz: *tables.flops_per_watt.ghz.get(column)?,
            gigabytes_per_second: *tables.flops_per_watt.peak_gb_s.get(column)?,
            kilobytes_in_flight: tables.c2050_memory.kib_in_flight_below,
            multiprocessors: C2050_MULTIPROCESSORS,
        })
    };
    let chip = |row: &'static crate::published::Parallelism| Chip {
        name: &row.chip,
        arithmetic_latency: row.latency_cycles,
        cores: row.cores_per_sm,
        operations: Some(row.ops_per_sm),
        memory: (row.chip == "GF100").then(memory).flatten(),
        schedulers: 1,
        source: None,
    };
    let table = tables.parallelism_for_full_arithmetic_throughput.iter();
    let mut chips: Vec<Chip> = table.map(chip).collect();
    let dual = chips.iter().find(|chip| chip.name == "GF100").cloned();
    chips.extend(dual.map(|chip| Chip {
        name: TWO_SCHEDULERS,
        schedulers: 2,
        ..chip
    }));
    chips.push(V100);
    chips
}

#[cfg(test)]
mod tests;
