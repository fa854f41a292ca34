//! The playground in Simplified Chinese.

use super::{PlaygroundWords, declaration, first_line, name};
use crate::number::{NumberError, grouped};
use crate::playground::draft::DraftError;
use crate::playground::foreign::Foreign;
use crate::playground::hint::Hint;
use crate::playground::link::LinkError;
use crate::playground::link::SqueezeError;
use crate::playground::ready::NotReady;
use simt::KernelError;

pub static ZH: PlaygroundWords = PlaygroundWords {
    edit: "在练习场中编辑这个内核",
    text: "内核",
    editor: "内核的 WGSL 代码",
    editor_keys: "Tab 键缩进；要用键盘离开编辑器，先按 Esc 再按 Tab。Ctrl+空格补全，F8 跳到下一个错误。",
    no_editor: "编辑器没能加载，这里是普通的输入框。其他功能照常；重新加载页面可以再试。",
    side: "运行的旁边",
    tab: |id| match id {
        "setup" => "设置",
        "counters" => "计数器",
        "buffers" => "缓冲区",
        _ => "GPU",
    },

    open: "打开内核……",
    start: "第一个内核",
    earlier_group: "你之前的代码",
    earlier: |source, clock| format!("{clock} · {}", first_line(source)),
    undo: "撤销",
    redo: "重做",
    open_file: "打开",
    open_file_hint: "打开 .wgsl 文件，或在这里保存的 .json 文件",
    save_text: "把代码保存为 .wgsl 文件",
    save_all: "把代码和设置保存为 .json 文件",
    share: "分享",
    share_hint: "生成包含代码和设置的链接",
    link: "这个内核的链接",
    link_made: |letters| {
        format!(
            "浏览器允许时已复制。共 {} 个字符；内核就在链接里。",
            grouped(letters as u64)
        )
    },
    no_link: "这个浏览器无法生成链接，请改为保存 .json 文件。",
    link_too_long: |letters, most| {
        format!(
            "链接将有 {} 个字符，而许多程序会在 {} 个字符处截断链接。请改为保存 .json 文件。",
            grouped(letters as u64),
            grouped(most as u64)
        )
    },
    bad_link: |error| match error {
        LinkError::Letters(SqueezeError::Damaged) => {
            "链接已损坏，无法解出其中的内核。请重新索取链接，或索取文件。你自己的代码还在。"
                .to_owned()
        }
        LinkError::Letters(SqueezeError::TooLong { most_bytes }) => format!(
            "链接解压后超过 {} 字节，本页的内核不会这么长，所以没有打开。你自己的代码还在。",
            grouped(*most_bytes as u64)
        ),
        LinkError::Letters(SqueezeError::Unsupported) => {
            "这个浏览器无法解压链接，请索取文件。你自己的代码还在。".to_owned()
        }
        LinkError::Draft(error) => format!(
            "链接里没有本页的内核：{}你自己的代码还在。",
            draft_error(error)
        ),
    },
    bad_file: |file, error| format!("无法打开“{file}”：{}你自己的代码还在。", draft_error(error)),
    file_too_long: |file, most| {
        format!(
            "“{file}”超过 {} 字节，超出可读取的长度。你自己的代码还在。",
            grouped(most as u64)
        )
    },
    file_empty: |file| format!("“{file}”是空的，请选择含有数字或字节的文件。"),
    not_text: |file| {
        format!(
            "“{file}”是二进制数据而不是文本。请选择 .wgsl 文件；缓冲区的数据在缓冲区那一行选择。"
        )
    },
    not_kept: "浏览器没有空间保存这段代码：离开页面前请保存为文件。",

    empty: "还没有代码。可以编写、粘贴，或打开课程中的内核。",
    engine: "这段代码使引擎停止，或让它忙得太久。一旦修改就会再试；你写的内容都在。",
    stale: "图中是上一次能运行的代码。",
    all_well: "可以运行，没有发现问题。",
    several: |names, runs| {
        format!(
            "代码有 {} 个入口：{}。现在运行 {runs}；可在设置中另选。",
            names.len(),
            names.join("、")
        )
    },
    not_ready: |error| match error {
        NotReady::Kernel(error) => kernel(error),
        NotReady::TooManyLanes { lanes, most } => format!(
            "{} 条线程超过了每次编辑都要重新运行的上限 {}。请减少工作组。",
            grouped(*lanes),
            grouped(*most)
        ),
        NotReady::TooManyWords { name, words, most } => format!(
            "{name} 的缓冲区将有 {} 个字，这里最多运行 {} 个。请减少元素。",
            grouped(*words),
            grouped(*most)
        ),
        NotReady::NoWorkgroups => "没有工作组就没有线程运行：x、y、z 至少各为 1。".to_owned(),
        NotReady::Number { name, text } => {
            format!("{name} 的数字中有“{text}”，它不是该类型的数。请写用逗号隔开的数字。")
        }
    },
    foreign,
    hint,

    entry: "入口",
    workgroup_size: |[x, y, z]| format!("代码规定每个工作组有 {x} × {y} × {z} 条线程。"),
    workgroups: "工作组数",
    override_label: |name| format!("override {name} 的值；留空则用自身的默认值"),
    buffers: "缓冲区",
    no_buffers: "内核没有使用缓冲区。",
    binding: declaration,
    filled_with: |name| format!("{name} 开始时的内容"),
    filling: |id| match id {
        "zeros" => "全为 0",
        "ones" => "全为 1",
        "ramp" => "0, 1, 2, …",
        "random" => "随机",
        "count" => "n（长度）",
        "numbers" => "数字……",
        "file" => "文件……",
        _ => "与课程相同",
    },
    seed: "种子",
    numbers: "用逗号隔开的数字；其余为 0",
    file: "这个缓冲区的文件",
    file_bytes: |bytes| match bytes {
        0 => "还没有文件".to_owned(),
        bytes => format!("{} 字节", grouped(bytes as u64)),
    },
    words: |words| format!("{words} 个字"),
    elements_of: |name, values| match values {
        1 => format!("{name} 的元素个数"),
        values => format!("{name} 的元素个数，每个含 {values} 个值"),
    },
    bad_elements: |most| format!("请写 1 到 {}。", grouped(most)),
    bad_number: |text, error| match error {
        NumberError::Empty => "请写一个整数。".to_owned(),
        NumberError::NotANumber => format!("“{text}”不是整数。"),
        NumberError::TooLarge => format!("“{text}”超过 32 位。"),
    },
    no_number: |text| format!("“{text}”不是数。"),
    order: "线程束的次序",
    order_hint: "0：线程束按编号轮流。其他数字按固定方式打乱次序：缺少的同步会因此显现。",

    afterwards: "运行后缓冲区的内容",
    cells: |cells| format!("{} 个值", grouped(cells as u64)),
    was: |value| format!("原来是 {value}"),

    face: "模拟机与 GPU 对照",
    face_lead: "在你的 GPU 上运行一次，逐个比较写出的每个值。",
    run_on_gpu: "在本机 GPU 上运行",
    run_anyway: "仍然运行",
    risky: "这个内核在模拟机上不会结束，或者同步点无法打开。GPU 可能因此卡住几秒，浏览器也可能收回本页的 GPU。你写的内容不会丢失。",
    running: "正在 GPU 上运行……",
    cut_off: "模拟器没有运行到结束，它的数值是停下那一刻的。",
    compared: |found| match found.differing {
        0 => format!("全部 {} 个值相等", grouped(found.cells as u64)),
        differing => {
            let ulps = found.most_ulps.map_or(String::new(), |ulps| {
                format!("，最多相差 {}", (ZH.ulps)(ulps))
            });
            format!(
                "{} 个值中有 {} 个不同{ulps}",
                grouped(found.cells as u64),
                grouped(differing as u64)
            )
        }
    },
    ulps: |ulps| format!("{} ulp", grouped(ulps)),
    index: "序号",
    simulator: "模拟机",
    gpu: "GPU",
    more_cells: |more| format!("另有 {} 个", grouped(more as u64)),
    time_it: "计时",
    timing: "正在计时……",
};

fn kernel(error: &KernelError) -> String {
    (crate::strings::of(lessons::Language::SimplifiedChinese).kernel_error)(error)
}

fn draft_error(error: &DraftError) -> String {
    match error {
        DraftError::TooLong { bytes, most } => format!(
            "它有 {} 字节，最多读取 {} 字节。",
            grouped(*bytes as u64),
            grouped(*most as u64)
        ),
        DraftError::Form { message, .. } => format!("格式不是本页的（{message}）。"),
        DraftError::Version { version, known } => {
            format!("它是第 {version} 版，本页只读第 {known} 版。请重新加载页面以更新。")
        }
        DraftError::Value { name } => format!("其中的“{name}”不合理。"),
    }
}

fn foreign(foreign: &Foreign) -> String {
    let language = name(foreign.language);
    let pairs: Vec<String> = foreign
        .pairs
        .iter()
        .map(|(theirs, ours)| format!("{} 写作 {ours}", theirs.trim()))
        .collect();
    if foreign.is_host {
        return format!(
            "这是把内核交给 GPU 的 {language} 程序；请只粘贴内核，也就是 code 后面引号之间的文本。"
        );
    }
    if pairs.is_empty() {
        return format!(
            "这是 {language}；浏览器的 GPU 使用 WGSL。可以打开课程中的内核看看它的样子。"
        );
    }
    format!("这是 {language}；在 WGSL 中，{}。", pairs.join("；"))
}

fn hint(hint: &Hint) -> String {
    match hint {
        Hint::Word { wrote, write } => format!("{wrote} 是其他语言的写法；WGSL 写作 {write}。"),
        Hint::Declaration { wrote, write } => format!(
            "把 {wrote} 写在前面是 C 的声明方式；WGSL 写作 var 名称: {write} = …; 或 let 名称 = …;"
        ),
        Hint::Semicolon => "前一条语句的末尾缺少分号。".to_owned(),
        Hint::ClosingBrace => "缺少一个右花括号 }。".to_owned(),
        Hint::Ternary => "WGSL 没有 ?: ，请写 select(否则, 成立时, 条件)，或用 if 和 else。".to_owned(),
        Hint::Arrow => "WGSL 没有 -> ，请用点：p.x 也能通过指针访问。".to_owned(),
        Hint::Cast => "WGSL 的转换写成调用：用 u32(x) 代替 (uint) x。".to_owned(),
        Hint::ForParts => "for 需要三个部分：for (var i = 0u; i < n; i++) { }。没有这些部分的循环写作 loop { } 或 while (条件) { }。".to_owned(),
        Hint::LoopVariable => "循环变量要用 var 声明：for (var i = 0u; i < n; i++)。".to_owned(),
        Hint::Text => "内核没有字符串和字符：请把数字放在缓冲区里。".to_owned(),
        Hint::Comma => "struct 的成员以逗号结尾，不用分号。".to_owned(),
        Hint::Conversion => "WGSL 不会自动转换类型：用 u32(…)、i32(…) 或 f32(…) 使两边类型相同；浮点数写 1.0，u32 写 1u。".to_owned(),
        Hint::Constant => "let 的值不能改变：要修改请用 var 声明。".to_owned(),
        Hint::Unknown { name } => format!("这里没有声明 {name}：请检查拼写，或用 let 或 var 声明。"),
        Hint::AddressSpace => "函数外的变量要说明位置：var<private>、var<workgroup> 或 var<storage, read_write>；常量用 const。".to_owned(),
        Hint::NoBinding => "缓冲区需要位置：在前面写 @group(0) @binding(0)。".to_owned(),
        Hint::SameBinding => "两个缓冲区的 @group 和 @binding 相同：请各用各的。".to_owned(),
        Hint::ReadOnly => "那里不能写入：请把缓冲区声明为 var<storage, read_write>；参数和 let 都不能写入。".to_owned(),
        Hint::WorkgroupSize => "一个工作组共有 1 到 1024 条线程：例如 @workgroup_size(256)。".to_owned(),
        Hint::Recursion => "WGSL 没有递归：函数不能调用自己。请写循环。".to_owned(),
        Hint::NegativeIndex => "下标从 0 开始；负数在任何数组之外。".to_owned(),
        Hint::DivisionByZero => "除数是代码里写明的 0：请换成别的数，或去掉这个除法。".to_owned(),
        Hint::Printing => "内核不能打印：请把想看的值写入缓冲区。".to_owned(),
        Hint::NoNull => "WGSL 没有空指针：指针总是指向某个变量。".to_owned(),
        Hint::NoEntryPoint => "内核这样开头：@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { … }".to_owned(),
    }
}
