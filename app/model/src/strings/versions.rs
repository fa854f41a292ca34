//! Words of the comparison of two versions of the reader's kernel.

use crate::number::grouped;
use crate::playground::difference::Cell;

words!(VersionWords {
    title: ("Before and after", "修改前后"),
    lead: (
        "Pin this version: the next edits stand beside it, with text, counters, buffers and times compared, and both are stepped together.",
        "固定这个版本：之后的修改会与它并排，比较代码、计数、缓冲区和时间，并一起步进。",
    ),
    pin: ("Pin this version", "固定这个版本"),
    pin_again: ("Pin the present one", "改为固定当前版本"),
    return_to: ("Return to the pinned one", "回到固定的版本"),
    unpin: ("Unpin", "取消固定"),
    /// The heading of the pinned version's lanes.
    pinned_below: ("Pinned version", "固定的版本"),
    text: ("Text", "代码"),
    same_text: ("The texts are equal.", "代码相同。"),
    counters: ("Counters", "计数"),
    buffers: ("Buffers after the run", "运行后的缓冲区"),
    time: ("Time", "时间"),
    before: ("pinned", "固定"),
    after: ("now", "现在"),
    same_buffer: ("ended the same.", "结果相同。"),
    /// Arguments: the number of values that differ, and the first of them.
    other_buffer: (|count, first| (
        format!(
            "differs in {}; the first is value {}: {} before, {} now.",
            super::count(count as u64, "value", "values"),
            first.index,
            first.ours,
            first.theirs
        ),
        format!(
            "有 {} 个值不同；第一个是第 {} 个值：之前 {}，现在 {}。",
            grouped(count as u64),
            first.index,
            first.ours,
            first.theirs
        ),
    )) as fn(usize, &Cell) -> String,
    measure: ("Measure both on my GPU", "在我的 GPU 上测量两者"),
});
