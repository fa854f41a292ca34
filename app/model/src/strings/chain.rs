//! Words of a chain of entry points.

use simt::JoinError;

/// An old name and a new one.
type Renamed = (String, String);

words!(ChainWords {
    title: ("Dispatches in a row", "依次执行的派发"),
    start: ("Run several in a row …", "依次运行多个入口……"),
    start_hint: (
        "Runs entry points one after another on the same buffers, such as the passes of a scan",
        "在同一组缓冲区上依次运行多个入口，例如扫描的各个阶段",
    ),
    add: ("Add one", "添加"),
    stop: ("Run one alone", "只运行一个"),
    add_text: ("Add another text …", "添加另一段代码……"),
    add_file: ("A file …", "一个文件……"),
    /// Arguments: the entry points that were added, the buffers that are the same, and what has another name now.
    joined: (|added, shared, renamed| (
        [
            Some(format!("Added {}.", added.join(", "))),
            (!shared.is_empty()).then(|| format!("Both texts use these buffers: {}.", shared.join(", "))),
            (!renamed.is_empty()).then(|| format!("New names: {}.", pairs(renamed, " is now ", ", "))),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<String>>()
        .join(" "),
        [
            Some(format!("已添加 {}。", added.join("、"))),
            (!shared.is_empty()).then(|| format!("两段代码共用的缓冲区：{}。", shared.join("、"))),
            (!renamed.is_empty()).then(|| format!("改名：{}。", pairs(renamed, " 改为 ", "，"))),
        ]
        .into_iter()
        .flatten()
        .collect::<String>(),
    )) as fn(&[String], &[String], &[Renamed]) -> String,
    /// Argument: the reason in the reader's language, if it is one of the added text.
    not_joined: (|error, reason| match error {
        JoinError::First(_) => (
            String::from("The text in the editor has an error. Correct it first."),
            String::from("编辑器中的代码有错误。请先改正。"),
        ),
        JoinError::Second(_) => (
            format!("The other text was not added. {reason}"),
            format!("没有添加另一段代码。{reason}"),
        ),
        JoinError::Together(_) => (
            format!("The two texts do not fit into one: {reason}"),
            format!("两段代码不能合为一段：{reason}"),
        ),
    }) as fn(&JoinError, &str) -> String,
    /// The time of all dispatches.
    all_times: ("All of them, added up", "合计"),
    times_hint: (
        "Each dispatch is timed on its own, from the first contents of the buffers.",
        "每次派发单独计时，从缓冲区的初始内容开始。",
    ),
    up: ("Run it earlier", "提前"),
    remove: ("Remove it", "移除"),
    repeats: ("Times", "次数"),
    /// Argument: the largest number of dispatches.
    bad_repeats: (|most| (
        format!("Write a whole number from 1 to {most}."),
        format!("请写 1 到 {most} 的整数。"),
    )) as fn(usize) -> String,
    swap: ("Buffers that change places after each time", "每次之后互换的缓冲区",),
    no_swap: ("no swap", "不互换"),
    show_stage: ("Show this dispatch", "显示这次派发"),
    /// Arguments: the number of a dispatch, the number of all, and its name.
    stage_of: (|number, all, name| (
        format!("{number} of {all}: {name}"),
        format!("第 {number} / {all} 次：{name}"),
    )) as fn(usize, usize, &str) -> String,
    stage_before: ("The dispatch before this one", "上一次派发"),
    stage_after: ("The next dispatch", "下一次派发"),
    not_run: (
        "It did not run, because one before it stopped.",
        "没有运行，因为之前的一个停下了。",
    ),
    stopped: ("It stopped before its end.", "它没有运行到结束。"),
    /// Instructions, transactions of loads and of stores, wavefronts of shared memory.
    counters: ([
        ("Instructions", "指令"),
        ("Load transactions", "读事务"),
        ("Store transactions", "写事务"),
        ("Shared wavefronts", "共享内存 wavefront"),
    ]) as [&'static str; 4],
});

/// Returns old and new names in a row.
fn pairs(renamed: &[Renamed], between: &str, comma: &str) -> String {
    let pairs = renamed.iter().map(|(old, new)| format!("{old}{between}{new}"));
    pairs.collect::<Vec<String>>().join(comma)
}
