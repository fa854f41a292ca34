//! Words of the panel of the grid.

use crate::strings::count;

words!(GridWords {
    grid: ("grid", "网格"),
    block: (|block| (format!("block {block}"), format!("{block} 号块"))) as fn(u32) -> String,
    elements: ("elements", "元素"),
    /// Arguments: blocks, threads, elements, with their separators.
    total: (
        |blocks, threads, elements| match blocks {
            1 => format!("1 block · {threads} threads · {elements} elements"),
            blocks => format!("{blocks} blocks · {threads} threads · {elements} elements"),
        },
        |blocks, threads, elements| format!("{blocks} 个块 · {threads} 条线程 · {elements} 个元素"),
    ) as fn(u32, &str, &str) -> String,
    warp: (|warp| (format!("warp {warp}"), format!("线程束 {warp}"))) as fn(u32) -> String,
    /// The index of a thread: its name and the sum.
    index: ("index", "下标"),
    /// Arguments: block, block size, thread, index.
    sum: (|block, size, thread, index| (
        format!("i = {block} × {size} + {thread} = {index}"),
        format!("i = {block} × {size} + {thread} = {index}"),
    )) as fn(u32, u32, u32, u64) -> String,
    no_element: ("no element", "没有元素"),
    warps_of_block: ("warps per block", "每块线程束"),
    idle: ("threads without an element", "没有元素的线程"),
    /// Arguments: blocks, the followed block, its threads with an element.
    label: (|blocks, followed, busy| (
        format!(
            "A grid of {}; in block {followed} {} with an element",
            count(blocks, "block", "blocks"),
            count(busy, "thread", "threads")
        ),
        format!("网格有 {blocks} 个块；{followed} 号块里 {busy} 条线程有元素"),
    )) as fn(u32, u32, u32) -> String,
    pick: (
        "Click a block to follow it, or a thread to see its index",
        "点一个块就跟随它，点一条线程就显示它的下标",
    ),
});
