//! Words of the scheduler panel, in both languages.

use crate::number::grouped;
use lessons::scheduler::{Dial, WarpCycle, Work};

/// Little's law for operations: the operations in flight that are needed, and those that the warps provide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    pub warps: u32,
    pub arithmetic_latency: u32,
    pub cores: u32,
    pub warp_width: u32,
    /// Operations of a warp, and the number of them in its longest chain.
    pub operations: usize,
    pub longest: usize,
    pub needed: u32,
    pub given: f64,
}

/// Little's law for memory: bytes in flight that are needed and provided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryLaw {
    pub warps: u32,
    pub latency: u32,
    pub gigahertz: f64,
    pub gigabytes_per_second: f64,
    pub multiprocessors: u32,
    /// Bytes in flight over the whole device, and on one multiprocessor.
    pub needed: f64,
    pub needed_each: f64,
    /// Bytes that one warp requests before it waits.
    pub bytes_of_warp: u32,
    pub given: u32,
}

fn share(percent: f64) -> String {
    if (percent - 100.0).abs() < 0.05 {
        "100 %".to_owned()
    } else {
        format!("{percent:.1} %")
    }
}

fn bytes(value: f64) -> String {
    grouped(value.round() as u64)
}

/// Formats a number with one decimal, or with none if it is close to a whole number.
fn short(value: f64) -> String {
    if (value - value.round()).abs() < 0.05 {
        format!("{:.0}", value.round())
    } else {
        format!("{value:.1}")
    }
}

/// Returns the provided amount in percent of the needed one.
fn covered(given: f64, needed: f64) -> f64 {
    100.0 * given / needed
}

words!(SchedulerWords {
    hint: ("Warps downwards, cycles to the right", "每行一个线程束，时间向右",),
    chip: ("Chip", "芯片"),
    work: ("Instructions", "指令"),
    work_of: (|work| match work {
        Work::Kernel => ("kernel", "本内核"),
        Work::Operations => ("operations", "运算链"),
        Work::Loads => ("loads", "加载链"),
        Work::OneSideThenOther => ("B1 B2 C1 C2", "B1 B2 C1 C2"),
        Work::SidesInterleaved => ("B1 C1 B2 C2", "B1 C1 B2 C2"),
    }) as fn(Work) -> &'static str,
    dial: (|dial| match dial {
        Dial::Warps => ("Warps", "线程束"),
        Dial::Chains => ("Chains", "独立指令"),
        Dial::ArithmeticLatency => ("Operation", "运算延迟"),
        Dial::MemoryLatency => ("Memory", "内存延迟"),
    }) as fn(Dial) -> &'static str,
    dial_hint: (|dial| match dial {
        Dial::Warps => ("Resident warps of the multiprocessor", "多处理器上驻留的线程束数",),
        Dial::Chains => ("Independent instructions of a warp", "同一线程束里互不依赖的指令数",),
        Dial::ArithmeticLatency => (
            "Cycles until the result of an operation is ready",
            "运算结果出来所需的周期数",
        ),
        Dial::MemoryLatency => ("Cycles until a word from memory arrives", "内存数据到达所需的周期数",),
    }) as fn(Dial) -> &'static str,
    state: (|state| match state {
        WarpCycle::Issued => ("issued", "发射"),
        WarpCycle::Eligible => ("eligible, not chosen", "可发射，未选中"),
        WarpCycle::StalledOnArithmetic => ("waits for a result", "等运算结果"),
        WarpCycle::StalledOnMemory => ("waits for memory", "等内存"),
        WarpCycle::Finished => ("finished", "已结束"),
    }) as fn(WarpCycle) -> &'static str,
    zoom: ("Visible part of the run", "显示多长一段"),
    zoom_cycles: ("cycle by cycle", "逐周期"),
    zoom_whole: ("whole run", "整个过程"),
    play: ("Play the cycles", "播放周期"),
    pause: ("Pause the cycles", "暂停"),
    cycle: ("Cycle", "周期"),
    /// Arguments: cycle, all cycles.
    place: (|cycle, end| (
        format!("cycle {} of {}", grouped(cycle.into()), grouped(end.into())),
        format!("第 {} 周期，共 {}", grouped(cycle.into()), grouped(end.into())),
    )) as fn(u32, u32) -> String,
    /// Argument: the number of warps in each state, in the order of [`WarpCycle::ALL`].
    counts: (|[issued, eligible, arithmetic, memory, finished]| (
        format!(
            "{issued} issued, {eligible} eligible, {arithmetic} wait for a result, {memory} for memory, {finished} finished"
        ),
        format!(
            "{issued} 个发射，{eligible} 个可发射，{arithmetic} 个等运算结果，{memory} 个等内存，{finished} 个已结束"
        ),
    )) as fn(&[usize; 5]) -> String,
    /// The cycle in which the first warp issues a named instruction.
    issued_in: (|name, cycle| (
        format!("{name}: cycle {}", grouped(cycle.into())),
        format!("{name}：第 {} 周期", grouped(cycle.into())),
    )) as fn(&str, u32) -> String,
    /// The two sides of a branch as instructions.
    sides: (
        "B1, B2 and C1, C2 are the two sides of a branch under predicates. All lanes issue all four, in this order; each needs the one before it on its side. Little's law counts what these needs allow, whatever the order.",
        "B1、B2 和 C1、C2 是谓词执行的两条路径。所有通道都按此次序发射这四条指令，每条都要用到同一路径上前一条的结果。Little 定律只按依赖关系计数，与次序无关。",
    ),
    /// Arguments: share of the cycles, share of the issue slots, in percent.
    busy: (
        |cycles, slots| {
            if (cycles - slots).abs() < 0.05 {
                format!("issued in {} of the cycles", share(cycles))
            } else {
                format!(
                    "issued in {} of the cycles, {} of the slots",
                    share(cycles),
                    share(slots)
                )
            }
        },
        |cycles, slots| {
            if (cycles - slots).abs() < 0.05 {
                format!("{} 的周期有指令发射", share(cycles))
            } else {
                format!("{} 的周期有指令发射，发射位用掉 {}", share(cycles), share(slots))
            }
        },
    ) as fn(f64, f64) -> String,
    against_warps: ("Slots used, by warps", "各线程束数的利用率"),
    /// Arguments: percent, and the number of warps.
    chart: (|percent, warps| (
        format!(
            "{} at {warps} {}",
            share(percent),
            if warps == 1 { "warp" } else { "warps" }
        ),
        format!("{warps} 个线程束时为 {}", share(percent)),
    )) as fn(f64, u32) -> String,
    law: (
        "Little's law: in flight = latency × throughput",
        "Little 定律：在途的量 = 延迟 × 吞吐量",
    ),
    operations: ("Operations", "运算"),
    memory: ("Memory", "内存"),
    needed: ("a multiprocessor needs", "一个多处理器需要"),
    given: ("these warps have", "这些线程束提供"),
    needed_operations: (|law| (
        format!(
            "{} cycles × {} a cycle = {}",
            law.arithmetic_latency,
            law.cores,
            grouped(law.needed.into())
        ),
        format!(
            "{} 周期 × 每周期 {} = {}",
            law.arithmetic_latency,
            law.cores,
            grouped(law.needed.into())
        ),
    )) as fn(&Law) -> String,
    given_operations: (|law| (
        format!(
            "{} warps × {} ÷ {} × {} lanes = {} ({})",
            law.warps,
            law.operations,
            law.longest,
            law.warp_width,
            grouped(law.given.round() as u64),
            share(covered(law.given, f64::from(law.needed)))
        ),
        format!(
            "{} 个线程束 × {} ÷ {} × {} 条线程 = {}（{}）",
            law.warps,
            law.operations,
            law.longest,
            law.warp_width,
            grouped(law.given.round() as u64),
            share(covered(law.given, f64::from(law.needed)))
        ),
    )) as fn(&Law) -> String,
    no_operations: ("None of these instructions is an operation.", "这些指令里没有运算。",),
    needed_bytes: (|law| (
        format!(
            "{} cycles ÷ {} GHz × {} GB/s = {} bytes; ÷ {} multiprocessors = {}",
            law.latency,
            law.gigahertz,
            short(law.gigabytes_per_second),
            bytes(law.needed),
            law.multiprocessors,
            bytes(law.needed_each)
        ),
        format!(
            "{} 周期 ÷ {} GHz × {} GB/s = {} 字节；÷ {} 个多处理器 = {}",
            law.latency,
            law.gigahertz,
            short(law.gigabytes_per_second),
            bytes(law.needed),
            law.multiprocessors,
            bytes(law.needed_each)
        ),
    )) as fn(&MemoryLaw) -> String,
    given_bytes: (|law| (
        format!(
            "{} warps × {} bytes before waiting = {} ({})",
            law.warps,
            law.bytes_of_warp,
            grouped(law.given.into()),
            share(covered(f64::from(law.given), law.needed_each))
        ),
        format!(
            "{} 个线程束 × 等待前 {} 字节 = {}（{}）",
            law.warps,
            law.bytes_of_warp,
            grouped(law.given.into()),
            share(covered(f64::from(law.given), law.needed_each))
        ),
    )) as fn(&MemoryLaw) -> String,
    no_bytes: ("None of these instructions loads from memory.", "这些指令里没有加载。",),
    no_memory_figures: (|chip| (
        format!("The source prints no memory latency for {chip}. Choose GF100."),
        format!("来源没有给出 {chip} 的内存延迟。请选择 GF100。"),
    )) as fn(&str) -> String,
    /// Argument: the printed source of the figures.
    source: (|title| (
        format!("Latencies, cores, clock and bandwidth of the chips: {title}."),
        format!("各芯片的延迟、核心数、时钟和带宽来自：{title}。"),
    )) as fn(&str) -> String,
    printed_bytes: (|kilobytes| (
        format!("It prints fewer than {kilobytes} KB in flight for a C2050, as an upper bound."),
        format!("其中给出 C2050 的在途字节数上限：不到 {kilobytes} KB。"),
    )) as fn(u32) -> String,
    /// Several schedulers. Arguments: schedulers, cores of each, which are places to issue on chips of today.
    schedulers: (|count, cores| match count {
        2 => (
            format!(
                "Two schedulers with {cores} cores each share the warps. If both issue in one cycle, that is dual issue in the terms of the Fermi generation."
            ),
            format!(
                "两个调度器各有 {cores} 个核心，轮流分得线程束。两个在同一周期都发射，在 Fermi 一代称为双发射（dual issue）。"
            ),
        ),
        count => (
            format!("{count} schedulers share the warps. Each can issue for {cores} lanes in a cycle."),
            format!("{count} 个调度器轮流分得线程束，每个每周期可为 {cores} 条通道发射指令。"),
        ),
    }) as fn(u32, u32) -> String,
    model: (
        "A scheduler issues the next eligible warp in turn, each warp in order. Operations at the same time = operations ÷ those of the longest chain. One statement is one operation, a request one instruction; loop counters and barriers are left out, and memory takes any number of requests.",
        "每个调度器：线程束各自按序执行；在可发射的线程束中轮流选择。并行度 = 运算数 ÷ 最长一条链上的运算数。一条语句算一次运算，一次请求算一条指令；不计循环计数和同步，内存可同时接受任意多的请求。",
    ),
    /// Argument: the most instructions that are modelled.
    cut: (|count| (
        format!("The first {count} instructions of each warp."),
        format!("每个线程束的前 {count} 条指令。"),
    )) as fn(usize) -> String,
    empty: (
        "This warp executes nothing that could be issued.",
        "这个线程束没有可发射的指令。",
    ),
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_needed_is_said_as_more() {
        let law = Law {
            warps: 18,
            arithmetic_latency: 18,
            cores: 32,
            warp_width: 32,
            operations: 128,
            longest: 32,
            needed: 576,
            given: 2304.0,
        };
        assert_eq!(
            (EN.given_operations)(&law),
            "18 warps × 128 ÷ 32 × 32 lanes = 2,304 (400.0 %)"
        );
        assert_eq!((EN.needed_operations)(&law), "18 cycles × 32 a cycle = 576");
        for (percent, wanted) in [(100.0, "100 %"), (99.96, "100 %"), (5.64, "5.6 %")] {
            assert_eq!(share(percent), wanted);
        }
    }
}
