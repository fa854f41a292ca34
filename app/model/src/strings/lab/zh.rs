//! The lab in Simplified Chinese.

use super::LabWords;
use crate::lab::experiment::Preset;
use crate::lab::figures::Figure;
use crate::lab::list::{ListError, MOST};
use crate::number::{NumberError, grouped};
use gpu::{Clock, GpuError, SheetError};
use lessons::Parameter;
use lessons::cost::Bound;

pub static ZH: LabWords = LabWords {
    open: "在实验室中打开",
    empty_title: "还没有测量",
    empty_lines: [
        (
            "先核对结果。",
            "每个内核先在你的 GPU 上运行一次，并与 CPU 的结果比较。结果错误的内核不计时。",
        ),
        (
            "再轮流计时。",
            "预热之后，各内核按 A B … B A 的顺序轮流测量。每个样本是 R 次与 2R 次调度之间的斜率：启动本身的开销相互抵消，即使时钟很粗也能得到精细的时间。",
        ),
        (
            "保留每一个样本。",
            "你会看到中位数及其 95% 区间，所有样本以圆点显示并标出离群值，首次运行和编译时间单独列出。",
        ),
    ],
    empty_promise: "在你按下按钮之前，GPU 上不会运行任何东西。结果只保存在这个浏览器里，除非你将其导出。",

    presets: "实验",
    preset: |preset| match preset {
        Preset::Kernels => "并排比较",
        Preset::One => "单个内核",
        Preset::Sizes => "随 n 变化",
        Preset::Blocks => "随块变化",
        Preset::Both => "n × 块",
        Preset::PerLane => "每线程元素",
        Preset::Work => "分支工作量",
        Preset::Grid => "网格块数",
    },
    preset_meaning: |preset| match preset {
        Preset::Kernels => "一课的全部内核，使用相同的数据",
        Preset::One => "一个内核，一种大小",
        Preset::Sizes => "一课的全部内核，n 按 2 的幂从小到大",
        Preset::Blocks => "一个内核，遍历你的 GPU 支持的所有块大小",
        Preset::Both => "一个内核，遍历 n 与块大小，绘成热图",
        Preset::PerLane => "每条线程处理 1、2、4、8 个元素",
        Preset::Work => "分支的两条路径越来越长：分化从何时开始有代价？",
        Preset::Grid => "网格跨步内核，块数越来越多：多少块才能占满你的 GPU？",
    },
    kernels: "内核",
    lesson: "课程",
    sizes: "n（元素个数）",
    sizes_hint: "2^20；或 2^10..2^24 表示其间每个 2 的幂；或一个列表",
    parameter: |parameter| match parameter {
        Parameter::Iterations => "分支内的迭代次数",
        Parameter::Blocks => "网格中的块数",
    },
    values_hint: "留空用各内核自己的值；或列表，如 1..256",
    value_outside: |most| format!("请填写 1 到 {} 之间的数。", grouped(most.into())),
    bad_list: |error| match error {
        ListError::Number {
            error: NumberError::Empty,
            ..
        } => "缺少一个数。请填写列表，例如 2^10..2^20 或 4096, 65536。".to_owned(),
        ListError::Number {
            text,
            error: NumberError::NotANumber,
        } => {
            format!("“{text}”不是整数。请填写列表，例如 2^10..2^20 或 4096, 65536。")
        }
        ListError::Number {
            text,
            error: NumberError::TooLarge,
        } => {
            format!("“{text}”超过任何缓冲区的大小，最多填 2^29。")
        }
        ListError::Backwards { first, last } => {
            format!("{first}..{last} 不成范围。请把较小的数写在前面，且至少为 1。")
        }
        ListError::TooMany => format!("列表太长，最多 {MOST} 个数。"),
    },
    blocks: "块（线程数）",
    method: "测量方法",
    rounds: "轮数",
    bad_rounds: |most| format!("请填写 1 到 {} 之间的整数。", grouped(most.into())),
    clock_label: "时钟",
    clock: |clock| match clock {
        Clock::Gpu => "GPU 时间戳",
        Clock::Wall => "墙上时钟",
    },
    rounding: "时钟步长",
    rounding_of: |nanos| match nanos {
        None => "浏览器给出的步长".to_owned(),
        Some(nanos) => format!("取整到 {} µs", nanos / 1_000),
    },
    copy: "同时测量单纯的复制",
    method_about: "每一轮给每个内核一个样本。把时钟调粗，可以看到斜率法不受影响。",
    estimate: |(count, seconds)| format!("{count} 项测量，大约 {}", time_zh(seconds)),
    no_kernel: "请至少选择一个内核。",
    too_many: |(count, most)| {
        format!("{count} 项测量放不进一个文件。请减少内核或大小，最多 {most} 项。")
    },
    left_out: |(n, block)| {
        format!(
            "这个适配器的 n 最大为 {}，块最大为 {block}；超出的部分会略去。",
            grouped(n.into())
        )
    },
    run: "在我的 GPU 上测量",

    paused: "已暂停",
    paused_hidden: "页面在后台，已暂停",
    resume: "继续",
    stop: "停止",
    lesson_measures: "课程页正在测量内核。请等待其结束，或在课程页取消。",
    device_lost: "GPU 设备丢失后已重新连接。已测的结果都保留，其余继续测量。",
    lost: |error| {
        let reason = match error {
            GpuError::DeviceLost { reason } => reason.trim_end_matches('.'),
            _ => "",
        };
        format!(
            "GPU 设备已丢失三次（{reason}）。已测的结果都保留。请关闭其他使用 GPU 的页面，或选择较小的 n，然后重新连接。"
        )
    },
    reconnect: "重新连接并继续",
    long: "单次调度时间过长：系统会在一两秒后收回 GPU。",
    may_be_long: "不知道单次调度要多久。系统会在一两秒后收回 GPU；换较小的 n 更稳妥。",
    unknown_length: |kernel| format!("{kernel}：模拟器还没算出来就停止了"),
    may_take: |kernel, seconds| {
        format!(
            "{kernel}：由模拟器的代价和此 GPU 的实测表现推算，每次约 {}",
            time_zh(seconds)
        )
    },
    leave_out: "略去",
    run_anyway: "仍然运行",

    figures: "图表",
    figure: |figure| match figure {
        Figure::Times => "时间",
        Figure::SpeedUp => "加速比",
        Figure::Sizes => "随 n",
        Figure::Bandwidth => "GB/s",
        Figure::Blocks => "随块",
        Figure::HeatMap => "n × 块",
        Figure::PerLane => "每线程元素",
        Figure::Parameter => "参数",
        Figure::Roofline => "屋顶线",
        Figure::Simulated => "模型",
    },
    figure_title: |figure| match figure {
        Figure::Times => "单次调度的时间",
        Figure::SpeedUp => "相对于第一个内核的加速比",
        Figure::Sizes => "单次调度的时间随 n 的变化",
        Figure::Bandwidth => "每秒有效字节随 n 的变化",
        Figure::Blocks => "时间随块大小的变化",
        Figure::HeatMap => "不同 n 与块大小下的每秒有效字节",
        Figure::PerLane => "时间随每线程元素个数的变化",
        Figure::Parameter => "时间随参数的变化",
        Figure::Roofline => "屋顶线",
        Figure::Simulated => "模拟器说，GPU 说",
    },
    figure_of: |title, n, block| match block {
        Some(block) => format!("{title}，n = {}，块 {block}", grouped(n)),
        None => format!("{title}，n = {}", grouped(n)),
    },
    figure_source: |source| {
        let device = match source.is_fallback {
            true => format!("{}（软件设备：其时间不代表任何 GPU）", source.device),
            false => source.device.to_owned(),
        };
        let clock = match source.clock {
            Clock::Gpu => "GPU 时间戳",
            Clock::Wall => "墙上时钟",
        };
        format!(
            "实测于 {device} · {} UTC · 至多 {} 个样本的中位数与 95% 区间 · R 与 2R 次调度的斜率，{clock}",
            source.day, source.samples
        )
    },
    speed_up_about: "每个内核是第一个内核的多少倍快。",
    nothing_here: "在这个大小下没有测量结果。",
    per_lane: "每线程元素个数",
    time: "时间",
    copy_title: "复制",
    counting: "机器正在统计这些内核的操作……",
    roof: "复制",
    roofline_about: "操作数是我们自己的字节码指令，按线程计；字节数是各请求搬运的扇区。高于屋顶线，说明重复读取由缓存提供。",
    intensity: "每字节操作数",
    operation_rate: "每秒 10⁹ 次操作",
    simulated_about: "每个内核按 H200 模型的时间与在本 GPU 上的时间；在直线上，两者成通常的比例。",
    modelled_time: "模型（H200）",
    measured_time: "实测",
    proportion: |ratio| format!("× {ratio}"),
    correlation: |rank| format!("内核次序，模型对实测：秩相关 {rank:.2}。"),
    comparison: |modelled, measured, each| {
        format!(
            "模型 {modelled}，第 {} 位（{}）· 实测 {measured}，第 {} 位 · 为通常的 {:.2} 倍",
            each.modelled_rank,
            match each.bound {
                Bound::Waiting => "取决于等待",
                Bound::Issuing => "取决于发射",
                Bound::Caches => "取决于缓存",
                Bound::Memory => "取决于内存",
            },
            each.measured_rank,
            each.ratio
        )
    },
    explanation: |each| match (each.bound, each.ratio > 1.0) {
        (Bound::Waiting, true) => "比模型慢：这块 GPU 上并排等待的线程束更少，或屏障代价更高。",
        (Bound::Waiting, false) => "比模型快：这里有更多线程束掩盖等待，或延迟更短。",
        (Bound::Issuing, true) => "比模型慢：编译器为我们的每条指令发射更多指令，例如边界检查。",
        (Bound::Issuing, false) => "比模型快：编译器生成的指令比我们的字节码少。",
        (Bound::Caches, true) => "比模型慢：这块 GPU 的缓存比 H200 小或窄。",
        (Bound::Caches, false) => "比模型快：重复读取的数据比模型认为的更近。",
        (Bound::Memory, true) => "比模型慢：同时在途的字节太少，或规模太小，占不满 GPU。",
        (Bound::Memory, false) => "比模型快：在这个 n 下，缓存装得下全部数据。",
    },
    heat_about: "GB/s：颜色越深越快（按对数），最佳的一格带框。",
    export: "保存为",
    export_as: |format| format!("保存为 {format}"),
    not_saved: "浏览器没有允许保存文件。请换一种格式再试。",
    table: "全部测量",
    samples: "全部样本",
    samples_hint: "每个圆点是一个样本，从最快到最慢；空心圈为离群值，竖线为中位数。",
    first_run: "首次运行",
    first_run_hint: "第一次调度：缓存未预热，频率未升高",
    compiling: "编译",
    compiling_hint: "从文本到流水线；驱动可能把一部分推迟到首次运行",
    slope: |repeats| format!("斜率，R = {}", grouped(repeats.into())),
    single: "单次调度",
    quantised: |step| format!("时钟步长 {step}"),
    strip: |(samples, least, most, outliers)| match outliers {
        0 => format!("{samples} 个样本，{least} 到 {most}，无离群值"),
        _ => format!("{samples} 个样本，{least} 到 {most}，离群值 {outliers} 个"),
    },

    records: "保存在此浏览器中",
    no_records: "每次测量都会保存在这里：可以再次查看、命名、导出。",
    import: "打开文件",
    name: "名称",
    entries: |count| format!("{count} 项测量"),
    forget: "删除",
    forget_sure: "确认删除？",
    storage_full: "浏览器已没有空间保存这份记录：请导出为 JSON，或删除旁边较旧的记录。",
    unreadable: |name| format!("无法读取“{name}”，请重新选择。"),
    bad_file: |name, error| format!("未使用“{name}”：{}", sheet_error_zh(error)),
};

fn time_zh(seconds: f64) -> String {
    match seconds {
        s if s < 0.95 => format!("{:.1} 秒", s),
        s if s < 100.0 => format!("{s:.0} 秒"),
        s => format!("{:.0} 分钟", s / 60.0),
    }
}

fn sheet_error_zh(error: &SheetError) -> String {
    match error {
        SheetError::TooLong { bytes, most } => format!(
            "文件有 {} 字节，而测量文件最多 {} 字节。",
            grouped(*bytes as u64),
            grouped(*most as u64)
        ),
        SheetError::NotASheet { line: 0, message } => {
            format!("这不是测量文件（{message}）。请在实验室中用 JSON 导出。")
        }
        SheetError::NotASheet { line, message } => {
            format!("这不是测量文件（第 {line} 行：{message}）。请在实验室中用 JSON 导出。")
        }
        SheetError::OtherVersion { version, known } => {
            format!(
                "文件版本为 {version}，本页面只能读取版本 {known}。请重新加载页面以获得新版本。"
            )
        }
        SheetError::Empty => "其中没有任何测量。".to_owned(),
        SheetError::TooMany { what, count, most } => {
            let what = match *what {
                "samples" => "样本",
                _ => "测量",
            };
            format!(
                "其中有 {} 个{what}，最多读取 {} 个。",
                grouped(*count as u64),
                grouped(*most as u64)
            )
        }
        SheetError::Senseless { kernel, field } if kernel.is_empty() => {
            format!("字段“{field}”的值不可能来自测量。")
        }
        SheetError::Senseless { kernel, field } => {
            format!("“{kernel}”的字段“{field}”的值不可能来自测量。")
        }
    }
}
