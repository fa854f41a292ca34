//! Words for predictions, in both languages.

use crate::run::predict::lane_list::LaneListError;
use crate::run::predict::{Question, Score, Verdict};
use simt::Grain;

/// Formats a number of threads: `1 thread`, `5 threads`.
fn threads(count: usize) -> String {
    match count {
        1 => "1 thread".to_owned(),
        count => format!("{count} threads"),
    }
}

words!(PredictWords {
    question_label: ("What to predict", "预测什么"),
    question: (|question| match question {
        Question::Lanes => ("threads", "线程"),
        Question::Lines => ("cache lines", "缓存行"),
        Question::Sectors => ("sectors", "扇区"),
        Question::Wavefronts => ("wavefronts", "wavefront"),
    }) as fn(Question) -> &'static str,
    /// The question for a step of this size.
    ask: (|question, grain| match (question, grain) {
        (Question::Lanes, Grain::Warp | Grain::Statement) => (
            "Which threads will work after the next step?",
            "下一步之后，哪些线程会工作？",
        ),
        (Question::Lanes, Grain::Iteration) => (
            "Which threads will work in the next iteration?",
            "下一次迭代中，哪些线程会工作？",
        ),
        (Question::Lanes, Grain::Barrier) => (
            "Which threads will work up to the next barrier?",
            "到下一个同步点为止，哪些线程会工作？",
        ),
        (Question::Lines, _) => (
            "How many aligned cache lines will the next requests take, warp by warp?",
            "接下来的请求逐线程束共需要多少条对齐的缓存行？",
        ),
        (Question::Sectors, _) => (
            "How many sectors will the next requests take, warp by warp?",
            "接下来的请求逐线程束共需要多少个扇区？",
        ),
        (Question::Wavefronts, _) => (
            "How many wavefronts (passes over the banks) will the next requests take?",
            "接下来的请求需要多少个 wavefront（在存储体上走多少趟）？",
        ),
    }) as fn(Question, Grain) -> &'static str,
    lanes_field: ("Threads that will work", "将会工作的线程"),
    lanes_placeholder: ("click, or 0-62:2", "点击，或 0-62:2"),
    number_field: ("Your number", "你的数字"),
    bad_list: (|error| match error {
        LaneListError::Unreadable(part) => (
            format!(
                "“{part}” is not a list of threads. Write numbers and ranges: 0, 4, 8-15, or 0-60:4 for every fourth."
            ),
            format!("“{part}”不是线程编号。请写编号或范围：0, 4, 8-15，或用 0-60:4 表示每四个取一个。"),
        ),
        LaneListError::Beyond { lane, lanes } => (
            format!(
                "There is no thread {lane}: the block has {lanes}, from 0 to {}.",
                lanes.saturating_sub(1)
            ),
            format!(
                "没有线程 {lane}：这个块有 {lanes} 条线程，编号 0 到 {}。",
                lanes.saturating_sub(1)
            ),
        ),
    }) as fn(&LaneListError) -> String,
    verdict: (|verdict| match verdict {
        Verdict::Lanes { missed, extra, .. } if missed.is_empty() && extra.is_empty() =>
            ("All correct.".to_owned(), "全部正确。".to_owned()),
        Verdict::Lanes {
            missed, extra, present, ..
        } => (
            {
                let right = (*present as usize).saturating_sub(missed.len() + extra.len());
                format!(
                    "{right} of {} right: {} missed, {} too many.",
                    threads(*present as usize),
                    missed.len(),
                    extra.len()
                )
            },
            {
                let right = (*present as usize).saturating_sub(missed.len() + extra.len());
                format!(
                    "{present} 条线程中 {right} 条正确：漏了 {} 条，多了 {} 条。",
                    missed.len(),
                    extra.len()
                )
            },
        ),
        Verdict::Number { guessed, was } if guessed == was => (format!("{was}: right."), format!("{was}：正确。")),
        Verdict::Number { guessed, was } => (format!("{was}, not {guessed}."), format!("是 {was}，不是 {guessed}。"),),
    }) as fn(&Verdict) -> String,
    score: (|score| (
        format!("{} of {}", score.right, score.made),
        format!("{} / {}", score.right, score.made),
    )) as fn(Score) -> String,
    score_hint: (
        "Predictions in this lesson that were completely right. They stay in this window.",
        "本课中完全正确的预测。数据只留在本窗口。",
    ),
});
