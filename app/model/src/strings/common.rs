//! The sentences of the common table.

use super::caption::{caption_en, caption_zh};
use super::{With, count, errors, help, kernel_error, outcome, percent, times};
use crate::address::{Aside, Nonsense, Theme};
use crate::number::{NumberError, grouped};
use crate::panels::counters::Kind;
use crate::panels::lanes::LaneState;
use crate::run::caption::Caption;
use crate::run::picture_end::PictureEnd;
use crate::run::times::conditions::Conditions;
use crate::run::times::remark::Remark;
use crate::run::times::size::AtSize;
use crate::run::what_if::Question;
use engine::protocol::Check;
use gpu::{DeviceInfo, GpuError, Phase};
use lessons::published::Build;
use lessons::{Language, SizeError, Values};
use simt::{Grain, KernelError, Outcome};

// The page in one language.
words!(Strings {
    language: (Language::English, Language::SimplifiedChinese) as Language,
    // The frame of the page.
    /// Pages next to the lessons.
    place: (|aside| match aside {
        Aside::Trust => ("Can I trust these counters?", "这些计数可信吗？"),
        Aside::Lab => ("GPU lab", "GPU 实验室"),
        Aside::Board => ("Class board", "班级看板"),
        Aside::Deck => ("My deck", "我的幻灯片"),
        Aside::Playground => ("Playground", "练习场"),
    }) as fn(Aside) -> &'static str,
    lessons: ("Lessons", "课程"),
    lesson_number: (|number| (format!("Lesson {number}"), format!("第 {number} 课"))) as With<usize>,
    walked: ("stepped to its end", "已看完"),
    /// Before the lessons to know first, and before those that need this one.
    know_first: ("Know first:", "先学："),
    /// Argument: the number of load requests, with separators.
    shared_hint: (|requests| (
        format!(
            "Passes over the banks of shared memory for {requests} load requests. More passes than requests are bank conflicts."
        ),
        format!("{requests} 次共享内存加载请求在存储体上的趟数。比请求多出来的就是存储体冲突。"),
    )) as fn(&str) -> String,
    /// At the line and the column where lanes come back.
    lanes_meet: ("lanes meet again", "通道在此会合"),
    /// Argument: the line.
    lanes_meet_at: (|line| (
        format!("lanes meet again in line {line}"),
        format!("在第 {line} 行会合")
    )) as With<u32>,
    lanes_meet_hint: (
        "Go to the step at which the lanes meet again (J)",
        "走到通道重新会合的那一步（J）"
    ),
    no_reconvergence: (
        "No lanes come together again after this step.",
        "这一步之后没有通道再汇合。",
    ),
    go_on: ("Go on with:", "接着学："),
    language_name: ("Language", "语言"),
    theme: (|theme| match theme {
        Theme::Light => ("Light", "浅色"),
        Theme::Dark => ("Dark", "深色"),
        Theme::Projector => ("Projector", "投影"),
    }) as fn(Theme) -> &'static str,
    switch_theme: (
        "Switch between light, dark and projector (T)",
        "切换浅色、深色和投影（T）",
    ),
    /// The same in a word.
    help_word: ("Help", "帮助"),
    close: ("Close", "关闭"),
    dismiss: ("Dismiss", "知道了"),
    skip_to_player: ("Skip to the player", "跳到播放控制"),

    // Header and strip of the lesson page.
    elements: "n",
    block: ("block", "块"),
    machine: ("machine", "机器"),
    own_machine: ("custom sizes…", "自定义参数…"),
    machine_sizes: ("Sizes of the machine", "机器参数"),
    this_computer: ("This computer", "这台电脑"),
    /// Shown in place of a source.
    own_machine_source: (
        "Custom sizes: they need not match a real chip.",
        "自定义的参数：不对应某个真实芯片。",
    ),
    /// The source of a machine's sizes, and the sizes that were assumed.
    machine_source: (|source, assumed| match assumed {
        "" => (format!("From: {source}."), format!("来源：{source}。")),
        _ => (
            format!("From: {source}. Assumed: {assumed}"),
            format!("来源：{source}。假定：{assumed}"),
        ),
    }) as fn(source: &str, assumed: &str) -> String,
    picture_follows: ("block no.", "块号"),
    picture_hint: (|last| (
        format!("The counters cover all blocks; the picture follows this one, 0 to {last}."),
        format!("计数涵盖所有块；画面只跟随这一块，可填 0 到 {last}。"),
    )) as With<u32>,
    presets: ("Common sizes", "常用大小"),
    values_label: ("Input values", "输入数值"),
    values_hint: (
        "Input values: 0 to 9, for sums in the head, or 0 to 255, as in the published measurements. The counters are the same.",
        "输入数值：0 到 9 便于心算，0 到 255 与公布的测量相同；计数器不受影响。",
    ),
    values: (|values| match values {
        Values::Small => "0–9",
        Values::Source => "0–255",
    }) as fn(Values) -> &'static str,
    compare: ("Compare", "对比"),
    compare_hint: (
        "Puts kernels side by side, on the same data and stepped together; the tabs then add and remove them",
        "把几个内核并排放在一起，数据相同，同步单步；此时上方标签用于添加或移除内核",
    ),
    ratio_to_first: ("times the first kernel's", "相对于第一个内核的倍数"),
    differences: ("Differences", "差异"),
    differences_hint: (
        "Highlights the differences: + marks lines that only this kernel has, ≠ marks lines that the other kernel has in other words",
        "标出不同的代码：+ 表示只有这个内核才有的行，≠ 表示另一个内核写法不同的行",
    ),
    /// Labels of the signs next to lines of code.
    line_alone: ("only in this kernel", "只有这个内核有这一行"),
    line_reworded: ("differs from the other kernel", "与另一个内核不同"),
    full_screen: ("Full screen (F)", "全屏（F）"),
    slides: ("Slides", "幻灯片"),
    slides_hint: (
        "Go through the lesson slide by slide with “Next”",
        "逐张讲解；用“前进”翻页",
    ),
    slide_back: ("Prev. slide", "上一张"),
    slide_next: ("Next slide", "下一张"),
    speaker_notes: ("Notes", "备注"),
    code_text: ("Text of the kernel", "内核代码"),
    answer: ("Answer", "答案"),
    kernel_tabs: ("Kernels of this lesson", "本课的内核"),

    // Panels.
    panels: ("Views of the run", "运行的各种视图"),
    memory: ("Memory", "内存"),
    code: ("Code", "代码"),
    lanes: ("Lanes", "通道"),
    lane_state: (|state| match state {
        LaneState::Active => ("active", "执行"),
        LaneState::Masked => ("masked", "屏蔽"),
        LaneState::AtBarrier => ("at barrier", "等待同步"),
        LaneState::Finished => ("finished", "结束"),
        LaneState::Absent => ("absent", "不存在"),
    }) as fn(LaneState) -> &'static str,
    /// Arguments: active, present, share in percent.
    lanes_active: (|(active, present, share)| (
        format!("{active} of {present} lanes active · {}", percent(share)),
        format!("{present} 条线程中 {active} 条在执行 · {}", percent(share)),
    )) as With<(u32, u32, f64)>,
    warp: (|warp| (format!("warp {warp}"), format!("线程束 {warp}"))) as With<u32>,
    /// Argument: the number of warps at a line.
    warps_here: (
        |warps| {
            if warps == 1 {
                "1 warp".to_owned()
            } else {
                format!("{warps} warps")
            }
        },
        |warps| format!("{warps} 束"),
    ) as With<u32>,
    block_in_playground: (|block| (
        format!("Run {block} in the playground"),
        format!("在练习场用 {block} 运行"),
    )) as With<u32>,
    masked_sign: ("masked", "屏蔽"),
    masked_hint: (
        "Short branches are masked. The sizes of the machine have the switch.",
        "短分支改用屏蔽执行；开关在机器参数里。",
    ),
    what_if: ("What if …", "如果……"),
    what_if_hint: (
        "What if warps were wider, blocks odd, or barriers gone?",
        "如果线程束更宽、块大小特别，或者没有同步？",
    ),
    /// Argument: the changes that are in effect.
    what_if_besides: (|changes| (
        format!("Besides what is changed already: {changes}."),
        format!("在已有改动之上：{changes}。"),
    )) as fn(&str) -> String,
    what_if_width: (|width| (
        format!("warps of {}", count(width, "lane", "lanes")),
        format!("每束 {width} 条通道")
    )) as With<u32>,
    what_if_block: (|block| (
        format!("blocks of {}, in the playground", count(block, "thread", "threads")),
        format!("每块 {block} 条线程（在练习场）"),
    )) as With<u32>,
    what_if_barriers: ("no barriers, in the playground", "去掉同步（在练习场）"),
    /// Names the question in the playground.
    what_if_asked: (|question| match question {
        Question::Block(block) => (
            format!("What if: blocks of {}", count(block, "thread", "threads")),
            format!("如果每块 {block} 条线程"),
        ),
        Question::NoBarriers => ("What if: no barriers".to_owned(), "如果去掉同步".to_owned()),
    }) as With<Question>,
    /// The button that folds so many lines at the start of the code.
    code_header: (|lines| (
        format!("Lines 1 to {lines}: declarations"),
        format!("第 1 至 {lines} 行：声明"),
    )) as With<u32>,
    array: ("Memory", "内存"),
    /// Arguments: lines, sectors.
    touches: (|(lines, sectors)| (
        format!(
            "{}, {}",
            count(lines, "line", "lines"),
            count(sectors, "sector", "sectors")
        ),
        format!("{lines} 行，{sectors} 扇区"),
    )) as With<(u32, u32)>,
    load: ("load", "加载"),
    store: ("store", "存储"),
    lines_touched: (|lines| (count(lines, "line", "lines"), format!("{lines} 行"))) as With<u32>,
    words_touched: (|words| (count(words, "word", "words"), format!("{words} 个字"))) as With<u32>,
    asked_moved: (|(asked, moved)| (
        format!("requested {asked} bytes, moved {moved}"),
        format!("请求 {asked} 字节，搬运 {moved} 字节"),
    )) as With<(u32, u32)>,
    /// Arguments: bytes requested, bytes moved; a short form.
    bytes_of: (|(asked, moved)| (format!("{asked} of {moved} B"), format!("{asked} / {moved} B"),)) as With<(u32, u32)>,
    line_unit: (|(line, sector)| (
        format!("{line}-byte cache lines of {}-byte sectors", sector),
        format!("每排是一条 {line} 字节缓存行，分成 {sector} 字节的扇区"),
    )) as With<(u32, u32)>,
    /// The same where some variables hold numbers that are smaller than a word.
    line_unit_of_bytes: (|(line, sector)| (
        format!("{line}-byte cache lines of {sector}-byte sectors; a row of bytes is a part of a line",),
        format!("每排字是一条 {line} 字节缓存行，分成 {sector} 字节的扇区；每排字节是其中一部分"),
    )) as With<(u32, u32)>,
    timeline: ("Whole run", "整次运行"),
    timeline_hint: ("click or drag to go there", "点击或拖动可跳转"),
    timeline_label: (|(warps, rounds, worked)| (
        format!(
            "Whole run: {} over {}; {} of the lanes in executed statements were active.",
            count(warps, "warp", "warps"),
            count(rounds, "round", "rounds"),
            percent(worked)
        ),
        format!(
            "整次运行：{warps} 个线程束，{rounds} 轮；在执行过的语句里，{} 的线程在工作。",
            percent(worked)
        ),
    )) as With<(u32, u32, f64)>,
    rounds: (|(round, rounds)| (
        format!("round {round} of {rounds}"),
        format!("第 {round} 轮，共 {rounds} 轮"),
    )) as With<(u32, u32)>,
    lane_tip: (|invocation, warp, lane, state| (
        format!("thread {invocation} · warp {warp}, lane {lane} · {state}"),
        format!("{invocation} 号线程 · 线程束 {warp} 的 {lane} 号通道 · {state}"),
    )) as fn(u32, u32, u32, &str) -> String,
    word_tip: (|name, index, value| (format!("{name}[{index}] = {value}"))) as fn(&str, u32, &str) -> String,
    word_hint: ("Click or Enter: who stored it?", "点击或按 Enter：是谁写的？"),
    loaded_by: (|lanes| (format!("loaded by thread {lanes}"), format!("由 {lanes} 号线程加载"),)) as fn(&str) -> String,
    stored_by: (|lanes| (format!("stored by thread {lanes}"), format!("由 {lanes} 号线程写入"),)) as fn(&str) -> String,
    predict: ("Predict", "预测"),
    predict_hint: (
        "Mark what will happen, then go one step on to see what was right (M)",
        "先标出将会发生什么，再走一步，看对了多少（M）",
    ),

    // Counters.
    counters: ("Counters", "计数器"),
    whole_dispatch: (
        |blocks| {
            if blocks == 1 {
                "1 block, all counted".to_owned()
            } else {
                format!("all {} blocks", grouped(blocks))
            }
        },
        |blocks| format!("全部 {} 个块", grouped(blocks)),
    ) as With<u64>,
    why_short: ("Why?", "为什么？"),
    why_hint: ("Why this number?", "这个数从哪里来？"),
    kind_title: ("Kind of these numbers", "这些数字的性质"),
    kind: (|kind| match kind {
        Kind::Measured => ("measured", "实测"),
        Kind::Exact => ("exact", "精确"),
        Kind::Modelled => ("modelled", "模型"),
        Kind::Published => ("published", "文献"),
    }) as fn(Kind) -> &'static str,
    kind_meaning: (|kind| match kind {
        Kind::Measured => ("Timed on the named device.", "在旁边注明的设备上计时得到。"),
        Kind::Exact => (
            "Counted from the masks and addresses of this run.",
            "根据这次运行的掩码和地址逐一数出。",
        ),
        Kind::Modelled => (
            "Depends on a model: the machine's own instructions, or blocks that represent others.",
            "由模型推出：模拟机自己的指令，或以部分块代表其余的块。",
        ),
        Kind::Published => ("Printed in the named source.", "印在旁边注明的资料中。"),
    }) as fn(Kind) -> &'static str,
    none: ("none", "无"),
    small_figures: (|device| (
        format!("Small: published for {device}; ✓ equal in every printed digit."),
        format!("小字：{device} 的文献值；✓ 表示每一位都相同。"),
    )) as fn(&str) -> String,
    published_on: (|device| (format!("{device}, published"), format!("{device}，文献值"))) as fn(&str) -> String,
    equal_to_published: (
        "equal to the published figure in every printed digit",
        "与文献值的每一位数字都相同",
    ),
    differs_from_published: ("differs from the published figure", "与文献值不同"),
    /// Arguments: blocks that ran, all blocks, true if they are alike.
    multiplied: (outcome::EN.multiplied, outcome::ZH.multiplied) as With<(u32, u32, bool)>,
    result_equal: ("equal to the CPU", "与 CPU 相同"),
    /// Arguments: the number of right words, and of all words.
    result_differs: (outcome::EN.result_differs, outcome::ZH.result_differs) as fn(u64, u64) -> String,
    check: (outcome::EN.check, outcome::ZH.check) as fn(Check) -> String,
    not_checked: ("not compared", "未比较"),
    no_findings: ("no findings", "没有发现问题"),
    findings: (
        |count| {
            if count == 1 {
                "1 finding".to_owned()
            } else {
                format!("{count} findings")
            }
        },
        |count| format!("发现 {count} 个问题"),
    ) as With<usize>,
    outcome: (outcome::EN.outcome, outcome::ZH.outcome) as fn(&Outcome) -> Option<String>,
    /// `None` if there is nothing to say.
    picture_end: (outcome::EN.picture_end, outcome::ZH.picture_end) as fn(PictureEnd) -> Option<&'static str>,

    // The player.
    player: ("Player", "播放控制"),
    first: ("To the start (Home)", "回到开头（Home）"),
    first_word: ("Start", "开头"),
    last_word: ("End", "结尾"),
    back: ("Back (←)", "后退（←）"),
    back_word: ("Back", "后退"),
    next_word: ("Next", "前进"),
    play: ("Play", "播放"),
    pause: ("Pause", "暂停"),
    /// Argument: the action of the space bar.
    by_space: (|does| (format!("{does} (Space)"), format!("{does}（空格）"))) as fn(&str) -> String,
    next: ("Next (→)", "前进（→）"),
    last: ("To the end (End)", "跳到结尾（End）"),
    position: ("Position", "位置"),
    step_of: (|(step, steps)| (
        format!("step {step} of {steps}"),
        format!("第 {step} 步，共 {steps} 步"),
    )) as With<(usize, usize)>,
    stride_loop: (|(iteration, total)| (
        format!("iteration {iteration} of {total}"),
        format!("迭代 {iteration} / {total}"),
    )) as With<(u32, u32)>,
    grain: (|grain| match grain {
        Grain::Warp => ("warp", "线程束"),
        Grain::Statement => ("statement", "语句"),
        Grain::Iteration => ("iteration", "迭代"),
        Grain::Barrier => ("barrier", "同步"),
    }) as fn(Grain) -> &'static str,
    grain_label: ("Step by", "每步"),
    cycle: ("cycle", "周期"),
    cycle_meaning: (
        "to the next modelled cycle that issues a statement; runs side by side are at the same cycle",
        "到下一个有语句发射的模型周期；并排的各次运行处于同一周期",
    ),
    /// Arguments: the cycle that is shown, the last cycle.
    cycle_of: (|(cycle, end)| (
        format!("cycle {} of {}", grouped(cycle.into()), grouped(end.into())),
        format!("第 {} 个周期，共 {} 个", grouped(cycle.into()), grouped(end.into())),
    )) as With<(u32, u32)>,
    no_cycles: (
        "This run is too long for the scheduler’s model, so it cannot be stepped by cycle. Choose a smaller n or block.",
        "这次运行对调度器模型来说太长，不能按周期前进。请减小 n 或块的大小。",
    ),
    grain_meaning: (|grain| match grain {
        Grain::Warp => ("one statement of one warp", "一个线程束执行一条语句"),
        Grain::Statement => (
            "one statement of every warp that can run",
            "所有能执行的线程束各执行一条语句",
        ),
        Grain::Iteration => ("to the next iteration of the loop", "到循环的下一次迭代",),
        Grain::Barrier => ("past the next barrier", "越过下一个同步点"),
    }) as fn(Grain) -> &'static str,
    speed: ("Speed", "速度"),
    slower: ("Slower (-)", "慢一点（-）"),
    faster: ("Faster (+)", "快一点（+）"),
    caption: (caption_en, caption_zh) as fn(&Caption) -> (Option<String>, String),

    // The engine.
    computing: ("computing", "正在计算"),
    blocks_done: (|(done, all)| (
        format!("{} of {} blocks", grouped(done), grouped(all)),
        format!("已完成 {} / {} 个块", grouped(done), grouped(all)),
    )) as With<(u64, u64)>,
    cancel: ("Cancel", "取消"),
    cancelled: (
        "Cancelled. The page shows the last complete run.",
        "已取消。页面显示上一次完整运行的结果。",
    ),
    /// A lazily loaded part of the page could not be loaded.
    part_missing: (
        "This part of the page could not be loaded. Check the network and try again.",
        "页面的这一部分没能加载。请检查网络，然后再试一次。",
    ),
    part_again: ("Try again", "再试一次"),
    /// Neither could the lessons' words and figures.
    texts_missing: (
        "The lessons' texts could not be loaded; stepping works without them. Check the network and try again.",
        "课程的文字没能加载，单步执行不受影响。请检查网络，然后再试一次。",
    ),
    engine_died: (
        "The engine that runs kernels stopped unexpectedly. It has been started again, and nothing is lost.",
        "执行内核的引擎意外停止，已经重新启动，没有丢失任何内容。",
    ),
    engine_hangs: (
        "The engine that runs kernels no longer answered. It has been started again, and nothing is lost.",
        "执行内核的引擎没有响应，已经重新启动，没有丢失任何内容。",
    ),
    engine_gave_up: (
        "The engine that runs kernels keeps stopping. Start the engine again, or reload the page.",
        "执行内核的引擎反复停止。请重新启动引擎，或重新加载页面。",
    ),
    start_engine: ("Start the engine", "启动引擎"),
    new_version: (
        "A new version of Warpstep is available. This page uses the old version until you load the new one. Your work is kept.",
        "Warpstep 有新版本。在你加载新版本之前，本页继续使用当前版本；你的内容不会丢失。",
    ),
    load_new_version: ("Load it now", "立即加载"),
    kernel_error: (
        |error| match error.location() {
            Some((line, column)) => {
                format!("This kernel cannot run: {error} (line {line}, column {column}).")
            }
            None => format!("This kernel cannot run: {error}."),
        },
        |error| match error.location() {
            Some((line, column)) => format!(
                "第 {line} 行第 {column} 列，内核无法运行：{}",
                kernel_error::chinese(error)
            ),
            None => format!("内核无法运行：{}", kernel_error::chinese(error)),
        },
    ) as fn(&KernelError) -> String,

    // Times.
    times: ("Time", "时间"),
    /// Arguments: elements, and lanes per block if all kernels have the same.
    time_of_launch: ("Time of one launch", "一次启动的时间"),
    /// Arguments: the device, or `None` for the reader's; n.
    tab_note: (times::EN.tab_note, times::ZH.tab_note) as fn(Option<&str>, u32) -> String,
    no_times_here: (
        "No kernel was timed at this size yet. Measure here, or choose the clock's n.",
        "还没有这个大小的时间。请在本机测量，或选择计时用的 n。",
    ),
    with_cuda: ("with CUDA's times", "加上 CUDA 的时间"),
    no_gpu_here: (
        "This browser has no GPU to measure on.",
        "这个浏览器没有可供测量的 GPU。",
    ),
    gpu_too_small: ("This GPU cannot take this size.", "这块 GPU 承受不了这个大小。"),
    times_of: (times::EN.times_of, times::ZH.times_of) as fn(u32, Option<u32>) -> String,
    /// Arguments: device, day.
    shipped_times: (|device, day| (
        format!("{device}: the same WGSL in a browser, {day}."),
        format!("{device}：同一份 WGSL 在浏览器中的时间，{day}。"),
    )) as fn(&str, &str) -> String,
    /// Argument: the device.
    shipped_on: (|device| (
        format!("measured on {device} in a browser"),
        format!("在 {device} 的浏览器中实测"),
    )) as fn(&str) -> String,
    cuda_on: (|device| (format!("{device} with CUDA"), format!("{device}（CUDA）"))) as fn(&str) -> String,
    own_on: (|device| (format!("this GPU: {device}"), format!("本机 GPU：{device}"))) as fn(&str) -> String,
    intervals_drawn: (
        "A line at the end of a bar is a 95 % interval.",
        "条末的短线是 95 % 区间。",
    ),
    published_in: (|titles| (
        format!("The table has published times of other hardware. From: {titles}."),
        format!("表格里还有其他硬件的文献值。出自：{titles}。"),
    )) as fn(&str) -> String,
    /// The program and the device of a published time. Arguments: device, build, function of a library.
    published_by: (times::EN.published_by, times::ZH.published_by) as fn(&str, Build, Option<&str>) -> String,
    /// Some times are of other conditions than the bars.
    other_conditions: (
        "Times of another n, block, number of iterations or device are in the table only.",
        "n、块、迭代次数或设备不同的时间只列在表格里。",
    ),
    conditions: (times::EN.conditions, times::ZH.conditions) as fn(Conditions) -> String,
    empty_name: ("empty dispatch", "空派发"),
    /// Argument: the median, with its unit.
    empty_dispatch: (|median| (
        format!("A launch without work takes {median}."),
        format!("没有工作的一次启动要 {median}。"),
    )) as fn(&str) -> String,
    /// Arguments: the choice, and its number of elements.
    at_size: (times::EN.at_size, times::ZH.at_size) as fn(AtSize, u32) -> String,
    at_size_label: (
        "The size of the measurement: the clock’s or the picture’s. With few elements, a dispatch takes as long as its launch.",
        "测量所用的大小：计时用的，或画面上的。元素太少时，一次派发的时间几乎全是启动开销。",
    ),
    /// Arguments: the number of elements that was chosen, and the lesson's.
    smaller_n: (times::EN.smaller_n, times::ZH.smaller_n) as fn(u32, u32) -> String,
    remark: (times::EN.remark, times::ZH.remark) as fn(&Remark) -> String,
    measure: ("Measure on this GPU", "在本机 GPU 上测量"),
    measure_hint: (
        "Runs the lesson’s kernels on your GPU, checks their results, then times them.",
        "在你的 GPU 上运行本课的内核，先核对结果，再计时。",
    ),
    time_table: ("Table and sources", "表格与出处"),
    kernel: ("kernel", "内核"),
    median: ("median", "中位数"),
    interval: ("95 % interval", "95 % 区间"),
    bandwidth: "GB/s",
    published: ("published", "文献值"),
    looking_for_gpu: ("Looking for a GPU …", "正在寻找 GPU……"),
    /// Arguments: device, samples.
    measured_on: (times::EN.measured_on, times::ZH.measured_on) as fn(&DeviceInfo, usize) -> String,
    phase: (|phase| match phase {
        Phase::Rehearsing => ("choosing n", "选择 n"),
        Phase::Checking => ("checking the result", "核对结果"),
        Phase::Calibrating => ("calibrating", "校准"),
        Phase::Timing => ("timing", "计时"),
    }) as fn(Phase) -> &'static str,
    /// The lab measures, so that nothing else may be measured.
    lab_measures: (
        "The lab is measuring or waiting for you. Let it finish, or stop it there: two measurements at once would disturb each other.",
        "实验室正在测量，或在等待你的选择。请让它结束，或在那里停止：两次测量同时进行会相互干扰。",
    ),
    gpu_error: (errors::EN.gpu, errors::ZH.gpu) as fn(&GpuError) -> String,

    // Sentences about errors.
    bad_number: (|text, error| match error {
        NumberError::Empty => (
            "This field is empty. Write a whole number, for example 16384 or 2^14.".to_owned(),
            "这里还没有填写。请填一个整数，例如 16384 或 2^14。".to_owned(),
        ),
        NumberError::NotANumber => (
            format!("“{text}” is not a whole number. Write one, for example 16384 or 2^14."),
            format!("“{text}”不是整数。请填一个整数，例如 16384 或 2^14。"),
        ),
        NumberError::TooLarge => (
            format!("“{text}” is larger than any buffer. Write at most 2^29."),
            format!("“{text}”超出了缓冲区的上限。最多可填 2^29。"),
        ),
    }) as fn(&str, NumberError) -> String,
    bad_size: (errors::EN.size, errors::ZH.size) as With<SizeError>,
    bad_picture: (|last| (
        format!("There is no such block. Write 0 to {last}."),
        format!("没有这个块。可填 0 到 {last}。"),
    )) as With<u32>,
    /// About an efficiency above 100 %.
    above_hundred: (
        "More than 100 %: a word that moves once serves several lanes.",
        "超过 100 %：一个字只搬运一次，却供多条通道使用。",
    ),
    /// Argument: elements that the last block lacks.
    not_multiple: (|missing| (
        format!(
            "The last block lacks {}: the kernel's guard keeps its extra lanes idle.",
            count(missing, "element", "elements")
        ),
        format!(
            "最后一块缺 {} 个元素：多出的线程被内核的边界检查挡住，保持空闲。",
            grouped(missing.into())
        ),
    )) as With<u32>,
    nonsense: (errors::EN.nonsense, errors::ZH.nonsense) as fn(&Nonsense) -> String,
    step_beyond: (|(step, last)| (
        format!("The link asks for step {step}, but this run has {last}. The end is shown."),
        format!("链接要求第 {step} 步，但这次运行只有 {last} 步，现显示结尾。"),
    )) as With<(usize, usize)>,
    page_broke: (
        "The page has failed and may show wrong results. Your position is in the address: reload to continue.",
        "页面内部出错，显示的内容不再可靠。当前位置保存在网址里：重新加载即可继续。",
    ),
    reload: ("Reload", "重新加载"),

    // Help.
    licences: ("Licences of the software in this page", "本页面所用软件的许可证",),
    help_title: ("Keys", "快捷键"),
    keys: (help::EN.keys, help::ZH.keys) as &'static [(&'static str, &'static str)],
    editor_keys_title: (
        "Keys in the playground's editor (on a Mac, ⌘ for Ctrl)",
        "练习场编辑器的快捷键（Mac 上用 ⌘ 代替 Ctrl）",
    ),
    editor_keys: (help::EN.editor_keys, help::ZH.editor_keys) as &'static [(&'static str, &'static str)],
    keys_on: ("Enable these keys", "启用这些快捷键"),
    help_reading: ("How to read the page", "怎样读图"),
    help_lines: (help::EN.lines, help::ZH.lines) as &'static [&'static str],
});
