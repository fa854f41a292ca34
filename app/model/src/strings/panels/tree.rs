//! Words of the tree of partial sums.

use crate::number::grouped;

words!(TreeWords {
    /// A label for the part of the array that is shown.
    view: ("Visible part of the array", "画出数组的多少"),
    whole: ("whole array", "整个数组"),
    active: ("this step's words", "这一步的字"),
    /// Left of a level: lanes that add at that level.
    lanes: (
        |lanes| match lanes {
            1 => "1 thread".to_owned(),
            lanes => format!("{} threads", grouped(lanes.into())),
        },
        |lanes| format!("{} 条线程", grouped(lanes.into())),
    ) as fn(u32) -> String,
    /// Heading of the level.
    levels: ("level", "层"),
    made: ("additions made", "已做加法"),
    needed: ("needed", "结果所需"),
    now: ("additions next", "下一步加法"),
    lanes_now: ("by threads", "线程数"),
    of: (|part, all| (
        format!("{} of {}", grouped(part.into()), grouped(all.into())),
        format!("{} / {}", grouped(part.into()), grouped(all.into())),
    )) as fn(u32, u32) -> String,
    /// Arguments: the name, levels, additions so far, additions in all.
    label: (|name, levels, made, all| (
        format!("Tree of partial sums in {name}: {levels} levels, {made} of {all} additions made"),
        format!("{name} 中部分和的树：{levels} 层，共 {all} 次加法，已做 {made} 次"),
    )) as fn(&str, usize, u32, u32) -> String,
    /// Arguments: the lane, true if the result needs the sum.
    sum: (|lane, needed| match needed {
        true => (format!("thread {lane}"), format!("线程 {lane}")),
        false => (
            format!("thread {lane}; the result does not need it"),
            format!("线程 {lane}；结果用不到它"),
        ),
    }) as fn(u32, bool) -> String,
    none: (
        "This block does not add up an array step by step: no partial sum uses another one.",
        "这个块没有逐步累加数组：没有部分和再加进另一个部分和。",
    ),
});
