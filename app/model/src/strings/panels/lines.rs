//! Words of the panel of lines and sectors.

use super::request;
use crate::number::grouped;
use crate::panels::lines::LineCost;
use simt::Access;

fn share(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| {
        let digits = usize::from(share.fract() != 0.0);
        format!(" · {share:.digits$} %")
    })
}

fn of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

words!(LinesWords {
    lanes: ("lanes", "通道"),
    words: ("different words", "不同的字"),
    asked: ("asked", "请求"),
    lines: ("lines", "缓存行"),
    /// Arguments: the number of sectors, and the bytes of each.
    sectors_of: (|count, bytes| (
        format!("{} of {bytes} B", of(count, "sector", "sectors")),
        format!("{} 个 {bytes} B 扇区", grouped(count)),
    )) as fn(u64, u32) -> String,
    lines_of: (|count, bytes| (
        format!("{} of {bytes} B", of(count, "line", "lines")),
        format!("{} 条 {bytes} B 缓存行", grouped(count)),
    )) as fn(u64, u32) -> String,
    bytes: (|bytes| (format!("{} B", grouped(bytes)))) as fn(u64) -> String,
    /// A note on the rule by which the machine counts.
    machine_moves: (|machine| (
        format!("This is what {machine} moves for such a request"),
        format!("{machine} 对这样的请求就搬这么多"),
    )) as fn(&str) -> String,
    /// Arguments: bytes moved, and the share of them in percent that was requested.
    moved: (|bytes, part| (format!("{} B{}", grouped(bytes), share(part)))) as fn(u64, Option<f64>) -> String,
    /// All requests of the press. Arguments: requests, lines, sectors.
    total: (|requests, lines, sectors| (
        format!(
            "{} · {} · {}",
            of(requests, "request", "requests"),
            of(lines, "line", "lines"),
            of(sectors, "sector", "sectors")
        ),
        format!(
            "{} 次请求 · {} 条缓存行 · {} 个扇区",
            grouped(requests),
            grouped(lines),
            grouped(sectors)
        ),
    )) as fn(u64, u64, u64) -> String,
    nothing: (
        "This statement does not access storage memory.",
        "这条语句不访问存储缓冲区。",
    ),
    never: (
        "No later step accesses storage memory.",
        "后面也没有访问存储缓冲区的步骤。",
    ),
    over: (
        "The run is over: there are no more accesses.",
        "已运行结束，不再有请求。",
    ),
    /// A description for screen readers. Arguments: warp, access, name, cost.
    label: (|warp, access, name, cost| (
        format!(
            "Warp {warp}, {} {name}: {} request {} in {} and {}",
            (request::EN.access)(access),
            of(cost.lanes.into(), "lane", "lanes"),
            of(cost.words.into(), "word", "words"),
            of(cost.traffic.transactions, "cache line", "cache lines"),
            of(cost.traffic.sectors, "sector", "sectors")
        ),
        format!(
            "线程束 {warp}，{} {name}：{} 条线程请求 {} 个字，触及 {} 条缓存行、{} 个扇区",
            (request::ZH.access)(access),
            cost.lanes,
            cost.words,
            cost.traffic.transactions,
            cost.traffic.sectors
        ),
    )) as fn(u32, Access, &str, &LineCost) -> String,
});
