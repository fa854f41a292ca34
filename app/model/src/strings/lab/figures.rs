//! The sentences of the charts.

use crate::lab::figures::roofline::Comparison;
use crate::lab::figures::{Figure, Source};
use crate::number::grouped;
use gpu::Clock;
use lessons::cost::Bound;

words!(FigureWords {
    figure: (|figure| match figure {
        Figure::Times => ("Times", "时间"),
        Figure::SpeedUp => ("Speed-up", "加速比"),
        Figure::Sizes => ("Against n", "随 n"),
        Figure::Bandwidth => "GB/s",
        Figure::Operations => "Gflop/s",
        Figure::Blocks => ("Against block", "随块"),
        Figure::HeatMap => ("n × block", "n × 块"),
        Figure::PerLane => ("Per thread", "每线程元素"),
        Figure::Parameter => ("Parameter", "参数"),
        Figure::Roofline => ("Roofline", "屋顶线"),
        Figure::Simulated => ("Model", "模型"),
        Figure::Kernels => ("Table", "总表"),
    }) as fn(Figure) -> &'static str,
    figure_title: (|figure| match figure {
        Figure::Times => ("Time of one dispatch", "单次派发的时间"),
        Figure::SpeedUp => ("Speed-up over the first kernel", "相对于第一个内核的加速比"),
        Figure::Sizes => ("Time of one dispatch against n", "单次派发的时间随 n 的变化",),
        Figure::Bandwidth => ("Effective bandwidth against n", "每秒有效字节随 n 的变化"),
        Figure::Operations => (
            "Floating-point operations per second against n",
            "每秒浮点运算次数随 n 的变化",
        ),
        Figure::Blocks => ("Time against the block size", "时间随块大小的变化"),
        Figure::HeatMap => (
            "effective bandwidth over n and block size",
            "不同 n 与块大小下的每秒有效字节",
        ),
        Figure::PerLane => ("Time against elements per thread", "时间随每线程元素个数的变化",),
        Figure::Parameter => ("Time against the parameter", "时间随参数的变化"),
        Figure::Roofline => ("Roofline", "屋顶线"),
        Figure::Simulated => ("Simulator and GPU", "模拟器说，GPU 说"),
        Figure::Kernels => ("All kernels", "全部内核"),
    }) as fn(Figure) -> &'static str,
    /// Arguments: title, n, and the block if there is a single one.
    figure_of: (|title, n, block| match block {
        Some(block) => (
            format!("{title}, n = {}, block size {block}", grouped(n)),
            format!("{title}，n = {}，块大小 {block}", grouped(n)),
        ),
        None => (
            format!("{title}, n = {}", grouped(n)),
            format!("{title}，n = {}", grouped(n)),
        ),
    }) as fn(&str, u64, Option<u32>) -> String,
    figure_source: (
        |source| {
            let device = match source.is_fallback {
                true => format!(
                    "{} (a software device: its times say nothing about a GPU)",
                    source.device
                ),
                false => source.device.to_owned(),
            };
            let clock = match source.clock {
                Clock::Gpu => "GPU clock",
                Clock::Wall => "wall clock",
            };
            format!(
                "Measured on {device} · {} UTC · medians with 95 % intervals of up to {} samples · slope over R and 2R dispatches, {clock}",
                source.day, source.samples
            )
        },
        |source| {
            let device = match source.is_fallback {
                true => format!("{}（软件设备：其时间不代表任何 GPU）", source.device),
                false => source.device.to_owned(),
            };
            let clock = match source.clock {
                Clock::Gpu => "GPU 时间戳",
                Clock::Wall => "墙上时钟",
            };
            format!(
                "实测于 {device} · {} UTC · 至多 {} 个样本的中位数与 95% 区间 · R 与 2R 次派发的斜率，{clock}",
                source.day, source.samples
            )
        },
    ) as fn(Source<'_>) -> String,
    /// Arguments: modelled time, measured time.
    comparison: (|modelled, measured, each| (
        format!(
            "modelled {modelled}, rank {} ({}) · measured {measured}, rank {} · × {:.2} of the usual",
            each.modelled_rank,
            match each.bound {
                Bound::Waiting => "latency-bound",
                Bound::Issuing => "issue-bound",
                Bound::Caches => "cache-bound",
                Bound::Memory => "memory-bound",
            },
            each.measured_rank,
            each.ratio
        ),
        format!(
            "模型 {modelled}，第 {} 位（{}）· 实测 {measured}，第 {} 位 · 为通常的 {:.2} 倍",
            each.modelled_rank,
            match each.bound {
                Bound::Waiting => "取决于等待",
                Bound::Issuing => "取决于发射",
                Bound::Caches => "取决于缓存",
                Bound::Memory => "取决于内存",
            },
            each.measured_rank,
            each.ratio
        ),
    )) as fn(&str, &str, &Comparison) -> String,
    explanation: (|each| match (each.bound, each.ratio > 1.0) {
        (Bound::Waiting, true) => (
            "Slower than modelled: fewer warps wait at the same time on this GPU, or its barriers cost more.",
            "比模型慢：这块 GPU 上同时等待的线程束更少，或同步代价更高。",
        ),
        (Bound::Waiting, false) => (
            "Faster than modelled: more warps hide the waiting here, or its latencies are shorter.",
            "比模型快：这里有更多线程束掩盖等待，或延迟更短。",
        ),
        (Bound::Issuing, true) => (
            "Slower than modelled: the compiler issues more for each of our instructions, such as checks of bounds.",
            "比模型慢：编译器为我们的每条指令发射更多指令，例如边界检查。",
        ),
        (Bound::Issuing, false) => (
            "Faster than modelled: the compiler needs fewer instructions than our bytecode.",
            "比模型快：编译器生成的指令比我们的字节码少。",
        ),
        (Bound::Caches, true) => (
            "Slower than modelled: this GPU's caches are smaller or narrower than an H200's.",
            "比模型慢：这块 GPU 的缓存比 H200 小或窄。",
        ),
        (Bound::Caches, false) => (
            "Faster than modelled: repeated reads are served by a nearer cache than modelled.",
            "比模型快：重复读取的数据比模型认为的更近。",
        ),
        (Bound::Memory, true) => (
            "Slower than modelled: too few bytes are in flight, or the size is too small to fill the GPU.",
            "比模型慢：同时在途的字节太少，或规模太小，占不满 GPU。",
        ),
        (Bound::Memory, false) => (
            "Faster than modelled: at this n a cache holds all of the data.",
            "比模型快：在这个 n 下，缓存装得下全部数据。",
        ),
    }) as fn(&Comparison) -> &'static str,
});
