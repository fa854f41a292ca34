//! The playground's sentences.

mod hints;

use super::{Strings, common, count};
use crate::number::{NumberError, grouped};
use crate::playground::data::DataError;
use crate::playground::difference::Difference;
use crate::playground::draft::DraftError;
use crate::playground::foreign::{Foreign, recognise};
use crate::playground::hint::{Hint, hint};
use crate::playground::link::{LinkError, SqueezeError};
use crate::playground::ready::NotReady;
use crate::playground::repair::Damage;
use simt::{Binding, Fix, ImageKind, ImageShape, KernelError, Narrow, RaisedLimit, ScalarType};

#[derive(Debug)]
pub struct PlaygroundWords {
    /// The button on a lesson's code.
    pub edit: &'static str,
    pub text: &'static str,
    pub editor: &'static str,
    pub editor_keys: &'static str,
    /// CodeMirror's own phrases, each with the text that is shown for it.
    pub editor_phrases: &'static [(&'static str, &'static str)],
    pub breakpoint: &'static str,
    pub no_breakpoint: &'static str,
    pub no_editor: &'static str,
    pub format: &'static str,
    pub format_hint: &'static str,
    pub smaller: &'static str,
    pub larger: &'static str,
    pub divider: &'static str,
    pub tabs: &'static str,
    pub tab: fn(&str) -> &'static str,

    // Text in and out.
    pub open: &'static str,
    pub start: &'static str,
    pub earlier_group: &'static str,
    /// The name of an earlier text: its source, and the time as `hours:minutes`.
    pub earlier: fn(&str, &str) -> String,
    pub undo: &'static str,
    pub redo: &'static str,
    pub save: &'static str,
    pub open_file: &'static str,
    pub open_file_hint: &'static str,
    pub save_text: &'static str,
    pub save_all: &'static str,
    pub share: &'static str,
    pub share_hint: &'static str,
    pub results: &'static str,
    pub copy_results: &'static str,
    pub copied: &'static str,
    pub link: &'static str,
    /// Argument: the link's length in characters.
    pub link_made: fn(usize) -> String,
    pub no_link: &'static str,
    /// Arguments: the length that the link would have, the longest possible length, both in characters.
    pub link_too_long: fn(usize, usize) -> String,
    pub bad_link: fn(&LinkError) -> String,
    pub bad_file: fn(&str, &DraftError) -> String,
    pub file_too_long: fn(&str, usize) -> String,
    pub file_empty: fn(&str) -> String,
    pub not_text: fn(&str) -> String,
    pub not_kept: &'static str,
    /// Argument: the earlier texts that the storage has no room for.
    pub earlier_not_kept: fn(usize) -> String,

    // Errors.
    pub empty: &'static str,
    pub engine: &'static str,
    pub stale: &'static str,
    pub all_well: &'static str,
    pub runs: &'static str,
    pub refused: &'static str,
    /// Arguments: the errors, warnings and hints of a run.
    pub found: fn(usize, usize, usize) -> String,
    pub next_finding: &'static str,
    /// Arguments: the kernel, its error.
    pub kernel_refused: fn(&str, &str) -> String,
    pub kernels_refused: fn(usize) -> String,
    pub several: fn(&[String], &str) -> String,
    pub finding_hint: &'static str,
    /// The button that follows a fix.
    pub repair: fn(&Fix) -> &'static str,
    pub show_moment: &'static str,
    pub show_both: &'static str,
    /// About limits beyond what every device offers.
    pub raised: fn(&[RaisedLimit]) -> String,
    pub not_ready: fn(&NotReady) -> String,
    pub foreign: fn(&Foreign) -> String,
    pub hint: fn(&Hint) -> String,

    /// The form for the placeholders of a template.
    pub placeholders: &'static str,
    pub fill_in: &'static str,
    /// The sentence about the damage of a text. Argument: each kind with its first line.
    pub damaged: fn(&[(Damage, usize)]) -> String,
    pub mend: &'static str,

    // The launch above the pictures.
    pub launch: &'static str,
    pub on_machine: &'static str,
    pub data: &'static str,
    /// Argument: the passes of a chain.
    pub chain_of: fn(usize) -> String,

    // The first visit.
    pub welcome: &'static str,
    pub welcome_lead: &'static str,
    pub paste: &'static str,
    pub no_paste: &'static str,
    pub or_example: &'static str,
    pub stays_here: &'static str,

    // The form.
    pub entry: &'static str,
    pub to_lesson: &'static str,
    /// The end of a sentence that begins with the workgroups.
    pub workgroup_size: fn([u32; 3]) -> String,
    pub workgroups: &'static str,
    pub override_label: fn(&str) -> String,
    pub buffers: &'static str,
    pub no_buffers: &'static str,
    pub no_launch: &'static str,
    pub binding: fn(&Binding) -> String,
    pub filled_with: fn(&str) -> String,
    pub filling: fn(&str) -> &'static str,
    pub seed: &'static str,
    pub numbers: &'static str,
    pub file: &'static str,
    pub file_bytes: fn(usize) -> String,
    pub words: fn(u64) -> String,
    /// Arguments: a variable, the values in each of its elements.
    pub elements_of: fn(&str, usize) -> String,
    pub bad_elements: fn(u64) -> String,
    pub texels_of: fn(&str) -> String,
    /// Argument: the largest number of words.
    pub bad_size: fn(u64) -> String,
    pub bad_number: fn(&str, NumberError) -> String,
    pub bad_member: fn(&str, ScalarType) -> String,
    pub bad_data: fn(&str, &DataError) -> String,
    pub columns: &'static str,
    pub all_columns: &'static str,
    pub no_number: fn(&str) -> String,
    pub order: &'static str,
    pub order_hint: &'static str,
    /// A short sign that the order is not the usual one.
    pub order_sign: fn(u32) -> String,
    pub find_order: &'static str,
    /// Arguments: orders that were tried, and all orders.
    pub orders_tried: fn(usize, usize) -> String,
    pub orders_same: fn(usize) -> String,
    /// Arguments: the seed and the warp's width.
    pub order_found: fn(u32, u32) -> String,

    // After the run.
    pub afterwards: &'static str,
    pub cells: fn(usize) -> String,
    pub was: fn(&str) -> String,
    pub notation: &'static str,
    pub notation_of: fn(&str) -> &'static str,

    // On the GPU.
    pub face: &'static str,
    pub face_lead: &'static str,
    pub run_on_gpu: &'static str,
    pub run_anyway: &'static str,
    pub risky: &'static str,
    pub running: &'static str,
    pub cut_off: &'static str,
    pub compared: fn(&Difference) -> String,
    pub ulps: fn(u64) -> String,
    pub index: &'static str,
    pub simulator: &'static str,
    pub gpu: &'static str,
    pub more_cells: fn(usize) -> String,
    pub time_it: &'static str,
    pub to_lab: &'static str,
    pub to_lab_hint: &'static str,
    /// Arguments: the member that is not set, its default, and a value with which every access stays inside.
    pub unset: fn(&str, u64, u64) -> String,
    pub unset_hint: &'static str,
    pub timing: &'static str,
    /// Argument: the time of an empty dispatch, with its unit.
    pub too_short: fn(&str) -> String,

    /// The end of a sentence about a link or a file.
    draft_error: fn(&DraftError) -> String,
}

/// Returns a variable's declaration without its name: `storage, read_write · f32`.
fn declaration(binding: &Binding) -> String {
    let access = match binding.access {
        simt::BindingAccess::Read => "read",
        simt::BindingAccess::ReadWrite => "read_write",
    };
    if let Some(image) = &binding.image {
        let shape = match image.shape {
            ImageShape::Line => "1d",
            ImageShape::Plane => "2d",
            ImageShape::Layers => "2d_array",
            ImageShape::Volume => "3d",
        };
        let kind = match image.kind {
            ImageKind::Sampled => "texture",
            ImageKind::Depth => "texture_depth",
            ImageKind::Storage => "texture_storage",
        };
        return format!("{kind}_{shape} · {}", image.format);
    }
    let scalar = binding.scalar().map_or("struct", ScalarType::name);
    match binding.space {
        simt::Space::Storage => format!("var<storage, {access}> · {scalar}"),
        space => format!("var<{}> · {scalar}", space.name()),
    }
}

/// Says which numbers a type takes.
const fn range_en(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::Bool => "Write true or false.",
        ScalarType::I32 => "Write whole numbers from -2147483648 to 2147483647.",
        ScalarType::U32 => "Write whole numbers from 0 to 4294967295.",
        ScalarType::F32 => "Write numbers such as 1.5 or 2e-3, at most about 3.4e38.",
        ScalarType::F16 => "Write numbers such as 1.5 or 2e-3, at most 65504.",
        ScalarType::Narrow(Narrow::Bool8) => "Write true or false.",
        ScalarType::Narrow(Narrow::I8) => "Write whole numbers from -128 to 127.",
        ScalarType::Narrow(Narrow::U8) => "Write whole numbers from 0 to 255.",
        ScalarType::Narrow(Narrow::I16) => "Write whole numbers from -32768 to 32767.",
        ScalarType::Narrow(Narrow::U16) => "Write whole numbers from 0 to 65535.",
    }
}

const fn range_zh(scalar: ScalarType) -> &'static str {
    match scalar {
        ScalarType::Bool => "请写 true 或 false。",
        ScalarType::I32 => "请写 -2147483648 到 2147483647 的整数。",
        ScalarType::U32 => "请写 0 到 4294967295 的整数。",
        ScalarType::F32 => "请写 1.5、2e-3 这样的数，最大约 3.4e38。",
        ScalarType::F16 => "请写 1.5、2e-3 这样的数，最大 65504。",
        ScalarType::Narrow(Narrow::Bool8) => "请写 true 或 false。",
        ScalarType::Narrow(Narrow::I8) => "请写 -128 到 127 的整数。",
        ScalarType::Narrow(Narrow::U8) => "请写 0 到 255 的整数。",
        ScalarType::Narrow(Narrow::I16) => "请写 -32768 到 32767 的整数。",
        ScalarType::Narrow(Narrow::U16) => "请写 0 到 65535 的整数。",
    }
}

/// Lists limits with the value that is needed and, in brackets, the default.
fn limits(raised: &[RaisedLimit]) -> String {
    let each = raised.iter().map(|raised| {
        let needed = grouped(raised.needed);
        let default = grouped(raised.limit.default());
        format!("{} {needed} ({default})", raised.limit.name())
    });
    each.collect::<Vec<_>>().join(", ")
}

impl Strings {
    /// Returns what may help with a text that is refused: its language, or the likely cause of the error.
    pub fn hints(&self, source: &str, error: &KernelError) -> Vec<String> {
        let words = self.playground();
        let is_text = matches!(
            error,
            KernelError::Parse { .. }
                | KernelError::Validation { .. }
                | KernelError::NoEntryPoint { .. }
        );
        match is_text.then(|| recognise(source)).flatten() {
            Some(foreign) => vec![(words.foreign)(&foreign)],
            None => hint(source, error).iter().map(words.hint).collect(),
        }
    }
}

/// Returns the first line that is not empty, cut to 40 characters.
/// Returns the names of a text's kernels, or else its first line.
fn name_of(source: &str) -> String {
    let after = |mark: &'static str, word: &'static str| {
        let parts = source.split(mark).skip(1);
        parts.filter_map(move |part| {
            let head = part.split('{').next()?;
            // The bounds of a CUDA kernel stand before its name.
            let bounds = head
                .split_once("__launch_bounds__")
                .and_then(|(_, rest)| rest.split_once(')'));
            let head = bounds.map_or(head, |(_, rest)| rest);
            let head = head.split_once(word)?.1.split_once('(')?.0;
            let name = head
                .rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_')
                .next()?;
            (!name.is_empty()).then(|| name.to_owned())
        })
    };
    let names: Vec<String> = after("@compute", "fn ")
        .chain(after("__global__", " "))
        .collect();
    match names.is_empty() {
        true => first_line(source),
        false => names.join(", ").chars().take(40).collect(),
    }
}

fn first_line(source: &str) -> String {
    let mut lines = source.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or("…");
    line.chars().take(40).collect()
}

words!(PlaygroundWords {
    edit: (
        "Edit this kernel in the playground",
        "在练习场中编辑这个内核",
    ),
    text: ("Kernel", "内核"),
    editor: ("WGSL of the kernel", "内核的 WGSL 代码"),
    editor_keys: (
        "Tab indents; to leave the editor by keyboard, use Escape, then Tab. Ctrl+Space completes, F8 goes to the next error. The help of the page lists all keys.",
        "Tab 键缩进；要用键盘离开编辑器，先按 Esc 再按 Tab。Ctrl+空格补全，F8 跳到下一个错误。页面的帮助列出全部按键。",
    ),
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
        (
            ("current match", "Current match"),
            ("current match", "当前匹配"),
        ),
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
        (
            ("Unfold line", "Unfold the block"),
            ("Unfold line", "展开代码块"),
        ),
        (
            ("Folded lines", "Folded lines"),
            ("Folded lines", "已折叠行"),
        ),
        (
            ("Unfolded lines", "Unfolded lines"),
            ("Unfolded lines", "已展开行"),
        ),
        (("to", "to"), ("to", "至")),
        (
            ("folded code", "folded code"),
            ("folded code", "已折叠的代码"),
        ),
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
    ]),
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
    }),

    open: ("Open a kernel …", "打开内核……"),
    start: ("A first kernel", "第一个内核"),
    earlier_group: ("Your earlier texts", "你之前的代码"),
    earlier: (|source, clock| (format!("{clock} · {}", name_of(source)))),
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
    share_hint: (
        "Make a link that holds text and settings",
        "生成包含代码和设置的链接",
    ),
    link: ("Link to this kernel", "这个内核的链接"),
    link_made: (|letters| (
        format!(
            "Copied if the browser allows it. {} characters; the link contains the kernel.",
            grouped(letters as u64)
        ),
        format!(
            "浏览器允许时已复制。共 {} 个字符；内核就在链接里。",
            grouped(letters as u64)
        ),
    )),
    no_link: (
        "This browser cannot make the link. Save a .json file instead.",
        "这个浏览器无法生成链接，请改为保存 .json 文件。",
    ),
    link_too_long: (|letters, most| (
        format!(
            "The link would have {} characters, and many programs cut links off after {}. Save a .json file instead.",
            grouped(letters as u64),
            grouped(most as u64)
        ),
        format!(
            "链接将有 {} 个字符，而许多程序会在 {} 个字符处截断链接。请改为保存 .json 文件。",
            grouped(letters as u64),
            grouped(most as u64)
        ),
    )),
    bad_link: (|error| match error {
        LinkError::Letters(SqueezeError::Damaged) => (
            String::from(
                "The link is damaged: the kernel in it cannot be unpacked. Ask for it again, or for a file. Your own text is still here."
            ),
            String::from(
                "链接已损坏，无法解出其中的内核。请重新索取链接，或索取文件。你自己的代码还在。"
            ),
        ),
        LinkError::Letters(SqueezeError::TooLong { most_bytes }) => (
            format!(
                "The link unpacks to more than {} bytes, which no kernel of this page does. It was not opened; your own text is still here.",
                grouped(*most_bytes as u64)
            ),
            format!(
                "链接解压后超过 {} 字节，本页的内核不会这么长，所以没有打开。你自己的代码还在。",
                grouped(*most_bytes as u64)
            ),
        ),
        LinkError::Letters(SqueezeError::Unsupported) => (
            String::from(
                "This browser cannot unpack links. Ask for a file instead; your own text is still here."
            ),
            String::from("这个浏览器无法解压链接，请索取文件。你自己的代码还在。"),
        ),
        LinkError::Draft(error) => (
            format!(
                "The link holds no kernel of this page: {} Your own text is still here.",
                (EN.draft_error)(error)
            ),
            format!(
                "链接里没有本页的内核：{}你自己的代码还在。",
                (ZH.draft_error)(error)
            ),
        ),
    }),
    bad_file: (|file, error| (
        format!(
            "“{file}” cannot be opened: {} Your own text is still here.",
            (EN.draft_error)(error)
        ),
        format!(
            "无法打开“{file}”：{}你自己的代码还在。",
            (ZH.draft_error)(error)
        ),
    )),
    file_too_long: (|file, most| (
        format!(
            "“{file}” is longer than {} bytes, the most that is read. Your own text is still here.",
            grouped(most as u64)
        ),
        format!(
            "“{file}”超过 {} 字节，超出可读取的长度。你自己的代码还在。",
            grouped(most as u64)
        ),
    )),
    file_empty: (|file| (
        format!("“{file}” is empty: choose a file with numbers or bytes."),
        format!("“{file}”是空的，请选择含有数字或字节的文件。"),
    )),
    not_text: (|file| (
        format!(
            "“{file}” is not a text file. Choose a .wgsl file; bytes for a buffer are chosen at the buffer."
        ),
        format!(
            "“{file}”是二进制数据而不是文本。请选择 .wgsl 文件；缓冲区的数据在缓冲区那一行选择。"
        ),
    )),
    earlier_not_kept: (|count| (
        format!(
            "The browser's storage is full: {count} of your earlier texts are lost when this page closes. Save them as files to keep them."
        ),
        format!("浏览器的存储已满：关闭页面后会丢失 {count} 份较早的代码。请存成文件。"),
    )),
    not_kept: (
        "The browser has no room to keep this text: save it as a file before you leave the page.",
        "浏览器没有空间保存这段代码：离开页面前请保存为文件。",
    ),

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
    ),
    next_finding: ("Next finding", "下一个问题"),
    kernel_refused: (
        |name, error| format!("`{name}` does not run: {error}"),
        |name, error| format!("`{name}` 无法运行：{error}"),
    ),
    kernels_refused: (|kernels| (
        match kernels {
            1 => "1 kernel of the text does not run".to_owned(),
            kernels => format!("{kernels} kernels of the text do not run"),
        },
        format!("代码中有 {kernels} 个内核无法运行"),
    )),
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
    )),
    not_ready: (|error| match error {
        // The sentence is the machine's own.
        NotReady::Kernel(error) => (
            (common::EN.kernel_error)(error),
            (common::ZH.kernel_error)(error),
        ),
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
            String::from(
                "A dispatch without workgroups runs nothing: choose at least 1 in x, y and z."
            ),
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
    }),
    finding_hint: (
        "Go to the line and to the step where it happens; again: to the other access",
        "转到这一行和发生的那一步；再点一次转到另一次访问",
    ),
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
    }),
    show_moment: ("Show the moment", "转到发生的一步"),
    show_both: ("Show both threads", "显示两条线程"),
    placeholders: (
        "The text has placeholders of a template. Write what the program puts there:",
        "代码中有模板的占位符。请写出程序填入的内容：",
    ),
    fill_in: ("Fill in", "填入"),
    damaged: (
        |found| {
            let each = found.iter().map(|(damage, line)| {
                let what = match damage {
                    Damage::Dash => "dashes in place of minus signs",
                    Damage::Quote => "curly quotes",
                    Damage::Ligature => "joined letters such as ﬁ",
                    Damage::Space => "spaces that are no plain spaces",
                    Damage::FullWidth => "signs of full width",
                    Damage::LineNumbers => "line numbers",
                    Damage::Prompts => "prompts or commands of a shell",
                    Damage::Fences => "the marks that Markdown puts around code",
                };
                format!("{what} (line {line})")
            });
            format!(
                "The text was changed on its way, as PDFs and chats do: it has {}.",
                each.collect::<Vec<_>>().join(", ")
            )
        },
        |found| {
            let each = found.iter().map(|(damage, line)| {
                let what = match damage {
                    Damage::Dash => "用作减号的破折号",
                    Damage::Quote => "弯引号",
                    Damage::Ligature => "连写字母（如 ﬁ）",
                    Damage::Space => "特殊空格",
                    Damage::FullWidth => "全角符号",
                    Damage::LineNumbers => "行号",
                    Damage::Prompts => "提示符或命令行",
                    Damage::Fences => "Markdown 的代码标记",
                };
                format!("{what}（第 {line} 行）")
            });
            format!(
                "代码在复制途中被改动（PDF、聊天软件或输入法常会这样）：含有{}。",
                each.collect::<Vec<_>>().join("、")
            )
        },
    ),
    mend: ("Mend the text", "修正代码"),
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
    ),
    foreign: (hints::EN.foreign, hints::ZH.foreign),
    hint: (hints::EN.hint, hints::ZH.hint),

    launch: ("Launch", "启动"),
    on_machine: ("on", "机器"),
    data: ("Data", "数据"),
    chain_of: (|passes| (
        format!("{passes} kernels in a row"),
        format!("依次运行 {passes} 个内核"),
    )),
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
    entry: ("Entry point", "入口"),
    to_lesson: ("Back to the lesson", "返回课程"),
    workgroup_size: (|[x, y, z]| (
        format!("workgroups of {x} × {y} × {z} threads"),
        format!("个工作组，每组 {x} × {y} × {z} 条线程"),
    )),
    workgroups: ("Workgroups", "工作组数"),
    override_label: (|name| (
        format!("Value of the override {name}; empty: its own"),
        format!("override {name} 的值；留空则用自身的默认值"),
    )),
    buffers: ("Buffers", "缓冲区"),
    no_buffers: ("The kernel uses no buffer.", "内核没有使用缓冲区。"),
    no_launch: (
        "The launch and the data stand here when the text compiles.",
        "代码编译通过后，这里显示启动和数据。",
    ),
    binding: declaration,
    filled_with: (|name| (
        format!("Initial contents of {name}"),
        format!("{name} 开始时的内容"),
    )),
    filling: (|id| match id {
        "zeros" => ("zeros", "全为 0"),
        "ones" => ("ones", "全为 1"),
        "ramp" => "0, 1, 2, …",
        "random" => ("random", "随机"),
        "bytes" => ("bytes 0, 1, 2, …", "字节 0, 1, 2, ……"),
        "count" => ("n, the length", "n（长度）"),
        "members" => ("member by member", "逐个成员"),
        "numbers" => ("numbers …", "数字……"),
        "file" => ("a file …", "文件……"),
        _ => ("as in the lesson", "与课程相同"),
    }),
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
    }),
    words: (|words| (count(words, "word", "words"), format!("{words} 个字"))),
    elements_of: (|name, values| match values {
        1 => (format!("Elements of {name}"), format!("{name} 的元素个数")),
        values => (
            format!("Elements of {name}, {values} values each"),
            format!("{name} 的元素个数，每个含 {values} 个值"),
        ),
    }),
    bad_elements: (|most| (
        format!("Write 1 to {}.", grouped(most)),
        format!("请写 1 到 {}。", grouped(most)),
    )),
    texels_of: (|name| (
        format!("Texels of {name} in x, y and z"),
        format!("{name} 在 x、y、z 方向的纹素数"),
    )),
    bad_size: (|most| (
        format!(
            "Write the texels in each direction, such as 32x8, with at most {} words in all.",
            grouped(most)
        ),
        format!(
            "请写各方向的纹素数，例如 32x8，总共最多 {} 个字。",
            grouped(most)
        ),
    )),
    bad_number: (|text, error| match error {
        NumberError::Empty => (
            "Write a whole number.".to_owned(),
            "请写一个整数。".to_owned(),
        ),
        NumberError::NotANumber => (
            format!("“{text}” is not a whole number."),
            format!("“{text}”不是整数。"),
        ),
        NumberError::TooLarge => (
            format!("“{text}” does not fit into 32 bits."),
            format!("“{text}”超过 32 位。"),
        ),
    }),
    bad_member: (
        |text, scalar| format!("“{text}” is no {}. {}", scalar.name(), range_en(scalar)),
        |text, scalar| format!("“{text}”不是 {}。{}", scalar.name(), range_zh(scalar)),
    ),
    bad_data: (|name, error| match error {
        DataError::NotNumber { line, text } => (
            format!(
                "{name}: line {line} has “{text}”, which is not a number. The buffer keeps what it has."
            ),
            format!("{name} 的第 {line} 行有“{text}”，它不是数字。缓冲区保持不变。"),
        ),
        DataError::Unknown => (
            format!(
                "{name} is not text. Use .csv, .tsv, .json or .npy; for raw words, name the file .bin."
            ),
            format!(
                "{name} 不是文本。请用 .csv、.tsv、.json 或 .npy；原始的字请把文件命名为 .bin。"
            ),
        ),
        DataError::NotJson { line } => (
            format!("{name} is no JSON: line {line} cannot be read."),
            format!("{name} 不是 JSON：第 {line} 行无法读取。"),
        ),
        DataError::Json { message } => (
            format!("{name} holds something else than numbers: {message}"),
            format!("{name} 里有数字以外的内容：{message}"),
        ),
        DataError::Npy { message } => (
            format!(
                "{name} cannot be read ({message}). Save it from NumPy as a C-ordered array of a plain type."
            ),
            format!("无法读取 {name}（{message}）。请在 NumPy 中保存为 C 顺序的普通类型数组。"),
        ),
        DataError::Empty => (
            format!("{name} holds no numbers."),
            format!("{name} 里没有数字。"),
        ),
    }),
    columns: ("Column of the file", "文件的列"),
    all_columns: ("all columns", "所有列"),
    no_number: (|text| (
        format!("“{text}” is not a number."),
        format!("“{text}”不是数。"),
    )),
    order: ("Order of warps", "线程束的次序"),
    find_order: ("Find an order that goes wrong", "寻找出错的次序",),
    orders_tried: (
        |done, all| format!("{done} of {all} orders"),
        |done, all| format!("已试 {done} / {all} 种次序"),
    ),
    orders_same: (
        |orders| format!(
            "{} gave the same result.",
            count(orders as u64, "order", "orders")
        ),
        |orders| format!("{orders} 种次序的结果都相同。"),
    ),
    order_found: (
        |seed, width| format!(
            "Order {seed} with warps of {width} gives another result. It is shown now."
        ),
        |seed, width| format!("次序 {seed}、线程束宽 {width} 时结果不同，现已显示。"),
    ),
    order_sign: (|order| (format!("order {order}"), format!("次序 {order}"))),
    order_hint: (
        "0: warps take turns by number. Any other number shuffles their turns, always in the same way, which can reveal a missing barrier.",
        "0：线程束按编号轮流。其他数字按固定方式打乱次序：缺少的同步会因此显现。",
    ),

    afterwards: ("Buffers after the run", "运行后缓冲区的内容"),
    cells: (
        |cells| match cells {
            1 => "1 value".to_owned(),
            cells => format!("{} values", grouped(cells as u64)),
        },
        |cells| format!("{} 个值", grouped(cells as u64)),
    ),
    notation: ("Notation", "写法"),
    notation_of: (|id| match id {
        "hex" => ("hex", "十六进制"),
        "bits" => ("bits", "二进制"),
        _ => ("values", "数值"),
    }),
    was: (|value| (format!("was {value}"), format!("原来是 {value}"))),

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
    compared: (
        |found| match found.differing {
            0 if found.rounded > 0 => format!(
                "equal but for rounding: {} of {} values differ, by at most {}; WGSL permits {}",
                grouped(found.rounded as u64),
                grouped(found.cells as u64),
                (EN.ulps)(found.most_ulps.unwrap_or(0)),
                (EN.ulps)(found.permitted)
            ),
            0 => format!("equal: all {} values", grouped(found.cells as u64)),
            differing => {
                let ulps = found.most_ulps.map_or(String::new(), |ulps| {
                    format!(", by at most {}", (EN.ulps)(ulps))
                });
                let cancelled = match found.cancelled {
                    0 => String::new(),
                    cancelled => format!(
                        "; {} of them by no more than the rounding of larger numbers: that may be cancellation, the subtraction of two almost equal values",
                        grouped(cancelled as u64)
                    ),
                };
                format!(
                    "{} of {} values differ{ulps}{cancelled}",
                    grouped(differing as u64),
                    grouped(found.cells as u64)
                )
            }
        },
        |found| match found.differing {
            0 if found.rounded > 0 => format!(
                "除舍入外相等：{} 个值中有 {} 个不同，最多相差 {}；WGSL 允许 {}",
                grouped(found.cells as u64),
                grouped(found.rounded as u64),
                (ZH.ulps)(found.most_ulps.unwrap_or(0)),
                (ZH.ulps)(found.permitted)
            ),
            0 => format!("全部 {} 个值相等", grouped(found.cells as u64)),
            differing => {
                let ulps = found.most_ulps.map_or(String::new(), |ulps| {
                    format!("，最多相差 {}", (ZH.ulps)(ulps))
                });
                let cancelled = match found.cancelled {
                    0 => String::new(),
                    cancelled => format!(
                        "；其中 {} 个的差不超过较大数的舍入误差：可能是两个几乎相等的数相减造成的抵消",
                        grouped(cancelled as u64)
                    ),
                };
                format!(
                    "{} 个值中有 {} 个不同{ulps}{cancelled}",
                    grouped(found.cells as u64),
                    grouped(differing as u64)
                )
            }
        },
    ),
    ulps: (
        |ulps| match ulps {
            1 => "1 ulp".to_owned(),
            ulps => format!("{} ulps", grouped(ulps)),
        },
        |ulps| format!("{} ulp", grouped(ulps)),
    ),
    index: ("value", "序号"),
    simulator: ("simulator", "模拟机"),
    gpu: "GPU",
    more_cells: (|more| (
        format!("and {} more", grouped(more as u64)),
        format!("另有 {} 个", grouped(more as u64)),
    )),
    time_it: ("Time it", "计时"),
    to_lab: ("Measure it in the lab", "到实验室中测量"),
    to_lab_hint: (
        "Adds this kernel to the list of the GPU lab: many sizes, blocks and rounds, beside the lessons' kernels",
        "把这个内核加入 GPU 实验室的列表：可选多种大小、块和轮数，并与课程的内核比较",
    ),
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
    )),
    unset_hint: ("Show its field", "显示它的输入框"),
    timing: ("Timing …", "正在计时……"),
    too_short: (|empty| (
        format!(
            "Too short to compare: less than ten empty dispatches ({empty} ms each). Make the input larger: in the set-up, give the buffers more words and the dispatch more workgroups."
        ),
        format!(
            "太短，无法比较：不到十次空派发（每次 {empty} ms）。请加大输入：在设置里增加缓冲区的字数和工作组的数目。"
        ),
    )),
    draft_error: (|error| match error {
        DraftError::TooLong { bytes, most } => (
            format!(
                "it has {} bytes, and at most {} are read.",
                grouped(*bytes as u64),
                grouped(*most as u64)
            ),
            format!(
                "它有 {} 字节，最多读取 {} 字节。",
                grouped(*bytes as u64),
                grouped(*most as u64)
            ),
        ),
        DraftError::Form { line } => (
            format!("line {line} is not of the format of this page."),
            format!("第 {line} 行不是本页的格式。"),
        ),
        DraftError::Version { version, known } => (
            format!(
                "it is of version {version}, and this page reads version {known}. Reload the page for a newer one."
            ),
            format!("它是第 {version} 版，本页只读第 {known} 版。请重新加载页面以更新。"),
        ),
        DraftError::Value { name } => (
            format!("its “{name}” is not valid."),
            format!("其中的“{name}”不合理。"),
        ),
    }),
});

#[cfg(test)]
mod tests {
    #[test]
    fn an_earlier_text_has_the_names_of_its_kernels() {
        for (source, name) in [
            (
                "// A sum.\n@compute @workgroup_size(64)\nfn sum(@builtin(x) t: vec3u) {}",
                "sum",
            ),
            (
                "#include <cstdio>\n__global__ void add(int *a) {}\n__global__ void\n__launch_bounds__(64) scale(float *b) {}",
                "add, scale",
            ),
            ("\n  nothing yet\n", "nothing yet"),
            ("", "…"),
        ] {
            assert_eq!(super::name_of(source), name);
        }
    }
}
