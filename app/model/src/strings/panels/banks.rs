//! Words of the panel of workgroup memory's banks.

use super::request;
use crate::number::grouped;
use crate::panels::banks::BankCost;
use simt::Access;

fn of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

words!(BanksWords {
    bank: ("bank", "存储体"),
    /// Argument: row of the picture, from 1.
    pass: (|pass| (format!("wavefront {pass}"), format!("wavefront {pass}"))) as fn(u64) -> String,
    lanes: ("lanes", "通道"),
    words: ("different words", "不同的字"),
    passes: ("wavefronts", "wavefront"),
    degree: ("conflict", "冲突"),
    ways: (|degree| match degree {
        0 | 1 => ("none".to_owned(), "无".to_owned()),
        ways => (format!("{ways}-way"), format!("{ways} 路")),
    }) as fn(u64) -> String,
    sharing: ("lanes that share a word", "共用一个字的通道"),
    asked: ("asked", "请求"),
    could: ("could give", "最多可给"),
    bytes: (|bytes| (format!("{} B", grouped(bytes)))) as fn(u64) -> String,
    /// All requests of the press. Arguments: requests, passes, passes beyond the minimum for their words.
    total: (|requests, passes, extra| (
        format!(
            "{} · {} · {} extra",
            of(requests, "request", "requests"),
            of(passes, "wavefront", "wavefronts"),
            grouped(extra)
        ),
        format!(
            "{} 次请求 · {} 个 wavefront · 多出 {} 个",
            grouped(requests),
            grouped(passes),
            grouped(extra)
        ),
    )) as fn(u64, u64, u64) -> String,
    nothing: (
        "This statement does not access workgroup memory.",
        "这条语句不访问工作组内存。",
    ),
    never: (
        "No later step accesses workgroup memory.",
        "后面也没有访问工作组内存的步骤。",
    ),
    none: ("This kernel uses no workgroup memory.", "这个内核不使用工作组内存。",),
    over: (
        "The run is over: there are no more accesses.",
        "已运行结束，不再有请求。",
    ),
    /// Title of the tooltip. Arguments: bank, word.
    word: (|bank, word| (format!("bank {bank}, word {word}"), format!("存储体 {bank}，字 {word}"),))
        as fn(u32, u32) -> String,
    /// Arguments: the lanes as text, their number.
    wanted_by: (|lanes, count| match count {
        1 => (format!("lane {lanes}"), format!("{lanes} 号通道")),
        count => (
            format!("{count} lanes share it: {lanes}"),
            format!("{count} 条通道共用：{lanes} 号"),
        ),
    }) as fn(&str, usize) -> String,
    label: (|warp, access, name, cost| (
        format!(
            "Warp {warp}, {} {name}: {} request {} in {}; {} of them share a word",
            (request::EN.access)(access),
            of(cost.lanes.into(), "lane", "lanes"),
            of(cost.words.into(), "word", "words"),
            of(cost.traffic.wavefronts, "wavefront", "wavefronts"),
            cost.sharing
        ),
        format!(
            "线程束 {warp}，{} {name}：{} 条线程请求 {} 个字，需要 {} 个 wavefront；其中 {} 条与别的线程共用一个字",
            (request::ZH.access)(access),
            cost.lanes,
            cost.words,
            cost.traffic.wavefronts,
            cost.sharing
        ),
    )) as fn(u32, Access, &str, &BankCost) -> String,
});
