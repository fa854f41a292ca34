//! The sentences about links and files, written and read.

use crate::number::grouped;
use crate::playground::draft::DraftError;
use crate::playground::link::{LinkError, SqueezeError};

words!(FileWords {
    /// Argument: the link's length in characters.
    link_made: (|letters| (
        format!(
            "Copied if the browser allows it. {} characters; the link contains the kernel.",
            grouped(letters as u64)
        ),
        format!(
            "浏览器允许时已复制。共 {} 个字符；内核就在链接里。",
            grouped(letters as u64)
        ),
    )) as fn(usize) -> String,
    /// Arguments: the length that the link would have, the longest possible length, both in characters.
    link_too_long: (|letters, most| (
        format!(
            "The link would have {} characters, and many programs cut links off after {}. Save a .json file instead.",
            grouped(letters as u64),
            grouped(most as u64)
        ),
        format!(
            "链接将有 {} 个字符，而许多程序会在 {} 个字符处截断链接。请改为保存 .json 文件。",
            grouped(letters as u64),
            grouped(most as u64)
        ),
    )) as fn(usize, usize) -> String,
    bad_link: (|error| match error {
        LinkError::Letters(SqueezeError::Damaged) => (
            String::from(
                "The link is damaged: the kernel in it cannot be unpacked. Ask for it again, or for a file. Your own text is still here."
            ),
            String::from("链接已损坏，无法解出其中的内核。请重新索取链接，或索取文件。你自己的代码还在。"),
        ),
        LinkError::Letters(SqueezeError::TooLong { most_bytes }) => (
            format!(
                "The link unpacks to more than {} bytes, which no kernel of this page does. It was not opened; your own text is still here.",
                grouped(*most_bytes as u64)
            ),
            format!(
                "链接解压后超过 {} 字节，本页的内核不会这么长，所以没有打开。你自己的代码还在。",
                grouped(*most_bytes as u64)
            ),
        ),
        LinkError::Letters(SqueezeError::Unsupported) => (
            String::from("This browser cannot unpack links. Ask for a file instead; your own text is still here."),
            String::from("这个浏览器无法解压链接，请索取文件。你自己的代码还在。"),
        ),
        LinkError::Draft(error) => (
            format!(
                "The link holds no kernel of this page: {} Your own text is still here.",
                (EN.draft_error)(error)
            ),
            format!("链接里没有本页的内核：{}你自己的代码还在。", (ZH.draft_error)(error)),
        ),
    }) as fn(&LinkError) -> String,
    bad_file: (|file, error| (
        format!(
            "“{file}” cannot be opened: {} Your own text is still here.",
            (EN.draft_error)(error)
        ),
        format!("无法打开“{file}”：{}你自己的代码还在。", (ZH.draft_error)(error)),
    )) as fn(&str, &DraftError) -> String,
    file_too_long: (|file, most| (
        format!(
            "“{file}” is longer than {} bytes, the most that is read. Your own text is still here.",
            grouped(most as u64)
        ),
        format!(
            "“{file}”超过 {} 字节，超出可读取的长度。你自己的代码还在。",
            grouped(most as u64)
        ),
    )) as fn(&str, usize) -> String,
    file_empty: (|file| (
        format!("“{file}” is empty: choose a file with numbers or bytes."),
        format!("“{file}”是空的，请选择含有数字或字节的文件。"),
    )) as fn(&str) -> String,
    not_text: (|file| (
        format!("“{file}” is not a text file. Choose a .wgsl file; bytes for a buffer are chosen at the buffer."),
        format!("“{file}”是二进制数据而不是文本。请选择 .wgsl 文件；缓冲区的数据在缓冲区那一行选择。"),
    )) as fn(&str) -> String,
    /// The end of a sentence about a link or a file.
    draft_error: (|error| match error {
        DraftError::TooLong { bytes, most } => (
            format!(
                "it has {} bytes, and at most {} are read.",
                grouped(*bytes as u64),
                grouped(*most as u64)
            ),
            format!(
                "它有 {} 字节，最多读取 {} 字节。",
                grouped(*bytes as u64),
                grouped(*most as u64)
            ),
        ),
        DraftError::Form { line } => (
            format!("line {line} is not of the format of this page."),
            format!("第 {line} 行不是本页的格式。"),
        ),
        DraftError::Version { version, known } => (
            format!(
                "it is of version {version}, and this page reads version {known}. Reload the page for a newer one."
            ),
            format!("它是第 {version} 版，本页只读第 {known} 版。请重新加载页面以更新。"),
        ),
        DraftError::Value { name } => (format!("its “{name}” is not valid."), format!("其中的“{name}”不合理。"),),
    }) as fn(&DraftError) -> String,
});
