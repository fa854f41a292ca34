//! Words of the row that walks through a run of the playground.

use crate::playground::condition::ConditionError;

words!(StopWords {
    run_to: ("Run to", "运行到"),
    go_on: ("Continue", "继续"),
    go_on_hint: (
        "Runs to the next breakpoint, or to the step that makes the condition true (C). A click left of a line number sets a breakpoint.",
        "运行到下一个断点，或使条件成立的那一步（C）。点击行号左侧可设断点。",
    ),
    to_caret: ("To the caret", "到光标"),
    to_caret_hint: (
        "Runs to the next time that the line of the caret runs next (Ctrl F10)",
        "运行到光标所在的行下一次将要执行的时候（Ctrl F10）",
    ),
    when: ("Stop when …", "停止条件……"),
    when_hint: (
        "Stops when this becomes true in a thread, for example threadIdx.x == 5 && sum > 10. Names: variables, arrays such as tile[3], built-in values such as blockIdx.x, and thread, lane, warp.",
        "当它在某条线程中成立时停下，例如 threadIdx.x == 5 && sum > 10。可用：变量、tile[3] 这样的数组、blockIdx.x 这样的内建值，以及 thread、lane、warp。",
    ),
    bad_condition: (|error| match error {
        ConditionError::End => (
            String::from("The condition is not complete."),
            String::from("条件还不完整。"),
        ),
        ConditionError::Unexpected(text) => (
            format!("“{text}” does not belong there."),
            format!("“{text}”不应出现在这里。"),
        ),
        ConditionError::Unknown(name) => (
            format!("The kernel has no value {name}."),
            format!("内核没有 {name} 这个值。"),
        ),
        ConditionError::Assignment => (
            String::from("One = assigns: write == to compare."),
            String::from("单个 = 是赋值：比较请写 ==。"),
        ),
    }) as fn(&ConditionError) -> String,
    first_nan: ("The first NaN", "首个 NaN"),
    first_infinity: ("The first infinity", "首个无穷"),
    first_wrong: ("The store of the first wrong value", "写入首个错误值的一步"),
    at_line: (|line| (format!("line {line}"), format!("第 {line} 行"))) as fn(u32) -> String,
    /// Arguments: the warp and the lane.
    at_condition: (|warp, lane| (
        format!("true in warp {warp}, lane {lane}"),
        format!("在线程束 {warp} 的 {lane} 号通道成立"),
    )) as fn(u32, u32) -> String,
    ended: (
        "Nothing stops it from there on: this is the end of the block.",
        "之后没有停止点：这里是块的结尾。",
    ),
    no_nan: ("No step of this block makes a NaN.", "这个块没有产生 NaN 的一步。",),
    no_infinity: ("No step of this block makes an infinity.", "这个块没有产生无穷的一步。",),
});
