//! Words of the history of a word of memory, in both languages.

use crate::number::grouped;

words!(WordWords {
    title: ("Who stored this word?", "这个字是谁写的？"),
    /// The label of the choice. Argument: all loads.
    loads: (
        |count| format!("also its loads ({})", grouped(count as u64)),
        |count| format!("也列出读取（{} 次）", grouped(count as u64)),
    ) as fn(usize) -> String,
    /// The button that goes to the first store after the shown step.
    next_store: ("To the next store", "到下一次写入"),
    loads_value: (|value| format!("loads {value}"), |value| format!("读取 {value}"),) as fn(&str) -> String,
    /// Step, lane, line of code, value, barriers before.
    columns: ([
        ("Step", "步"),
        ("By", "线程"),
        ("Line", "行"),
        ("Value", "值"),
        ("Barriers before", "之前的同步次数"),
    ]) as [&'static str; 5],
    step: (|step| (
        format!("step {}", grouped(step as u64)),
        format!("第 {} 步", grouped(step as u64)),
    )) as fn(usize) -> String,
    /// Arguments: warp, lane in the warp, thread in the block.
    lane: (|warp, lane, thread| (
        format!("warp {warp}, lane {lane} (thread {thread})"),
        format!("线程束 {warp} 的 {lane} 号通道（线程 {thread}）"),
    )) as fn(u32, u32, u32) -> String,
    never: (
        "No thread of the shown block stores it: it keeps its first value.",
        "所示的块中没有线程写过它：它保持初值。",
    ),
    /// Arguments: all stores, and those that are listed.
    stores: (
        |all, listed| match all == listed {
            true => format!("Stores in this block: {}.", grouped(all as u64)),
            false => format!(
                "Stores in this block: {}; the first {} are listed.",
                grouped(all as u64),
                grouped(listed as u64)
            ),
        },
        |all, listed| match all == listed {
            true => format!("本块共写入 {} 次。", grouped(all as u64)),
            false => format!(
                "本块共写入 {} 次，列出前 {} 次。",
                grouped(all as u64),
                grouped(listed as u64)
            ),
        },
    ) as fn(usize, usize) -> String,
});
