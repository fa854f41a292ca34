//! Holds the sentences of the editor about a text with a fault.

use crate::playground::foreign::{Foreign, recognise};
use crate::playground::hint::{Hint, hint};
use crate::playground::repair::Damage;
use crate::strings::Strings;
use simt::KernelError;

words!(HintWords {
    /// About a text in another language.
    foreign: (foreign_en, foreign_zh) as fn(&Foreign) -> String,
    hint: (|hint| match hint {
        Hint::Word { wrote, write } => (
            format!("{wrote} is from another language; WGSL writes {write}."),
            format!("{wrote} 是其他语言的写法；WGSL 写作 {write}。"),
        ),
        Hint::Declaration { wrote, write } => (
            format!("C declares with {wrote} in front; WGSL writes var name: {write} = …; or let name = …;"),
            format!("把 {wrote} 写在前面是 C 的声明方式；WGSL 写作 var 名称: {write} = …; 或 let 名称 = …;"),
        ),
        Hint::Semicolon => (
            String::from("A semicolon is missing at the end of the statement before."),
            String::from("前一条语句的末尾缺少分号。"),
        ),
        Hint::ClosingBrace => (
            String::from("A closing } is missing."),
            String::from("缺少一个右花括号 }。"),
        ),
        Hint::Ternary => (
            String::from("WGSL has no ?: — write select(otherwise, then, condition), or if and else."),
            String::from("WGSL 没有 ?: ，请写 select(否则, 成立时, 条件)，或用 if 和 else。"),
        ),
        Hint::Arrow => (
            String::from("WGSL has no ->; write a dot: p.x works for a pointer too."),
            String::from("WGSL 没有 -> ，请用点：p.x 也能通过指针访问。"),
        ),
        Hint::Cast => (
            String::from("WGSL converts like a call: u32(x) in place of (uint) x."),
            String::from("WGSL 的转换写成调用：用 u32(x) 代替 (uint) x。"),
        ),
        Hint::ForParts => (
            String::from(
                "for needs three parts: for (var i = 0u; i < n; i++) { }. A loop without them is loop { } or while (condition) { }."
            ),
            String::from(
                "for 需要三个部分：for (var i = 0u; i < n; i++) { }。没有这些部分的循环写作 loop { } 或 while (条件) { }。"
            ),
        ),
        Hint::LoopVariable => (
            String::from("The loop’s variable is declared with var: for (var i = 0u; i < n; i++)."),
            String::from("循环变量要用 var 声明：for (var i = 0u; i < n; i++)。"),
        ),
        Hint::Text => (
            String::from("Kernels have no text and no characters: keep numbers in a buffer."),
            String::from("内核没有字符串和字符：请把数字放在缓冲区里。"),
        ),
        Hint::Comma => (
            String::from("Members of a struct end with commas, not with semicolons."),
            String::from("struct 的成员以逗号结尾，不用分号。"),
        ),
        Hint::Conversion => (
            String::from(
                "WGSL converts nothing by itself: make both sides one type with u32(…), i32(…) or f32(…), and write 1.0 for a float, 1u for a u32."
            ),
            String::from(
                "WGSL 不会自动转换类型：用 u32(…)、i32(…) 或 f32(…) 使两边类型相同；浮点数写 1.0，u32 写 1u。"
            ),
        ),
        Hint::NumberAsCondition => (
            String::from("A number is no condition in WGSL: compare it, as in x != 0."),
            String::from("WGSL 中数字不能作条件：请写出比较，例如 x != 0。"),
        ),
        Hint::VectorAsCondition => (
            String::from("A condition is one bool: write all(a == b), or any(a == b)."),
            String::from("条件只能是一个 bool：请写 all(a == b) 或 any(a == b)。"),
        ),
        Hint::OldAttributes => (
            String::from(
                "Double brackets are of an early draft of WGSL: write @group(0) @binding(0), @compute @workgroup_size(64), @builtin(…)."
            ),
            String::from(
                "双方括号是 WGSL 早期草案的写法：请写 @group(0) @binding(0)、@compute @workgroup_size(64)、@builtin(…)。"
            ),
        ),
        Hint::Stage => (
            String::from("@stage(compute) is of an early draft of WGSL: write @compute."),
            String::from("@stage(compute) 是 WGSL 早期草案的写法：请写 @compute。"),
        ),
        Hint::Alias => (
            String::from("WGSL names a type with alias: alias Number = f32;"),
            String::from("WGSL 用 alias 给类型命名：alias Number = f32;"),
        ),
        Hint::Constant => (
            String::from("A let or a parameter cannot change: write it into a var, and change that."),
            String::from("let 和参数的值不能改变：把它写入一个 var，再修改这个 var。"),
        ),
        Hint::Unknown { name, like: Some(like) } => (
            format!("Nothing called {name} is declared here. Did you mean {like}?"),
            format!("这里没有声明 {name}。是不是 {like}？"),
        ),
        Hint::Unknown { name, like: None } => (
            format!("Nothing called {name} is declared here: check the spelling, or declare it with let or var."),
            format!("这里没有声明 {name}：请检查拼写，或用 let 或 var 声明。"),
        ),
        Hint::AddressSpace => (
            String::from(
                "A variable outside a function needs an address space: var<private>, var<workgroup> or var<storage, read_write>; a constant is const."
            ),
            String::from(
                "函数外的变量要说明位置：var<private>、var<workgroup> 或 var<storage, read_write>；常量用 const。"
            ),
        ),
        Hint::NoBinding => (
            String::from("A buffer needs a binding: @group(0) @binding(0) in front."),
            String::from("缓冲区需要位置：在前面写 @group(0) @binding(0)。"),
        ),
        Hint::SameBinding => (
            String::from("Two buffers have the same @group and @binding: give each its own."),
            String::from("两个缓冲区的 @group 和 @binding 相同：请各用各的。"),
        ),
        Hint::ReadOnly => (
            String::from(
                "Nothing can be stored there: declare the buffer var<storage, read_write>; parameters and let are never stored to."
            ),
            String::from("那里不能写入：请把缓冲区声明为 var<storage, read_write>；参数和 let 都不能写入。"),
        ),
        Hint::WorkgroupSize => (
            String::from("A workgroup has 1 to 1024 threads in all: for example @workgroup_size(256)."),
            String::from("一个工作组共有 1 到 1024 条线程：例如 @workgroup_size(256)。"),
        ),
        Hint::Recursion => (
            String::from("WGSL has no recursion: a function cannot call itself. Write a loop."),
            String::from("WGSL 没有递归：函数不能调用自己。请写循环。"),
        ),
        Hint::NegativeIndex => (
            String::from("Indices begin at 0; a negative one is outside of every array."),
            String::from("下标从 0 开始；负数在任何数组之外。"),
        ),
        Hint::DivisionByZero => (
            String::from("The divisor is a literal 0: divide by something else, or leave the division out."),
            String::from("除数是代码里写明的 0：请换成别的数，或去掉这个除法。"),
        ),
        Hint::Printing => (
            String::from("Kernels print nothing: store what you want to see in a buffer."),
            String::from("内核不能打印：请把想看的值写入缓冲区。"),
        ),
        Hint::NoNull => (
            String::from("WGSL has no null: a pointer always points to something."),
            String::from("WGSL 没有空指针：指针总是指向某个变量。"),
        ),
        Hint::NoEntryPoint => (
            String::from(
                "A kernel begins like this: @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { … }"
            ),
            String::from(
                "内核这样开头：@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { … }"
            ),
        ),
    }) as fn(&Hint) -> String,
    /// The sentence about the damage of a text. Argument: each kind with its first line.
    damaged: (
        |damages| {
            let each = damages.iter().map(|(damage, line)| {
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
        |damages| {
            let each = damages.iter().map(|(damage, line)| {
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
    ) as fn(&[(Damage, usize)]) -> String,
});

impl Strings {
    /// Returns what may help with a text that is refused: its language, or the likely cause of the error.
    pub fn hints(&self, source: &str, error: &KernelError) -> Vec<String> {
        let words = self.playground();
        let is_text = matches!(
            error,
            KernelError::Parse { .. } | KernelError::Validation { .. } | KernelError::NoEntryPoint { .. }
        );
        match is_text.then(|| recognise(source)).flatten() {
            Some(foreign) => vec![(words.foreign)(&foreign)],
            None => hint(source, error).iter().map(words.hint).collect(),
        }
    }
}

fn foreign_en(foreign: &Foreign) -> String {
    let language = foreign.language.name();
    let pairs: Vec<String> = foreign
        .pairs
        .iter()
        .map(|(theirs, ours)| format!("{ours} for {}", theirs.trim()))
        .collect();
    if foreign.is_host {
        return format!(
            "This is {language} code that sends a kernel to the GPU. Paste only the kernel: the text between its quotation marks."
        );
    }
    if pairs.is_empty() {
        return format!(
            "This is {language}; the browser runs WGSL. Open one of the lessons’ kernels to see how it looks."
        );
    }
    format!("This is {language}; WGSL writes {}.", pairs.join("; "))
}

fn foreign_zh(foreign: &Foreign) -> String {
    let language = foreign.language.name();
    let pairs: Vec<String> = foreign
        .pairs
        .iter()
        .map(|(theirs, ours)| format!("{} 写作 {ours}", theirs.trim()))
        .collect();
    if foreign.is_host {
        return format!("这是把内核交给 GPU 的 {language} 程序；请只粘贴内核，也就是 code 后面引号之间的文本。");
    }
    if pairs.is_empty() {
        return format!("这是 {language}；浏览器的 GPU 使用 WGSL。可以打开课程中的内核看看它的样子。");
    }
    format!("这是 {language}；在 WGSL 中，{}。", pairs.join("；"))
}
