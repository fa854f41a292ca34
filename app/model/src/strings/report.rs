//! The sentences about a report of NVIDIA Nsight Compute.

use super::count;
use crate::trust::report::ReportError;

words!(ReportWords {
    title: ("Your own GPU", "你自己的 GPU"),
    lead: (
        "Compare a report of Nsight Compute with the run in the playground. The file stays on this computer.",
        "把 Nsight Compute 的报告与练习场里的运行作比较。文件只留在这台电脑上。",
    ),
    /// Before the link to the playground, and before ncu's command.
    open: (
        "Open your program, with its launches, in the",
        "打开你的程序（连同启动语句）：",
    ),
    profile: ("Profile it:", "剖析它："),
    copy: ("Copy", "复制"),
    copied: ("Copied.", "已复制。"),
    not_copied: (
        "This browser does not let the page copy. Select the text and copy it.",
        "浏览器不允许网页复制。请选中文字自行复制。",
    ),
    drop: ("Drop the report here", "把报告拖到这里"),
    or_choose: ("or choose the file", "或选择文件"),
    /// Arguments: file, launches.
    read: (|file, launches| (
        format!("“{file}” has {}.", count(launches as u64, "launch", "launches")),
        format!("“{file}”中有 {launches} 次启动。"),
    )) as fn(&str, usize) -> String,
    refused: (
        |file, error| format!("“{file}” is not compared, because {error}."),
        |file, error| {
            let reason = match error {
                ReportError::NoTable => "其中没有 Nsight Compute 的表格。请用上面的命令生成。".to_owned(),
                ReportError::NoPermission => {
                    "ncu 没有权限读取 GPU 的计数器（ERR_NVGPUCTRPERM）。请用 root 运行，或请管理员开放权限。".to_owned()
                }
                ReportError::OtherPage => "这是 ncu 的另一种页面，或多次启动的汇总。请用上面的命令生成。".to_owned(),
                ReportError::NoLaunch => "表格中没有启动：ncu 没有剖析任何内核。".to_owned(),
                ReportError::CutOff => "表格里有一个单元格没有结束：文件被截断，或者程序打印了引号。".to_owned(),
            };
            format!("“{file}”没有比较：{reason}")
        },
    ) as fn(&str, &ReportError) -> String,
    too_large: (|file| (
        format!("“{file}” is larger than 64 MB. Profile fewer launches or metrics, or use `warpstep compare`."),
        format!("“{file}”超过 64 MB。请减少启动或指标的数目，或使用 `warpstep compare`。"),
    )) as fn(&str) -> String,
    no_run: (
        "The playground has no run: open your program there until it has run, then come back to this page.",
        "练习场里没有运行：请先在那里打开程序，等它运行完，再回到本页。",
    ),
    old_run: (
        "The playground's text has changed since its run, or does not run: go there until it has run, then come back to this page.",
        "练习场的文本在运行之后改过，或者无法运行：请到那里等它运行完，再回到本页。",
    ),
    /// Argument: the machine.
    no_ncu: (|machine| (
        format!(
            "ncu counts on NVIDIA's GPUs since Volta, and {machine} is none of them: choose one in the playground."
        ),
        format!("ncu 只在 Volta 之后的 NVIDIA GPU 上计数，{machine} 不属于此列：请在练习场另选一种。"),
    )) as fn(&str) -> String,
    no_launch: ("The report has no launch of this kernel.", "报告中没有这个内核的启动。",),
    /// Arguments: number in the report, kernel.
    launch: (|id, kernel| (
        format!("launch {id} of the report: {kernel}"),
        format!("报告中的第 {id} 号启动：{kernel}"),
    )) as fn(&str, &str) -> String,
    /// Arguments: the report's grid and block, and ours.
    other_sizes: (|[grid, block], [own_grid, own_block]| (
        format!(
            "It has a grid of {grid} and blocks of {block}, and this run a grid of {own_grid} and blocks of {own_block}: give the same launch."
        ),
        format!(
            "它的网格是 {grid}，线程块是 {block}；这里的网格是 {own_grid}，线程块是 {own_block}：请使用相同的启动。"
        ),
    )) as fn([&str; 2], [&str; 2]) -> String,
    labels: (
        "The report names metrics by their labels: profile with the command above.",
        "报告用标签而不是名称表示指标：请用上面的命令剖析。",
    ),
    no_counters: (
        "The report has none of the counters: profile with the command above.",
        "报告中没有这些计数器：请用上面的命令剖析。",
    ),
    is_part: (
        "The run did not end, so ours are not the whole counts.",
        "运行没有结束，所以我们的计数不完整。",
    ),
    /// The reason of a difference, then.
    part: ("the run did not end", "运行没有结束"),
    /// The link from the playground.
    compare: (
        "Compare with a report of Nsight Compute",
        "与 Nsight Compute 的报告比较",
    ),
    /// Argument: [equal, differing, explained].
    verdict: (
        |[equal, differing, explained]| {
            let differing = match differing {
                0 => "none differs".to_owned(),
                1 => "1 differs".to_owned(),
                _ => format!("{differing} differ"),
            };
            let explained = match explained {
                0 => String::new(),
                count => format!(", {count} need not be equal"),
            };
            format!("{equal} equal, {differing}{explained}.")
        },
        |[equal, differing, explained]| {
            let differing = match differing {
                0 => "没有不一致".to_owned(),
                _ => format!("{differing} 个不一致"),
            };
            let explained = match explained {
                0 => String::new(),
                count => format!("，{count} 个不必相等"),
            };
            format!("{equal} 个相等，{differing}{explained}。")
        },
    ) as fn([usize; 3]) -> String,
    only_the_chip: ("Only the chip knows", "只有芯片知道"),
    more: (|count| (format!("and {count} more"), format!("另有 {count} 个"))) as fn(usize) -> String,
    /// Arguments: launches, names of their kernels.
    left_out: (|launches, names| (
        format!(
            "{} of the report {} not compared: {names}.",
            count(launches as u64, "other launch", "other launches"),
            if launches == 1 { "was" } else { "were" },
        ),
        format!("报告中另有 {launches} 次启动没有比较：{names}。"),
    )) as fn(usize, &str) -> String,
});
