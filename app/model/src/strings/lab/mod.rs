//! The sentences of the lab.

mod figures;
mod files;
mod kernel_table;

use crate::lab::experiment::Preset;
use crate::lab::figures::roofline::Comparison;
use crate::lab::figures::{Figure, Source};
use crate::lab::kernel_table::WarpNeed;
use crate::lab::kernel_table::column::Column;
use crate::lab::list::{ListError, MOST};
use crate::number::{NumberError, grouped};
use gpu::{Clock, GpuError, SheetError};
use lessons::Parameter;

words!(LabWords {
    /// The link on the lesson page.
    open: ("Open in the lab", "在实验室中打开"),
    empty_title: ("Nothing is measured yet", "还没有测量"),
    empty_lines: ([
        (
            (
                "Right first.",
                "Each kernel runs once on your GPU, and its result is compared with the CPU's. A wrong result is not timed.",
            ),
            (
                "先核对结果。",
                "每个内核先在你的 GPU 上运行一次，并与 CPU 的结果比较。结果错误的内核不计时。",
            ),
        ),
        (
            (
                "Then timed, in turns.",
                "Kernels take turns, A B … B A, after a warm-up. A sample is the slope between R and 2R dispatches, so the fixed cost of a launch cancels out, and a coarse clock still gives an accurate time.",
            ),
            (
                "再轮流计时。",
                "预热之后，各内核按 A B … B A 的顺序轮流测量。每个样本是 R 次与 2R 次派发之间的斜率：启动本身的开销相互抵消，即使时钟很粗也能得到精细的时间。",
            ),
        ),
        (
            (
                "Every sample stays.",
                "You see the median with its 95 % interval, all samples as dots with the outliers marked, and the times of the first run and of compiling separately.",
            ),
            (
                "保留每一个样本。",
                "你会看到中位数及其 95% 区间，所有样本以圆点显示并标出离群值，首次运行和编译时间单独列出。",
            ),
        ),
    ]) as [(&'static str, &'static str); 3],
    empty_promise: (
        "Nothing runs on your GPU before you start it with the button. Results stay in this browser until you export them.",
        "在你用按钮启动之前，GPU 上不会运行任何东西。结果只保存在这个浏览器里，除非你将其导出。",
    ),

    // The form.
    presets: ("Experiments", "实验"),
    preset: (|preset| match preset {
        Preset::Kernels => ("Side by side", "并排比较"),
        Preset::One => ("One kernel", "单个内核"),
        Preset::Sizes => ("Against n", "随 n 变化"),
        Preset::Blocks => ("Against block", "随块变化"),
        Preset::Both => ("n × block", "n × 块"),
        Preset::PerLane => ("Per thread", "每线程元素"),
        Preset::Work => ("Branch work", "分支工作量"),
        Preset::Grid => ("Blocks in grid", "网格块数"),
        Preset::OneBlock => ("One block", "单个块"),
        Preset::Table => ("All kernels", "全部内核"),
    }) as fn(Preset) -> &'static str,
    preset_meaning: (|preset| match preset {
        Preset::Kernels => (
            "All kernels of a lesson on the same data",
            "一课的全部内核，使用相同的数据",
        ),
        Preset::One => ("One kernel at one size", "一个内核，一种大小"),
        Preset::Sizes => (
            "All kernels of a lesson from small to large n, by powers of two",
            "一课的全部内核，n 按 2 的幂从小到大",
        ),
        Preset::Blocks => (
            "One kernel with every block size that your GPU can run",
            "一个内核，遍历你的 GPU 支持的所有块大小",
        ),
        Preset::Both => (
            "One kernel over n and block size, as a heat map",
            "一个内核，遍历 n 与块大小，绘成热图",
        ),
        Preset::PerLane => (
            "1, 2, 4 and 8 elements for each thread",
            "每条线程处理 1、2、4、8 个元素",
        ),
        Preset::Work => (
            "Both paths of a branch get longer and longer: from which length on does divergence cost time?",
            "分支的两条路径越来越长：分化从何时开始有代价？",
        ),
        Preset::Grid => (
            "A grid-stride kernel with more and more blocks: how many fill your GPU?",
            "网格跨步内核，块数越来越多：多少块才能占满你的 GPU？",
        ),
        Preset::OneBlock => (
            "One chain and four in a single block: does instruction-level parallelism replace threads?",
            "一条链和四条链，只有一个块：指令级并行能代替线程吗？",
        ),
        Preset::Table => (
            "All kernels of divergence and reductions at one size, in one table with counters and times",
            "分化与归约的全部内核，同一大小，计数与时间列在一张表里",
        ),
    }) as fn(Preset) -> &'static str,
    kernels: ("Kernels", "内核"),
    lesson: ("Lesson", "课程"),
    own_kernels: ("Your kernels", "你的内核"),
    own_hint: (
        "They run one lane for each element, up to 2²⁰. Their results are not checked here: the playground compares them with the machine.",
        "每个元素对应一条线程，最多 2²⁰ 个。这里不检查它们的结果：实验台会与模拟机比较。",
    ),
    sizes: ("n (elements)", "n（元素个数）"),
    sizes_hint: (
        "2^20, or 2^10..2^24 for every power of two between, or a list",
        "2^20；或 2^10..2^24 表示其间每个 2 的幂；或一个列表",
    ),
    parameter: (|parameter| match parameter {
        Parameter::Iterations => ("Iterations in a branch", "分支内的迭代次数"),
        Parameter::Blocks => ("Blocks in the grid", "网格中的块数"),
    }) as fn(Parameter) -> &'static str,
    values_hint: (
        "each kernel's own; or a list such as 1..256",
        "留空用各内核自己的值；或列表，如 1..256",
    ),
    value_outside: (|most| (
        format!("Write numbers from 1 to {}.", grouped(most.into())),
        format!("请填写 1 到 {} 之间的数。", grouped(most.into())),
    )) as fn(u32) -> String,
    bad_list: (|error| match error {
        ListError::Number {
            error: NumberError::Empty,
            ..
        } => (
            String::from("A number is missing. Write a list, for example 2^10..2^20 or 4096, 65536."),
            String::from("缺少一个数。请填写列表，例如 2^10..2^20 或 4096, 65536。"),
        ),
        ListError::Number {
            text,
            error: NumberError::NotANumber,
        } => (
            format!("“{text}” is not a whole number. Write a list, for example 2^10..2^20 or 4096, 65536."),
            format!("“{text}”不是整数。请填写列表，例如 2^10..2^20 或 4096, 65536。"),
        ),
        ListError::Number {
            text,
            error: NumberError::TooLarge,
        } => (
            format!("“{text}” is larger than any buffer. Write at most 2^29."),
            format!("“{text}”超过任何缓冲区的大小，最多填 2^29。"),
        ),
        ListError::Backwards { first, last } => (
            format!("{first}..{last} is not a range. Write the smaller number first, and begin at 1 or more."),
            format!("{first}..{last} 不成范围。请把较小的数写在前面，且至少为 1。"),
        ),
        ListError::TooMany => (
            format!("That is a long list. Write at most {MOST} numbers."),
            format!("列表太长，最多 {MOST} 个数。"),
        ),
    }) as fn(&ListError) -> String,
    blocks: ("Block (threads)", "块（线程数）"),
    /// The choice of one block for each n, and its meaning.
    one_block: "= n",
    one_block_about: (
        "Each n is one block, up to the largest block size",
        "每个 n 就是一个块，直到最大的块大小",
    ),
    method: ("Method", "测量方法"),
    rounds: ("Rounds", "轮数"),
    bad_rounds: (|most| (
        format!("Write a whole number from 1 to {}.", grouped(most.into())),
        format!("请填写 1 到 {} 之间的整数。", grouped(most.into())),
    )) as fn(u32) -> String,
    clock_label: ("Clock", "时钟"),
    clock: (|clock| match clock {
        Clock::Gpu => ("GPU clock", "GPU 时间戳"),
        Clock::Wall => ("wall clock", "墙上时钟"),
    }) as fn(Clock) -> &'static str,
    rounding: ("Clock step", "时钟步长"),
    rounding_of: (|nanos| match nanos {
        None => ("as the browser gives it".to_owned(), "浏览器给出的步长".to_owned(),),
        Some(nanos) => (
            format!("rounded to {} µs", nanos / 1_000),
            format!("取整到 {} µs", nanos / 1_000),
        ),
    }) as fn(Option<u32>) -> String,
    copy: ("Measure a plain copy too", "同时测量单纯的复制"),
    method_about: (
        "Each round gives every kernel one sample. The slope stays accurate even with a coarser clock.",
        "每一轮给每个内核一个样本。把时钟调粗，可以看到斜率法不受影响。",
    ),
    /// Arguments: measurements, seconds.
    estimate: (
        |(count, seconds)| {
            let count = match count {
                1 => "1 measurement".to_owned(),
                _ => format!("{count} measurements"),
            };
            format!("{count}, about {}", (EN.duration)(seconds))
        },
        |(count, seconds)| format!("{count} 项测量，大约 {}", (ZH.duration)(seconds)),
    ) as fn((usize, f64)) -> String,
    no_kernel: ("Choose at least one kernel.", "请至少选择一个内核。"),
    /// Arguments: measurements asked for, the most that are possible.
    too_many: (|(count, most)| (
        format!("{count} measurements are more than fit one file. Choose fewer kernels or sizes: at most {most}."),
        format!("{count} 项测量放不进一个文件。请减少内核或大小，最多 {most} 项。"),
    )) as fn((usize, usize)) -> String,
    /// Arguments: the adapter's largest n and block.
    left_out: (|(n, block)| (
        format!(
            "This adapter supports n up to {} and block sizes up to {block}; larger sizes are left out.",
            grouped(n.into())
        ),
        format!(
            "这个适配器的 n 最大为 {}，块大小最大为 {block}；超出的部分会略去。",
            grouped(n.into())
        ),
    )) as fn((u32, u32)) -> String,
    run: ("Measure on my GPU", "在我的 GPU 上测量"),

    // While measuring.
    paused: ("Paused", "已暂停"),
    paused_hidden: ("Paused while this page is in the background", "页面在后台，已暂停",),
    resume: ("Go on", "继续"),
    stop: ("Stop", "停止"),
    lesson_measures: (
        "A lesson's kernels are being measured. Wait for them, or cancel them on the lesson page.",
        "课程页正在测量内核。请等待其结束，或在课程页取消。",
    ),
    device_lost: (
        "The GPU was lost and is connected again. Finished measurements are kept; the others continue.",
        "GPU 设备丢失后已重新连接。已测的结果都保留，其余继续测量。",
    ),
    lost: (
        |error| {
            let reason = match error {
                GpuError::DeviceLost { reason } => reason.trim_end_matches('.'),
                _ => "",
            };
            format!(
                "The GPU was lost three times ({reason}). Finished measurements are kept. Close other pages that use the GPU, or choose a smaller n; then connect again."
            )
        },
        |error| {
            let reason = match error {
                GpuError::DeviceLost { reason } => reason.trim_end_matches('.'),
                _ => "",
            };
            format!(
                "GPU 设备已丢失三次（{reason}）。已测的结果都保留。请关闭其他使用 GPU 的页面，或选择较小的 n，然后重新连接。"
            )
        },
    ) as fn(&GpuError) -> String,
    reconnect: ("Connect and go on", "重新连接并继续"),
    long: (
        "Long for one dispatch: operating systems reset the GPU after one or two seconds.",
        "单次派发时间过长：系统会在一两秒后收回 GPU。",
    ),
    /// Shown if the simulator cannot estimate the time of any kernel.
    may_be_long: (
        "The time of one dispatch is unknown. Operating systems reset the GPU after one or two seconds; a smaller n is safer.",
        "不知道单次派发要多久。系统会在一两秒后收回 GPU；换较小的 n 更稳妥。",
    ),
    unknown_length: (|kernel| (
        format!("{kernel}: the simulator stopped before it could estimate the time"),
        format!("{kernel}：模拟器还没算出来就停止了"),
    )) as fn(&str) -> String,
    /// Arguments: kernel, seconds.
    may_take: (|kernel, seconds| (
        format!(
            "{kernel}: about {} each, by the simulator's cost and this GPU's times so far",
            (EN.duration)(seconds)
        ),
        format!(
            "{kernel}：由模拟器的代价和此 GPU 的实测表现推算，每次约 {}",
            (ZH.duration)(seconds)
        ),
    )) as fn(&str, f64) -> String,
    leave_out: ("Leave out", "略去"),
    run_anyway: ("Run anyway", "仍然运行"),

    // Charts and table.
    figures: ("Charts", "图表"),
    figure: (figures::EN.figure, figures::ZH.figure) as fn(Figure) -> &'static str,
    figure_title: (figures::EN.figure_title, figures::ZH.figure_title) as fn(Figure) -> &'static str,
    /// Arguments: title, n, and the block if there is a single one.
    figure_of: (figures::EN.figure_of, figures::ZH.figure_of) as fn(&str, u64, Option<u32>) -> String,
    figure_source: (figures::EN.figure_source, figures::ZH.figure_source) as fn(Source<'_>) -> String,
    speed_up_about: (
        "The speed of each kernel relative to the first.",
        "每个内核是第一个内核的多少倍快。",
    ),
    nothing_here: ("Nothing was measured at this size.", "在这个大小下没有测量结果。",),
    per_lane: ("elements per thread", "每线程元素个数"),
    time: ("time", "时间"),
    copy_title: ("copy", "复制"),
    counting: (
        "The machine is counting what these kernels do…",
        "机器正在统计这些内核的操作……",
    ),
    roof: ("copy", "复制"),
    roofline_about: (
        "Operations are instructions of our own bytecode, counted per lane; bytes are those of the sectors that its requests move. Above the roof a cache serves repeated reads.",
        "操作数是我们自己的字节码指令，按通道计；字节数是各请求搬运的扇区。高于屋顶线，说明重复读取由缓存提供。",
    ),
    intensity: ("operations per byte", "每字节操作数"),
    gigaflops: "Gflop/s",
    operation_rate: ("10⁹ operations per second", "每秒 10⁹ 次操作"),
    simulated_about: (
        "Each kernel's time by the model of an H200 against its time on this GPU; on the line they have the usual ratio.",
        "每个内核按 H200 模型的时间与在本 GPU 上的时间；在直线上，两者成通常的比例。",
    ),
    modelled_time: ("modelled (H200)", "模型（H200）"),
    measured_time: ("measured", "实测"),
    /// Argument: the usual quotient of measured and modelled time of these kernels.
    proportion: (|ratio| (format!("× {ratio}"))) as fn(&str) -> String,
    correlation: (|rank| (
        format!("Order of the kernels, modelled against measured: rank correlation {rank:.2}."),
        format!("内核次序，模型对实测：秩相关 {rank:.2}。"),
    )) as fn(f64) -> String,
    /// Arguments: modelled time, measured time.
    comparison: (figures::EN.comparison, figures::ZH.comparison) as fn(&str, &str, &Comparison) -> String,
    explanation: (figures::EN.explanation, figures::ZH.explanation) as fn(&Comparison) -> &'static str,
    heat_about: (
        "GB/s on a logarithmic scale: darker is faster, and the best cell is outlined.",
        "GB/s：颜色越深越快（按对数），最佳的一格带框。",
    ),
    export: ("Save as", "保存为"),
    export_as: (|format| (format!("Save as {format}"), format!("保存为 {format}"))) as fn(&str) -> String,
    not_saved: (
        "The browser could not save the file. Try another format.",
        "浏览器没有允许保存文件。请换一种格式再试。",
    ),
    table: ("All measurements", "全部测量"),
    samples: ("all samples", "全部样本"),
    samples_hint: (
        "Each dot is a sample, from the fastest to the slowest; rings are outliers, the line is the median.",
        "每个圆点是一个样本，从最快到最慢；空心圈为离群值，竖线为中位数。",
    ),
    first_run: ("first run", "首次运行"),
    first_run_hint: (
        "The first dispatch, on cold caches and low clocks",
        "第一次派发：缓存未预热，频率未升高",
    ),
    compiling: ("compiling", "编译"),
    compiling_hint: (
        "From text to pipeline; drivers may delay a part of it until the first run",
        "从文本到流水线；驱动可能把一部分推迟到首次运行",
    ),
    slope: (|repeats| (
        format!("slope, R = {}", grouped(repeats.into())),
        format!("斜率，R = {}", grouped(repeats.into())),
    )) as fn(u32) -> String,
    single: ("single dispatches", "单次派发"),
    quantised: (|step| (format!("quantised to {step}"), format!("时钟步长 {step}"))) as fn(&str) -> String,
    /// Arguments: samples, fastest, slowest, outliers.
    strip: (
        |(samples, least, most, outliers)| {
            let outliers = match outliers {
                0 => "no outlier".to_owned(),
                1 => "1 outlier".to_owned(),
                _ => format!("{outliers} outliers"),
            };
            format!("{samples} samples from {least} to {most}, {outliers}")
        },
        |(samples, least, most, outliers)| match outliers {
            0 => format!("{samples} 个样本，{least} 到 {most}，无离群值"),
            _ => format!("{samples} 个样本，{least} 到 {most}，离群值 {outliers} 个"),
        },
    ) as fn((usize, &str, &str, usize)) -> String,

    // The table of all kernels.
    /// The option of the form that offers all kernels of the table.
    all_kernels: ("All of divergence and reductions", "分化与归约的全部内核",),
    /// Argument: the device of the shipped times.
    column: (kernel_table::EN.column, kernel_table::ZH.column) as fn(Column, &str) -> String,
    column_meaning: (kernel_table::EN.column_meaning, kernel_table::ZH.column_meaning) as fn(Column) -> &'static str,
    count: ("Count", "计数"),
    count_hint: (
        "The simulator runs a part of each kernel. Nothing runs on your GPU.",
        "模拟器运行每个内核的一部分，你的 GPU 上不会运行任何东西。",
    ),
    /// Arguments: kernels that are counted, all kernels.
    counted: (|done, all| (
        format!("{done} of {all} kernels counted"),
        format!("已计数 {done} / {all} 个内核"),
    )) as fn(usize, usize) -> String,
    multiplied: (
        "≈ is modelled: a part ran and was multiplied, though its blocks are not alike.",
        "≈ 为模型值：只运行了一部分再相乘，而各块并不相同。",
    ),
    table_source: (
        "Counters are those of the machine with an H200's rules.",
        "计数来自采用 H200 规则的模拟机。",
    ),
    need: (kernel_table::EN.need, kernel_table::ZH.need) as fn(WarpNeed) -> String,
    /// Arguments: the narrowest and the widest warp of the reader's GPU, if it tells.
    own_warps: (kernel_table::EN.own_warps, kernel_table::ZH.own_warps) as fn(Option<[u32; 2]>) -> String,
    of_size: (|n, block| (
        format!("n = {}, block size {block}", grouped(n)),
        format!("n = {}，块大小 {block}", grouped(n)),
    )) as fn(u64, u32) -> String,

    // Records.
    records: ("Saved in this browser", "保存在此浏览器中"),
    no_records: (
        "Each run is saved here: you can view, name and export it.",
        "每次测量都会保存在这里：可以再次查看、命名、导出。",
    ),
    import: ("Open a file", "打开文件"),
    name: ("Name", "名称"),
    entries: (
        |count| match count {
            1 => "1 measurement".to_owned(),
            _ => format!("{count} measurements"),
        },
        |count| format!("{count} 项测量"),
    ) as fn(usize) -> String,
    forget: ("Delete", "删除"),
    forget_sure: ("Delete?", "确认删除？"),
    storage_full: (
        "The browser has no room left for this record, so it is not kept: export it as JSON, or delete older ones at the side.",
        "浏览器已没有空间保存这份记录：请导出为 JSON，或删除旁边较旧的记录。",
    ),
    unreadable: (files::EN.unreadable, files::ZH.unreadable) as fn(&str) -> String,
    bad_file: (files::EN.bad_file, files::ZH.bad_file) as fn(&str, &SheetError) -> String,
    /// Formats a time in seconds.
    duration: (|seconds| match seconds {
        s if s < 0.95 => (format!("{:.1} s", s), format!("{:.1} 秒", s)),
        s if s < 100.0 => (format!("{s:.0} s"), format!("{s:.0} 秒")),
        s => (format!("{:.0} min", s / 60.0), format!("{:.0} 分钟", s / 60.0),),
    }) as fn(f64) -> String,
});
