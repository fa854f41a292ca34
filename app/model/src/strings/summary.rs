//! A moment in sentences for screen readers, and the words of its tables.

use super::caption::asked_zh;
use super::count;
use crate::panels::array::{Amount, Moved};
use crate::run::caption::LanePattern;
use crate::run::summary::{Doing, Part, Summary};

words!(SummaryWords {
    tell: (
        |summary| {
            let mut sentences: Vec<String> = summary.parts.iter().map(part_en).collect();
            if let Some((warps, active)) = summary.others {
                let warps = count(warps, "more warp", "more warps");
                let lanes = count(active, "lane", "lanes");
                sentences.push(format!("{warps}: {lanes} active."));
            }
            sentences.join(" ")
        },
        |summary| {
            let mut sentences: Vec<String> = summary.parts.iter().map(part_zh).collect();
            if let Some((warps, active)) = summary.others {
                sentences.push(format!("另有 {warps} 个线程束：{active} 条线程活跃。"));
            }
            sentences.concat()
        },
    ) as fn(&Summary) -> String,
    /// Arguments: the name of one of several kernels, its summary.
    of_kernel: (|kernel, text| (format!("{kernel}. {text}"), format!("{kernel}：{text}"))) as fn(&str, &str) -> String,
    /// The choice of values that stand as columns.
    columns: ("Values as columns", "列出的值"),
    lanes_table: ("The next action of every thread", "每条线程下一步做什么"),
    lane: ("Thread", "线程"),
    warp: ("Warp", "线程束"),
    state: ("State", "状态"),
    loads: ("Loads", "加载"),
    stores: ("Stores", "存储"),
    memory_table: (
        "Words that the next statement touches or the last one changed",
        "下一条语句访问的字，以及上一步改变的字",
    ),
    /// Arguments: rows shown, words in all.
    rows_of: (|rows, all| (
        format!("{rows} of {all} words"),
        format!("共 {all} 个字，列出 {rows} 个"),
    )) as fn(usize, usize) -> String,
    word: ("Word", "字"),
    value: ("Value", "值"),
    loaded_by: ("Loaded by threads", "加载它的线程"),
    stored_by: ("Stored by threads", "存储它的线程"),
    changed: ("Changed", "已改变"),
    yes: ("yes", "是"),
});

fn part_en(part: &Part) -> String {
    let several = part.last > part.first;
    let warps = match part.last - part.first {
        0 => format!("Warp {}", part.first),
        1 => format!("Warps {} and {}", part.first, part.last),
        _ => format!("Warps {} to {}", part.first, part.last),
    };
    let verb = |one: &'static str, many: &'static str| if several { many } else { one };
    match &part.doing {
        Doing::Works { lanes, loads, stores } => {
            let lanes = lanes_en(lanes, if several { "lane" } else { "thread" });
            let who = match several {
                true => format!("{warps}: in each, {lanes} active"),
                false => format!("{warps}: {lanes} active"),
            };
            let each = if several { "each " } else { "" };
            let moves = [moved_en("loads", "from", loads), moved_en("stores", "to", stores)];
            let moves: Vec<String> = moves.into_iter().flatten().collect();
            match moves.is_empty() {
                true => format!("{who}."),
                false => format!("{who}; {each}{}.", moves.join(", ")),
            }
        }
        Doing::Waits { line } => format!(
            "{warps}: {} at line {line} of the code for {} turn.",
            verb("waits", "wait"),
            verb("its", "their")
        ),
        Doing::AtBarrier => format!("{warps}: {} at the barrier.", verb("waits", "wait")),
        Doing::Finished => format!("{warps} {} finished.", verb("has", "have")),
    }
}

fn part_zh(part: &Part) -> String {
    let warps = match part.last - part.first {
        0 => format!("线程束 {}", part.first),
        1 => format!("线程束 {} 和 {}", part.first, part.last),
        _ => format!("线程束 {} 到 {}", part.first, part.last),
    };
    match &part.doing {
        Doing::Works { lanes, loads, stores } => {
            let several = part.last > part.first;
            let inside = if several { "每束内" } else { "" };
            let who = match lanes {
                LanePattern::None => format!("{warps}：没有线程活跃"),
                lanes => format!("{warps}：{inside}线程 {} 活跃", lanes_zh(lanes)),
            };
            let each = if several { "各自" } else { "" };
            let moves = [moved_zh("加载", loads), moved_zh("存储", stores)];
            let moves: Vec<String> = moves.into_iter().flatten().collect();
            match moves.is_empty() {
                true => format!("{who}。"),
                false => format!("{who}；{each}{}。", moves.join("，")),
            }
        }
        Doing::Waits { line } => format!("{warps}：在代码第 {line} 行等待轮到。"),
        Doing::AtBarrier => format!("{warps}：在同步点等待。"),
        Doing::Finished => format!("{warps} 已结束。"),
    }
}

/// Names lanes by their `noun`: a thread is numbered in the block, a lane in its warp.
fn lanes_en(lanes: &LanePattern, noun: &str) -> String {
    match *lanes {
        LanePattern::None => format!("no {noun}"),
        LanePattern::One(lane) => format!("{noun} {lane}"),
        LanePattern::Run { first, last } if last == first + 1 => {
            format!("{noun}s {first} and {last}")
        }
        LanePattern::Run { first, last } => format!("{noun}s {first} to {last}"),
        LanePattern::Every { first, step, last } => {
            format!("{noun}s {}", every(first, step, last, ", ", " … "))
        }
        LanePattern::Some { first: [a, b, c] } => format!("{noun}s {a}, {b}, {c} …"),
    }
}

fn lanes_zh(lanes: &LanePattern) -> String {
    match *lanes {
        LanePattern::None => String::new(),
        LanePattern::One(lane) => lane.to_string(),
        LanePattern::Run { first, last } if last == first + 1 => format!("{first}、{last}"),
        LanePattern::Run { first, last } => format!("{first} 到 {last}"),
        LanePattern::Every { first, step, last } => every(first, step, last, "、", "……"),
        LanePattern::Some { first: [a, b, c] } => format!("{a}、{b}、{c}……"),
    }
}

fn moved_en(verb: &str, place: &str, moved: &Moved) -> Option<String> {
    let count = |count: u32, noun: &str| match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let global = (moved.words > 0).then(|| {
        let asked = match moved.amount() {
            Amount::Words(words) => count(words, "word"),
            Amount::Bytes(bytes) => count(bytes, "byte"),
        };
        format!("{verb} {asked} {place} {}", count(moved.sectors, "sector"))
    });
    let shared = (moved.shared_words > 0).then(|| {
        let preposition = if place == "from" { "of" } else { "to" };
        format!(
            "{verb} {} {preposition} workgroup memory",
            count(moved.shared_words, "word")
        )
    });
    both(global, shared, ", ")
}

fn moved_zh(verb: &str, moved: &Moved) -> Option<String> {
    let global = (moved.words > 0).then(|| format!("{verb} {}（{} 个扇区）", asked_zh(moved), moved.sectors));
    let shared = (moved.shared_words > 0).then(|| format!("{verb}共享内存 {} 个字", moved.shared_words));
    both(global, shared, "，")
}

/// Formats lanes as `0, 4, 8 … 28`, or lists all of them if there are few.
fn every(first: u32, step: u32, last: u32, comma: &str, dots: &str) -> String {
    let lanes: Vec<u32> = (first..=last).step_by(step.max(1) as usize).collect();
    let text = |lanes: &[u32]| {
        let lanes: Vec<String> = lanes.iter().map(u32::to_string).collect();
        lanes.join(comma)
    };
    match lanes.len() {
        0..=4 => text(&lanes),
        _ => format!("{}{dots}{last}", text(&lanes[..3])),
    }
}

fn both(one: Option<String>, other: Option<String>, comma: &str) -> Option<String> {
    let texts: Vec<String> = [one, other].into_iter().flatten().collect();
    (!texts.is_empty()).then(|| texts.join(comma))
}
