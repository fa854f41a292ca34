//! The sentences of the page about published counters.

use super::count;
use crate::number::grouped;
use lessons::claim::Comparable;
use lessons::measured::Difference;
use simt::Likeness;

words!(TrustWords {
    lead: (
        "These kernels were profiled on real chips, and the figures were published. Here every published figure is next to ours, which your browser is counting right now.",
        "已有人在真实芯片上剖析过这些内核，并公布了结果。这里把每一个公布的数字与我们的并列；我们的数字正由你的浏览器现场统计。",
    ),
    /// Arguments: claims counted, claims in all.
    counting: (|(done, all)| (
        format!("Counting: {done} of {all} tables."),
        format!("正在统计：共 {all} 张表，已完成 {done} 张。"),
    )) as fn((usize, usize)) -> String,
    /// Arguments: kernels counted, kernels in all.
    kernels: (|(done, all)| (
        format!("Kernels counted: {done} of {all}"),
        format!("已统计的内核：{done} / {all}"),
    )) as fn((usize, usize)) -> String,
    stop: ("Stop counting", "停止统计"),
    go_on: ("Go on counting", "继续统计"),
    /// Argument: [equal, differing, explained].
    verdict: (
        |[equal, differing, explained]| {
            let differing = match differing {
                0 => "None differs.".to_owned(),
                1 => "1 differs.".to_owned(),
                _ => format!("{differing} differ."),
            };
            format!(
                "{equal} figures are equal to the last printed digit. {differing} {explained} cannot be equal, each with its reason."
            )
        },
        |[equal, differing, explained]| {
            let differing = match differing {
                0 => "没有不一致的数字。".to_owned(),
                _ => format!("{differing} 个数字不一致。"),
            };
            format!(
                "{equal} 个数字与公布值完全一致，直到最后一位。{differing}另有 {explained} 个无法相等，原因逐一列出。"
            )
        },
    ) as fn([usize; 3]) -> String,
    rules: ([
        (
            (
                "Why they are equal",
                "A request's cache lines and sectors follow from the addresses of its active lanes and from the chip's rules, and from nothing else. We execute the kernel, so we have the addresses.",
            ),
            (
                "为什么会相等",
                "一次请求涉及哪些缓存行和扇区，只取决于活跃线程的地址和芯片的规则。我们真正执行内核，所以知道这些地址。",
            ),
        ),
        (
            (
                "Why a part is enough",
                "Blocks that do the same at other addresses move the same number of cache lines. Of a large dispatch, a part is counted and multiplied; other dispatches run in full.",
            ),
            (
                "为什么只跑一部分就够",
                "不同位置上做同样事情的线程块，搬运的缓存行数相同。很大的派发只统计一部分再相乘，其余部分照原样运行。",
            ),
        ),
        (
            (
                "What we do not count",
                "Cycles. Times, throughputs and achieved occupancy depend on a clock that the simulated machine does not have; they are measured on your GPU, or quoted.",
            ),
            (
                "我们不统计什么",
                "周期。时间、吞吐量和实际占用率取决于时钟，而计数用的机器没有时钟；它们要在你的 GPU 上测量，或引用出处。",
            ),
        ),
    ]) as [(&'static str, &'static str); 3],
    counter: ("counter", "计数器"),
    ours: ("ours", "我们的"),
    equal: ("equal", "相等"),
    differs: ("differs: one of the two is wrong", "不一致：两者必有一个是错的",),
    why: (|comparable| match comparable {
        Comparable::ToTheDigit => (String::new(), String::new()),
        Comparable::OfInstructions => (
            "counts a compiler's instructions; ours are instructions of our own bytecode".to_owned(),
            "统计的是编译器生成的指令；我们的是自己的字节码指令".to_owned(),
        ),
        Comparable::OfIterations { theirs, ours } => (
            format!(
                "its loop runs {} times in a debug build, ours {} times; and it counts a compiler's instructions, we count our own bytecode's",
                grouped(theirs.into()),
                grouped(ours.into())
            ),
            format!(
                "它的循环执行 {} 次，而且是调试版；我们的执行 {} 次。此外它统计编译器生成的指令，我们统计自己的字节码指令",
                grouped(theirs.into()),
                grouped(ours.into())
            ),
        ),
        Comparable::OfTime => (
            "needs a clock, or blocks that run at once; it is measured, not counted".to_owned(),
            "需要时钟，或同时运行的多个线程块；只能测量，不能计数".to_owned(),
        ),
        Comparable::NoCounter => ("no counter".to_owned(), "不是计数器".to_owned()),
    }) as fn(Comparable) -> String,
    block: (|lanes| (
        format!("blocks of {}", count(lanes, "thread", "threads")),
        format!("每块 {lanes} 条线程")
    )) as fn(u32) -> String,
    /// Arguments: title, device.
    source: (|title, device| (format!("{title}, {device}"), format!("{title}，{device}"))) as fn(&str, &str) -> String,
    /// Argument: device.
    chip_title: (|device| (format!("Counters of an {device}"), format!("{device} 自己数出的结果"),))
        as fn(&str) -> String,
    /// Arguments: driver, day.
    chip_lead: (|driver, day| (
        format!(
            "The chip's own counters, read by Nsight Compute while it ran each kernel's CUDA version (driver {driver}, {day}); ours, for the same chip's rules, are counted now. Equal values are shown once."
        ),
        format!(
            "芯片自带的计数器，由 Nsight Compute 在运行每个内核的 CUDA 对应版本时读出（驱动 {driver}，{day}）；我们的数字按同一芯片的规则现场统计。两者相同时只写一次。"
        ),
    )) as fn(&str, &str) -> String,
    /// Argument: [equal, differing, explained].
    chip_verdict: (
        |[equal, differing, explained]| {
            let differing = match differing {
                0 => "None differs".to_owned(),
                1 => "1 differs".to_owned(),
                _ => format!("{differing} differ"),
            };
            format!("{equal} equal to the last digit. {differing}; {explained} need not be equal:")
        },
        |[equal, differing, explained]| {
            let differing = match differing {
                0 => "没有不一致".to_owned(),
                _ => format!("{differing} 个不一致"),
            };
            format!("{equal} 个完全相等，直到最后一位。{differing}；{explained} 个不必相等：")
        },
    ) as fn([usize; 3]) -> String,
    /// The reason why a counter of ncu need not be equal; empty if there is none.
    likeness: (|likeness| match likeness {
        Likeness::Equal => ("", ""),
        Likeness::Arbitrated => (
            "the chip repeats some requests to shared memory",
            "芯片会重复一部分共享内存请求",
        ),
        Likeness::Distinct => (
            "the chip counts a byte once, however many lanes ask for it",
            "同一字节无论多少条线程请求，芯片只计一次",
        ),
        Likeness::Atomics => (
            "the chip serves some atomic operations lane by lane",
            "芯片会逐条线程执行一部分原子操作",
        ),
        Likeness::Compiler => (
            "the chip counts the compiler's instructions, and these are the machine's own",
            "芯片数的是编译器的指令，这里数的是模拟机自己的指令",
        ),
        Likeness::Registers => (
            "the compiler decides which arrays are in local memory",
            "哪些数组放在本地内存由编译器决定",
        ),
    }) as fn(Likeness) -> &'static str,
    difference: (|why| match why {
        Difference::Arbitration => (
            "Requests to shared memory compete with other traffic: about one in a hundred, mostly a load, is served a second time.",
            "共享内存的请求与其他访问共用通路：偶尔有一次要重发，多为加载，约百分之一。",
        ),
        Difference::DistinctBytes => (
            "The chip's efficiency counts a byte once, however many lanes request it; nvprof's, and ours, counts it for each lane. Requests and sectors are equal.",
            "芯片的效率把每个字节只算一次，无论多少通道请求它；nvprof 与我们的效率按通道各算一次。请求数和扇区数相等。",
        ),
        Difference::Cleared => (
            "WGSL zeroes workgroup memory without a statement; the CUDA version stores the zero itself, once per block.",
            "WGSL 的工作组内存自动清零，不占语句；CUDA 版要自己存一个零，每个块一次。",
        ),
        Difference::Joined => (
            "The CUDA compiler loads two or four adjacent words of shared memory with one instruction (LDS.64, LDS.128). Our instructions load a word each.",
            "CUDA 编译器用一条指令（LDS.64、LDS.128）加载共享内存里相邻的两个或四个字；我们的指令一次只加载一个字。",
        ),
        Difference::Kept => (
            "The CUDA compiler keeps the value that thread 0 has just stored in a register and does not load it again: one request and one sector less in each block.",
            "0 号线程刚存下的字，CUDA 编译器留在寄存器里，不再加载：每个块少一次请求、一个扇区。",
        ),
    }) as fn(Difference) -> &'static str,
});
