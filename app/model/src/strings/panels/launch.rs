//! Words of the panel of grids that launch grids.

use crate::number::grouped;
use crate::strings::count;

fn number(value: u32) -> String {
    grouped(value.into())
}

words!(LaunchWords {
    host: ("host", "主机"),
    level: (|level| (format!("level {level}"), format!("第 {level} 层"))) as fn(u32) -> String,
    /// Arguments: blocks, lanes of each.
    blocks: (|blocks, lanes| (
        format!("{} × {}", number(blocks), count(lanes, "thread", "threads")),
        format!("{} 块 × {} 条线程", number(blocks), number(lanes)),
    )) as fn(u32, u32) -> String,
    /// The size that a level writes for the next one. Arguments: blocks, level, index of the first block.
    gives: (|blocks, level, first| (
        format!("writes {}, 1, 1 · level {level} · first {first}", number(blocks)),
        format!("写出 {}, 1, 1 · 第 {level} 层 · 起始 {first}", number(blocks)),
    )) as fn(u32, u32, u32) -> String,
    ends: ("writes 0 blocks: the chain ends", "写出 0 个块：链条到此结束",),
    /// Headings: grids, dispatches, blocks, lanes.
    grids: ("grids in CUDA", "CUDA 网格数"),
    dispatches: ("dispatches in WebGPU", "WebGPU 派发数"),
    all_blocks: ("blocks", "块"),
    all_lanes: ("threads", "线程"),
    /// A heading before the words that the followed block has written.
    written: ("arguments, written so far", "arguments 已写入"),
    not_written: "–",
    other_block: ("only block 0 writes arguments", "只有 0 号块写 arguments"),
    label: (|levels, blocks, level| (
        format!(
            "{} of launches with {} in all; level {level} is shown",
            count(levels, "level", "levels"),
            count(blocks, "block", "blocks")
        ),
        format!("共 {levels} 层启动、{blocks} 个块；现在看的是第 {level} 层"),
    )) as fn(u32, u32, u32) -> String,
    none: (
        "Only the host launches this kernel: no grid writes the size of another.",
        "这个内核只由主机启动：没有哪个网格为别的网格写大小。",
    ),
});
