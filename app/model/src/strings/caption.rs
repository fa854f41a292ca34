//! The caption: what the highlighted statement does.

use super::count;
use crate::panels::array::{Amount, Moved};
use crate::run::caption::{Caption, Doing, LanePattern};
use std::collections::BTreeSet;

pub(super) fn caption_en(caption: &Caption) -> (Option<String>, String) {
    let head = caption.stride.as_ref().map(|(name, value)| format!("{name} {value}"));
    let s = if caption.active == 1 { "s" } else { "" };
    let who = pattern_en(&caption.lanes);
    let of_warps = if caption.warps > 1 {
        format!(" of {} warps", caption.warps)
    } else {
        String::new()
    };
    let text = match &caption.doing {
        Doing::Finished => "All warps have finished the kernel.".to_owned(),
        Doing::CutOff => "The picture ends here; the kernel goes on.".to_owned(),
        Doing::Memory { loads, stores } => {
            let parts: Vec<String> = [
                (loads.requests > 0).then(|| moved(&format!("load{s}"), "from", loads)),
                (stores.requests > 0).then(|| match loads.is_shared() && stores.is_shared() {
                    true => format!("store{s} {} there", words(stores.shared_words)),
                    false => moved(&format!("store{s}"), "to", stores),
                }),
            ]
            .into_iter()
            .flatten()
            .collect();
            format!("{who}{of_warps} {}.", parts.join(" and "))
        }
        Doing::Barrier { warps } => format!(
            "{} at the barrier and {} there for the others.",
            if *warps == 1 {
                "One warp arrives".to_owned()
            } else {
                format!("{warps} warps arrive")
            },
            if *warps == 1 { "waits" } else { "wait" }
        ),
        Doing::Splits { first, waiting, warps } => format!(
            "The lanes of {} diverge: {first} go on, {waiting} wait.",
            count(*warps, "warp", "warps")
        ),
        Doing::Assigns { variable } => format!("{who}{of_warps} set{s} {variable}."),
        Doing::Returns { .. } => format!("{who}{of_warps} leave{s} the kernel."),
        Doing::Computes => format!("{who}{of_warps} execute{s} this statement."),
    };
    let elsewhere = match &caption.elsewhere[..] {
        [] => String::new(),
        [(warp, line)] => format!(" Warp {warp} is at line {line}."),
        warps => {
            let s = if lines_of(warps).len() == 1 { "" } else { "s" };
            format!(" {} warps are at line{s} {}.", warps.len(), listed(warps, ", "))
        }
    };
    (head, text + &elsewhere)
}

pub(super) fn caption_zh(caption: &Caption) -> (Option<String>, String) {
    let head = caption.stride.as_ref().map(|(name, value)| format!("{name} = {value}"));
    let who = match caption.warps {
        0 | 1 => pattern_zh(&caption.lanes),
        warps => format!("{}（分属 {warps} 个线程束）", pattern_zh(&caption.lanes)),
    };
    let text = match &caption.doing {
        Doing::Finished => "所有线程束都已执行完内核。".to_owned(),
        Doing::CutOff => "画面到此为止，内核仍在继续。".to_owned(),
        Doing::Memory { loads, stores } => {
            let load = |moved: &Moved| match (moved.words, moved.shared_words) {
                (_, 0) => format!("从 {} 条缓存行加载 {}", moved.lines, asked_zh(moved)),
                (0, shared) => format!("从共享内存加载 {shared} 个字"),
                (_, shared) => format!(
                    "从 {} 条缓存行加载 {}、从共享内存加载 {shared} 个字",
                    moved.lines,
                    asked_zh(moved)
                ),
            };
            let store = |moved: &Moved| match (moved.words, moved.shared_words) {
                (_, 0) => format!("向 {} 条缓存行写入 {}", moved.lines, asked_zh(moved)),
                (0, shared) if loads.is_shared() => format!("向其写入 {shared} 个字"),
                (0, shared) => format!("向共享内存写入 {shared} 个字"),
                (_, shared) => format!(
                    "向 {} 条缓存行写入 {}、向共享内存写入 {shared} 个字",
                    moved.lines,
                    asked_zh(moved)
                ),
            };
            let parts: Vec<String> = [
                (loads.requests > 0).then(|| load(loads)),
                (stores.requests > 0).then(|| store(stores)),
            ]
            .into_iter()
            .flatten()
            .collect();
            format!("{who}{}。", parts.join("，"))
        }
        Doing::Barrier { warps } => format!("{warps} 个线程束到达同步点，等待其他线程束。"),
        Doing::Splits { first, waiting, warps } => {
            format!("{warps} 个线程束分化：{first} 条线程继续，{waiting} 条等待。")
        }
        Doing::Assigns { variable } => format!("{who}为 {variable} 赋值。"),
        Doing::Returns { .. } => format!("{who}离开内核。"),
        Doing::Computes => format!("{who}执行点亮的语句。"),
    };
    let elsewhere = match &caption.elsewhere[..] {
        [] => String::new(),
        [(warp, line)] => format!("{warp} 号线程束在第 {line} 行。"),
        warps => format!("另有 {} 个线程束在第 {} 行。", warps.len(), listed(warps, "、")),
    };
    (head, text + &elsewhere)
}

/// Returns the lines at which warps are, rising.
fn lines_of(warps: &[(u32, u32)]) -> BTreeSet<u32> {
    warps.iter().map(|(_, line)| *line).collect()
}

/// Lists the first three lines at which warps are.
fn listed(warps: &[(u32, u32)], comma: &str) -> String {
    let lines = lines_of(warps);
    let first: Vec<String> = lines.iter().take(3).map(u32::to_string).collect();
    let more = if lines.len() > 3 { " …" } else { "" };
    first.join(comma) + more
}

fn pattern_en(lanes: &LanePattern) -> String {
    match *lanes {
        LanePattern::None => "No thread".to_owned(),
        LanePattern::One(lane) => format!("Thread {lane}"),
        LanePattern::Run { first, last } if last == first + 1 => {
            format!("Threads {first} and {last}")
        }
        LanePattern::Run { first, last } => format!("Threads {first} to {last}"),
        LanePattern::Every { first, step, last } if last == first + step => {
            format!("Threads {first} and {last}")
        }
        LanePattern::Every { first, step, .. } => {
            format!("Threads {first}, {}, {} …", first + step, first + 2 * step)
        }
        LanePattern::Some { first: [a, b, c] } => format!("Threads {a}, {b}, {c} …"),
    }
}

fn pattern_zh(lanes: &LanePattern) -> String {
    match *lanes {
        LanePattern::None => "没有线程".to_owned(),
        LanePattern::One(lane) => format!("{lane} 号线程"),
        LanePattern::Run { first, last } if last == first + 1 => format!("{first}、{last} 号线程"),
        LanePattern::Run { first, last } => format!("{first} 到 {last} 号线程"),
        LanePattern::Every { first, step, last } if last == first + step => {
            format!("{first}、{last} 号线程")
        }
        LanePattern::Every { first, step, .. } => {
            format!("{first}、{}、{}……号线程", first + step, first + 2 * step)
        }
        LanePattern::Some { first: [a, b, c] } => format!("{a}、{b}、{c}……号线程"),
    }
}

fn words(many: u32) -> String {
    count(many, "word", "words")
}

/// Returns what lanes ask of memory with cache lines.
fn asked(moved: &Moved) -> String {
    match moved.amount() {
        Amount::Words(many) => words(many),
        Amount::Bytes(many) => count(many, "byte", "bytes"),
    }
}

/// Returns the same in Chinese.
pub(super) fn asked_zh(moved: &Moved) -> String {
    match moved.amount() {
        Amount::Words(words) => format!("{words} 个字"),
        Amount::Bytes(bytes) => format!("{bytes} 字节"),
    }
}

fn moved(verb: &str, place: &str, moved: &Moved) -> String {
    let lines = format!(
        "{verb} {} {place} {}",
        asked(moved),
        count(moved.lines, "cache line", "cache lines")
    );
    match (moved.words, moved.shared_words) {
        (_, 0) => lines,
        (0, shared) => format!("{verb} {} {place} workgroup memory", words(shared)),
        (_, shared) => format!("{lines} and {shared} {place} workgroup memory"),
    }
}
