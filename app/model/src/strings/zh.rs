//! 简体中文页面。

use super::finding_zh::finding;
use super::{Strings, fault_lines};
use crate::address::{Aside, Nonsense, Theme};
use crate::array::Moved;
use crate::caption::{Caption, Doing, LanePattern};
use crate::counters::{CounterId, Kind};
use crate::lanes::LaneState;
use crate::number::{NumberError, grouped};
use crate::picture_end::PictureEnd;
use engine::protocol::Check;
use gpu::{GpuError, Phase};
use lessons::{Group, Language, Panel, SizeError};
use simt::{Grain, KernelError, Outcome};

pub(super) static ZH: Strings = Strings {
    language: Language::SimplifiedChinese,
    tagline: "看清每条线程在做什么。",
    place: |aside| match aside {
        Aside::Trust => "这些计数可信吗？",
        Aside::Lab => "GPU 实验室",
        Aside::Board => "班级看板",
        Aside::Deck => "我的幻灯片",
        Aside::Playground => "练习场",
    },
    lead: "同一份着色器，在浏览器里逐条线程地单步执行，可进可退，还能在你自己的 GPU 上计时。这里的每一幅图都是旁边那段代码真实运行的轨迹。",
    lessons: "课程",
    group: |group| match group {
        Group::Divergence => "分化",
        Group::ReductionInGlobalMemory => "全局内存中的归约",
        Group::ReductionInSharedMemory => "共享内存中的归约",
        Group::ReductionBeyond => "更进一步的归约",
        Group::Memory => "内存",
        Group::Execution => "执行",
    },
    lesson_number: |number| format!("第 {number} 课"),
    language_name: "语言",
    theme: |theme| match theme {
        Theme::Light => "浅色",
        Theme::Dark => "深色",
        Theme::Projector => "投影",
    },
    switch_theme: "切换浅色、深色和投影（T）",
    help: "快捷键与读图方法（?）",
    close: "关闭",
    dismiss: "知道了",
    skip_to_player: "跳到播放控制",

    elements: "n",
    block: "块",
    machine: "机器",
    own_machine: "自定义参数…",
    machine_sizes: "机器参数",
    own_machine_source: "自定义的参数：不对应某个真实芯片。",
    machine_source: |source, assumed| match assumed {
        "" => format!("来源：{source}。"),
        _ => format!("来源：{source}。假定：{assumed}"),
    },
    picture_follows: "块",
    picture_hint: |last| format!("计数涵盖所有块；画面只跟随这一块，可填 0 到 {last}。"),
    presets: "常用大小",
    compare: "对比",
    compare_hint: "把几个内核并排放在一起，数据相同，同步单步；此时上方标签用于添加或移除内核",
    ratio_to_first: "相对于第一个内核的倍数",
    differences: "差异",
    differences_hint: "标出不同的代码：+ 表示只有这个内核才有的行，≠ 表示另一个内核写法不同的行",
    line_alone: "只有这个内核有这一行",
    line_reworded: "与另一个内核不同",
    full_screen: "全屏（F）",
    slides: "幻灯片",
    slides_hint: "逐张讲解；按“下一步”会翻页",
    slide_back: "上一张",
    slide_next: "下一张",
    speaker_notes: "备注",
    code_text: "内核代码",
    answer: "答案",
    kernel_tabs: "本课的内核",

    panels: "运行的各种视图",
    panel: |panel| match panel {
        None => "内存",
        Some(Panel::Lines) => "缓存行",
        Some(Panel::Banks) => "存储体",
        Some(Panel::Tree) => "归约树",
        Some(Panel::Blocks) => "线程块",
        Some(Panel::Launch) => "启动树",
        Some(Panel::Scheduler) => "调度器",
        Some(Panel::Formulas) => "公式",
        Some(Panel::Occupancy) => "占用率",
    },
    code: "代码",
    lanes: "线程",
    lane_state: |state| match state {
        LaneState::Active => "执行",
        LaneState::Masked => "屏蔽",
        LaneState::AtBarrier => "等待同步",
        LaneState::Finished => "结束",
        LaneState::Absent => "不存在",
    },
    lanes_active: |(active, present, share)| {
        format!("{present} 条线程中 {active} 条在执行 · {}", percent(share))
    },
    warp: |warp| format!("线程束 {warp}"),
    warps_here: |warps| format!("{warps} 束"),
    array: "内存",
    touches: |(lines, sectors)| format!("{lines} 行，{sectors} 扇区"),
    load: "加载",
    store: "存储",
    lines_touched: |lines| format!("{lines} 行"),
    words_touched: |words| format!("{words} 个字"),
    asked_moved: |(asked, moved)| format!("请求 {asked} 字节，搬运 {moved} 字节"),
    bytes_of: |(asked, moved)| format!("{asked} / {moved} B"),
    line_unit: |(line, sector)| format!("每排是一条 {line} 字节缓存行，分成 {sector} 字节的扇区"),
    timeline: "掩码时间线",
    timeline_hint: "点击或拖动可跳转",
    timeline_label: |(warps, rounds, worked)| {
        format!(
            "掩码时间线：{warps} 个线程束，{rounds} 轮；在执行过的语句里，{} 的线程在工作。",
            percent(worked)
        )
    },
    rounds: |(round, rounds)| format!("第 {round} 轮，共 {rounds} 轮"),
    lane_tip: |invocation, warp, lane, state| {
        format!("{invocation} 号线程 · 线程束 {warp} 的第 {lane} 位 · {state}")
    },
    word_tip: |name, index, value| format!("{name}[{index}] = {value}"),
    loaded_by: |lanes| format!("由 {lanes} 号线程加载"),
    stored_by: |lanes| format!("由 {lanes} 号线程写入"),
    predict: "预测",
    predict_hint: "先标出将会发生什么，再按“下一步”，看对了多少（M）",

    counters: "计数器",
    whole_dispatch: |blocks| format!("全部 {} 个块", grouped(blocks)),
    counter: |id| match id {
        CounterId::GldRequests => "加载请求",
        CounterId::GstRequests => "存储请求",
        CounterId::GldTransactions => "加载事务",
        CounterId::GstTransactions => "存储事务",
        CounterId::GldEfficiency => "加载效率",
        CounterId::GstEfficiency => "存储效率",
        CounterId::Branch => "分支",
        CounterId::DivergentBranch => "分化的分支",
        CounterId::WarpExecutionEfficiency => "线程束效率",
        CounterId::InstPerWarp => "每束指令数",
        CounterId::BarrierWaits => "同步等待",
    },
    counter_of_both: |id| match id {
        CounterId::GldRequests | CounterId::GstRequests => "请求",
        CounterId::GldTransactions | CounterId::GstTransactions => "事务",
        CounterId::GldEfficiency | CounterId::GstEfficiency => "效率",
        _ => "",
    },
    why: |id| match id {
        CounterId::GldRequests => "对全局内存的加载指令；每个至少有一条活动线程的线程束计一次。",
        CounterId::GstRequests => "对全局内存的存储指令；每个至少有一条活动线程的线程束计一次。",
        CounterId::GldTransactions => {
            "每个加载请求中，活动线程触及的不同 128 字节缓存行的条数，再求和。整个线程束最好的情况是一条。"
        }
        CounterId::GstTransactions => {
            "每个存储请求中，活动线程触及的不同 128 字节缓存行的条数，再求和。"
        }
        CounterId::GldEfficiency => {
            "线程请求的字节数除以实际搬运的字节数。搬运以 32 字节扇区为单位（使用 L1 加载的机器以整条缓存行为单位）。"
        }
        CounterId::GstEfficiency => "线程写入的字节数除以为此搬运的 32 字节扇区的字节数。",
        CounterId::Branch => "if、循环和 switch 的判断；每个线程束每次判断计一次。",
        CounterId::DivergentBranch => {
            "同一线程束的活动线程意见不一的分支；线程束因此要走两条路径。"
        }
        CounterId::WarpExecutionEfficiency => {
            "每条已执行指令中活动线程的平均比例。这里数的是模拟机自己的指令，编译器生成的指令不同，比例会略有差别。"
        }
        CounterId::InstPerWarp => {
            "一个线程束平均执行的指令数。这是模拟机自己的指令，适合比较各个内核，不宜与性能分析器的数值比较。"
        }
        CounterId::BarrierWaits => "所有线程束到达同步点的总次数。",
    },
    why_hint: "这个数从哪里来？",
    kind_title: "这些数字的性质",
    kind: |kind| match kind {
        Kind::Measured => "实测",
        Kind::Exact => "精确",
        Kind::Modelled => "模型",
        Kind::Published => "文献",
    },
    kind_meaning: |kind| match kind {
        Kind::Measured => "在旁边注明的设备上计时得到。",
        Kind::Exact => "根据这次运行的掩码和地址逐一数出。",
        Kind::Modelled => "由模型推出：模拟机自己的指令，或以部分块代表其余的块。",
        Kind::Published => "印在旁边注明的资料中。",
    },
    none: "无",
    small_figures: |device| format!("小字：{device} 的文献值；✓ 表示每一位都相同。"),
    published_on: |device| format!("{device}，文献值"),
    equal_to_published: "与文献值的每一位数字都相同",
    differs_from_published: "与文献值不同",
    multiplied: |(ran, all, alike)| match alike {
        true => format!(
            "共 {} 个块，执行了 {} 个，计数完全相同，其余按倍数推得。",
            grouped(all.into()),
            grouped(ran.into())
        ),
        false => format!(
            "共 {} 个块，执行了 {} 个，计数并不相同，按倍数得到的是估计值。",
            grouped(all.into()),
            grouped(ran.into())
        ),
    },
    tail: "最后一块没有填满，计数按满块计算。",
    result_equal: "与 CPU 相同",
    result_differs: "结果错误",
    check: |check| match check {
        Check::Equal { words: 1 } => "与 CPU 的和相同".to_owned(),
        Check::Equal { words } => format!("与 CPU 相同（{} 个字）", grouped(words)),
        Check::Differs {
            words,
            index,
            got,
            wanted,
        } => {
            format!(
                "有 {} 个字与 CPU 不同；第 {index} 个字是 {}，应为 {}",
                grouped(words),
                got as i32,
                wanted as i32
            )
        }
    },
    not_checked: "未比较",
    no_findings: "没有发现问题",
    findings: |count| format!("发现 {count} 个问题"),
    finding,
    outcome: |outcome| match outcome {
        Outcome::Completed => None,
        Outcome::Faulted(fault) => {
            let (warp, line, other_warp, other_line) = fault_lines(fault);
            Some(format!(
                "执行停止：线程束 {warp} 在第 {line} 行的同步点等待，线程束 {other_warp} 却在第 {other_line} 行的同步点等待。"
            ))
        }
        Outcome::BudgetExhausted { line, steps } => Some(format!(
            "执行了 {} 步后在第 {line} 行中止：很可能是死循环。",
            grouped(*steps)
        )),
    },
    picture_end: |end| match end {
        PictureEnd::WithKernel => None,
        PictureEnd::WithStop => Some("画面和计数包含到此为止的全部过程。"),
        PictureEnd::BeforeKernel => Some("轨迹太长，画面没有画到内核结束；计数是完整的。"),
        PictureEnd::BeforeStop => {
            Some("轨迹太长，画面在此之前就结束了；计数一直到执行停止的那一刻。")
        }
    },

    player: "播放控制",
    first: "回到开头（Home）",
    back: "后退（←）",
    play: "播放",
    pause: "暂停",
    by_space: |does| format!("{does}（空格）"),
    next: "前进（→）",
    last: "跳到结尾（End）",
    position: "位置",
    step_of: |(step, steps)| format!("第 {step} 步，共 {steps} 步"),
    stride_loop: |(iteration, total)| format!("步长循环 {iteration} / {total}"),
    grain: |grain| match grain {
        Grain::Warp => "线程束",
        Grain::Statement => "语句",
        Grain::Iteration => "步长",
        Grain::Barrier => "同步",
    },
    grain_label: "每按一次",
    cycle: "周期",
    cycle_meaning: "到下一个有语句发射的模型周期；并排的各次运行处于同一周期",
    cycle_of: |(cycle, end)| {
        format!(
            "第 {} 个周期，共 {} 个",
            grouped(cycle.into()),
            grouped(end.into())
        )
    },
    no_cycles: "这次运行对调度器模型来说太长，不能按周期前进。请减小 n 或块的大小。",
    grain_meaning: |grain| match grain {
        Grain::Warp => "一个线程束执行一条语句",
        Grain::Statement => "所有能执行的线程束各执行一条语句",
        Grain::Iteration => "到步长循环的下一次迭代",
        Grain::Barrier => "越过下一个同步点",
    },
    speed: "速度",
    slower: "慢一点（-）",
    faster: "快一点（+）",
    caption,

    computing: "正在计算",
    blocks_done: |(done, all)| format!("已完成 {} / {} 个块", grouped(done), grouped(all)),
    cancel: "取消",
    cancelled: "已取消。页面显示上一次完整运行的结果。",
    part_missing: "页面的这一部分没能加载。请检查网络，然后再试一次。",
    part_again: "再试一次",
    texts_missing: "课程的文字没能加载，单步执行不受影响。请检查网络，然后再试一次。",
    engine_died: "执行内核的引擎意外停止，已经重新启动，没有丢失任何内容。",
    engine_hangs: "执行内核的引擎没有响应，已经重新启动，没有丢失任何内容。",
    engine_gave_up: "执行内核的引擎反复停止。上一次完整运行的结果仍然保留；请重新启动引擎，或重新加载页面。",
    start_engine: "启动引擎",
    new_version: "Warpstep 有新版本。在您加载新版本之前，本页继续使用当前版本；您的内容不会丢失。",
    load_new_version: "立即加载",
    kernel_error: |error| match error.location() {
        Some((line, column)) => format!(
            "第 {line} 行第 {column} 列，内核无法运行：{}",
            kernel_error(error)
        ),
        None => format!("内核无法运行：{}", kernel_error(error)),
    },

    times: "时间",
    times_of: |n, block| format!("n\u{a0}{} · 块\u{a0}{block}", grouped(n.into())),
    shipped_times: |device, day| {
        format!("虚线（{device}）：同一份 WGSL 在浏览器中的时间，{day}，n 以表格所列为准。")
    },
    published_in: |titles| {
        format!("虚线：别人的硬件，n 与块大小各按原文，见表格。出自：{titles}。")
    },
    measure: "在本机 GPU 上测量",
    measure_hint: "以当前的 n 和块大小在你的 GPU 上运行本课的内核，先核对结果，再计时。",
    enlarge: "放大",
    time_table: "用表格显示时间",
    kernel: "内核",
    median: "中位数",
    interval: "95 % 区间",
    bandwidth: "GB/s",
    published: "文献值",
    milliseconds: "ms",
    looking_for_gpu: "正在寻找 GPU……",
    measured_on: |device, fallback, samples| {
        let software = if fallback {
            "（软件适配器，时间不代表 GPU）"
        } else {
            ""
        };
        format!(
            "实心条：在 {device}{software} 上，{samples} 个样本的中位数及其 95 % 区间；计时前都已核对结果。"
        )
    },
    phase: |phase| match phase {
        Phase::Checking => "核对结果",
        Phase::Calibrating => "校准",
        Phase::Timing => "计时",
    },
    lab_measures: "实验室正在测量，或在等待你的选择。请让它结束，或在那里停止：两次测量同时进行会相互干扰。",
    gpu_error,

    bad_number: |text, error| match error {
        NumberError::Empty => "这里还没有填写。请填一个整数，例如 16384 或 2^14。".to_owned(),
        NumberError::NotANumber => format!("“{text}”不是整数。请填一个整数，例如 16384 或 2^14。"),
        NumberError::TooLarge => format!("“{text}”超出了缓冲区的上限。最多可填 2^29。"),
    },
    bad_size: size_error,
    bad_picture: |last| format!("没有这个块。可填 0 到 {last}。"),
    not_multiple: |missing| {
        format!(
            "最后一块缺 {} 个元素：多出的线程被内核的边界检查挡住，保持空闲。",
            grouped(missing.into())
        )
    },
    nonsense,
    step_beyond: |(step, last)| {
        format!("链接要求第 {step} 步，但这次运行只有 {last} 步，现显示结尾。")
    },
    page_broke: "页面内部出错，显示的内容不再可靠。当前位置保存在网址里：重新加载即可继续。",
    reload: "重新加载",

    help_title: "快捷键",
    keys: &[
        ("→ · N · PageDown · F10", "前进"),
        ("← · P · PageUp", "后退"),
        ("空格", "播放与暂停；放映时：前进"),
        ("Home · End", "开头与结尾；放映时：第一张与最后一张"),
        ("Alt → · Alt ←", "下一张、上一张"),
        ("O · Esc", "全部幻灯片"),
        ("G", "转到某一张"),
        ("B · .", "黑屏，按任意键返回"),
        ("S", "演讲者窗口：备注、下一张、计时"),
        ("Ctrl P", "打印本课：每张幻灯片一页"),
        ("F", "全屏"),
        (
            "1 · 2 · 3 · 4 · 5",
            "按线程束、语句、步长、同步、模型周期前进",
        ),
        ("+ · -", "加快、放慢"),
        ("M", "先预测下一步，再看结果"),
        ("R", "从头开始"),
        ("T", "浅色、深色、投影"),
        ("D", "各家术语对照"),
        ("?", "本页"),
    ],
    keys_on: "启用这些快捷键",
    help_reading: "怎样读图",
    help_lines: &[
        "点亮的语句是下一条要执行的，其余部分显示执行它之前的那一刻。",
        "一排格子是一个线程束，一格是一条线程。实心的线程执行点亮的语句，带斜线的等待同束的其他线程，带横条的在同步点等待，浅色的已经结束。",
        "内存中每排是一条缓存行。蓝色表示加载，橙色表示写入，角标表示上一步改变的值；下方的短条是扇区。",
        "时间线画出每个线程束的全程，条的高度是工作线程的比例。",
        "把指针移到任意线程或数据上，可以看到它的值。",
    ],
};

fn percent(share: f64) -> String {
    if share == share.round() {
        format!("{share:.0} %")
    } else {
        format!("{share:.1} %")
    }
}

fn pattern(lanes: &LanePattern) -> String {
    match *lanes {
        LanePattern::None => "没有线程".to_owned(),
        LanePattern::One(lane) => format!("{lane} 号线程"),
        LanePattern::Run { first, last } if last == first + 1 => format!("{first}、{last} 号线程"),
        LanePattern::Run { first, last } => format!("{first} 到 {last} 号线程"),
        LanePattern::Every { first, step, last } if last == first + step => {
            format!("{first}、{last} 号线程")
        }
        LanePattern::Every { first, step, .. } => {
            format!("{first}、{}、{}……号线程", first + step, first + 2 * step)
        }
        LanePattern::Some { first: [a, b, c] } => format!("{a}、{b}、{c}……号线程"),
    }
}

fn caption(caption: &Caption) -> (Option<String>, String) {
    let head = caption
        .stride
        .as_ref()
        .map(|(name, value)| format!("{name} = {value}"));
    let who = match caption.warps {
        0 | 1 => pattern(&caption.lanes),
        warps => format!("{}（分属 {warps} 个线程束）", pattern(&caption.lanes)),
    };
    let text = match &caption.doing {
        Doing::Finished => "所有线程束都已执行完内核。".to_owned(),
        Doing::CutOff => "画面到此为止，内核仍在继续。".to_owned(),
        Doing::Memory { loads, stores } => {
            let load = |moved: &Moved| match (moved.words, moved.shared_words) {
                (words, 0) => format!("从 {} 条缓存行加载 {words} 个字", moved.lines),
                (0, shared) => format!("从共享内存加载 {shared} 个字"),
                (words, shared) => format!(
                    "从 {} 条缓存行加载 {words} 个字、从共享内存加载 {shared} 个字",
                    moved.lines
                ),
            };
            let store = |moved: &Moved| match (moved.words, moved.shared_words) {
                (words, 0) => format!("向 {} 条缓存行写入 {words} 个字", moved.lines),
                (0, shared) if loads.is_shared() => format!("向其写入 {shared} 个字"),
                (0, shared) => format!("向共享内存写入 {shared} 个字"),
                (words, shared) => format!(
                    "向 {} 条缓存行写入 {words} 个字、向共享内存写入 {shared} 个字",
                    moved.lines
                ),
            };
            let parts: Vec<String> = [
                (loads.requests > 0).then(|| load(loads)),
                (stores.requests > 0).then(|| store(stores)),
            ]
            .into_iter()
            .flatten()
            .collect();
            format!("{who}{}。", parts.join("，"))
        }
        Doing::Barrier { warps } => format!("{warps} 个线程束到达同步点，等待其他线程束。"),
        Doing::Splits {
            first,
            waiting,
            warps,
        } => {
            format!("{warps} 个线程束内部意见不一：{first} 条线程继续，{waiting} 条等待。")
        }
        Doing::Assigns { variable } => format!("{who}为 {variable} 赋值。"),
        Doing::Returns { .. } => format!("{who}离开内核。"),
        Doing::Computes => format!("{who}执行点亮的语句。"),
    };
    let elsewhere = match caption.elsewhere {
        0 => String::new(),
        warps => format!("另有 {warps} 个线程束在其他行。"),
    };
    (head, text + &elsewhere)
}

fn kernel_error(error: &KernelError) -> String {
    match error {
        KernelError::TooLong { bytes, limit, .. } => {
            format!("源代码有 {bytes} 字节，最多读取 {limit} 字节。")
        }
        KernelError::TooDeep { limit, .. } => format!("括号嵌套超过 {limit} 层。"),
        KernelError::Parse { message, .. } => format!("不是合法的 WGSL：{message}"),
        KernelError::Validation { message, .. } => format!("违反了 WGSL 的规则：{message}"),
        KernelError::Unsupported { feature, .. } => {
            format!("模拟机还不能执行{}。", unsupported(feature))
        }
        KernelError::NoEntryPoint { name: Some(name) } => format!("没有名为 {name} 的计算入口。"),
        KernelError::NoEntryPoint { name: None } => "没有计算入口。".to_owned(),
        KernelError::SeveralEntryPoints { names } => {
            format!("有多个计算入口，请指明其中一个：{}。", names.join("、"))
        }
        KernelError::UnknownOverride { name } => format!("内核没有声明 override {name}。"),
        KernelError::MissingOverride { name } => {
            format!("override {name} 没有默认值，也没有给出值。")
        }
        KernelError::OverrideValue { name, value } => {
            format!("值 {value} 不适合 override {name}。")
        }
        KernelError::MissingBuffer {
            name,
            group,
            binding,
        } => format!("{name}（组 {group}，绑定 {binding}）没有缓冲区。"),
        KernelError::BufferSize {
            name,
            bytes,
            wanted,
        } => format!("{name} 的缓冲区有 {bytes} 字节，内核需要 {wanted}。"),
        KernelError::WorkgroupSize { x, y, z, limit } => {
            format!("{x} × {y} × {z} 的工作组无法运行，乘积须在 1 到 {limit} 之间。")
        }
        KernelError::WorkgroupCount { x, y, z, limit } => {
            format!("{x} × {y} × {z} 个工作组无法运行，每个数最多 {limit}。")
        }
        KernelError::IndirectOffset { offset } => {
            format!("间接调度参数的偏移 {offset} 不是 4 的倍数。")
        }
        KernelError::IndirectRange { offset, bytes } => {
            format!("偏移 {offset} 处的 12 字节间接调度参数超出了 {bytes} 字节的缓冲区。")
        }
        KernelError::IndirectBuffer { group, binding } => {
            format!("应存放间接调度参数的缓冲区（组 {group}，绑定 {binding}）不存在。")
        }
        KernelError::TooMuchMemory {
            what, bytes, limit, ..
        } => {
            format!("{}需要 {bytes} 字节，超过上限 {limit}。", memory(what))
        }
    }
}

/// Translates features that learners are likely to use; for others it keeps the machine's own word.
fn unsupported(feature: &str) -> String {
    let known = match feature {
        "textures, samplers and other handles" => "纹理、采样器等句柄",
        "textures, discard and ray queries" => "纹理、discard 和光线查询",
        "textures, derivatives and ray queries" => "纹理、导数和光线查询",
        "memory barriers" => "内存屏障",
        "numbers that are not 32 bits wide" => "不是 32 位的数",
        "atomic operations" => "原子操作",
        "subgroup operations" => "子组操作",
        "a pointer as a value" => "作为值的指针",
        "inputs with a location" => "带 location 的输入",
        _ => return format!(" {feature}"),
    };
    known.to_owned()
}

/// Names a memory that is too small; `what` is the machine's word for it.
fn memory(what: &str) -> String {
    match what {
        "private memory" => "私有内存".to_owned(),
        "bytecode after inlining" => "内联后的字节码".to_owned(),
        "buffers" => "缓冲区".to_owned(),
        what => match what.strip_prefix("workgroup memory ") {
            Some(name) => format!("共享内存 {name} "),
            None => format!("{what} "),
        },
    }
}

fn size_error(error: SizeError) -> String {
    match error {
        SizeError::TooFew { n, least } => {
            format!("n = {n} 还不够一个块。请填 {least} 或更大的数。")
        }
        SizeError::TooMany { n, most } => format!(
            "n = {} 放不下。最多可填 {}。",
            grouped(n.into()),
            grouped(most.into())
        ),
        SizeError::Block { block } => format!(
            "{block} 条线程的块不能一直对半分到一条线程。请选择 32、64、128、256、512 或 1024。"
        ),
        SizeError::Unfit { size, nearest } => format!(
            "这个内核不能用 n = {}、块大小 {} 运行。最接近的可用大小是 n = {}、块大小 {}。",
            grouped(size.n().into()),
            size.block(),
            grouped(nearest.n().into()),
            nearest.block()
        ),
        SizeError::BlockBeyondAdapter { block, most } => {
            format!(
                "你的 GPU 适配器每块最多 {most} 条线程，不能是 {block}。单步演示不受影响；要测量请选择 {most} 或更小。"
            )
        }
    }
}

fn nonsense(nonsense: &Nonsense) -> String {
    match nonsense {
        Nonsense::Lesson(text) => format!("链接中的课程“{text}”不存在。这里是全部课程。"),
        Nonsense::Kernel(text) => format!("本课没有链接中的内核“{text}”，现显示第一个内核。"),
        Nonsense::Number { key, text, error } => match error {
            NumberError::TooLarge => format!("链接中的 {key}“{text}”太大，现显示默认值。"),
            NumberError::Empty | NumberError::NotANumber => {
                format!("链接中的 {key}“{text}”不是整数，现显示默认值。")
            }
        },
        Nonsense::Size { error, used } => {
            format!(
                "{}现按 n = {}、块 = {} 显示。",
                size_error(*error),
                grouped(used.n().into()),
                used.block()
            )
        }
        Nonsense::Machine(text) => format!("链接中的机器“{text}”不存在，现显示默认的机器。"),
        Nonsense::List { key, error } => {
            format!(
                "链接中的 {key}：{}现显示默认的列表。",
                (super::lab::ZH.bad_list)(error)
            )
        }
        Nonsense::Choice { key, text } => format!("链接中的 {key}“{text}”不存在，现显示默认值。"),
        Nonsense::TooMuchCode { letters, most } => format!(
            "链接中的内核有 {} 个字符，最多读取 {} 个，所以没有打开：请索取文件。你自己的代码还在。",
            grouped(*letters as u64),
            grouped(*most as u64)
        ),
        Nonsense::Key(text) => format!("链接中的“{text}”无法识别，已忽略。"),
    }
}

fn gpu_error(error: &GpuError) -> String {
    match error {
        GpuError::NoWebGpu => "这个浏览器没有 WebGPU，因此无法计时；单步演示不需要它。请使用新版 Chrome、Edge、Safari 或 Firefox。".to_owned(),
        GpuError::InsecureContext => "浏览器只在 https 或 localhost 页面上提供 WebGPU，因此无法计时；单步演示不受影响。".to_owned(),
        GpuError::NoAdapter { .. } => "浏览器支持 WebGPU，但没有提供 GPU 适配器，因此无法计时；单步演示不受影响。请确认已开启硬件加速（Chrome 见 chrome://gpu），或更新显卡驱动。".to_owned(),
        GpuError::DeviceRefused { detail } => format!("GPU 拒绝了设备请求（{detail}）。请关闭其他使用 GPU 的页面后重新加载。"),
        GpuError::DeviceLost { reason } => format!("GPU 设备在使用中丢失（{reason}），其他内容没有丢失：再点一次测量即可重新连接。"),
        GpuError::BlockTooLarge { block, most } => format!("每块 {block} 条线程超过了这个适配器的上限 {most}。请选择较小的块再测量。"),
        GpuError::BufferTooLarge { bytes, most } => format!("{} 字节的缓冲区超过了这个适配器的上限 {}。请选择较小的 n 再测量。", grouped(*bytes), grouped(*most)),
        GpuError::TooManyWorkgroups { asked, most } => format!("一个维度上 {} 个块超过了这个适配器的上限 {}。请选择较大的块或较小的 n。", grouped((*asked).into()), grouped((*most).into())),
        GpuError::NoSuchOutput { output, buffers } => format!("这次运行只有 {buffers} 个缓冲区，没有第 {output} 个，无法核对结果。"),
        GpuError::ShaderRefused { message, line } => match line {
            Some(line) => format!("浏览器在第 {line} 行拒绝了着色器：{message}"),
            None => format!("浏览器拒绝了着色器：{message}"),
        },
        GpuError::CommandRefused { message } => format!("浏览器拒绝了一条命令：{message}"),
        GpuError::WrongResult { index, got, expected } => format!("在这块 GPU 上，结果的第 {index} 个字是 {}，而 CPU 得到 {}。错误的结果不计时。", *got as i32, *expected as i32),
        GpuError::OutOfMemory => "GPU 内存不足，放不下这么大的 n。请选择较小的 n。".to_owned(),
        GpuError::Cancelled => "测量已取消。".to_owned(),
        GpuError::MapFailed => "无法从 GPU 读回结果，请再试一次。".to_owned(),
    }
}
