//! The sentences of the class board.

use crate::lab::board::BoardError;
use crate::lab::figures::Measure;

#[derive(Debug)]
pub struct BoardWords {
    pub lead: &'static str,
    pub drop: &'static str,
    pub or_choose: &'static str,
    pub empty_title: &'static str,
    pub empty_lines: [(&'static str, &'static str); 3],
    pub added: fn(usize) -> String,
    /// Arguments: file, reason.
    pub refused: fn(&str, &BoardError) -> String,
    pub save: &'static str,
    pub remove: &'static str,
    pub software: &'static str,
    pub device: &'static str,
    pub size: &'static str,
    pub measure: &'static str,
    pub measure_name: fn(Measure) -> &'static str,
    pub not_kept: &'static str,
}

pub static EN: BoardWords = BoardWords {
    lead: "One kernel, many GPUs: the times of a whole class side by side. Files stay on this computer.",
    drop: "Drop the class's files here",
    or_choose: "or choose them",
    empty_title: "No device is on the board yet",
    empty_lines: [
        (
            "Every laptop measures.",
            "Each opens the same link to the lab and presses the button.",
        ),
        (
            "Every laptop exports one file.",
            "JSON, above the chart: device, method and every sample are in it.",
        ),
        (
            "You drop them all here.",
            "One row per device, one chart per kernel. Bad files are refused one by one, each with its reason.",
        ),
    ],
    added: |count| match count {
        0 => "No file was added.".to_owned(),
        1 => "1 device was added.".to_owned(),
        _ => format!("{count} devices were added."),
    },
    refused: |file, error| match error {
        BoardError::Sheet(error) => (super::lab::EN.bad_file)(file, error),
        BoardError::Duplicate { name } => {
            format!("“{file}” is not used: the same measurements are on the board as “{name}”.")
        }
        BoardError::Full { most } => format!(
            "“{file}” is not used: the board has {most} devices, the most that it can hold. Remove one first."
        ),
    },
    save: "Save the board",
    remove: "Remove from the board",
    software: "software device",
    device: "device",
    size: "size",
    measure: "Compared quantity",
    measure_name: |measure| match measure {
        Measure::Time => "Time",
        Measure::Bandwidth => "GB/s",
        Measure::SpeedUp => "Speed-up",
    },
    not_kept: "The browser has no room to keep this board for the next visit. Save it as a file.",
};

pub static ZH: BoardWords = BoardWords {
    lead: "同一个内核，许多 GPU：全班的时间并排比较。文件只留在这台电脑上。",
    drop: "把全班的文件拖到这里",
    or_choose: "或选择文件",
    empty_title: "看板上还没有设备",
    empty_lines: [
        ("每台电脑各自测量。", "大家打开同一个实验室链接，按下按钮。"),
        (
            "每台电脑导出一个文件。",
            "图表上方的 JSON：设备、方法和每一个样本都在其中。",
        ),
        (
            "全部拖到这里。",
            "每台设备一行，每个内核一张图。无法使用的文件会逐个说明原因。",
        ),
    ],
    added: |count| match count {
        0 => "没有添加任何文件。".to_owned(),
        _ => format!("已添加 {count} 台设备。"),
    },
    refused: |file, error| match error {
        BoardError::Sheet(error) => (super::lab::ZH.bad_file)(file, error),
        BoardError::Duplicate { name } => {
            format!("未使用“{file}”：相同的测量已在看板上，名为“{name}”。")
        }
        BoardError::Full { most } => {
            format!("未使用“{file}”：看板已有 {most} 台设备，达到上限。请先移除一台。")
        }
    },
    save: "保存看板",
    remove: "从看板移除",
    software: "软件设备",
    device: "设备",
    size: "大小",
    measure: "比较的内容",
    measure_name: |measure| match measure {
        Measure::Time => "时间",
        Measure::Bandwidth => "GB/s",
        Measure::SpeedUp => "加速比",
    },
    not_kept: "浏览器没有空间为下次访问保存这块看板。请将其保存为文件。",
};
