//! The sentences about files of measurements that are not used.

use crate::number::grouped;
use gpu::SheetError;

words!(FileWords {
    unreadable: (|name| (
        format!("“{name}” could not be read. Choose it again."),
        format!("无法读取“{name}”，请重新选择。"),
    )) as fn(&str) -> String,
    bad_file: (|name, error| (
        format!("“{name}” is not used: {}", (EN.sheet_error)(error)),
        format!("未使用“{name}”：{}", (ZH.sheet_error)(error)),
    )) as fn(&str, &SheetError) -> String,
    sheet_error: (|error| match error {
        SheetError::TooLong { bytes, most } => (
            format!(
                "it has {} bytes, and files of measurements have at most {}.",
                grouped(*bytes as u64),
                grouped(*most as u64)
            ),
            format!(
                "文件有 {} 字节，而测量文件最多 {} 字节。",
                grouped(*bytes as u64),
                grouped(*most as u64)
            ),
        ),
        SheetError::NotASheet { line: 0, message } => (
            format!("it is not a file of measurements ({message}). Export one as JSON from a lab."),
            format!("这不是测量文件（{message}）。请在实验室中用 JSON 导出。"),
        ),
        SheetError::NotASheet { line, message } => (
            format!("it is not a file of measurements (line {line}: {message}). Export one as JSON from a lab."),
            format!("这不是测量文件（第 {line} 行：{message}）。请在实验室中用 JSON 导出。"),
        ),
        SheetError::OtherVersion { version, known } => (
            format!(
                "it is of version {version}, and this page reads version {known}. Reload the page for a newer one."
            ),
            format!("文件版本为 {version}，本页面只能读取版本 {known}。请重新加载页面以获得新版本。"),
        ),
        SheetError::Empty => (
            "there is no measurement in it.".to_owned(),
            "其中没有任何测量。".to_owned(),
        ),
        SheetError::TooMany { what, count, most } => (
            format!(
                "it has {} {what}, and at most {} are read.",
                grouped(*count as u64),
                grouped(*most as u64)
            ),
            {
                let what = match *what {
                    "samples" => "样本",
                    _ => "测量",
                };
                format!(
                    "其中有 {} 个{what}，最多读取 {} 个。",
                    grouped(*count as u64),
                    grouped(*most as u64)
                )
            },
        ),
        SheetError::Senseless { kernel, field } if kernel.is_empty() => (
            format!("its field “{field}” has a value that no measurement produces."),
            format!("字段“{field}”的值不可能来自测量。"),
        ),
        SheetError::Senseless { kernel, field } => (
            format!("the field “{field}” of “{kernel}” has a value that no measurement produces."),
            format!("“{kernel}”的字段“{field}”的值不可能来自测量。"),
        ),
    }) as fn(&SheetError) -> String,
});
