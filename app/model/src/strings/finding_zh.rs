//! Findings in Simplified Chinese: the error, its place, its frequency, and the fix.

use crate::number::grouped;
use simt::{
    AccessKind, BarrierKind, Conflict, Finding, FindingKind, Fix, Party, Severity, Space,
    Whereabouts,
};

pub(super) fn finding(finding: &Finding) -> String {
    let severity = match finding.severity() {
        Severity::Error => "错误",
        Severity::Warning => "警告",
        Severity::Hint => "提示",
    };
    let times = match finding.count {
        1 => String::new(),
        count => format!("，共 {} 次", grouped(count)),
    };
    let fix = match &finding.suggested_fix {
        Some(fix) => format!("改法：{}。", mend(fix)),
        None => String::new(),
    };
    let text = what(finding);
    format!("{severity}，第 {} 行{times}：{text}。{fix}", finding.line)
}

fn what(finding: &Finding) -> String {
    let (lane, block) = (finding.invocation, finding.workgroup);
    match &finding.kind {
        FindingKind::DataRace(conflict) if conflict.between_workgroups() => {
            format!("数据竞争：{}；不同的块之间没有先后顺序", both(conflict))
        }
        FindingKind::DataRace(conflict) => {
            format!("数据竞争：{}；两者之间没有同步", both(conflict))
        }
        FindingKind::EqualValueRace(conflict) => format!(
            "写入相同值的竞争：{}；两者没有先后顺序，但写入的值都相同",
            both(conflict)
        ),
        FindingKind::WrongBarrier {
            conflict,
            barrier_line,
            barrier,
        } => format!(
            "同步的种类不对：{}；两者之间第 {barrier_line} 行的 {} 不约束{}",
            both(conflict),
            call(*barrier),
            space(conflict.space)
        ),
        FindingKind::OutOfBounds {
            variable,
            text,
            index,
            length,
        } => format!(
            "{text} 的下标 {index} 超出了 {variable} 的 {length} 个元素（块 {block} 的 {lane} 号线程）。这里加载得到 0，写入被丢弃；WGSL 也允许访问其他任意元素"
        ),
        FindingKind::DivergentBarrier {
            waiting,
            missing,
            absent,
        } => {
            let others: Vec<String> = absent
                .iter()
                .map(|absent| {
                    let place = match absent.whereabouts {
                        Whereabouts::Barrier { line } if line == finding.line => {
                            "在另一次调用或迭代中到达同一处同步".to_owned()
                        }
                        Whereabouts::Barrier { line } => format!("在第 {line} 行的同步点"),
                        Whereabouts::Finished => "已经结束".to_owned(),
                        Whereabouts::Elsewhere => "在另一条路径上".to_owned(),
                    };
                    format!("{} 条{place}（例如 {} 号）", absent.lanes, absent.example)
                })
                .collect();
            format!(
                "分支中的同步：块 {block} 有 {waiting} 条线程在此等待（例如 {lane} 号），缺少 {missing} 条：{}。此后的部分不再检查竞争",
                others.join("，")
            )
        }
        FindingKind::EndlessLoop { iterations, lanes } => format!(
            "循环没有结束：{iterations} 次迭代之后仍有 {lanes} 条线程在循环中（例如块 {block} 的 {lane} 号线程）"
        ),
        FindingKind::LanesWaitForEachOther {
            iterations,
            spinning,
            waiting,
        } => format!(
            "线程互相等待：{iterations} 次迭代之后仍有 {spinning} 条线程在等待其他线程写入（例如块 {block} 的 {lane} 号线程）；同一线程束中有 {waiting} 条线程要等它们离开循环才能继续"
        ),
        FindingKind::UnwrittenRead { text, .. } => format!(
            "块 {block} 的 {lane} 号线程读取 {text} 之前没有任何线程写过它：在 WGSL 中是 0，在 CUDA 中是不确定的值"
        ),
        FindingKind::OrderDependentAtomic(conflict) => {
            format!("结果取决于先后顺序：{}", both(conflict))
        }
        FindingKind::InactiveLaneRead { text, source } => format!(
            "块 {block} 的 {lane} 号线程在 {text} 中取线程束内 {source} 号线程的值，而后者此时不活动。这里得到 0；WGSL 允许任意值"
        ),
    }
}

/// Describes both accesses and the word that they share.
fn both(conflict: &Conflict) -> String {
    let across = conflict.between_workgroups();
    let index = match conflict.index {
        Some(index) => format!("（都是 {} 的下标 {index}）", conflict.variable),
        None => format!("（都在 {} 中）", conflict.variable),
    };
    format!(
        "{}，{}{index}",
        party(&conflict.here, across),
        joined("同时", &party(&conflict.there, across))
    )
}

/// Joins two texts, with a space before a number.
fn joined(before: &str, after: &str) -> String {
    let gap = match after.starts_with(|first: char| first.is_ascii_digit()) {
        true => " ",
        false => "",
    };
    format!("{before}{gap}{after}")
}

fn party(party: &Party, across: bool) -> String {
    let block = format!("块 {} 的", party.workgroup);
    let lane = match party.invocation {
        Some(lane) => format!("{lane} 号线程"),
        None if across => "某条线程".to_owned(),
        None => "另一条线程".to_owned(),
    };
    let does = match party.access {
        AccessKind::Read => "读取",
        AccessKind::Write => "写入",
        AccessKind::AtomicRead => "原子读取",
        AccessKind::AtomicWrite => "原子写入",
        AccessKind::AtomicUpdate => "原子更新",
    };
    let who = match across {
        true => joined(&block, &lane),
        false => lane,
    };
    format!("{who}{does} {}（第 {} 行）", party.text, party.line)
}

fn call(barrier: BarrierKind) -> &'static str {
    barrier.call()
}

fn space(space: Space) -> &'static str {
    match space {
        Space::Storage => "存储缓冲区",
        Space::Uniform => "常量内存",
        Space::Workgroup => "共享内存",
    }
}

fn mend(fix: &Fix) -> String {
    match fix {
        Fix::BarrierBefore { barrier, line } => {
            format!("在第 {line} 行之前加上 {};", call(*barrier))
        }
        Fix::SplitBranch { barrier, line } => format!(
            "在第 {line} 行之前结束分支，加上 {};，然后重新进入分支",
            call(*barrier)
        ),
        Fix::BarrierAfter { barrier, line } => {
            format!("在第 {line} 行之后、下一次迭代之前加上 {};", call(*barrier))
        }
        Fix::ReplaceBarrier {
            line,
            instead_of,
            by,
        } => format!("把第 {line} 行的 {} 换成 {}", call(*instead_of), call(*by)),
        Fix::ReadFirst { barrier, line } => format!(
            "在第 {line} 行先读入一个 let，再 {};，然后写入",
            call(*barrier)
        ),
        Fix::Atomic { text, line } => {
            format!("把第 {line} 行改为原子操作：atomicAdd(&{text}, …)")
        }
        Fix::OneLane { line } => format!("只让一条线程执行第 {line} 行"),
        Fix::TwoDispatches => {
            "在此处把内核分成两个：只有一次 dispatch 的结束才约束不同的块".to_owned()
        }
        Fix::Guard { condition, line } => {
            format!("在第 {line} 行的访问之前检查：if ({condition})")
        }
        Fix::HoistBarrier { line } => {
            format!("把第 {line} 行的同步移到所有线程都会到达的地方，条件只包住工作部分")
        }
        Fix::WriteFirst { variable, barrier } => {
            format!("先写入 {variable}，再 {}", call(*barrier))
        }
        Fix::WorkInsideLoop { line } => {
            format!("让线程在第 {line} 行的循环之内完成工作再离开")
        }
    }
}
