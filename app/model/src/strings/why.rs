//! Words of "Why this number?", in both languages.

use super::count;
use crate::number::grouped;
use crate::panels::why::Making;

words!(WhyWords {
    /// Stands before the counter's name.
    under_ncu: ("In Nsight Compute:", "Nsight Compute 中："),
    line: ("Line", "行"),
    code: ("Statement", "语句"),
    /// The three column headings: the two factors and their product, or the two sides of a quotient and the share.
    columns: (|making| match making {
        Making::Requests => (
            ["executions by warps", "requests each", "requests"],
            ["线程束执行次数", "每次的请求", "请求"],
        ),
        Making::Transactions => (
            ["requests", "cache lines each", "transactions"],
            ["请求", "每次触及的缓存行", "事务"],
        ),
        Making::Branches => (
            ["executions by warps", "branches each", "branches"],
            ["线程束执行次数", "每次的分支", "分支"],
        ),
        Making::Divergent => (
            ["branches", "divergent share", "divergent"],
            ["分支", "分化的比例", "分化"],
        ),
        Making::Waits => (
            ["executions by warps", "waits each", "waits"],
            ["线程束执行次数", "每次的等待", "等待"],
        ),
        Making::Bytes => (
            ["bytes moved", "share requested", "bytes requested"],
            ["搬运的字节", "请求所占比例", "请求的字节"],
        ),
        Making::Lanes => (
            ["warp width × instructions", "share", "lane instructions"],
            ["线程束宽度 × 指令数", "比例", "通道指令数"],
        ),
        Making::Instructions => (["warps", "each", "instructions"], ["线程束", "每个", "指令"],),
    }) as fn(Making) -> [&'static str; 3],
    sum: ("Sum", "合计"),
    /// Arguments: least, most.
    range: (|least, most| (
        format!("{least} to {most} in the followed block"),
        format!("跟踪的块中为 {least} 到 {most}"),
    )) as fn(u64, u64) -> String,
    /// Arguments: blocks that ran, all blocks.
    scaled: (|ran, all| (
        format!(
            "{} of {} blocks ran; the counts of equal blocks are multiplied",
            grouped(ran.into()),
            grouped(all.into())
        ),
        format!(
            "共 {} 块，运行了 {} 块；相同的块，计数相乘",
            grouped(all.into()),
            grouped(ran.into())
        ),
    )) as fn(u32, u32) -> String,
    all_ran: (
        |all| match all {
            1 => "Over the one block of the dispatch.".to_owned(),
            _ => format!("Over all {} blocks of the dispatch.", grouped(all.into())),
        },
        |all| format!("整个派发的 {} 块。", grouped(all.into())),
    ) as fn(u32) -> String,
    rounds: (
        "The followed block, by iteration of its loop",
        "跟踪的块，按循环的每次迭代",
    ),
    warps: ("The followed block, by warp", "跟踪的块，按线程束"),
    iteration: ("Iteration", "迭代"),
    warp: ("Warp", "线程束"),
    outside: ("outside the loop", "循环之外"),
    /// Arguments: blocks, and their total.
    block_times: (|blocks, all| (
        format!("× {} = {}", count(blocks, "block", "blocks"), grouped(all)),
        format!("× {} 块 = {}", grouped(blocks.into()), grouped(all)),
    )) as fn(u32, u64) -> String,
    no_lines: (
        "It is counted on our own instructions, over all lines of code.",
        "按我们自己的指令计数，所有代码行合在一起。",
    ),
    nothing: ("Nothing in this kernel adds to it.", "这个内核里没有与之有关的语句。",),
});
