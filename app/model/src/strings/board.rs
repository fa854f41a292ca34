//! The sentences of the class board.

use crate::lab::board::BoardError;
use crate::lab::figures::Measure;
use crate::number::grouped;
use lessons::Parameter;

words!(BoardWords {
    lead: (
        "One kernel, many GPUs: the times of a whole class side by side. Files stay on this computer.",
        "同一个内核，许多 GPU：全班的时间并排比较。文件只留在这台电脑上。",
    ),
    drop: ("Drop the class's files here", "把全班的文件拖到这里"),
    or_choose: ("or choose them", "或选择文件"),
    empty_title: ("No device is on the board yet", "看板上还没有设备"),
    empty_lines: ([
        (
            (
                "Every laptop measures.",
                "Each opens the same link to the lab and starts the measurement.",
            ),
            ("每台电脑各自测量。", "大家打开同一个实验室链接，开始测量。"),
        ),
        (
            (
                "Every laptop exports one file.",
                "JSON, above the chart: device, method and every sample are in it.",
            ),
            (
                "每台电脑导出一个文件。",
                "图表上方的 JSON：设备、方法和每一个样本都在其中。",
            ),
        ),
        (
            (
                "You drop them all here.",
                "One row per device, one chart per kernel. Bad files are refused one by one, each with its reason.",
            ),
            (
                "全部拖到这里。",
                "每台设备一行，每个内核一张图。无法使用的文件会逐个说明原因。",
            ),
        ),
    ]) as [(&'static str, &'static str); 3],
    added: (
        |count| match count {
            0 => "No file was added.".to_owned(),
            1 => "1 device was added.".to_owned(),
            _ => format!("{count} devices were added."),
        },
        |count| match count {
            0 => "没有添加任何文件。".to_owned(),
            _ => format!("已添加 {count} 台设备。"),
        },
    ) as fn(usize) -> String,
    /// Arguments: file, reason.
    refused: (|file, error| match error {
        BoardError::Sheet(error) => (
            (super::lab::EN.bad_file)(file, error),
            (super::lab::ZH.bad_file)(file, error),
        ),
        BoardError::Duplicate { name } => (
            format!("“{file}” is not used: the same measurements are on the board as “{name}”."),
            format!("未使用“{file}”：相同的测量已在看板上，名为“{name}”。"),
        ),
        BoardError::Full { most } => (
            format!("“{file}” is not used: the board has {most} devices, the most that it can hold. Remove one first."),
            format!("未使用“{file}”：看板已有 {most} 台设备，达到上限。请先移除一台。"),
        ),
    }) as fn(&str, &BoardError) -> String,
    save: ("Save the board", "保存看板"),
    remove: ("Remove from the board", "从看板移除"),
    software: ("software device: it computes on the CPU", "软件设备：在 CPU 上计算",),
    /// Argument: the kernel's title.
    in_software: (|title| (format!("{title} · software"), format!("{title} · 软件设备"))) as fn(&str) -> String,
    software_devices: (
        "Software devices: they compute on the CPU, and their times say nothing about a GPU",
        "软件设备：在 CPU 上计算，时间不反映 GPU",
    ),
    /// Arguments: the parameter, its value.
    with_parameter: (|parameter, value| match parameter {
        Parameter::Iterations => (
            format!("{} iterations", grouped(value)),
            format!("{} 次迭代", grouped(value)),
        ),
        Parameter::Blocks => (format!("{} blocks", grouped(value)), format!("{} 块", grouped(value)),),
    }) as fn(Parameter, u64) -> String,
    /// Arguments: n as text, block.
    size_of: (|n, block| (
        format!("n = {n} · block size {block}"),
        format!("n = {n} · 块大小 {block}"),
    )) as fn(&str, u32) -> String,
    /// Argument: the file.
    from_file: (|file| (format!("File: {file}"), format!("文件：{file}"))) as fn(&str) -> String,
    export_name: ("Name on the class board", "班级看板上的名字"),
    export_name_hint: ("yours, or the table’s", "你的名字或小组名"),
    device: ("device", "设备"),
    size: ("size", "大小"),
    measure: ("Compared quantity", "比较的内容"),
    measure_name: (|measure| match measure {
        Measure::Time => ("Time", "时间"),
        Measure::Bandwidth => "GB/s",
        Measure::SpeedUp => ("Speed-up", "加速比"),
    }) as fn(Measure) -> &'static str,
    not_kept: (
        "The browser has no room to keep this board for the next visit. Save it as a file.",
        "浏览器没有空间为下次访问保存这块看板。请将其保存为文件。",
    ),
});
