//! Occupancy as in CUDA's calculator: how many warps can be resident on a multiprocessor, and which resource limits
//! them.
//!
//! The first chips allocate registers to blocks. Since compute capability 2.0 they are allocated to warps: each
//! partition of a multiprocessor has its share of the registers, and a warp stays in one partition.

use std::iter::successors;

/// Lanes per warp on every chip in the table.
pub const WARP: u32 = 32;

/// The limits of a multiprocessor, and the units in which it allocates its resources.
#[derive(Debug, PartialEq, Eq)]
pub struct ComputeCapability {
    /// The versions with these limits, such as `1.2, 1.3`.
    pub versions: &'static str,
    /// A chip of this version.
    pub chip: &'static str,
    pub threads: u32,
    pub warps: u32,
    pub blocks: u32,
    pub threads_per_block: u32,
    pub registers: u32,
    pub registers_per_block: u32,
    pub registers_per_thread: u32,
    /// Registers are allocated in multiples of this.
    pub register_unit: u32,
    pub registers_to: RegistersTo,
    /// If registers are allocated to blocks: the multiple to which a block's warps are rounded up. If they are
    /// allocated to warps: the number of partitions of the multiprocessor.
    pub warp_unit: u32,
    /// Bytes of shared memory. Where the split between L1 and shared memory can be configured: the largest setting.
    pub shared: u32,
    pub shared_per_block: u32,
    pub shared_unit: u32,
    /// Bytes that the system reserves for each block, in addition to the block's own.
    pub shared_reserved: u32,
    pub source: &'static str,
}

/// The owner to which registers are allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegistersTo {
    Block,
    Warp,
}

/// The resources that a kernel requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    pub threads_per_block: u32,
    /// 0: ignore registers as a limit.
    pub registers_per_thread: u32,
    pub shared_per_block: u32,
}

/// The inputs of the calculator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    Threads,
    Registers,
    Shared,
}

/// A resource that can limit the number of resident blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    Warps,
    Blocks,
    Registers,
    Shared,
}

/// The result for one kernel: resident blocks and warps of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occupancy {
    pub blocks: u32,
    pub warps: u32,
    /// Maximum number of resident warps on the multiprocessor.
    pub of: u32,
    /// Registers allocated to one block, after rounding.
    pub registers_of_block: u32,
    /// Bytes of shared memory allocated to one block, after rounding.
    pub shared_of_block: u32,
    allowed: [Option<u32>; 4],
}

/// The reason why a kernel cannot start. Each variant with fields holds the requested value and the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cannot {
    NoThreads,
    Threads { asked: u32, most: u32 },
    RegistersOfThread { asked: u32, most: u32 },
    RegistersOfBlock { asked: u32, most: u32 },
    Shared { asked: u32, most: u32 },
}

/// One step of a curve: from input value `from` on, `warps` warps can be resident; `None` if the kernel cannot start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub from: u32,
    pub warps: Option<u32>,
}

impl Limit {
    pub const ALL: [Limit; 4] = [Limit::Warps, Limit::Blocks, Limit::Registers, Limit::Shared];
}

impl Input {
    pub const ALL: [Input; 3] = [Input::Threads, Input::Registers, Input::Shared];

    /// Returns the value of this input.
    pub fn of(self, demand: Demand) -> u32 {
        match self {
            Input::Threads => demand.threads_per_block,
            Input::Registers => demand.registers_per_thread,
            Input::Shared => demand.shared_per_block,
        }
    }

    /// Returns the demand with another value of this input.
    pub fn set(self, mut demand: Demand, value: u32) -> Demand {
        match self {
            Input::Threads => demand.threads_per_block = value,
            Input::Registers => demand.registers_per_thread = value,
            Input::Shared => demand.shared_per_block = value,
        }
        demand
    }

    /// Returns minimum, maximum and step of this input on a chip: whole warps, single registers, units of shared
    /// memory.
    pub fn range(self, chip: &ComputeCapability) -> (u32, u32, u32) {
        match self {
            Input::Threads => (WARP, chip.threads_per_block, WARP),
            Input::Registers => (0, chip.registers_per_thread, 1),
            Input::Shared => (0, chip.shared_per_block, chip.shared_unit),
        }
    }
}

impl Occupancy {
    /// Returns resident warps as a fraction of the maximum, from 0 to 1.
    pub fn fraction(&self) -> f64 {
        f64::from(self.warps) / f64::from(self.of)
    }

    /// Returns the number of blocks that this limit alone would allow; `None` if the kernel does not use the resource.
    pub fn allowed(&self, limit: Limit) -> Option<u32> {
        self.allowed[limit as usize]
    }

    /// Returns the limits that prevent one more block.
    pub fn binding(&self) -> impl Iterator<Item = Limit> + '_ {
        let binds = |limit: &Limit| self.allowed(*limit) == Some(self.blocks);
        Limit::ALL.into_iter().filter(binds)
    }
}

/// Computes how many blocks of one kernel can be resident on a multiprocessor.
///
/// # Errors
/// [`Cannot`]: not even one block can start.
pub fn occupancy(chip: &ComputeCapability, demand: Demand) -> Result<Occupancy, Cannot> {
    let Demand {
        threads_per_block: threads,
        registers_per_thread: registers,
        shared_per_block: shared,
    } = demand;
    let within = |asked, most, cannot: fn(u32, u32) -> Cannot| {
        if asked > most { Err(cannot(asked, most)) } else { Ok(()) }
    };
    if threads == 0 {
        return Err(Cannot::NoThreads);
    }
    within(threads, chip.threads_per_block, |asked, most| Cannot::Threads {
        asked,
        most,
    })?;
    within(registers, chip.registers_per_thread, |asked, most| {
        Cannot::RegistersOfThread { asked, most }
    })?;
    within(shared, chip.shared_per_block, |asked, most| Cannot::Shared {
        asked,
        most,
    })?;

    let warps = threads.div_ceil(WARP);
    let unit = chip.unit_for(registers);
    let of_warp = (registers * WARP).next_multiple_of(unit);
    // A launch is checked as if every partition of the multiprocessor held the same number of warps.
    let (of_block, checked, by_registers) = match chip.registers_to {
        RegistersTo::Block => {
            let padded = warps.next_multiple_of(chip.warp_unit);
            let of_block = (registers * WARP * padded).next_multiple_of(unit);
            (of_block, of_block, chip.registers.checked_div(of_block))
        }
        RegistersTo::Warp => {
            let parts = chip.warp_unit;
            let fit = (chip.registers / parts).checked_div(of_warp);
            (
                of_warp * warps,
                of_warp * warps.next_multiple_of(parts),
                fit.map(|in_part| in_part * parts / warps),
            )
        }
    };
    within(checked, chip.registers_per_block, |asked, most| {
        Cannot::RegistersOfBlock { asked, most }
    })?;
    let shared_of_block = (shared + chip.shared_reserved).next_multiple_of(chip.shared_unit);
    let allowed = [
        Some(chip.warps / warps),
        Some(chip.blocks),
        by_registers,
        chip.shared.checked_div(shared_of_block),
    ];
    let blocks = allowed.into_iter().flatten().min().unwrap_or(0);
    Ok(Occupancy {
        blocks,
        warps: blocks * warps,
        of: chip.warps,
        registers_of_block: of_block,
        shared_of_block,
        allowed,
    })
}

/// Returns the most registers of a thread with which `blocks` blocks are resident: what `__launch_bounds__(threads,
/// blocks)` lets the compiler use. `None` if so many blocks are not resident even with one register.
pub fn most_registers(chip: &ComputeCapability, demand: Demand, blocks: u32) -> Option<u32> {
    let fits = |registers: &u32| {
        let with = Input::Registers.set(demand, *registers);
        occupancy(chip, with).is_ok_and(|occupancy| occupancy.blocks >= blocks)
    };
    (1..=chip.registers_per_thread).rev().find(fits)
}

/// Computes the resident warps as a function of one input, with the others fixed. Returns a step wherever the number
/// changes, beginning at the minimum of the input's range.
pub fn curve(chip: &ComputeCapability, demand: Demand, input: Input) -> Vec<Step> {
    let (least, most, step) = input.range(chip);
    let mut steps: Vec<Step> = Vec::new();
    for from in successors(Some(least), |value| Some(value + step)).take_while(|value| *value <= most) {
        let warps = occupancy(chip, input.set(demand, from)).map(|occupancy| occupancy.warps);
        let warps = warps.ok();
        if steps.last().is_none_or(|last| last.warps != warps) {
            steps.push(Step { from, warps });
        }
    }
    steps
}

impl ComputeCapability {
    /// Returns the row of a version such as `3.7`.
    pub fn by_version(version: &str) -> Option<&'static ComputeCapability> {
        let has = |row: &&ComputeCapability| row.versions.split(", ").any(|listed| listed == version);
        COMPUTE_CAPABILITIES.iter().find(has)
    }

    /// Returns the first version of the row.
    pub fn version(&self) -> &'static str {
        self.versions.split(", ").next().unwrap_or(self.versions)
    }

    /// Returns the compute capability of a machine preset, by its id. `None` for machines of other makers and for the
    /// reader's own.
    pub fn of_machine(id: &str) -> Option<&'static ComputeCapability> {
        let version = match id {
            "g80" => "1.0",
            "m2070" => "2.0",
            "k80" | "k80-l1" => "3.7",
            "v100" => "7.0",
            "t4" => "7.5",
            "a100" => "8.0",
            "rtx-3060" => "8.6",
            "l4" | "rtx-4070" => "8.9",
            "h200" => "9.0",
            "b200" => "10.0",
            "rtx-5080" | "rtx-pro-6000" => "12.0",
            _ => return None,
        };
        Self::by_version(version)
    }

    /// Returns the allocation unit for this number of registers per thread. Compute capability 2.x doubles it for some
    /// numbers.
    fn unit_for(&self, registers: u32) -> u32 {
        let doubled = matches!(registers, 21 | 22 | 29 | 30 | 37 | 38 | 45 | 46);
        if self.register_unit == 64 && doubled {
            2 * self.register_unit
        } else {
            self.register_unit
        }
    }
}

/// Limits of 1.x to 3.5, with their units.
const CALCULATOR: &str = "NVIDIA, CUDA Occupancy Calculator 5.1, sheet “GPU Data”; CUDA C Programming Guide, “Technical Specifications per Compute Capability”";
/// Limits of 3.7 to 7.0. The guide printed them until CUDA 11.
const GUIDE: &str = "NVIDIA, CUDA C++ Programming Guide 11, “Technical Specifications per Compute Capability”; units: CUDA Occupancy Calculator and cuda_occupancy.h";
/// Limits from 7.5 on.
const GUIDE_NOW: &str =
    "NVIDIA, CUDA C++ Programming Guide 13, “Technical Specifications per Compute Capability”; units: cuda_occupancy.h";

const G80: ComputeCapability = ComputeCapability {
    versions: "1.0, 1.1",
    chip: "G80",
    threads: 768,
    warps: 24,
    blocks: 8,
    threads_per_block: 512,
    registers: 8192,
    registers_per_block: 8192,
    registers_per_thread: 124,
    register_unit: 256,
    registers_to: RegistersTo::Block,
    warp_unit: 2,
    shared: 16 << 10,
    shared_per_block: 16 << 10,
    shared_unit: 512,
    shared_reserved: 0,
    source: CALCULATOR,
};

const GF100: ComputeCapability = ComputeCapability {
    versions: "2.0, 2.1",
    chip: "GF100",
    threads: 1536,
    warps: 48,
    threads_per_block: 1024,
    registers: 32 << 10,
    registers_per_block: 32 << 10,
    registers_per_thread: 63,
    register_unit: 64,
    registers_to: RegistersTo::Warp,
    shared: 48 << 10,
    shared_per_block: 48 << 10,
    shared_unit: 128,
    ..G80
};

const GK104: ComputeCapability = ComputeCapability {
    versions: "3.0",
    chip: "GK104",
    threads: 2048,
    warps: 64,
    blocks: 16,
    registers: 64 << 10,
    registers_per_block: 64 << 10,
    register_unit: 256,
    warp_unit: 4,
    shared_unit: 256,
    ..GF100
};

const GK110: ComputeCapability = ComputeCapability {
    versions: "3.5",
    chip: "GK110, K40",
    registers_per_thread: 255,
    ..GK104
};

const GM107: ComputeCapability = ComputeCapability {
    versions: "5.0",
    chip: "GM107",
    blocks: 32,
    shared: 64 << 10,
    source: GUIDE,
    ..GK110
};

const GV100: ComputeCapability = ComputeCapability {
    versions: "7.0",
    chip: "GV100",
    shared: 96 << 10,
    shared_per_block: 96 << 10,
    ..GM107
};

const GA100: ComputeCapability = ComputeCapability {
    versions: "8.0",
    chip: "GA100, A100",
    shared: 164 << 10,
    shared_per_block: 163 << 10,
    shared_unit: 128,
    shared_reserved: 1 << 10,
    source: GUIDE_NOW,
    ..GV100
};

const GA102: ComputeCapability = ComputeCapability {
    versions: "8.6",
    chip: "GA102",
    threads: 1536,
    warps: 48,
    blocks: 16,
    shared: 100 << 10,
    shared_per_block: 99 << 10,
    ..GA100
};

const AD102: ComputeCapability = ComputeCapability {
    versions: "8.9",
    chip: "AD102",
    blocks: 24,
    ..GA102
};

const GH100: ComputeCapability = ComputeCapability {
    versions: "9.0",
    chip: "GH100, H100",
    shared: 228 << 10,
    shared_per_block: 227 << 10,
    ..GA100
};

/// Every compute capability that the calculator knows, oldest first.
pub static COMPUTE_CAPABILITIES: [ComputeCapability; 18] = [
    G80,
    ComputeCapability {
        versions: "1.2, 1.3",
        chip: "GT200",
        threads: 1024,
        warps: 32,
        registers: 16 << 10,
        registers_per_block: 16 << 10,
        register_unit: 512,
        ..G80
    },
    GF100,
    GK104,
    GK110,
    ComputeCapability {
        versions: "3.7",
        chip: "GK210, K80",
        registers: 128 << 10,
        shared: 112 << 10,
        source: GUIDE,
        ..GK110
    },
    GM107,
    ComputeCapability {
        versions: "5.2",
        chip: "GM204",
        shared: 96 << 10,
        ..GM107
    },
    ComputeCapability {
        versions: "6.0",
        chip: "GP100",
        warp_unit: 2,
        ..GM107
    },
    ComputeCapability {
        versions: "6.1",
        chip: "GP102",
        shared: 96 << 10,
        ..GM107
    },
    GV100,
    ComputeCapability {
        versions: "7.5",
        chip: "TU102",
        threads: 1024,
        warps: 32,
        blocks: 16,
        shared: 64 << 10,
        shared_per_block: 64 << 10,
        source: GUIDE_NOW,
        ..GV100
    },
    GA100,
    GA102,
    AD102,
    GH100,
    ComputeCapability {
        versions: "10.0",
        chip: "GB100, B200",
        ..GH100
    },
    ComputeCapability {
        versions: "12.0",
        chip: "GB202",
        ..AD102
    },
];
