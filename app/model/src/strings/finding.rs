//! Findings: the error, its place, its frequency, and the fix. The English sentences are the machine's own, as on the
//! command line; the Chinese ones are here.

use crate::number::grouped;
use simt::{
    AccessKind, BarrierKind, Cause, Condition, Conflict, Effect, Finding, FindingKind, Fix, Header, Integers,
    MaskFault, Party, Scope, Separation, Severity, Space, UndefinedOperation, Whereabouts, pointer_to,
};

words!(FindingWords {
    finding: (
        |finding| {
            let severity = severity_en(finding.severity());
            format!("{severity}, line {}, {}", finding.line, rest_en(finding))
        },
        |finding| {
            let severity = severity_zh(finding.severity());
            format!("{severity}，第 {} 行{}", finding.line, rest_zh(finding))
        },
    ) as fn(&Finding) -> String,
    /// The same for a finding that stands under its line.
    under_line: (
        |finding| {
            let severity = severity_en(finding.severity());
            format!("{severity}, {}", rest_en(finding))
        },
        |finding| {
            let severity = severity_zh(finding.severity());
            format!("{severity}{}", rest_zh(finding))
        },
    ) as fn(&Finding) -> String,
});

const fn severity_en(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Hint => "Hint",
    }
}

const fn severity_zh(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "错误",
        Severity::Warning => "警告",
        Severity::Hint => "提示",
    }
}

/// Returns the kind of a finding, its frequency, the block where it was first noticed, and the machine's sentences.
fn rest_en(finding: &Finding) -> String {
    let kind = finding.kind.name().replace('_', " ");
    let times = match finding.count {
        1 => String::new(),
        count => format!(", {} times", grouped(count)),
    };
    let block = match finding.kind.conflict() {
        // The sentence names both blocks.
        Some(conflict) if conflict.between_workgroups() => String::new(),
        _ if !is_of_a_block(&finding.kind) => String::new(),
        _ => {
            let first = if finding.count == 1 { "" } else { "first " };
            format!(", {first}in block {}", finding.workgroup)
        }
    };
    let fix = match &finding.suggested_fix {
        Some(fix) => format!(" To fix it: {fix}."),
        None => String::new(),
    };
    let also = match &finding.also[..] {
        [] => String::new(),
        [other] => format!(" The same change removes the finding of line {}.", other.line),
        others => format!(
            " The same change removes {} more findings, of lines {}.",
            others.len(),
            lines_of(others, ", ")
        ),
    };
    format!("{kind}{times}{block}: {finding}.{fix}{also}")
}

/// Returns true if the finding is about threads of one block, and not about the grid or the text.
const fn is_of_a_block(kind: &FindingKind) -> bool {
    !matches!(
        kind,
        FindingKind::GridBarrier { .. } | FindingKind::NothingStored { .. } | FindingKind::NotUniform(_)
    )
}

fn rest_zh(finding: &Finding) -> String {
    let times = match finding.count {
        1 => String::new(),
        count => format!("，共 {} 次", grouped(count)),
    };
    let fix = match &finding.suggested_fix {
        Some(fix) => format!("改法：{}。", fix_zh(fix)),
        None => String::new(),
    };
    let also = match finding.also.len() {
        0 => String::new(),
        count => format!(
            "同一改法还能消除第 {} 行的 {count} 个问题。",
            lines_of(&finding.also, "、")
        ),
    };
    let text = what_zh(&finding.kind, finding.invocation, finding.workgroup, finding.line);
    let header = match &finding.header {
        Some(Header { name, line }) if finding.kind.conflict().is_none() => {
            format!("（{name} 第 {line} 行）")
        }
        _ => String::new(),
    };
    format!("{times}：{text}{header}。{fix}{also}")
}

/// Says what was found. Arguments: the kind, and the lane, the block and the line where it was noticed.
fn what_zh(kind: &FindingKind, lane: u32, block: u32, noticed_line: u32) -> String {
    match kind {
        FindingKind::DataRace(conflict) if conflict.between_workgroups() => {
            format!("数据竞争：{}；不同的块之间没有先后顺序", both_zh(conflict))
        }
        FindingKind::DataRace(conflict) if conflict.also_between_workgroups => format!(
            "数据竞争：{}；它们之间没有同步，而且不同的块之间也有同样的冲突，块之间没有先后顺序",
            both_zh(conflict)
        ),
        FindingKind::DataRace(conflict) => format!(
            "数据竞争：{}；两者之间没有同步{}{}",
            both_zh(conflict),
            tail_zh(conflict),
            let_in_zh(conflict)
        ),
        FindingKind::EqualValueRace(conflict) => format!(
            "写入相同值的竞争：{}；两者没有先后顺序，但写入的值都相同",
            both_zh(conflict)
        ),
        FindingKind::WrongBarrier {
            conflict,
            barrier_line,
            barrier,
        } => format!(
            "同步的种类不对：{}；两者之间第 {barrier_line} 行的 {} 不约束{}",
            both_zh(conflict),
            barrier.call(),
            match conflict.barrier {
                BarrierKind::Texture => "纹理",
                _ => space_zh(conflict.space),
            }
        ),
        FindingKind::OutOfBounds {
            variable,
            text,
            index,
            length,
            endless,
        } => format!(
            "`{text}` 的下标 {index} 超出了 `{variable}` 的 {length} 个元素（块 {block} 的 {lane} 号线程）。这里加载得到 0，写入被丢弃；WGSL 也允许访问其他任意元素{}",
            endless.map_or(String::new(), |line| format!(
                "；所以第 {line} 行的循环不会结束：它等待的值从未写入"
            ))
        ),
        FindingKind::WorkgroupWaits { iterations, workgroups } => format!(
            "线程块在等待另一个线程块：{iterations} 次迭代之后块 {block} 的 {lane} 号线程仍在等待 {workgroups} 个块中的一个，而没有任何块保证在它结束之前已经开始"
        ),
        FindingKind::NothingStored { values } => format!(
            "全部线程在这里返回，所以没有写入任何值{}",
            values_read(values, "（", "，", "）")
        ),
        FindingKind::UncheckedAccesses => String::from("从这里起不再检查竞争：块的两次同步之间访问过多"),
        FindingKind::DiscardedRead {
            variable,
            text,
            index,
            length,
        } => format!(
            "`{text}` 的下标 {index} 超出了 `{variable}` 的 {length} 个元素（块 {block} 的 {lane} 号线程），而 select 丢弃了这个值。这是允许的；用 if 则根本不会读取"
        ),
        FindingKind::DivergentBarrier {
            waiting,
            missing,
            absent,
        } => {
            let others: Vec<String> = absent
                .iter()
                .map(|absent| {
                    let place = place_zh(absent.whereabouts, noticed_line);
                    format!("{} 条{place}（例如 {} 号）", absent.lanes, absent.example)
                })
                .collect();
            format!(
                "分支中的同步：块 {block} 有 {waiting} 条线程在此等待（例如 {lane} 号），缺少 {missing} 条：{}。此后的部分不再检查竞争",
                others.join("，")
            )
        }
        FindingKind::GridBarrier { waiting, finished } => format!(
            "整个网格的同步点永远不会打开：{} 个块中有 {waiting} 个在此等待，其余的块没有经过它就已结束。网格的每条线程都必须到达这里",
            waiting + finished
        ),
        FindingKind::UnfinishedLoop { iterations, lanes } => format!(
            "步数在此循环中用完：{iterations} 次迭代之后仍有 {lanes} 条线程在循环中（例如块 {block} 的 {lane} 号线程）"
        ),
        FindingKind::IdleLoop { lanes } => {
            format!("死循环：循环中的变量和内存都不变，{lanes} 条线程永远不会离开（例如块 {block} 的 {lane} 号线程）")
        }
        FindingKind::LanesWaitForEachOther {
            iterations,
            spinning,
            waiting,
        } => format!(
            "线程互相等待：{iterations} 次迭代之后仍有 {spinning} 条线程在等待其他线程写入（例如块 {block} 的 {lane} 号线程）；同一线程束中有 {waiting} 条线程要等它们离开循环才能继续"
        ),
        FindingKind::UnwrittenRead { text, effect, .. } => format!(
            "块 {block} 的 {lane} 号线程读取 {text} 之前没有任何线程写过它：在 WGSL 中是 0，在 CUDA 中是不确定的值{}",
            effect_zh(*effect)
        ),
        FindingKind::OrderDependentAtomic(conflict) => {
            format!("结果取决于先后顺序：{}", both_zh(conflict))
        }
        FindingKind::InactiveLaneRead { text, source, effect } => format!(
            "块 {block} 的 {lane} 号线程在 {text} 中取线程束内 {source} 号通道的值，而后者此时不活动。这里得到 0；WGSL 允许任意值{}",
            effect_zh(*effect)
        ),
        FindingKind::WrongMask {
            text,
            mask,
            lane,
            fault: MaskFault::CallerOutside,
        } => format!("线程束的 {lane} 号通道调用 {text}，而掩码 {mask:#x} 不包含它：结果不确定"),
        FindingKind::WrongMask {
            text,
            mask,
            lane,
            fault: MaskFault::Elsewhere,
        } => {
            format!("{text} 的掩码 {mask:#x} 包含 {lane} 号通道，而它没有参与这次调用：结果不确定")
        }
        FindingKind::WrongMask {
            text,
            mask,
            lane,
            fault: MaskFault::Absent,
        } => format!("{text} 的掩码 {mask:#x} 包含 {lane} 号通道，而块中没有它"),
        FindingKind::UndefinedResult {
            text,
            operation: UndefinedOperation::Lost(lost),
            ..
        } => format!(
            "块 {block} 的 {lane} 号线程中，“{text}”是 {lost}：该类型在 CUDA 中有 64 位，这里只有 32 位，不够用"
        ),
        FindingKind::UndefinedResult {
            text,
            operation: UndefinedOperation::Misaligned { at, every },
            ..
        } => format!(
            "块 {block} 的 {lane} 号线程中，“{text}”从第 {at} 个元素开始，不是 {every} 的倍数：CUDA 会因地址未对齐而停止"
        ),
        FindingKind::UndefinedResult {
            text,
            integers,
            operation,
        } => format!(
            "块 {block} 的 {lane} 号线程中，“{text}”{}：CUDA 没有规定{}的结果",
            undefined_zh(operation, *integers),
            match is_shortened(operation, *integers) {
                true => "这时 int（更长的类型在这里只有 32 位）",
                false => "这时",
            }
        ),
        FindingKind::FailedAssertion { text } => {
            format!("块 {block} 的 {lane} 号线程不满足 assert 的条件“{text}”；CUDA 会在这里终止程序")
        }
        FindingKind::NotUniform(separation) => separation_zh(separation),
    }
}

/// Returns the place of lanes that did not come to the barrier of line `barrier_line`.
fn place_zh(whereabouts: Whereabouts, barrier_line: u32) -> String {
    match whereabouts {
        Whereabouts::Barrier { line } if line == barrier_line => "在另一次调用或迭代中到达同一处同步".to_owned(),
        Whereabouts::Barrier { line } => format!("在第 {line} 行的同步点"),
        Whereabouts::Finished => "已经结束".to_owned(),
        Whereabouts::Elsewhere => "在另一条路径上".to_owned(),
    }
}

/// Returns the condition that lets both threads in, as the end of a sentence; empty if there is none.
fn let_in_zh(conflict: &Conflict) -> String {
    let sentence = |Condition { line, text }: &Condition| {
        format!("，分支里的同步也没有用：第 {line} 行的“{text}”让两者同时进入；如果只该有一个，请修正它")
    };
    conflict.let_in.as_ref().map(sentence).unwrap_or_default()
}

/// Returns the other accesses of the branch that conflict in the same way.
fn tail_zh(conflict: &Conflict) -> String {
    let variable = &conflict.variable;
    conflict.tail.map_or(String::new(), |[first, last]| {
        format!("，第 {first} 到 {last} 行对 {variable} 的其他访问之间也没有")
    })
}

/// Describes both accesses and the word that they share.
fn both_zh(conflict: &Conflict) -> String {
    let across = conflict.between_workgroups();
    let index = match conflict.index {
        Some(index) => format!("（都是 `{}` 的下标 {index}）", conflict.variable),
        None => format!("（都在 `{}` 中）", conflict.variable),
    };
    let views = conflict.views.as_ref().map_or(String::new(), |[one, other]| {
        format!(
            "；`{one}` 和 `{other}` 是 `{}` 的两个视图，在那里重叠",
            conflict.variable
        )
    });
    format!(
        "{}，{}{index}{views}",
        party_zh(&conflict.here, across),
        joined("同时", &party_zh(&conflict.there, across))
    ) + if conflict.in_vector {
        "；写入一个分量可能会写整个向量"
    } else {
        ""
    }
}

/// Describes an access; `across` if the other one is of another block.
fn party_zh(party: &Party, across: bool) -> String {
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
    let place = match &party.header {
        Some(Header { name, line }) => format!("{name} 第 {line} 行"),
        None => format!("第 {} 行", party.line),
    };
    format!("{who}{does} `{}`（{place}）", party.text)
}

fn space_zh(space: Space) -> &'static str {
    match space {
        Space::Storage => "存储缓冲区",
        Space::Uniform => "常量内存",
        Space::Workgroup => "共享内存",
    }
}

/// Says how to fix it.
fn fix_zh(fix: &Fix) -> String {
    match fix {
        Fix::BarrierBefore { barrier, line } => {
            format!("在第 {line} 行之前加上 {};", barrier.call())
        }
        Fix::SplitBranch { barrier, line } => {
            format!("在第 {line} 行之前结束分支，加上 {};，然后重新进入分支", barrier.call())
        }
        Fix::BarrierAfter { barrier, line } => {
            format!("在第 {line} 行所在循环的末尾、下一次迭代之前加上 {};", barrier.call())
        }
        Fix::ReplaceBarrier { line, instead_of, by } => {
            format!("把第 {line} 行的 {} 换成 {}", instead_of.call(), by.call())
        }
        Fix::ReadFirst { barrier, line } => format!(
            "在第 {line} 行先把新值算进一个变量，再 {0};，然后写入；在循环中，下一次迭代之前还要 {0};",
            barrier.call()
        ),
        Fix::BarrierBeside { barrier, line } => format!(
            "在第 {line} 行的同步旁边加上 {};：每种同步只约束自己的内存",
            barrier.call()
        ),
        Fix::Combine { text, line } => format!(
            "没有原子函数能计算第 {line} 行的 {text}：先在工作组内存中合并各值，每步之间同步，再由一条线程写入；或反复执行 atomicCompareExchangeWeak 直到成功"
        ),
        Fix::Atomic { text, line, function } => format!(
            "把第 {line} 行改为原子操作：{}({}, …)",
            function.name(),
            pointer_to(text)
        ),
        Fix::OneLane { line, .. } => format!("只让一条线程执行第 {line} 行"),
        Fix::Separate { views: [one, other] } => {
            format!("让 {one} 和 {other} 各用自己的一部分；如果有意共用，请在其中一个用完之处加上同步")
        }
        Fix::TwoDispatches => "在此处把内核分成两个：只有一次 dispatch 的结束才约束不同的块".to_owned(),
        Fix::Guard { condition, line } => format!("在第 {line} 行的访问之前检查：if ({condition})"),
        Fix::GuardValue {
            condition, text, line, ..
        } => format!("在第 {line} 行的访问之前检查：{condition} ? {text} : 0"),
        Fix::HoistBarrier { line } => {
            format!("把第 {line} 行的同步移到所有线程都会到达的地方，条件只包住工作部分")
        }
        Fix::WriteFirst { variable, barrier } => {
            format!("先写入 {variable}，再 {}", barrier.call())
        }
        Fix::WorkInsideLoop { line } => format!("让线程在第 {line} 行的循环之内完成工作再离开"),
        Fix::WarpBarrier { line } => {
            format!("在第 {line} 行之前加上 __syncwarp();：这些线程在同一个 warp 中")
        }
        Fix::WarpSteps { first, last } => format!(
            "在第 {first} 到 {last} 行，每一步先把新值算进一个变量，再 __syncwarp();，然后写入，再 __syncwarp();"
        ),
        Fix::Steps { barrier, first, last } => format!(
            "第 {first} 到 {last} 行每行之后结束分支；每一步先把新值算进一个变量，再 {0};，然后写入，再 {0};",
            barrier.call()
        ),
        Fix::Both { guard, order } => format!("{}；并且{}", fix_zh(guard), fix_zh(order)),
    }
}

/// Returns true if CUDA may have a longer integer where a result does not fit.
fn is_shortened(operation: &UndefinedOperation, integers: Integers) -> bool {
    integers == Integers::Shortened && matches!(operation, UndefinedOperation::Overflow(_))
}

/// Returns what an operation does that has no defined result.
fn undefined_zh(operation: &UndefinedOperation, integers: Integers) -> String {
    match operation {
        UndefinedOperation::Overflow(overflow) => {
            let size = match integers {
                Integers::AsWritten => "int ",
                Integers::Shortened => "32 位",
            };
            format!("是 {overflow}，超出了 {size}的范围")
        }
        UndefinedOperation::Lost(lost) => format!("是 {lost}，需要 64 位"),
        UndefinedOperation::DivisionByZero => "除以零".to_owned(),
        UndefinedOperation::Shift { by } => format!("移动 {by} 位，不在 0 到 31 之间"),
        UndefinedOperation::Misaligned { at, every } => {
            format!("从第 {at} 个元素开始，不是 {every} 的倍数")
        }
    }
}

/// Joins two Chinese texts, with a space before a number.
fn joined(before: &str, after: &str) -> String {
    let gap = match after.starts_with(|first: char| first.is_ascii_digit()) {
        true => " ",
        false => "",
    };
    format!("{before}{gap}{after}")
}

/// Returns names with their values, between two marks; nothing if there are none.
fn values_read(values: &[(String, String)], open: &str, between: &str, close: &str) -> String {
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match values.is_empty() {
        true => String::new(),
        false => format!("{open}{}{close}", values.join(between)),
    }
}

/// Returns the lines of findings, each once.
fn lines_of(findings: &[Finding], between: &str) -> String {
    let mut lines: Vec<u32> = findings.iter().map(|finding| finding.line).collect();
    lines.sort_unstable();
    lines.dedup();
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    lines.join(between)
}

/// Explains in Chinese why threads may not come to a call together.
fn separation_zh(separation: &Separation) -> String {
    let function = &separation.function;
    let group = match separation.scope {
        Scope::Workgroup => "线程块",
        Scope::Subgroup => "线程束",
    };
    let what = match &separation.argument {
        Some(argument) => format!("{function} 的 {argument} 在整个{group}中必须相同"),
        None => format!("{group}的全部线程必须一起到达 {function}"),
    };
    let steps: Vec<String> = separation
        .steps
        .iter()
        .map(|step| {
            let line = step.line;
            match &step.cause {
                Cause::Builtin { text, name } if text == name => {
                    format!("{name}（第 {line} 行）因线程而异")
                }
                Cause::Builtin { text, name } => {
                    format!("{text}（第 {line} 行）来自 {name}，因线程而异")
                }
                Cause::Memory { name } => format!("第 {line} 行读取的 {name} 可能被其他线程改写"),
                Cause::Variable { name } => format!("所以 {name}（第 {line} 行）可能不同"),
                Cause::Result { name } => format!("所以 {name} 的结果（第 {line} 行）可能不同"),
                Cause::Parameter { name } => format!("参数 {name}（第 {line} 行）可能不同"),
                Cause::Branch { word, condition } => {
                    format!("所以 {word}（第 {line} 行，条件 {condition}）可能留下一部分线程")
                }
                Cause::Call { name } => format!("所以一部分线程可能不调用 {name}（第 {line} 行）"),
            }
        })
        .collect();
    let reason = if steps.is_empty() {
        String::new()
    } else {
        format!("：{}", steps.join("，"))
    };
    format!("{what}，文本不能证明这一点时浏览器会拒绝{reason}")
}

/// Returns the effect of a value that nobody has set, as the end of a sentence.
const fn effect_zh(effect: Effect) -> &'static str {
    match effect {
        Effect::Unknown => "",
        Effect::None => "；这里的结果与它无关",
        Effect::Result => "；结果取决于它",
    }
}
