//! The sentences about buffers and their data.

use crate::number::{NumberError, grouped};
use crate::playground::data::DataError;
use simt::{Binding, ImageKind, ImageShape, Narrow, ScalarType};

words!(BufferWords {
    filling: (|id| match id {
        "zeros" => ("zeros", "全为 0"),
        "ones" => ("ones", "全为 1"),
        "ramp" => "0, 1, 2, …",
        "random" => ("random", "随机"),
        "bytes" => ("bytes 0, 1, 2, …", "字节 0, 1, 2, ……"),
        "count" => ("n, the length", "n（长度）"),
        "members" => ("member by member", "逐个成员"),
        "numbers" => ("numbers …", "数字……"),
        "file" => ("a file …", "文件……"),
        _ => ("as in the lesson", "与课程相同"),
    }) as fn(&str) -> &'static str,
    bad_elements: (|most| (
        format!("Write 1 to {}.", grouped(most)),
        format!("请写 1 到 {}。", grouped(most)),
    )) as fn(u64) -> String,
    /// Argument: the largest number of words.
    bad_size: (|most| (
        format!(
            "Write the texels in each direction, such as 32x8, with at most {} words in all.",
            grouped(most)
        ),
        format!("请写各方向的纹素数，例如 32x8，总共最多 {} 个字。", grouped(most)),
    )) as fn(u64) -> String,
    bad_number: (|text, error| match error {
        NumberError::Empty => ("Write a whole number.".to_owned(), "请写一个整数。".to_owned(),),
        NumberError::NotANumber => (
            format!("“{text}” is not a whole number."),
            format!("“{text}”不是整数。"),
        ),
        NumberError::TooLarge => (
            format!("“{text}” does not fit into 32 bits."),
            format!("“{text}”超过 32 位。"),
        ),
    }) as fn(&str, NumberError) -> String,
    bad_member: (
        |text, scalar| format!("“{text}” is no {}. {}", scalar.name(), range_en(scalar)),
        |text, scalar| format!("“{text}”不是 {}。{}", scalar.name(), range_zh(scalar)),
    ) as fn(&str, ScalarType) -> String,
    bad_data: (|name, error| match error {
        DataError::NotNumber { line, text } => (
            format!("{name}: line {line} has “{text}”, which is not a number. The buffer keeps what it has."),
            format!("{name} 的第 {line} 行有“{text}”，它不是数字。缓冲区保持不变。"),
        ),
        DataError::Unknown => (
            format!("{name} is not text. Use .csv, .tsv, .json or .npy; for raw words, name the file .bin."),
            format!("{name} 不是文本。请用 .csv、.tsv、.json 或 .npy；原始的字请把文件命名为 .bin。"),
        ),
        DataError::NotJson { line } => (
            format!("{name} is no JSON: line {line} cannot be read."),
            format!("{name} 不是 JSON：第 {line} 行无法读取。"),
        ),
        DataError::Json { message } => (
            format!("{name} holds something else than numbers: {message}"),
            format!("{name} 里有数字以外的内容：{message}"),
        ),
        DataError::Npy { message } => (
            format!("{name} cannot be read ({message}). Save it from NumPy as a C-ordered array of a plain type."),
            format!("无法读取 {name}（{message}）。请在 NumPy 中保存为 C 顺序的普通类型数组。"),
        ),
        DataError::Empty => (format!("{name} holds no numbers."), format!("{name} 里没有数字。"),),
    }) as fn(&str, &DataError) -> String,
});

/// Returns a variable's declaration without its name: `storage, read_write · f32`.
pub fn declaration(binding: &Binding) -> String {
    let access = match binding.access {
        simt::BindingAccess::Read => "read",
        simt::BindingAccess::ReadWrite => "read_write",
    };
    if let Some(image) = &binding.image {
        let shape = match image.shape {
            ImageShape::Line => "1d",
            ImageShape::Plane => "2d",
            ImageShape::Layers => "2d_array",
            ImageShape::Volume => "3d",
        };
        let kind = match image.kind {
            ImageKind::Sampled => "texture",
            ImageKind::Depth => "texture_depth",
            ImageKind::Storage => "texture_storage",
        };
        return format!("{kind}_{shape} · {}", image.format);
    }
    let scalar = binding.scalar().map_or("struct", ScalarType::name);
    match binding.space {
        simt::Space::Storage => format!("var<storage, {access}> · {scalar}"),
        space => format!("var<{}> · {scalar}", space.name()),
    }
}

/// Says which numbers a type takes.
pub const fn range_en(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::Bool => "Write true or false.",
        ScalarType::I32 => "Write whole numbers from -2147483648 to 2147483647.",
        ScalarType::U32 => "Write whole numbers from 0 to 4294967295.",
        ScalarType::F32 => "Write numbers such as 1.5 or 2e-3, at most about 3.4e38.",
        ScalarType::F16 => "Write numbers such as 1.5 or 2e-3, at most 65504.",
        ScalarType::Narrow(Narrow::Bool8) => "Write true or false.",
        ScalarType::Narrow(Narrow::I8) => "Write whole numbers from -128 to 127.",
        ScalarType::Narrow(Narrow::U8) => "Write whole numbers from 0 to 255.",
        ScalarType::Narrow(Narrow::I16) => "Write whole numbers from -32768 to 32767.",
        ScalarType::Narrow(Narrow::U16) => "Write whole numbers from 0 to 65535.",
    }
}

pub const fn range_zh(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::Bool => "请写 true 或 false。",
        ScalarType::I32 => "请写 -2147483648 到 2147483647 的整数。",
        ScalarType::U32 => "请写 0 到 4294967295 的整数。",
        ScalarType::F32 => "请写 1.5、2e-3 这样的数，最大约 3.4e38。",
        ScalarType::F16 => "请写 1.5、2e-3 这样的数，最大 65504。",
        ScalarType::Narrow(Narrow::Bool8) => "请写 true 或 false。",
        ScalarType::Narrow(Narrow::I8) => "请写 -128 到 127 的整数。",
        ScalarType::Narrow(Narrow::U8) => "请写 0 到 255 的整数。",
        ScalarType::Narrow(Narrow::I16) => "请写 -32768 到 32767 的整数。",
        ScalarType::Narrow(Narrow::U16) => "请写 0 到 65535 的整数。",
    }
}
