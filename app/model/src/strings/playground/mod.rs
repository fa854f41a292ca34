//! The playground's sentences.

mod buffers;
mod difference;
mod earlier;
mod files;
mod hints;
mod refusal;

use super::count;
use crate::number::{NumberError, grouped};
use crate::playground::data::DataError;
use crate::playground::difference::Difference;
use crate::playground::draft::DraftError;
use crate::playground::foreign::Foreign;
use crate::playground::hint::Hint;
use crate::playground::link::LinkError;
use crate::playground::ready::NotReady;
use crate::playground::repair::Damage;
use simt::{Binding, Fix, RaisedLimit, ScalarType};

words!(PlaygroundWords {
    /// The button on a lesson's code.
    edit: ("Edit this kernel in the playground", "在练习场中编辑这个内核",),
    text: ("Kernel", "内核"),
    editor: ("WGSL of the kernel", "内核的 WGSL 代码"),
    editor_keys: (
        "Tab indents; to leave the editor by keyboard, use Escape, then Tab. Ctrl+Space completes, F8 goes to the next error. The help of the page lists all keys.",
        "Tab 键缩进；要用键盘离开编辑器，先按 Esc 再按 Tab。Ctrl+空格补全，F8 跳到下一个错误。页面的帮助列出全部按键。",
    ),
    /// CodeMirror's own phrases, each with the text that is shown for it.
    editor_phrases: (&[
        (("Find", "Find"), ("Find", "查找")),
        (("Replace", "Replace with"), ("Replace", "替换为")),
        (("next", "Next"), ("next", "下一个")),
        (("previous", "Previous"), ("previous", "上一个")),
        (("all", "All"), ("all", "全部")),
        (("match case", "Match case"), ("match case", "区分大小写")),
        (("regexp", "Regexp"), ("regexp", "正则表达式")),
        (("by word", "Whole word"), ("by word", "全字匹配")),
        (("replace", "Replace"), ("replace", "替换")),
        (("replace all", "Replace all"), ("replace all", "全部替换")),
        (("close", "Close"), ("close", "关闭")),
        (("current match", "Current match"), ("current match", "当前匹配"),),
        (("on line", "on line"), ("on line", "位于行")),
        (
            ("replaced match on line $", "Replaced the match on line $"),
            ("replaced match on line $", "已替换第 $ 行的匹配"),
        ),
        (
            ("replaced $ matches", "Replaced $ matches"),
            ("replaced $ matches", "已替换 $ 处匹配"),
        ),
        (("Go to line", "Go to line"), ("Go to line", "转到行")),
        (("go", "Go"), ("go", "转到")),
        (("Fold line", "Fold the block"), ("Fold line", "折叠代码块")),
        (("Unfold line", "Unfold the block"), ("Unfold line", "展开代码块"),),
        (("Folded lines", "Folded lines"), ("Folded lines", "已折叠行"),),
        (("Unfolded lines", "Unfolded lines"), ("Unfolded lines", "已展开行"),),
        (("to", "to"), ("to", "至")),
        (("folded code", "folded code"), ("folded code", "已折叠的代码"),),
        (("unfold", "unfold"), ("unfold", "展开")),
        (("Completions", "Completions"), ("Completions", "补全")),
        (
            ("Selection deleted", "Selection deleted"),
            ("Selection deleted", "已删除选中的内容"),
        ),
        (
            ("Control character", "Control character"),
            ("Control character", "控制字符"),
        ),
    ]) as &'static [(&'static str, &'static str)],
    breakpoint: ("Breakpoint", "断点"),
    no_breakpoint: ("Breakpoint removed", "已删除断点"),
    format: ("Format", "整理格式"),
    format_hint: (
        "Indents the text and spaces it evenly (Shift Alt F)",
        "整理缩进与空格（Shift Alt F）",
    ),
    smaller: ("Smaller letters", "缩小字号"),
    larger: ("Larger letters", "放大字号"),
    divider: ("Width of the text", "代码栏的宽度"),
    no_editor: (
        "The editor could not be loaded, so this is a plain field. Everything else works; reload to try again.",
        "编辑器没能加载，这里是普通的输入框。其他功能照常；重新加载页面可以再试。",
    ),
    tabs: ("Views of the run", "运行的各种视图"),
    tab: (|id| match id {
        "setup" => ("More set-up", "更多设置"),
        "translation" => ("WGSL", "WGSL"),
        "counters" => ("Counters", "计数器"),
        "buffers" => ("Buffers", "缓冲区"),
        "versions" => ("Versions", "版本"),
        _ => ("Your GPU", "你的 GPU"),
    }) as fn(&str) -> &'static str,

    // Text in and out.
    open: ("Open a kernel …", "打开内核……"),
    start: ("A first kernel", "第一个内核"),
    earlier_group: ("Your earlier texts", "你之前的代码"),
    /// The name of an earlier text: its source, and the time as `hours:minutes`.
    earlier: (|source, clock| (format!("{clock} · {}", earlier::name_of(source)))) as fn(&str, &str) -> String,
    undo: ("Undo", "撤销"),
    redo: ("Redo", "重做"),
    save: ("Save", "保存"),
    open_file: ("Open a file", "打开文件"),
    open_file_hint: (
        "Open a .wgsl file, or a .json file saved here",
        "打开 .wgsl 文件，或在这里保存的 .json 文件",
    ),
    save_text: ("The text", "代码"),
    save_all: ("Text and settings", "代码和设置"),
    share: ("Share a link", "分享链接"),
    results: ("Results of the run", "运行结果"),
    copy_results: ("Copy as text", "复制为文本"),
    copied: ("The results are in the clipboard.", "结果已复制到剪贴板。"),
    share_hint: ("Make a link that holds text and settings", "生成包含代码和设置的链接",),
    link: ("Link to this kernel", "这个内核的链接"),
    /// Argument: the link's length in characters.
    link_made: (files::EN.link_made, files::ZH.link_made) as fn(usize) -> String,
    no_link: (
        "This browser cannot make the link. Save a .json file instead.",
        "这个浏览器无法生成链接，请改为保存 .json 文件。",
    ),
    /// Arguments: the length that the link would have, the longest possible length, both in characters.
    link_too_long: (files::EN.link_too_long, files::ZH.link_too_long) as fn(usize, usize) -> String,
    bad_link: (files::EN.bad_link, files::ZH.bad_link) as fn(&LinkError) -> String,
    bad_file: (files::EN.bad_file, files::ZH.bad_file) as fn(&str, &DraftError) -> String,
    file_too_long: (files::EN.file_too_long, files::ZH.file_too_long) as fn(&str, usize) -> String,
    file_empty: (files::EN.file_empty, files::ZH.file_empty) as fn(&str) -> String,
    not_text: (files::EN.not_text, files::ZH.not_text) as fn(&str) -> String,
    /// Argument: the earlier texts that the storage has no room for.
    earlier_not_kept: (|count| (
        format!(
            "The browser's storage is full: {count} of your earlier texts are lost when this page closes. Save them as files to keep them."
        ),
        format!("浏览器的存储已满：关闭页面后会丢失 {count} 份较早的代码。请存成文件。"),
    )) as fn(usize) -> String,
    not_kept: (
        "The browser has no room to keep this text: save it as a file before you leave the page.",
        "浏览器没有空间保存这段代码：离开页面前请保存为文件。",
    ),

    // Errors.
    empty: (
        "There is no text yet. Write a kernel, paste one, or open one of the lessons’.",
        "还没有代码。可以编写、粘贴，或打开课程中的内核。",
    ),
    engine: (
        "This text crashed the engine or kept it busy for too long. It runs again as soon as you change it; your text is not lost.",
        "这段代码使引擎停止，或让它忙得太久。一旦修改就会再试；你写的内容都在。",
    ),
    stale: (
        "The picture shows the last text that ran.",
        "图中是上一次能运行的代码。",
    ),
    all_well: ("It runs, with no findings.", "可以运行，没有发现问题。"),
    runs: ("It runs.", "可以运行。"),
    refused: ("It does not compile yet.", "还不能编译。"),
    /// Arguments: the errors, warnings and hints of a run.
    found: (
        |errors, warnings, hints| {
            let each = [(errors, "error"), (warnings, "warning"), (hints, "hint")];
            let named = each.iter().filter(|(count, _)| *count > 0);
            let named = named.map(|(count, name)| match count {
                1 => format!("1 {name}"),
                count => format!("{count} {name}s"),
            });
            named.collect::<Vec<String>>().join(", ")
        },
        |errors, warnings, hints| {
            let each = [(errors, "个错误"), (warnings, "个警告"), (hints, "个提示")];
            let named = each.iter().filter(|(count, _)| *count > 0);
            let named = named.map(|(count, name)| format!("{count} {name}"));
            named.collect::<Vec<String>>().join("，")
        },
    ) as fn(usize, usize, usize) -> String,
    next_finding: ("Next finding", "下一个问题"),
    /// Arguments: the kernel, its error.
    kernel_refused: (refusal::EN.kernel_refused, refusal::ZH.kernel_refused) as fn(&str, &str) -> String,
    kernels_refused: (refusal::EN.kernels_refused, refusal::ZH.kernels_refused) as fn(usize) -> String,
    several: (|names, runs| (
        format!(
            "The text has {} entry points: {}. {runs} runs; choose another in the launch.",
            names.len(),
            names.join(", ")
        ),
        format!(
            "代码有 {} 个入口：{}。现在运行 {runs}；可在“启动”中另选。",
            names.len(),
            names.join("、")
        ),
    )) as fn(&[String], &str) -> String,
    not_ready: (refusal::EN.not_ready, refusal::ZH.not_ready) as fn(&NotReady) -> String,
    finding_hint: (
        "Go to the line and to the step where it happens; again: to the other access",
        "转到这一行和发生的那一步；再点一次转到另一次访问",
    ),
    /// The button that follows a fix.
    repair: (|fix| match fix {
        Fix::BarrierBefore { .. }
        | Fix::BarrierAfter { .. }
        | Fix::BarrierBeside { .. }
        | Fix::SplitBranch { .. }
        | Fix::WarpBarrier { .. }
        | Fix::WarpSteps { .. }
        | Fix::Steps { .. }
        | Fix::ReadFirst { .. } => ("Insert the barrier", "插入同步"),
        Fix::ReplaceBarrier { .. } => ("Replace the barrier", "替换同步"),
        Fix::HoistBarrier { .. } => ("Move the barrier", "移动同步"),
        Fix::Atomic { .. } => ("Make it atomic", "改为原子操作"),
        Fix::OneLane { .. } => ("Let one thread do it", "只让一条线程执行"),
        Fix::Guard { .. } | Fix::GuardValue { .. } => ("Guard the access", "检查下标"),
        _ => ("Make the change", "修改代码"),
    }) as fn(&Fix) -> &'static str,
    show_moment: ("Show the moment", "转到发生的一步"),
    show_both: ("Show both threads", "显示两条线程"),
    /// The form for the placeholders of a template.
    placeholders: (
        "The text has placeholders of a template. Write what the program puts there:",
        "代码中有模板的占位符。请写出程序填入的内容：",
    ),
    fill_in: ("Fill in", "填入"),
    /// The sentence about the damage of a text. Argument: each kind with its first line.
    damaged: (hints::EN.damaged, hints::ZH.damaged) as fn(&[(Damage, usize)]) -> String,
    mend: ("Mend the text", "修正代码"),
    /// About limits beyond what every device offers.
    raised: (refusal::EN.raised, refusal::ZH.raised) as fn(&[RaisedLimit]) -> String,
    foreign: (hints::EN.foreign, hints::ZH.foreign) as fn(&Foreign) -> String,
    hint: (hints::EN.hint, hints::ZH.hint) as fn(&Hint) -> String,

    // The launch above the pictures.
    launch: ("Launch", "启动"),
    on_machine: ("on", "机器"),
    data: ("Data", "数据"),
    /// Argument: the passes of a chain.
    chain_of: (|passes| (
        format!("{passes} kernels in a row"),
        format!("依次运行 {passes} 个内核"),
    )) as fn(usize) -> String,
    // The first visit.
    welcome: (
        "Paste your CUDA or WGSL kernel over this one",
        "把你的 CUDA 或 WGSL 内核粘贴到这里",
    ),
    welcome_lead: (
        "It runs after every edit: on the right you see its threads, its memory and the whole run.",
        "每次编辑后都会运行：右边是它的线程、内存和整个运行过程。",
    ),
    paste: ("Paste", "粘贴"),
    no_paste: (
        "The browser does not let the page read the clipboard. Click into the text and press Ctrl V.",
        "浏览器不允许页面读取剪贴板。请点击代码，然后按 Ctrl V。",
    ),
    or_example: ("or start from an example:", "或从示例开始："),
    stays_here: (
        "Your text stays in this browser. Nothing runs on your GPU before you ask for it.",
        "代码只保存在这个浏览器里。不按按钮就不会在你的 GPU 上运行。",
    ),
    // The form.
    entry: ("Entry point", "入口"),
    to_lesson: ("Back to the lesson", "返回课程"),
    /// The end of a sentence that begins with the workgroups.
    workgroup_size: (|[x, y, z]| (
        format!("workgroups of {x} × {y} × {z} threads"),
        format!("个工作组，每组 {x} × {y} × {z} 条线程"),
    )) as fn([u32; 3]) -> String,
    workgroups: ("Workgroups", "工作组数"),
    override_label: (|name| (
        format!("Value of the override {name}; empty: its own"),
        format!("override {name} 的值；留空则用自身的默认值"),
    )) as fn(&str) -> String,
    buffers: ("Buffers", "缓冲区"),
    no_buffers: ("The kernel uses no buffer.", "内核没有使用缓冲区。"),
    no_launch: (
        "The launch and the data stand here when the text compiles.",
        "代码编译通过后，这里显示启动和数据。",
    ),
    binding: (buffers::declaration) as fn(&Binding) -> String,
    filled_with: (|name| (format!("Initial contents of {name}"), format!("{name} 开始时的内容"),))
        as fn(&str) -> String,
    filling: (buffers::EN.filling, buffers::ZH.filling) as fn(&str) -> &'static str,
    seed: ("Seed", "种子"),
    numbers: (
        "Numbers such as 7, -2, 0x1F, 1e3 or 2.5, with commas, blanks or new lines between them; the others are zero",
        "数字，例如 7、-2、0x1F、1e3、2.5，用逗号、空格或换行隔开；其余为 0",
    ),
    file: ("File for this buffer", "这个缓冲区的文件"),
    file_bytes: (|bytes| match bytes {
        0 => ("no file yet".to_owned(), "还没有文件".to_owned()),
        bytes => (
            count(bytes as u64, "byte", "bytes"),
            format!("{} 字节", grouped(bytes as u64)),
        ),
    }) as fn(usize) -> String,
    words: (|words| (count(words, "word", "words"), format!("{words} 个字"))) as fn(u64) -> String,
    /// Arguments: a variable, the values in each of its elements.
    elements_of: (|name, values| match values {
        1 => (format!("Elements of {name}"), format!("{name} 的元素个数")),
        values => (
            format!("Elements of {name}, {values} values each"),
            format!("{name} 的元素个数，每个含 {values} 个值"),
        ),
    }) as fn(&str, usize) -> String,
    bad_elements: (buffers::EN.bad_elements, buffers::ZH.bad_elements) as fn(u64) -> String,
    texels_of: (|name| (
        format!("Texels of {name} in x, y and z"),
        format!("{name} 在 x、y、z 方向的纹素数"),
    )) as fn(&str) -> String,
    /// Argument: the largest number of words.
    bad_size: (buffers::EN.bad_size, buffers::ZH.bad_size) as fn(u64) -> String,
    bad_number: (buffers::EN.bad_number, buffers::ZH.bad_number) as fn(&str, NumberError) -> String,
    bad_member: (buffers::EN.bad_member, buffers::ZH.bad_member) as fn(&str, ScalarType) -> String,
    bad_data: (buffers::EN.bad_data, buffers::ZH.bad_data) as fn(&str, &DataError) -> String,
    columns: ("Column of the file", "文件的列"),
    all_columns: ("all columns", "所有列"),
    no_number: (|text| (format!("“{text}” is not a number."), format!("“{text}”不是数。"),)) as fn(&str) -> String,
    order: ("Order of warps", "线程束的次序"),
    find_order: ("Find an order that goes wrong", "寻找出错的次序",),
    /// Arguments: orders that were tried, and all orders.
    orders_tried: (
        |done, all| format!("{done} of {all} orders"),
        |done, all| format!("已试 {done} / {all} 种次序"),
    ) as fn(usize, usize) -> String,
    orders_same: (
        |orders| format!("{} gave the same result.", count(orders as u64, "order", "orders")),
        |orders| format!("{orders} 种次序的结果都相同。"),
    ) as fn(usize) -> String,
    /// Arguments: the seed and the warp's width.
    order_found: (
        |seed, width| format!("Order {seed} with warps of {width} gives another result. It is shown now."),
        |seed, width| format!("次序 {seed}、线程束宽 {width} 时结果不同，现已显示。"),
    ) as fn(u32, u32) -> String,
    /// A short sign that the order is not the usual one.
    order_sign: (|order| (format!("order {order}"), format!("次序 {order}"))) as fn(u32) -> String,
    order_hint: (
        "0: warps take turns by number. Any other number shuffles their turns, always in the same way, which can reveal a missing barrier.",
        "0：线程束按编号轮流。其他数字按固定方式打乱次序：缺少的同步会因此显现。",
    ),

    // After the run.
    afterwards: ("Buffers after the run", "运行后缓冲区的内容"),
    cells: (
        |cells| match cells {
            1 => "1 value".to_owned(),
            cells => format!("{} values", grouped(cells as u64)),
        },
        |cells| format!("{} 个值", grouped(cells as u64)),
    ) as fn(usize) -> String,
    notation: ("Notation", "写法"),
    notation_of: (|id| match id {
        "hex" => ("hex", "十六进制"),
        "bits" => ("bits", "二进制"),
        _ => ("values", "数值"),
    }) as fn(&str) -> &'static str,
    was: (|value| (format!("was {value}"), format!("原来是 {value}"))) as fn(&str) -> String,

    // On the GPU.
    face: ("Simulator and GPU", "模拟机与 GPU 对照"),
    face_lead: (
        "Runs the text once on your GPU and compares every value that it wrote.",
        "在你的 GPU 上运行一次，逐个比较写出的每个值。",
    ),
    run_on_gpu: ("Run on this GPU", "在本机 GPU 上运行"),
    run_anyway: ("Run it anyway", "仍然运行"),
    risky: (
        "In the simulator this kernel does not end, or its threads never pass a barrier. A GPU may not respond for seconds, and the browser may take the GPU away from this page. Your text would not be lost.",
        "这个内核在模拟机上不会结束，或者线程永远通不过同步点。GPU 可能因此几秒没有响应，浏览器也可能收回本页的 GPU。你写的内容不会丢失。",
    ),
    running: ("Running on the GPU …", "正在 GPU 上运行……"),
    cut_off: (
        "The simulator stopped before the end, so its values are those of that moment.",
        "模拟器没有运行到结束，它的数值是停下那一刻的。",
    ),
    compared: (difference::EN.compared, difference::ZH.compared) as fn(&Difference) -> String,
    ulps: (difference::EN.ulps, difference::ZH.ulps) as fn(u64) -> String,
    index: ("value", "序号"),
    simulator: ("simulator", "模拟机"),
    gpu: "GPU",
    more_cells: (|more| (
        format!("and {} more", grouped(more as u64)),
        format!("另有 {} 个", grouped(more as u64)),
    )) as fn(usize) -> String,
    time_it: ("Time it", "计时"),
    to_lab: ("Measure it in the lab", "到实验室中测量"),
    to_lab_hint: (
        "Adds this kernel to the list of the GPU lab: many sizes, blocks and rounds, beside the lessons' kernels",
        "把这个内核加入 GPU 实验室的列表：可选多种大小、块和轮数，并与课程的内核比较",
    ),
    /// Arguments: the member that is not set, its default, and a value with which every access stays inside.
    unset: (|name, default, value| (
        format!(
            "{name} is not set, and its default of {} leads out of bounds. With {} every access stays inside: set it first.",
            grouped(default),
            grouped(value)
        ),
        format!(
            "{name} 尚未设置，默认值 {} 会造成越界。取 {} 时所有访问都在范围内：请先设置它。",
            grouped(default),
            grouped(value)
        ),
    )) as fn(&str, u64, u64) -> String,
    unset_hint: ("Show its field", "显示它的输入框"),
    timing: ("Timing …", "正在计时……"),
    /// Argument: the time of an empty dispatch, with its unit.
    too_short: (|empty| (
        format!(
            "Too short to compare: less than ten empty dispatches ({empty} ms each). Make the input larger: in the set-up, give the buffers more words and the dispatch more workgroups."
        ),
        format!(
            "太短，无法比较：不到十次空派发（每次 {empty} ms）。请加大输入：在设置里增加缓冲区的字数和工作组的数目。"
        ),
    )) as fn(&str) -> String,
});
