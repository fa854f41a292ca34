//! Words of the occupancy calculator, in both languages.

use crate::number::grouped;
use lessons::occupancy::{Cannot, ComputeCapability, Input, Limit, Occupancy, RegistersTo};

fn percent(occupancy: &Occupancy) -> String {
    format!("{:.0} %", occupancy.fraction() * 100.0)
}

fn number(value: u32) -> String {
    grouped(value.into())
}

fn of(count: u32, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

words!(OccupancyWords {
    title: ("Occupancy calculator", "占用率计算器"),
    capability: ("Compute capability", "计算能力"),
    input: (|input| match input {
        Input::Threads => ("Threads per block", "每块线程数"),
        Input::Registers => ("Registers per thread", "每线程寄存器数"),
        Input::Shared => ("Shared bytes per block", "每块共享内存字节数"),
    }) as fn(Input) -> &'static str,
    input_hint: (|input| match input {
        Input::Threads => ("It starts with the lesson's block.", "初值是本课的块大小。"),
        Input::Registers => (
            "What nvcc -Xptxas -v prints; CUDA's compiler decides it. 0: registers set no limit. An array whose index is not known takes none: it lies in local memory, and local_load_requests counts it.",
            "nvcc -Xptxas -v 打印的数，由 CUDA 编译器决定。填 0 表示不计寄存器。下标事先不知道的数组不占寄存器：它在本地内存中，由 local_load_requests 计数。",
        ),
        Input::Shared => ("Static and dynamic together.", "静态与动态之和。"),
    }) as fn(Input) -> &'static str,
    /// Returns the percentage, which is shown large, and the text next to it.
    result: (
        |occupancy| {
            let rest = format!(
                "{} of {} warps · {}",
                occupancy.warps,
                occupancy.of,
                of(occupancy.blocks, "block", "blocks")
            );
            (percent(occupancy), rest)
        },
        |occupancy| {
            let rest = format!(
                "{} / {} 个线程束 · {} 块",
                occupancy.warps, occupancy.of, occupancy.blocks
            );
            (percent(occupancy), rest)
        },
    ) as fn(&Occupancy) -> (String, String),
    bound: (
        |limits, full| {
            let limits = limits.iter().copied().map(EN.limit).collect::<Vec<_>>();
            match full {
                true => "All warp slots are used.".to_owned(),
                false => format!("The next block is limited by: {}.", limits.join(", ")),
            }
        },
        |limits, full| {
            let limits = limits.iter().copied().map(ZH.limit).collect::<Vec<_>>();
            match full {
                true => "线程束的位置已全部占满。".to_owned(),
                false => format!("放不下更多的块，受限于：{}。", limits.join("、")),
            }
        },
    ) as fn(&[Limit], full: bool) -> String,
    limit: (|limit| match limit {
        Limit::Warps => ("warps", "线程束"),
        Limit::Blocks => ("number of blocks", "块的个数"),
        Limit::Registers => ("registers", "寄存器"),
        Limit::Shared => ("shared memory", "共享内存"),
    }) as fn(Limit) -> &'static str,
    has: ("a multiprocessor has", "多处理器共有"),
    takes: ("a block takes", "每块占用"),
    allows: ("alone allows", "单独允许"),
    /// Returns the amount of a resource that a multiprocessor has.
    room: (|limit, chip| match limit {
        Limit::Warps => (number(chip.warps)),
        Limit::Blocks => (number(chip.blocks)),
        Limit::Registers => (number(chip.registers)),
        Limit::Shared => (
            format!("{} bytes", number(chip.shared)),
            format!("{} 字节", number(chip.shared)),
        ),
    }) as fn(Limit, &ComputeCapability) -> String,
    /// Returns the amount of a resource that a block takes.
    share: (|limit, chip, occupancy, warps| match limit {
        Limit::Warps => (number(warps)),
        Limit::Blocks => ("1".to_owned()),
        Limit::Registers => (number(occupancy.registers_of_block)),
        Limit::Shared if chip.shared_reserved > 0 => (
            format!(
                "{} bytes, {} of them CUDA's own",
                number(occupancy.shared_of_block),
                number(chip.shared_reserved)
            ),
            format!(
                "{} 字节，其中 {} 由 CUDA 保留",
                number(occupancy.shared_of_block),
                number(chip.shared_reserved)
            ),
        ),
        Limit::Shared => (
            format!("{} bytes", number(occupancy.shared_of_block)),
            format!("{} 字节", number(occupancy.shared_of_block)),
        ),
    }) as fn(Limit, &ComputeCapability, &Occupancy, warps: u32) -> String,
    /// The registers that a launch bound leaves to the compiler. Arguments: threads of a block, blocks, registers of a
    /// thread.
    launch_bounds: (|threads, blocks, registers| (
        format!(
            "__launch_bounds__({threads}, {blocks}) lets the compiler use at most {} a thread: what does not fit is spilled to local memory.",
            of(registers, "register", "registers")
        ),
        format!(
            "__launch_bounds__({threads}, {blocks}) 时编译器最多给一条线程 {} 个寄存器；放不下的溢出到局部内存。",
            number(registers)
        ),
    )) as fn(u32, u32, u32) -> String,
    blocks: (|blocks| (of(blocks, "block", "blocks"), format!("{} 块", number(blocks)),)) as fn(u32) -> String,
    unlimited: ("any number", "不限"),
    cannot: (|cannot| match cannot {
        Cannot::NoThreads => (
            "A block of no threads does nothing. Write at least 1.".to_owned(),
            "没有线程的块什么也不做。至少填 1。".to_owned(),
        ),
        Cannot::Threads { asked, most } => (
            format!(
                "A block has at most {} threads on this chip, not {}.",
                number(most),
                number(asked)
            ),
            format!(
                "在这种芯片上，一个块最多 {} 条线程，不能是 {} 条。",
                number(most),
                number(asked)
            ),
        ),
        Cannot::RegistersOfThread { asked, most } => (
            format!(
                "A thread has at most {} registers on this chip, not {}.",
                number(most),
                number(asked)
            ),
            format!(
                "在这种芯片上，一条线程最多 {} 个寄存器，不能是 {} 个。",
                number(most),
                number(asked)
            ),
        ),
        Cannot::RegistersOfBlock { asked, most } => (
            format!(
                "Such a block would need {} registers, and a block has at most {} on this chip: fewer threads or fewer registers each.",
                number(asked),
                number(most)
            ),
            format!(
                "这样的块需要 {} 个寄存器，而在这种芯片上一个块最多 {} 个：请减少线程，或减少每线程的寄存器。",
                number(asked),
                number(most)
            ),
        ),
        Cannot::Shared { asked, most } => (
            format!(
                "A block has at most {} bytes of shared memory on this chip, not {}.",
                number(most),
                number(asked)
            ),
            format!(
                "在这种芯片上，一个块最多 {} 字节共享内存，不能是 {} 字节。",
                number(most),
                number(asked)
            ),
        ),
    }) as fn(Cannot) -> String,
    plot: (|input, occupancy, value| (
        format!(
            "Occupancy against {}: {} at {}",
            (EN.input)(input).to_lowercase(),
            percent(occupancy),
            number(value)
        ),
        format!(
            "占用率随{}的变化：{} 时为 {}",
            (ZH.input)(input),
            number(value),
            percent(occupancy)
        ),
    )) as fn(Input, &Occupancy, u32) -> String,
    /// A profiler's value for the lesson's kernel. Arguments: share, device, n, source.
    achieved: (|share, device, n, source| (
        format!(
            "This kernel on a {device} at n {}: {:.1} % on average. From: {source}.",
            grouped(n),
            share * 100.0
        ),
        format!(
            "本课的内核在 {device} 上，n = {} 时实测平均 {:.1} %。来源：{source}。",
            grouped(n),
            share * 100.0
        ),
    )) as fn(f64, &str, u64, &str) -> String,
    /// An explanation of the model.
    model: (
        "Whole blocks, by the rules of CUDA's calculator. A profiler measures the average over a run, which is lower. Where a line ends, no block fits.",
        "按 CUDA 计算器的规则、以整块计算。性能分析器测得的是运行期间的平均值，会低一些。曲线中断处，一个块也启动不了。",
    ),
    source: (
        |chip| {
            let units = match chip.registers_to {
                RegistersTo::Block => {
                    format!("registers go to blocks in units of {}", chip.register_unit)
                }
                RegistersTo::Warp => {
                    format!("registers go to warps in units of {}", chip.register_unit)
                }
            };
            format!(
                "Limits of compute capability {} ({}); {units}, shared memory in units of {} bytes. From: {}.",
                chip.versions, chip.chip, chip.shared_unit, chip.source
            )
        },
        |chip| {
            let units = match chip.registers_to {
                RegistersTo::Block => format!("寄存器按块分配，单位 {} 个", chip.register_unit),
                RegistersTo::Warp => {
                    format!("寄存器按线程束分配，单位 {} 个", chip.register_unit)
                }
            };
            format!(
                "计算能力 {}（{}）的上限；{units}，共享内存的分配单位为 {} 字节。来源：{}。",
                chip.versions, chip.chip, chip.shared_unit, chip.source
            )
        },
    ) as fn(&ComputeCapability) -> String,
});
