//! A model of one warp scheduler: in each cycle it looks for warps whose next instruction has all that it needs, and
//! issues some of them.
//!
//! Every warp walks the same instructions in their order. An instruction is eligible once the results that it needs are
//! there, each a latency after its own issue; of the eligible warps the next one in turn is chosen. Memory always has
//! room for another request, and barriers are left out: the model shows waiting for results, and nothing else.

/// Warps that a multiprocessor of the slides could hold, at most.
pub const MOST_WARPS: u32 = 64;

/// Where an instruction goes, and so how long its result takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pipe {
    Arithmetic,
    /// A load: the latency is memory's.
    Load,
    /// A store: nothing waits for it.
    Store,
}

/// One instruction of a warp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    pub pipe: Pipe,
    /// Instructions before it, by their place, whose results it needs.
    pub needs: Vec<usize>,
    /// Bytes that the warp's lanes ask for; 0 for arithmetic.
    pub bytes: u32,
}

/// What the scheduler works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub warps: u32,
    /// Cycles from an issue to its result.
    pub arithmetic_latency: u32,
    pub memory_latency: u32,
    /// Lanes that can begin an operation in a cycle: so many issue a whole warp, once or in part.
    pub cores: u32,
    pub warp_width: u32,
}

impl Setting {
    fn latency(self, pipe: Pipe) -> u32 {
        match pipe {
            Pipe::Arithmetic => self.arithmetic_latency,
            Pipe::Load => self.memory_latency,
            Pipe::Store => 1,
        }
    }

    /// Instructions that could have been issued in the first `cycles` cycles.
    pub fn slots(self, cycles: u32) -> u64 {
        let lanes = u64::from(cycles) * u64::from(self.cores);
        lanes.div_ceil(u64::from(self.warp_width.max(1)))
    }

    /// Instructions that may go out in one cycle.
    fn slots_of(self, cycle: u32) -> u64 {
        self.slots(cycle + 1) - self.slots(cycle)
    }
}

/// One instruction of one warp on its way: it waited from the cycle after the one before it, was eligible from `ready`
/// on and went out at `cycle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    pub ready: u32,
    pub cycle: u32,
    /// What came last of all that it needed.
    pub waited_for: Pipe,
}

/// What a warp does in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarpCycle {
    /// Its instruction goes out.
    Issued,
    /// It could, but another warp was chosen.
    Eligible,
    /// It waits for the result of an operation.
    StalledOnArithmetic,
    /// It waits for a word from memory.
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

    /// The letter by which tests know it.
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

/// All warps from their first instruction to their last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pub setting: Setting,
    /// The issues of each warp, in order.
    pub warps: Vec<Vec<Issue>>,
    /// Cycles up to the last issue, with it.
    pub cycles: u32,
    /// Instructions that went out.
    pub issued: u64,
    /// Cycles in which at least one did.
    pub busy_cycles: u32,
}

/// Lets the warps walk the instructions.
pub fn schedule(instructions: &[Instruction], setting: Setting) -> Schedule {
    let first = Pending {
        ready: 0,
        waited_for: Pipe::Arithmetic,
    };
    let mut pending = vec![first; setting.warps as usize];
    let mut warps: Vec<Vec<Issue>> = pending
        .iter()
        .map(|_| Vec::with_capacity(instructions.len()))
        .collect();
    let all = instructions.len() as u64 * u64::from(setting.warps);
    let (mut cycle, mut issued, mut busy_cycles, mut cycles, mut turn) = (0, 0, 0, 0, 0);
    while issued < all && setting.cores > 0 {
        let mut slots = setting.slots_of(cycle);
        let mut soonest = u32::MAX;
        let (before, first) = (issued, turn);
        for step in 0..warps.len() {
            let warp = (first + step) % warps.len();
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
                turn = (warp + 1) % warps.len();
            }
        }
        if issued > before {
            busy_cycles += 1;
            cycles = cycle + 1;
        }
        // A warp that has issued is ready for its next instruction one cycle later at the soonest.
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

/// When a warp's next instruction is ready, and what it waits for.
#[derive(Clone, Copy)]
struct Pending {
    ready: u32,
    waited_for: Pipe,
}

fn next(
    instructions: &[Instruction],
    issues: &[Issue],
    earliest: u32,
    setting: Setting,
) -> Pending {
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
    /// What a warp does in a cycle.
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

    /// Share of the issue slots that were used, from 0 to 1; `None` where nothing was to be done.
    pub fn utilisation(&self) -> Option<f64> {
        let slots = self.setting.slots(self.cycles);
        (slots > 0).then(|| self.issued as f64 / slots as f64)
    }

    /// Share of the cycles in which something went out.
    pub fn busy(&self) -> Option<f64> {
        (self.cycles > 0).then(|| f64::from(self.busy_cycles) / f64::from(self.cycles))
    }

    /// When the first warp issues an instruction, by its place; the end where it is none of them.
    pub fn cycle_of(&self, instruction: usize) -> u32 {
        let first = self.warps.first();
        first
            .and_then(|issues| issues.get(instruction))
            .map_or(self.cycles, |issue| issue.cycle)
    }
}

/// Utilisation with 1, 2, … `most` warps.
pub fn against_warps(instructions: &[Instruction], setting: Setting, most: u32) -> Vec<f64> {
    (1..=most)
        .map(|warps| {
            let schedule = schedule(instructions, Setting { warps, ..setting });
            schedule.utilisation().unwrap_or(0.0)
        })
        .collect()
}

/// `chains` rows of instructions side by side: each needs the one before it in its own row, and no other.
pub fn chains(chains: usize, pipe: Pipe, length: usize, bytes: u32) -> Vec<Instruction> {
    (0..chains * length)
        .map(|place| Instruction {
            pipe,
            needs: place.checked_sub(chains).into_iter().collect(),
            bytes,
        })
        .collect()
}

/// Operations in the arithmetic instructions' longest row of needs, and how many there are: the second by the first is
/// what a warp has side by side. `None` where there are none.
pub fn side_by_side(instructions: &[Instruction]) -> Option<(usize, usize)> {
    let mut depths: Vec<usize> = Vec::with_capacity(instructions.len());
    for instruction in instructions {
        let above = instruction
            .needs
            .iter()
            .filter_map(|need| depths.get(*need));
        let own = usize::from(instruction.pipe == Pipe::Arithmetic);
        depths.push(above.max().copied().unwrap_or(0) + own);
    }
    let count = instructions
        .iter()
        .filter(|instruction| instruction.pipe == Pipe::Arithmetic)
        .count();
    let longest = depths.into_iter().max()?;
    (longest > 0).then_some((longest, count))
}

/// The most bytes that one warp's loads have under way before it must wait for one of them.
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

/// Little's law for operations: how many must be under way on a multiprocessor.
pub fn operations_needed(latency_cycles: u32, operations_per_cycle: u32) -> u32 {
    latency_cycles * operations_per_cycle
}

/// Little's law for memory: bytes that must be under way over the whole device, for a latency in cycles of a clock.
pub fn bytes_needed(latency_cycles: u32, gigahertz: f64, gigabytes_per_second: f64) -> f64 {
    // Cycles by gigahertz are nanoseconds, and bytes a nanosecond are gigabytes a second.
    f64::from(latency_cycles) / gigahertz * gigabytes_per_second
}

/// A chip whose latencies are published.
#[derive(Clone, Debug, PartialEq)]
pub struct Chip {
    pub name: &'static str,
    pub arithmetic_latency: u32,
    pub cores: u32,
    /// Operations that the table prints, the product of the two.
    pub operations: u32,
    pub memory: Option<ChipMemory>,
}

/// Memory of a whole device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChipMemory {
    pub latency_cycles: u32,
    pub gigahertz: f64,
    pub gigabytes_per_second: f64,
    /// Thousands of bytes under way, as printed.
    pub kilobytes_in_flight: u32,
    pub multiprocessors: u32,
}

/// Multiprocessors of a C2050, the GF100 of the tables. Source: NVIDIA's Fermi compute architecture whitepaper, 448 cores
/// in parts of 32.
const C2050_MULTIPROCESSORS: u32 = 14;

/// The chips of the published table, in its order.
pub fn chips() -> Vec<Chip> {
    let tables = &crate::published::published().tables;
    let memory = || {
        let device = "NVIDIA Fermi C2050";
        let column = tables
            .flops_per_watt
            .columns
            .iter()
            .position(|name| name == device)?;
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
        operations: row.ops_per_sm,
        memory: (row.chip == "GF100").then(memory).flatten(),
    };
    tables
        .parallelism_for_full_arithmetic_throughput
        .iter()
        .map(chip)
        .collect()
}

#[cfg(test)]
mod tests;
