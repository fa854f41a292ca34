//! The sentences about the result and the end of a run.

use super::With;
use crate::number::grouped;
use crate::run::picture_end::PictureEnd;
use engine::protocol::Check;
use simt::{Fault, Outcome};

words!(OutcomeWords {
    /// Arguments: blocks that ran, all blocks, true if they are alike.
    multiplied: (|(ran, all, alike)| match alike {
        true => (
            format!(
                "{} of {} blocks ran, all alike; counts are multiplied.",
                grouped(ran.into()),
                grouped(all.into())
            ),
            format!(
                "共 {} 个块，执行了 {} 个，计数完全相同，其余按倍数推得。",
                grouped(all.into()),
                grouped(ran.into())
            ),
        ),
        false => (
            format!(
                "{} of {} blocks ran; they were not alike, so the multiplied counts are estimates.",
                grouped(ran.into()),
                grouped(all.into())
            ),
            format!(
                "共 {} 个块，执行了 {} 个，计数并不相同，按倍数得到的是估计值。",
                grouped(all.into()),
                grouped(ran.into())
            ),
        ),
    }) as With<(u32, u32, bool)>,
    /// Arguments: the number of right words, and of all words.
    result_differs: (
        |right, all| match all {
            1 => "wrong result".to_owned(),
            _ => format!("{} of {} words are right", grouped(right), grouped(all)),
        },
        |right, all| match all {
            1 => "结果错误".to_owned(),
            _ => format!("{} 个字中 {} 个正确", grouped(all), grouped(right)),
        },
    ) as fn(u64, u64) -> String,
    check: (|check| match check {
        Check::Equal { words: 1 } => ("equal to the CPU".to_owned(), "与 CPU 的和相同".to_owned()),
        Check::Equal { words } => (
            format!("equal to the CPU, {} words", grouped(words)),
            format!("与 CPU 相同（{} 个字）", grouped(words)),
        ),
        Check::Differs {
            words,
            of,
            index,
            got,
            wanted,
        } => (
            format!(
                "{}; word {index} is {} and should be {}",
                (EN.result_differs)(of - words, of),
                got as i32,
                wanted as i32
            ),
            format!(
                "{}；第 {index} 个字是 {}，应为 {}",
                (ZH.result_differs)(of - words, of),
                got as i32,
                wanted as i32
            ),
        ),
    }) as fn(Check) -> String,
    outcome: (|outcome| match outcome {
        Outcome::Completed => None,
        Outcome::Faulted(Fault::Deadlock {
            warp,
            line,
            other_warp,
            other_line,
        }) => (
            Some(format!(
                "Stopped: warp {warp} waits at the barrier of line {line}, warp {other_warp} at the one of line {other_line}."
            )),
            Some(format!(
                "执行停止：线程束 {warp} 在第 {line} 行的同步点等待，线程束 {other_warp} 却在第 {other_line} 行的同步点等待。"
            )),
        ),
        Outcome::Faulted(Fault::GridDeadlock {
            line,
            waiting,
            finished,
        }) => (
            Some(format!(
                "Stopped at line {line}: {waiting} of {} blocks wait at the barrier of the grid, and the others have finished without it.",
                waiting + finished
            )),
            Some(format!(
                "在第 {line} 行中止：{} 个块中有 {waiting} 个在整个网格的同步点等待，其余的块已经结束。",
                waiting + finished
            )),
        ),
        Outcome::Faulted(Fault::IdleLoop { line }) => (
            Some(format!(
                "Stopped at line {line}: nothing changes in this loop, so it never ends."
            )),
            Some(format!("在第 {line} 行中止：循环中没有任何变化，永远不会结束。")),
        ),
        Outcome::BudgetExhausted { line, steps } => (
            Some(format!(
                "Stopped at line {line}: all {} steps of a run are used up.",
                grouped(*steps)
            )),
            Some(format!("在第 {line} 行中止：一次运行的 {} 步已用完。", grouped(*steps))),
        ),
    }) as fn(&Outcome) -> Option<String>,
    /// `None` if there is nothing to say.
    picture_end: (|end| match end {
        PictureEnd::WithKernel => None,
        PictureEnd::WithStop => (
            Some("Picture and counters show everything up to there."),
            Some("画面和计数包含到此为止的全部过程。"),
        ),
        PictureEnd::BeforeKernel => (
            Some("The picture ends before the kernel does: the trace grew too large. The counters are complete.",),
            Some("轨迹太长，画面没有画到内核结束；计数是完整的。"),
        ),
        PictureEnd::BeforeStop => (
            Some(
                "The picture ends before that: the trace grew too large. The counters go on to where the run stopped.",
            ),
            Some("轨迹太长，画面在此之前就结束了；计数一直到执行停止的那一刻。"),
        ),
    }) as fn(PictureEnd) -> Option<&'static str>,
});
