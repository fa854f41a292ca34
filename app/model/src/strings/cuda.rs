//! Words about a CUDA text in the playground: its launch, its translation, and what was left out.

use crate::number::grouped;
use crate::playground::program::{LaunchFault, Left, LeftOut, Unknown};

/// The source of a draft's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognised {
    FromText,
    SetByReader,
}

words!(CudaWords {
    language: ("Language", "语言"),
    /// The title of a language's button. Arguments: its name, and true if the text shows it.
    read_as: (|name, recognised| (
        match recognised {
            Recognised::FromText => format!("The text is {name}: its words show it"),
            Recognised::SetByReader => format!("Read the text as {name}"),
        },
        match recognised {
            Recognised::FromText => format!("这段代码是 {name}：由其中的词识别"),
            Recognised::SetByReader => format!("把这段代码当作 {name}"),
        },
    )) as fn(&str, Recognised) -> String,
    kernel: ("Kernel", "内核"),
    grid: ("Grid (blocks)", "网格（线程块数）"),
    block: ("Block (threads)", "线程块（线程数）"),
    shared: ("Dynamic shared memory, bytes", "动态共享内存（字节）"),
    /// Argument: the line of the launch.
    from_launch: (|line| (
        format!("Sizes and arguments come from the launch in line {line}."),
        format!("大小和参数来自第 {line} 行的启动。"),
    )) as fn(u32) -> String,
    no_launch: (
        "The text has no launch of this kernel: set the grid, the block and the arguments here.",
        "代码中没有启动这个内核：请在这里设置网格、线程块和参数。",
    ),
    /// The choice of all launches. Argument: their number.
    all_launches: (|count| (format!("all {count} launches"), format!("全部 {count} 次启动"),)) as fn(usize) -> String,
    /// Arguments: the number of launches that run in a row, and the line of the first that does not.
    in_row: (|count, line| (
        match line {
            None => format!("This program launches {count} kernels: all in a row."),
            Some(line) => format!("The first {count} launches run in a row; from line {line} on none."),
        },
        match line {
            None => format!("这个程序启动 {count} 个内核：全部依次运行。"),
            Some(line) => format!("前 {count} 次启动依次运行；第 {line} 行起没有采用。"),
        },
    )) as fn(usize, Option<u32>) -> String,
    /// Arguments: the number of launches that run in a row, and those that do not.
    program: (|count, left| (
        match left {
            None => format!("This program launches {count} kernels: all in a row."),
            Some(left) => format!(
                "The first {count} launches of this program run in a row. {}",
                ends_in_english(left)
            ),
        },
        match left {
            None => format!("这个程序启动 {count} 个内核：全部依次运行。"),
            Some(left) => format!("这个程序的前 {count} 次启动依次运行。{}", ends_in_chinese(left)),
        },
    )) as fn(usize, Option<&Left>) -> String,
    /// Says that other launches do not run with the first one.
    alone: (|left| (ends_in_english(left), ends_in_chinese(left))) as fn(&Left) -> String,
    launches: ("Launches in a row", "依次执行的启动"),
    /// The place and the text of a launch.
    launch_at: (|line, text| (
        format!("Show this launch: line {line}, {text}"),
        format!("显示这次启动：第 {line} 行，{text}"),
    )) as fn(u32, &str) -> String,
    /// Arguments that cannot be computed without running the host: a parameter and the text of its argument.
    unknown: (|unknown| (
        format!(
            "The host computes {}: set the values here.",
            listed(unknown, " = ", ", ")
        ),
        format!("{} 由主机计算：请在这里设置。", listed(unknown, " = ", "、")),
    )) as fn(&[(String, String)]) -> String,
    double_as_float: ("Read `double` as `float`", "把 double 读作 float"),
    double_hint: (
        "WGSL has no numbers of 64 bits. With 32 bits, results have about 7 decimal digits.",
        "WGSL 没有 64 位数。用 32 位时，结果约有 7 位十进制有效数字。",
    ),
    long_long_as_int: ("Read `long long` as `int`", "把 long long 读作 int"),
    long_long_hint: (
        "WGSL has no integers of 64 bits. With 32 bits, numbers end at 2,147,483,647.",
        "WGSL 没有 64 位整数。用 32 位时，数最大为 2,147,483,647。",
    ),
    /// Argument: the number of printed lines.
    printed: (|count| (
        match count {
            1 => "printf: 1 line".to_owned(),
            _ => format!("printf: {count} lines"),
        },
        format!("printf：{count} 行"),
    )) as fn(u64) -> String,
    /// Arguments: a block and a thread.
    printed_by: (|block, thread| (
        format!("block {block}, thread {thread}"),
        format!("块 {block}，线程 {thread}"),
    )) as fn(u32, u32) -> String,
    printed_hint: ("Show the step; the GPU prints nothing", "显示这一步；GPU 上不打印",),
    /// Argument: the number of further errors.
    more_errors: (|count| (
        match count {
            1 => "One more error:".to_owned(),
            _ => format!("{count} more errors:"),
        },
        format!("另有 {count} 处错误："),
    )) as fn(usize) -> String,
    line: (|line| (format!("line {line}"), format!("第 {line} 行"))) as fn(u32) -> String,
    notes: ("Differences from CUDA", "与 CUDA 的差别"),
    translation: ("Translation to WGSL", "翻译成 WGSL"),
    translation_lead: (
        "This text runs on your GPU. The lit lines stand for the lit line of the CUDA text.",
        "在你的 GPU 上运行的是这段代码。高亮的行对应 CUDA 代码中高亮的行。",
    ),
    no_translation: (
        "The text is WGSL, so it needs no translation. Paste a CUDA kernel to see one.",
        "这段代码是 WGSL，不需要翻译。粘贴一个 CUDA 内核即可看到翻译。",
    ),
    copy: ("Copy the translation", "复制翻译"),
    files: ("Files for #include", "供 #include 的文件"),
    remove_file: (|name| (format!("Remove {name}"), format!("移除 {name}"))) as fn(&str) -> String,
    examples: ("CUDA examples", "CUDA 示例"),
    example: (|id| match id {
        "vector_sum" => ("Vector sum", "向量求和"),
        "reduction_ladder" => ("Reduction, step by step", "规约的逐步改进"),
        "templated_reduction" => ("Reduction with a template", "用模板的规约"),
        "transpose" => ("Transpose in shared memory", "共享内存中的转置"),
        "shuffle_reduction" => ("Reduction by shuffles", "用洗牌指令的规约"),
        "histogram" => ("Histogram with atomics", "用原子操作的直方图"),
        "grey_picture" => ("Grey picture, in bytes", "灰度图（字节）"),
        _ => ("Block sum with cooperative groups", "用协作组的块内求和"),
    }) as fn(&str) -> &'static str,
});

/// Says from where on no launch is taken, and why.
fn ends_in_english(Left { line, why, unknown }: &Left) -> String {
    let why = match why {
        LeftOut::Condition => "its condition is known only when the host runs".to_owned(),
        LeftOut::Loop => "the condition of the loop is known only when the host runs".to_owned(),
        LeftOut::TooLong => "the host's code is longer than what is followed here".to_owned(),
        LeftOut::TooMany(most) => format!("at most {most} launches are followed"),
        LeftOut::TooManyThreads(most) => {
            format!("at most {} threads run at every edit", grouped(*most))
        }
        LeftOut::Size => "the grid, the block or the shared bytes are known only when the host runs".to_owned(),
        LeftOut::Refused(fault) => format!("CUDA refuses the launch: {fault}"),
        LeftOut::Argument(text) => format!("{text} is known only when the host runs"),
        LeftOut::Contents(array) => {
            format!("the host writes to {array} what is known only when it runs")
        }
        LeftOut::Kernel(name) => format!("the kernel {name} is not translated"),
        LeftOut::Aliases(name) => {
            format!("{name} has one array for two parameters in one launch and two in another")
        }
    };
    let lost = unknown.as_ref().map_or(String::new(), |Unknown { name, line }| {
        format!(" Line {line} gives {name} what cannot be followed here.")
    });
    format!("From line {line} on, launches do not run in a row: {why}.{lost}")
}

fn ends_in_chinese(Left { line, why, unknown }: &Left) -> String {
    let why = match why {
        LeftOut::Condition => "它的条件要运行主机代码才能知道".to_owned(),
        LeftOut::Loop => "循环的条件要运行主机代码才能知道".to_owned(),
        LeftOut::TooLong => "主机代码太长，这里没有继续跟踪".to_owned(),
        LeftOut::TooMany(most) => format!("最多跟踪 {most} 次启动"),
        LeftOut::TooManyThreads(most) => format!("每次修改最多运行 {} 条线程", grouped(*most)),
        LeftOut::Size => "网格、线程块或共享内存的大小要运行主机代码才能知道".to_owned(),
        LeftOut::Refused(fault) => match fault {
            LaunchFault::NoBlocks => "网格有 0 个线程块，CUDA 拒绝这样的启动".to_owned(),
            LaunchFault::NoThreads => "线程块有 0 条线程，CUDA 拒绝这样的启动".to_owned(),
            LaunchFault::Block([x, y, z]) => {
                format!("线程块 {x} x {y} x {z} 太大：CUDA 总共最多 1,024 条线程，z 方向最多 64")
            }
            LaunchFault::Grid([x, y, z]) => {
                format!("网格 {x} x {y} x {z} 太大：CUDA 在 y 和 z 方向最多 65,535 个块")
            }
        },
        LeftOut::Argument(text) => format!("{text} 要运行主机代码才能知道"),
        LeftOut::Contents(array) => format!("主机写入 {array} 的内容要运行主机代码才能知道"),
        LeftOut::Kernel(name) => format!("内核 {name} 没有翻译"),
        LeftOut::Aliases(name) => {
            format!("{name} 在一次启动中两个参数是同一个数组，在另一次中是两个数组")
        }
    };
    let lost = unknown.as_ref().map_or(String::new(), |Unknown { name, line }| {
        format!("第 {line} 行使 {name} 无法在这里跟踪。")
    });
    format!("从第 {line} 行起，启动不再依次执行：{why}。{lost}")
}

fn listed(pairs: &[(String, String)], between: &str, joint: &str) -> String {
    let pairs = pairs.iter().map(|(name, text)| format!("{name}{between}{text}"));
    pairs.collect::<Vec<String>>().join(joint)
}
