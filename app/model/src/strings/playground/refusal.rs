//! The sentences about kernels that do not run, or not on every device.

use super::buffers::{range_en, range_zh};
use crate::number::grouped;
use crate::playground::ready::NotReady;
use crate::strings::common;
use simt::RaisedLimit;

words!(RefusalWords {
    /// Arguments: the kernel, its error.
    kernel_refused: (
        |name, error| format!("`{name}` does not run: {error}"),
        |name, error| format!("`{name}` 无法运行：{error}"),
    ) as fn(&str, &str) -> String,
    kernels_refused: (|kernels| (
        match kernels {
            1 => "1 kernel of the text does not run".to_owned(),
            kernels => format!("{kernels} kernels of the text do not run"),
        },
        format!("代码中有 {kernels} 个内核无法运行"),
    )) as fn(usize) -> String,
    not_ready: (|error| match error {
        // The sentence is the machine's own.
        NotReady::Kernel(error) => ((common::EN.kernel_error)(error), (common::ZH.kernel_error)(error),),
        NotReady::TooManyLanes { lanes, most } => (
            format!(
                "{} threads are more than the {} that are run again at every edit. Choose fewer workgroups.",
                grouped(*lanes),
                grouped(*most)
            ),
            format!(
                "{} 条线程超过了每次编辑都要重新运行的上限 {}。请减少工作组。",
                grouped(*lanes),
                grouped(*most)
            ),
        ),
        NotReady::TooManyWords { name, words, most } => (
            format!(
                "The buffer for {name} would have {} words; at most {} are run here. Choose fewer elements.",
                grouped(*words),
                grouped(*most)
            ),
            format!(
                "{name} 的缓冲区将有 {} 个字，这里最多运行 {} 个。请减少元素。",
                grouped(*words),
                grouped(*most)
            ),
        ),
        NotReady::TooManyStages { stages, most } => (
            format!(
                "{} dispatches in a row are more than the {most} that are run again at every edit.",
                grouped(*stages as u64)
            ),
            format!(
                "依次运行 {} 次派发超过了每次编辑都要重新运行的上限 {most}。",
                grouped(*stages as u64)
            ),
        ),
        NotReady::NoWorkgroups => (
            String::from("A dispatch without workgroups runs nothing: choose at least 1 in x, y and z."),
            String::from("没有工作组就没有线程运行：x、y、z 至少各为 1。"),
        ),
        NotReady::Number { name, bad } => (
            format!(
                "In the list for {name}, item {} (line {}) is “{}”, which is no {}. {}",
                grouped(bad.number as u64),
                grouped(bad.line as u64),
                bad.text,
                bad.scalar.name(),
                range_en(bad.scalar)
            ),
            format!(
                "{name} 的第 {} 个数（第 {} 行）“{}”不是 {}。{}",
                grouped(bad.number as u64),
                grouped(bad.line as u64),
                bad.text,
                bad.scalar.name(),
                range_zh(bad.scalar)
            ),
        ),
    }) as fn(&NotReady) -> String,
    /// About limits beyond what every device offers.
    raised: (
        |raised| {
            format!(
                "A browser runs this only on a device that was asked for higher limits (in brackets: without asking): {}.",
                limits(raised)
            )
        },
        |raised| {
            format!(
                "浏览器要用更高的限制申请设备才能运行（括号内是不申请时的值）：{}。",
                limits(raised)
            )
        },
    ) as fn(&[RaisedLimit]) -> String,
});

/// Lists limits with the value that is needed and, in brackets, the default.
fn limits(raised: &[RaisedLimit]) -> String {
    let each = raised.iter().map(|raised| {
        let needed = grouped(raised.needed);
        let default = grouped(raised.limit.default());
        format!("{} {needed} ({default})", raised.limit.name())
    });
    each.collect::<Vec<_>>().join(", ")
}
