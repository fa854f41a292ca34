//! Words of the multiprocessors panel, in both languages.

use crate::number::grouped;
use lessons::multiprocessors::{Activity, Found, Guideline, LAUNCH_MICROS, Spread, Verdict};

/// Formats a share from 0 to 1 in percent.
pub fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match (percent - percent.round()).abs() < 0.005 {
        true => format!("{percent:.0} %"),
        false => format!("{percent:.2} %"),
    }
}

fn number(value: u32) -> String {
    grouped(value.into())
}

fn whole(value: f64) -> String {
    grouped(value.round() as u64)
}

fn of(count: u32, one: &str, many: &str) -> String {
    format!("{} {}", number(count), if count == 1 { one } else { many })
}

words!(MultiprocessorWords {
    gpu: ("GPU", "GPU"),
    blocks: ("Blocks", "块"),
    blocks_hint: (
        "Blocks of the grid; each does the work of the shown kernel's block",
        "网格的块数；每块的工作与所示内核的一块相同",
    ),
    /// The button that shows the grid of the run. Argument: its blocks.
    of_run: (|blocks| (
        format!("as the run: {}", number(blocks)),
        format!("与运行一致：{}", number(blocks)),
    )) as fn(u32) -> String,
    /// The summary. Arguments: blocks, multiprocessors.
    title: (|blocks, multiprocessors| (
        format!(
            "{} on {}",
            of(blocks, "block", "blocks"),
            of(multiprocessors, "multiprocessor", "multiprocessors")
        ),
        format!("{} 个块，{} 个多处理器", number(blocks), number(multiprocessors)),
    )) as fn(u32, u32) -> String,
    label: (|spread| (
        format!(
            "Multiprocessors downwards, time to the right. {} of {} multiprocessors run {}.",
            number(spread.used()),
            number(spread.grid.multiprocessors),
            of(spread.grid.blocks, "block", "blocks"),
        ),
        format!(
            "每行一个多处理器，时间向右。{} 个多处理器中有 {} 个在运行，共 {} 个块。",
            number(spread.grid.multiprocessors),
            number(spread.used()),
            number(spread.grid.blocks),
        ),
    )) as fn(&Spread) -> String,
    /// The name of a row, from 0.
    row: (|row| (format!("SM {row}"), format!("SM {row}"))) as fn(u32) -> String,
    cycles: ("cycles", "周期"),
    /// Waves that are left out of the picture.
    skipped: (|waves| (
        format!("{} before", of(waves, "full wave", "full waves")),
        format!("前面还有 {} 个满批次", number(waves)),
    )) as fn(u32) -> String,
    full: ("full wave", "满批次"),
    last: ("last wave, not full", "最后一个批次，未满"),
    idle: ("no block", "没有块"),
    /// Headings of the figures.
    waves: ("waves", "批次"),
    last_wave: ("last wave", "最后一个批次"),
    tail: ("tail", "尾部"),
    efficiency: ("sm_efficiency", "sm_efficiency"),
    achieved: ("achieved occupancy", "实际占用率"),
    calculator: ("calculator's", "计算器的占用率"),
    /// Arguments: blocks of the last wave, blocks of a full one.
    of_wave: (|blocks, full| (
        format!("{} of {}", number(blocks), number(full)),
        format!("{} / {}", number(blocks), number(full)),
    )) as fn(u32, u32) -> String,
    /// Arguments: cycles of the tail, all cycles.
    of_cycles: (|tail, all| (
        format!("{} of {} cycles", whole(tail), whole(all)),
        format!("{} / {} 周期", whole(tail), whole(all)),
    )) as fn(f64, f64) -> String,
    printed: (
        |activity, source| {
            let with = activity.with_launch.map(|share| {
                format!(
                    " Blocks of equal length give {} here, or {} if {LAUNCH_MICROS} µs of the printed time pass without a warp, as the table's last row says.",
                    percent(activity.blocks_only),
                    percent(share)
                )
            });
            format!(
                "{source} prints an sm_efficiency of {}.{}",
                percent(activity.printed),
                with.unwrap_or_default()
            )
        },
        |activity, source| {
            let with = activity.with_launch.map(|share| {
                format!(
                    "若各块一样长，这里是 {}；若所给时间里有 {LAUNCH_MICROS} µs 没有任何线程束（由表的最后一行得出），则是 {}。",
                    percent(activity.blocks_only),
                    percent(share)
                )
            });
            format!(
                "《{source}》给出的 sm_efficiency 为 {}。{}",
                percent(activity.printed),
                with.unwrap_or_default()
            )
        },
    ) as fn(&Activity, &str) -> String,
    /// Arguments: share, source.
    printed_occupancy: (|share, source| (
        format!(
            "{source} prints an achieved occupancy of {share:.3}. There, blocks end at different times; here all are alike."
        ),
        format!("《{source}》给出的实际占用率为 {share:.3}。那里各块结束有先后；这里的块都一样长。"),
    )) as fn(f64, &str) -> String,
    guidelines: ("Six guidelines for the grid", "网格大小的六条建议"),
    guideline: (|guideline| match guideline {
        Guideline::MoreBlocks => ("More blocks than multiprocessors", "块多于多处理器"),
        Guideline::SeveralEach => ("Several blocks on each multiprocessor", "每个多处理器上有好几个块"),
        Guideline::Multiple => ("A multiple of the multiprocessors", "块数是多处理器数的倍数"),
        Guideline::Thousands => ("Thousands of blocks", "成千上万个块"),
        Guideline::SmallOnPurpose => ("A small grid only on purpose", "除非有意为之，不用小网格",),
        Guideline::NoWaiting => ("Another block to run at each barrier", "同步时有别的块可运行",),
    }) as fn(Guideline) -> &'static str,
    found: (
        |finding| {
            let (count, with) = (finding.number, finding.with);
            match finding.guideline {
                Guideline::MoreBlocks => format!(
                    "{} for {}",
                    of(count, "block", "blocks"),
                    of(with, "multiprocessor", "multiprocessors")
                ),
                Guideline::SeveralEach => {
                    format!("at least {} on each; {} can be resident", number(count), number(with))
                }
                Guideline::Multiple => match count {
                    0 => format!("{} divides the blocks", number(with)),
                    count => format!("{} beyond a multiple of {}", of(count, "block", "blocks"), number(with)),
                },
                Guideline::Thousands => of(count, "block", "blocks"),
                Guideline::SmallOnPurpose => match count {
                    0 => "no multiprocessor stays free".to_owned(),
                    count => format!(
                        "{} free for other kernels",
                        of(count, "multiprocessor stays", "multiprocessors stay")
                    ),
                },
                Guideline::NoWaiting => match count {
                    0 => "a warp waits at no barrier".to_owned(),
                    count => format!(
                        "a warp waits {}; at most {} at first on a multiprocessor",
                        of(count, "time", "times"),
                        of(with, "block", "blocks")
                    ),
                },
            }
        },
        |finding| {
            let (count, with) = (number(finding.number), number(finding.with));
            match (finding.guideline, finding.number) {
                (Guideline::MoreBlocks, _) => format!("{count} 个块，{with} 个多处理器"),
                (Guideline::SeveralEach, _) => {
                    format!("每个至少 {count} 个；最多可驻留 {with} 个")
                }
                (Guideline::Multiple, 0) => format!("能被 {with} 整除"),
                (Guideline::Multiple, _) => format!("比 {with} 的倍数多出 {count} 个块"),
                (Guideline::Thousands, _) => format!("{count} 个块"),
                (Guideline::SmallOnPurpose, 0) => "没有空闲的多处理器".to_owned(),
                (Guideline::SmallOnPurpose, _) => {
                    format!("{count} 个多处理器空着，可供别的内核使用")
                }
                (Guideline::NoWaiting, 0) => "线程束不在同步处等待".to_owned(),
                (Guideline::NoWaiting, _) => {
                    format!("每个线程束等待 {count} 次；一个多处理器起初最多有 {with} 个块")
                }
            }
        },
    ) as fn(&Found) -> String,
    verdict: (|verdict| match verdict {
        Verdict::Met => ("met", "符合"),
        Verdict::NotMet => ("not met", "不符合"),
        Verdict::Depends => ("depends", "视情况而定"),
    }) as fn(Verdict) -> &'static str,
    guidelines_source: (|source| (
        format!("The guidelines are those of {source}; “thousands” begins at 1000 here."),
        format!("建议出自《{source}》；这里从 1000 起算“成千上万”。"),
    )) as fn(&str) -> String,
    model: (
        "A block goes to the multiprocessor with the fewest blocks, up to the calculator's limit, and stays there. It takes as many cycles as the scheduler's model needs, with the chip and latencies of that panel, for all warps of the multiprocessor, each with the first warp's instructions, phase by phase between barriers. All blocks are alike, a launch takes no time, and memory serves all multiprocessors as fast as one.",
        "块交给当前块数最少的多处理器（以计算器的上限为限），此后不再移动。一个块的周期数按调度器模型计算：芯片和延迟取自“调度器”面板，多处理器上的每个线程束都执行第一个线程束的指令，以同步为界逐段进行。各块都一样长，启动不花时间，内存同时服务所有多处理器也不变慢。",
    ),
    cut: (
        "The block is long: only its beginning counts here.",
        "这个块很长：这里只计开头一段。",
    ),
    source: (|source| (
        format!("Number of multiprocessors: {source}."),
        format!("多处理器数：{source}。"),
    )) as fn(&str) -> String,
    none: ("This GPU cannot start such a block.", "这个 GPU 启动不了这样的块。",),
});
