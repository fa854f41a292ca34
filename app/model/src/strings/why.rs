//! Words of "Why this number?", in both languages.

use super::count;
use crate::number::grouped;
use crate::panels::why::Making;

/// Labels and sentences of the dialog.
#[derive(Debug)]
pub struct WhyWords {
    pub line: &'static str,
    pub code: &'static str,
    /// The three column headings: the two factors and their product, or the two sides of a quotient and the share.
    pub columns: fn(Making) -> [&'static str; 3],
    pub sum: &'static str,
    /// Arguments: least, most.
    pub range: fn(u64, u64) -> String,
    /// Arguments: blocks that ran, all blocks.
    pub scaled: fn(u32, u32) -> String,
    pub all_ran: fn(u32) -> String,
    pub rounds: &'static str,
    pub warps: &'static str,
    pub iteration: &'static str,
    pub warp: &'static str,
    pub outside: &'static str,
    /// Arguments: blocks, and their total.
    pub block_times: fn(u32, u64) -> String,
    pub no_lines: &'static str,
    pub nothing: &'static str,
    /// Stands before the counter's name.
    pub under_ncu: &'static str,
}

words!(WhyWords {
    under_ncu: ("In Nsight Compute:", "Nsight Compute 中："),
    line: ("Line", "行"),
    code: ("Statement", "语句"),
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
    }),
    sum: ("Sum", "合计"),
    range: (|least, most| (
        format!("{least} to {most} in the followed block"),
        format!("跟踪的块中为 {least} 到 {most}"),
    )),
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
    )),
    all_ran: (
        |all| match all {
            1 => "Over the one block of the dispatch.".to_owned(),
            _ => format!("Over all {} blocks of the dispatch.", grouped(all.into())),
        },
        |all| format!("整个派发的 {} 块。", grouped(all.into())),
    ),
    rounds: (
        "The followed block, by iteration of its loop",
        "跟踪的块，按循环的每次迭代",
    ),
    warps: ("The followed block, by warp", "跟踪的块，按线程束"),
    iteration: ("Iteration", "迭代"),
    warp: ("Warp", "线程束"),
    outside: ("outside the loop", "循环之外"),
    block_times: (|blocks, all| (
        format!("× {} = {}", count(blocks, "block", "blocks"), grouped(all)),
        format!("× {} 块 = {}", grouped(blocks.into()), grouped(all)),
    )),
    no_lines: (
        "It is counted on our own instructions, over all lines of code.",
        "按我们自己的指令计数，所有代码行合在一起。",
    ),
    nothing: ("Nothing in this kernel adds to it.", "这个内核里没有与之有关的语句。",),
});
