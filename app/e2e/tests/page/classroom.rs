//! Inputs of a class of students: whatever they type, paste or open, the page answers with the right sentence in both
//! languages, and goes on.

use crate::typing::{open_file, paste, settled};
use e2e::{Browser, Graphics, Site};
use serde_json::json;
use std::collections::HashSet;
use std::time::Duration;

/// Longest wait for a sentence.
const PATIENCE: Duration = Duration::from_secs(60);

/// An input, and the way in which it is given.
enum Given {
    /// Pasted into the editor.
    Text(String),
    /// The statements of a kernel with a buffer `data`, a workgroup of 64 lanes and a workgroup array `tile`.
    Body(&'static str),
    /// The hash of the address, without `#`.
    Link(String),
    /// The JSON of a draft, compressed into a link.
    Compressed(String),
    /// A file: its name and its content.
    File(&'static str, String),
    /// A text, a field of the form, and the value to type there.
    Form(&'static str, &'static str, &'static str),
}

use Given::{Body, Compressed, File, Form, Link, Text};

/// An input and the sentences that the page must show in each language. Messages of the compiler and of the JSON parser are
/// English in both.
struct Row {
    name: &'static str,
    given: Given,
    en: &'static [&'static str],
    zh: &'static [&'static str],
}

fn row(
    name: &'static str,
    given: Given,
    en: &'static [&'static str],
    zh: &'static [&'static str],
) -> Row {
    Row {
        name,
        given,
        en,
        zh,
    }
}

/// A kernel without faults: it must run after each row.
const GOOD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] += 1u; }
";

const HEAD: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
var<workgroup> tile: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) lane: u32) {
";

const OVERRIDES: &str = "override N: u32 = 4u; override MUST: i32;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(N) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = N + u32(MUST); }
";

fn text(text: &str) -> Given {
    Text(text.to_owned())
}

fn compute(rest: &str) -> Given {
    Text(format!(
        "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n{rest}\n"
    ))
}

/// Part of the message about a run whose trace was full before its limit of steps was reached.
const COUNTED_ON: &str = "The picture ends before that: the trace grew too large. The counters go on to where the run stopped.";
const COUNTED_ON_ZH: &str = "计数一直到执行停止的那一刻";

/// Texts that are no kernels: nothing runs, and the message says what to write.
fn texts() -> Vec<Row> {
    let cuda = "__global__ void turn(int *a) {\n  int t = threadIdx.x;\n  a[t] = a[63 - t];\n}\nint main() { int *a; cudaMalloc(&a, 256); turn<<<1, 64>>>(a); }\n";
    vec![
        row(
            "empty",
            text(""),
            &["There is no text yet"],
            &["还没有代码"],
        ),
        row(
            "blank",
            text("  \n\t\n"),
            &["There is no text yet"],
            &["还没有代码"],
        ),
        row(
            "emoji",
            text("🙂🚀🙂"),
            &["line 1", "🙂"],
            &["第 1 行第 1 列，内核无法运行：不是合法的 WGSL"],
        ),
        row(
            "emoji in a comment",
            text("// 🙂🚀 中文\nfn f() { let x = 🙂; }"),
            &["line 2"],
            &["第 2 行第 18 列，内核无法运行：不是合法的 WGSL"],
        ),
        row(
            "five megabytes",
            Text("// five megabytes of nothing\n".repeat(180_000)),
            &["5220000 bytes", "4194304"],
            &["源代码有 5220000 字节，最多读取 4194304 字节"],
        ),
        row(
            "deep brackets",
            Text(format!(
                "const a = {}1{};",
                "(".repeat(5000),
                ")".repeat(5000)
            )),
            &["nest deeper than 128"],
            &["括号嵌套超过 128 层"],
        ),
        row(
            "prose",
            text("Dear GPU, please add these numbers."),
            &["cannot run", "line 1"],
            &["第 1 行第 1 列，内核无法运行：不是合法的 WGSL"],
        ),
        row(
            "CUDA with a race",
            text(cuda),
            &["`a[63 - t]` (line 3)"],
            &["a[63 - t]", "第 3 行"],
        ),
        row(
            "CUDA, a launch without its kernel",
            text("int main() { add<<<4, 64>>>(a, b); }"),
            &["the text has no kernel: no function with `__global__` and a body"],
            &["内核无法运行", "`__global__`"],
        ),
        row(
            "OpenCL",
            text("__kernel void add(__global float *a) { int i = get_global_id(0); a[i] += 1; }"),
            &["This is OpenCL; WGSL writes", "global_invocation_id"],
            &[
                "这是 OpenCL；在 WGSL 中",
                "get_global_id(0) 写作 id.x (@builtin(global_invocation_id) id: vec3u)",
            ],
        ),
        row(
            "Metal",
            text(
                "#include <metal_stdlib>\nusing namespace metal;\nkernel void add(device float *a [[buffer(0)]], uint i [[thread_position_in_grid]]) { a[i] += 1; }",
            ),
            &["This is Metal", "@group(0) @binding(0)"],
            &[
                "这是 Metal；在 WGSL 中",
                "[[buffer(0)]] 写作 @group(0) @binding(0)",
            ],
        ),
        row(
            "GLSL",
            text(
                "#version 450\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer A { float a[]; };\nvoid main() { a[gl_GlobalInvocationID.x] += 1.0; }",
            ),
            &["This is GLSL", "@workgroup_size(64)"],
            &[
                "这是 GLSL；在 WGSL 中",
                "local_size_x 写作 @compute @workgroup_size(64)",
            ],
        ),
        row(
            "HLSL",
            text(
                "RWStructuredBuffer<float> a;\n[numthreads(64, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID) { a[id.x] += 1; }",
            ),
            &["This is HLSL", "@compute @workgroup_size(64, 1, 1)"],
            &[
                "这是 HLSL；在 WGSL 中",
                "写作 @compute @workgroup_size(64, 1, 1)",
            ],
        ),
        row(
            "Numba",
            text(
                "from numba import cuda\n@cuda.jit\ndef add(a):\n    i = cuda.grid(1)\n    a[i] += 1\n",
            ),
            &["This is Python", "global_invocation_id"],
            &[
                "这是 Python；在 WGSL 中",
                "cuda.grid(1) 写作 id.x (@builtin(global_invocation_id) id: vec3u)",
            ],
        ),
        row(
            "plain Python",
            text("for i in range(10):\n    print(i)\n"),
            &["This is Python", "for (var i = 0u"],
            &["这是 Python；在 WGSL 中", "for (var i = 0u; i < n; i++)"],
        ),
        row(
            "JavaScript",
            text("const add = (a, b) => a + b;\nconsole.log(add(1, 2));"),
            &["This is JavaScript"],
            &["这是 JavaScript；在 WGSL 中，const 写作 let"],
        ),
        row(
            "C",
            text(
                "#include <stdio.h>\nint main(void) { float x = 1; printf(\"%f\", x); return 0; }",
            ),
            &["This is C;", "f32 for float"],
            &["这是 C；在 WGSL 中，float 写作 f32"],
        ),
        row(
            "Rust",
            text("fn main() { let mut x = 1; println!(\"{}\", x); }"),
            &["This is Rust", "var for let mut"],
            &["这是 Rust；在 WGSL 中，let mut 写作 var"],
        ),
        row(
            "a host program",
            text("const module = device.createShaderModule({ code: `@compute fn main() {}` });"),
            &["This is JavaScript", "the text between its quotation marks"],
            &["这是把内核交给 GPU 的 JavaScript 程序", "引号之间的文本"],
        ),
        row(
            "a semicolon is missing",
            Body("data[id.x] = 1u"),
            &["semicolon is missing", "line 5"],
            &["第 5 行", "前一条语句的末尾缺少分号"],
        ),
        row(
            "int",
            Body("int i = 3;"),
            &["var name: i32 = …"],
            &["把 int 写在前面是 C 的声明方式；WGSL 写作 var 名称: i32 = …"],
        ),
        row(
            "a variable of type int",
            Body("var i: int = 3;"),
            &["int is from another language; WGSL writes i32"],
            &["int 是其他语言的写法；WGSL 写作 i32"],
        ),
        row(
            "float",
            Body("var x: float = 3.0;"),
            &["WGSL writes f32"],
            &["float 是其他语言的写法；WGSL 写作 f32"],
        ),
        row(
            "a float outside",
            text("float x = 3.0;"),
            &["var name: f32 = …"],
            &["把 float 写在前面是 C 的声明方式；WGSL 写作 var 名称: f32 = …"],
        ),
        row(
            "a cast",
            Body("data[id.x] = (uint) id.y;"),
            &["u32(x)"],
            &["用 u32(x) 代替 (uint) x"],
        ),
        row(
            "a ternary",
            Body("data[id.x] = id.x > 3u ? 1u : 2u;"),
            &["select(otherwise, then, condition)"],
            &["请写 select(否则, 成立时, 条件)"],
        ),
        row(
            "an arrow",
            Body("data->x = 3;"),
            &["write a dot"],
            &["请用点：p.x"],
        ),
        row(
            "a for without parts",
            Body("for { data[id.x] += 1u; }"),
            &["for needs three parts"],
            &["for 需要三个部分"],
        ),
        row(
            "a for without var",
            Body("for (i = 0; i < 4; i++) { data[id.x] += 1u; }"),
            &["declared with var"],
            &["循环变量要用 var 声明"],
        ),
        row(
            "syncthreads",
            Body("__syncthreads();"),
            &["WGSL writes workgroupBarrier()"],
            &["__syncthreads 是其他语言的写法；WGSL 写作 workgroupBarrier()"],
        ),
        row(
            "printf",
            Body("printf(1);"),
            &["Kernels print nothing"],
            &["内核不能打印"],
        ),
        row(
            "a string",
            Body("let s = \"hello\";"),
            &["no text and no characters"],
            &["内核没有字符串和字符"],
        ),
        row(
            "1.5 into a u32",
            Body("data[id.x] = 1.5;"),
            &["WGSL converts nothing by itself"],
            &["WGSL 不会自动转换类型"],
        ),
        row(
            "a let that changes",
            Body("let x = 1u; x = 2u; data[id.x] = x;"),
            &[
                "`x` is a `let` and cannot be changed; use `var` (line 5, column 15)",
                "write it into a var",
            ],
            &[
                "第 5 行第 15 列",
                "let 和参数的值不能改变：把它写入一个 var",
            ],
        ),
        row(
            "a name that is not there",
            Body("data[idx] = 1u;"),
            &["Nothing called idx"],
            &["这里没有声明 idx"],
        ),
        row(
            "an open brace",
            Body("if (lane > 3u) { data[id.x] = 1u;"),
            &["closing } is missing"],
            &["缺少一个右花括号 }"],
        ),
        row(
            "a negative index",
            Body("data[-1] = 5u;"),
            &["Indices begin at 0"],
            &["下标从 0 开始；负数在任何数组之外"],
        ),
        row(
            "division by zero",
            Body("data[id.x] = 5u / 0u;"),
            &["5 / 0 has no value", "line 5"],
            &["第 5 行", "除数是代码里写明的 0"],
        ),
        row(
            "no kernel",
            text("fn helper() -> u32 { return 1u; }"),
            &["no compute entry point", "A kernel begins like this"],
            &["没有计算入口", "内核这样开头"],
        ),
        row(
            "a vertex shader",
            text("@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }"),
            &["no compute entry point"],
            &["没有计算入口"],
        ),
        row(
            "no workgroup size",
            text("@compute fn main() {}"),
            &["@workgroup_size(256)"],
            &["一个工作组共有 1 到 1024 条线程", "@workgroup_size(256)"],
        ),
        row(
            "workgroup of 0",
            text("@compute @workgroup_size(0) fn main() {}"),
            &["1 to 1024 threads"],
            &["一个工作组共有 1 到 1024 条线程"],
        ),
        row(
            "workgroup of 1025",
            compute("@compute @workgroup_size(1025) fn main() { data[0] = 1u; }"),
            &["1025", "1 to 1024"],
            &["1025 × 1 × 1 的工作组无法运行，乘积须在 1 到 1024 之间"],
        ),
        row(
            "read-only",
            text(
                "@group(0) @binding(0) var<storage> a: array<u32>;\n@compute @workgroup_size(1) fn main() { a[0] = 1u; }",
            ),
            &["var<storage, read_write>"],
            &["那里不能写入：请把缓冲区声明为 var<storage, read_write>"],
        ),
        row(
            "a buffer without a place",
            text(
                "var<storage, read_write> a: array<u32>;\n@compute @workgroup_size(1) fn main() { a[0] = 1u; }",
            ),
            &["@group(0) @binding(0) in front"],
            &["缓冲区需要位置：在前面写 @group(0) @binding(0)"],
        ),
        row(
            "two buffers in one place",
            text(
                "@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n@compute @workgroup_size(1) fn main() { a[0] = b[0]; }",
            ),
            &["same @group and @binding"],
            &["两个缓冲区的 @group 和 @binding 相同"],
        ),
        row(
            "recursion",
            text("fn f() { f(); }\n@compute @workgroup_size(1) fn main() { f(); }"),
            &["no recursion"],
            &["WGSL 没有递归"],
        ),
        row(
            "semicolons in a struct",
            text("struct A { x: f32; y: f32; }"),
            &["end with commas"],
            &["struct 的成员以逗号结尾，不用分号"],
        ),
        row(
            "a sampler",
            text(
                "@group(0) @binding(0) var t: texture_2d<f32>;\n@group(0) @binding(1) var s: sampler;\n@compute @workgroup_size(1) fn main() { _ = textureSampleLevel(t, s, vec2f(), 0.0); }",
            ),
            &["samplers; `textureLoad` reads a texel without one"],
            &["采样器；`textureLoad` 不用采样器也能读纹素"],
        ),
        row(
            "too much workgroup memory",
            text(
                "var<workgroup> a: array<f32, 5000000>;\n@compute @workgroup_size(1) fn main() { a[0] = 1.0; }",
            ),
            &["20000000 bytes"],
            &["共享内存 `a` 需要 20000000 字节，超过上限 1048576"],
        ),
        row(
            "markup",
            text("</script><script>alert(1)</script><img src=x onerror=alert(1)>"),
            &["cannot run", "line 1"],
            &["第 1 行第 1 列，内核无法运行：不是合法的 WGSL"],
        ),
    ]
}

/// Kernels that run, with the findings about them.
fn kernels() -> Vec<Row> {
    vec![
        row(
            "a loop without end",
            Body("while true { data[id.x] += 1u; }"),
            &[
                "the steps of the run were used up",
                "Stopped at line 5",
                COUNTED_ON,
            ],
            &["步数在此循环中用完", "在第 5 行中止", COUNTED_ON_ZH],
        ),
        row(
            "while true",
            Body("while (true) { }"),
            &["nothing changes in this loop"],
            &["死循环：循环中的变量和内存都不变"],
        ),
        row(
            "a barrier under if",
            Body("if (lane < 32u) { workgroupBarrier(); } data[id.x] = 1u;"),
            &["divergent barrier", "32 missing"],
            &["分支中的同步", "缺少 32 条"],
        ),
        row(
            "a missing barrier",
            Body("tile[lane] = id.x; data[id.x] = tile[63u - lane];"),
            &["data race", "no barrier lies between"],
            &["数据竞争", "两者之间没有同步"],
        ),
        row(
            "the wrong barrier",
            Body("tile[lane] = id.x; storageBarrier(); data[id.x] = tile[63u - lane];"),
            &["wrong barrier", "storageBarrier"],
            &["同步的种类不对", "storageBarrier() 不约束共享内存"],
        ),
        row(
            "equal values",
            Body("tile[0] = 7u; workgroupBarrier(); data[id.x] = tile[0];"),
            &["equal value race"],
            &["写入相同值的竞争"],
        ),
        row(
            "a race between blocks",
            Body("data[0] += id.x;"),
            &["data race"],
            &["数据竞争"],
        ),
        row(
            "off by one",
            Body("data[id.x] = data[id.x + 1u];"),
            &["outside `data`"],
            &["的下标 256 超出了 data 的 256 个元素"],
        ),
        row(
            "an index that wraps",
            Body("data[id.x - 1u] = 1u;"),
            &["4294967295", "outside `data`"],
            &["的下标 4294967295 超出了 data 的 256 个元素"],
        ),
        row(
            "unwritten workgroup memory",
            Body("data[id.x] = tile[lane];"),
            &["before a thread wrote it"],
            &["之前没有任何线程写过它"],
        ),
        row(
            "division by a zero of data",
            Body("data[id.x] = 5u / (data[id.x] * 0u);"),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
        row(
            "not a number",
            text(
                "@group(0) @binding(0) var<storage, read_write> x: array<f32>;\n@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) { x[id.x] = sqrt(x[id.x] - 100.0); }",
            ),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
        row(
            "a workgroup of 33",
            compute(
                "@compute @workgroup_size(33) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = 1u; }",
            ),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
        row(
            "seventeen kilobytes of workgroup memory",
            text(
                "var<workgroup> a: array<f32, 4352>;\n@group(0) @binding(0) var<storage, read_write> x: array<f32>;\n@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) { a[i] = 1.0; x[i] = a[i]; }",
            ),
            &["equal value race"],
            &["写入相同值的竞争", "块 1 的 0 号线程"],
        ),
        row(
            "nine buffers",
            Text({
                let declared: String = (0..9)
                    .map(|at| {
                        format!(
                            "@group(0) @binding({at}) var<storage, read_write> b{at}: array<u32>;\n"
                        )
                    })
                    .collect();
                let stored: String = (0..9).map(|at| format!("b{at}[id.x] = {at}u; ")).collect();
                format!(
                    "{declared}@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) id: vec3u) {{ {stored} }}"
                )
            }),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
        row(
            "two entry points",
            compute(
                "@compute @workgroup_size(1) fn one() { data[0] = 1u; }\n@compute @workgroup_size(1) fn two() { data[0] = 2u; }",
            ),
            &["2 entry points: one, two", "one runs"],
            &["代码有 2 个入口：one、two。现在运行 one"],
        ),
        row(
            "an override without a value",
            text(OVERRIDES),
            &["MUST", "no default"],
            &["override MUST 没有默认值"],
        ),
        row(
            "an override that is none",
            Form(OVERRIDES, "#override-N", "many"),
            &["“many” is not a number"],
            &["“many”不是数"],
        ),
        row(
            "an override out of range",
            Form(OVERRIDES, "#override-N", "-4"),
            &["-4", "N"],
            &["值 -4 不适合 override N"],
        ),
        row(
            "no workgroups",
            Form(GOOD, "#workgroups-x", "0"),
            &["without workgroups runs nothing"],
            &["没有工作组就没有线程运行"],
        ),
        row(
            "a thousand million workgroups",
            Form(GOOD, "#workgroups-x", "1000000000"),
            &["1000000000", "65535"],
            &["1000000000 × 1 × 1 个工作组无法运行，每个数最多 65535"],
        ),
        row(
            "more lanes than run at every edit",
            Form(GOOD, "#workgroups-y", "65535"),
            &["threads are more than"],
            &["2,097,120 条线程超过了"],
        ),
        row(
            "workgroups in words",
            Form(GOOD, "#workgroups-z", "four"),
            &["“four” is not a whole number"],
            &["“four”不是整数"],
        ),
        row(
            "a buffer of nothing",
            Form(GOOD, "#buffer-0-0-elements", "0"),
            &["Write 1 to 1,048,576"],
            &["请写 1 到 1,048,576"],
        ),
        row(
            "a buffer of a thousand million",
            Form(GOOD, "#buffer-0-0-elements", "1000000000"),
            &["Write 1 to 1,048,576"],
            &["请写 1 到 1,048,576"],
        ),
        row(
            "a buffer that is too short",
            Form(GOOD, "#buffer-0-0-elements", "5"),
            &["outside `data`"],
            &["的下标 5 超出了 data 的 5 个元素"],
        ),
    ]
}

/// Links and files of others: the page trusts none of them, and loses nothing of the reader's.
fn foreign() -> Vec<Row> {
    let draft =
        |source: &str, rest: &str| format!("{{\"version\":1,\"source\":{}{rest}}}", json!(source));
    vec![
        row(
            "bad base64",
            Link("/playground?code=%%%".to_owned()),
            &["The link is damaged"],
            &["链接已损坏"],
        ),
        row(
            "base64 of nothing",
            Link("/playground?code=AAAA".to_owned()),
            &["The link is damaged"],
            &["链接已损坏"],
        ),
        row(
            "half a link",
            Link("/playground?code=q1ZKLUvNK1".to_owned()),
            &["The link is damaged"],
            &["链接已损坏"],
        ),
        row(
            "a long link",
            Link(format!("/playground?code={}", "A".repeat(100_000))),
            &["100,000 characters", "65,536"],
            &["链接中的内核有 100,000 个字符，最多读取 65,536 个"],
        ),
        row(
            "unknown words in a link",
            Link("/playground?onclick=alert(1)".to_owned()),
            &["onclick"],
            &["链接中的“onclick”无法识别，已忽略"],
        ),
        row(
            "a compression bomb",
            Compressed(" ".repeat(30 << 20)),
            &["unpacks to more than 8,388,608 bytes"],
            &["链接解压后超过 8,388,608 字节"],
        ),
        row(
            "a link of another version",
            Compressed("{\"version\":99,\"source\":\"\"}".to_owned()),
            &["version 99", "version 1"],
            &["它是第 99 版，本页只读第 1 版"],
        ),
        row(
            "no draft in the link",
            Compressed("[1, 2, 3]".to_owned()),
            &["holds no kernel of this page"],
            &["链接里没有本页的内核：", "不是本页的格式"],
        ),
        row(
            "an unknown machine in the link",
            Compressed(draft(GOOD, ",\"machine\":\"abacus\"")),
            &["“machine” is not valid"],
            &["其中的“machine”不合理"],
        ),
        row(
            "markup in the link",
            Compressed(draft("</script><script>alert(1)</script>", "")),
            &["cannot run", "line 1"],
            &["第 1 行第 1 列，内核无法运行：不是合法的 WGSL"],
        ),
        row(
            "markup in names",
            Compressed(draft(
                GOOD,
                ",\"entry_point\":\"</script><script>alert(1)</script>\"",
            )),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
        row(
            "dispatch without end in the link",
            Compressed(draft(GOOD, ",\"workgroups\":[65535,65535,65535]")),
            &["threads are more than"],
            &["2,251,696,736,043,000 条线程超过了"],
        ),
        row(
            "huge buffer in the link",
            Compressed(draft(
                GOOD,
                ",\"buffers\":[{\"group\":0,\"binding\":0,\"words\":4000000000}]",
            )),
            &["“words” is not valid"],
            &["其中的“words”不合理"],
        ),
        row(
            "a good link",
            Compressed(draft(GOOD, ",\"workgroups\":[2,1,1]")),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
        row(
            "a file of bytes",
            File("kernel.wgsl", "\0\u{1}\u{2}".to_owned()),
            &["is not a text file"],
            &["“kernel.wgsl”是二进制数据而不是文本"],
        ),
        row(
            "JSON that is none",
            File("kernel.json", "{".to_owned()),
            &["“kernel.json” cannot be opened"],
            &["无法打开“kernel.json”"],
        ),
        row(
            "JSON of something else",
            File("measured.json", "{\"version\":1,\"entries\":[]}".to_owned()),
            &["cannot be opened", "line 1"],
            &["无法打开“measured.json”", "第 1 行"],
        ),
        row(
            "a file of nine megabytes",
            File("long.wgsl", "// long\n".repeat(1_200_000)),
            &["“long.wgsl” is longer than"],
            &["“long.wgsl”超过 8,388,608 字节"],
        ),
        row(
            "an empty file",
            File("empty.wgsl", String::new()),
            &["There is no text yet"],
            &["还没有代码"],
        ),
        row(
            "a good file",
            File("kernel.wgsl", GOOD.to_owned()),
            &["It runs, with no findings"],
            &["可以运行，没有发现问题"],
        ),
    ]
}

/// Returns all messages on the page.
const SAID: &str = "return [...document.querySelectorAll('.run-state, .finding, #messages, #notices, .setup-error')].map(e => e.innerText).join('\\n')";

async fn give(browser: &Browser, given: &Given) {
    match given {
        Text(text) => paste(browser, text).await,
        Body(body) => paste(browser, &format!("{HEAD}  {body}\n}}\n")).await,
        Link(hash) => follow(browser, hash).await,
        Compressed(json) => {
            // The page compresses its own links in the same way.
            let script = "const [text, done] = arguments;
                const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
                new Response(stream).arrayBuffer().then(bytes => {
                  const letters = btoa([...new Uint8Array(bytes)].map(b => String.fromCharCode(b)).join(''));
                  done(letters.replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, ''));
                });";
            let letters = browser.script_of(script, vec![json!(json)]).await;
            let letters = letters.as_str().expect("letters");
            follow(browser, &format!("/playground?code={letters}")).await;
        }
        File(name, text) => {
            open_file(browser, "#open-file", name, text).await;
            settled(browser).await;
        }
        Form(text, selector, value) => {
            paste(browser, text).await;
            browser.fill(selector, value).await;
            settled(browser).await;
        }
    }
}

/// Goes to another address in the same visit, as from a link in a mail.
async fn follow(browser: &Browser, hash: &str) {
    let script = "const [hash, done] = arguments; location.hash = hash; done(null);";
    browser.script_of(script, vec![json!(hash)]).await;
    settled(browser).await;
}

/// Waits until the page shows all of these sentences.
///
/// # Errors
/// The messages that it shows instead.
async fn hear(browser: &Browser, wanted: &[&str]) -> Result<(), String> {
    let all = format!(
        "const said = (() => {{ {SAID} }})(); return {}.every(part => said.includes(part))",
        json!(wanted)
    );
    if browser.holds_within(&all, PATIENCE).await {
        return Ok(());
    }
    let heard = browser.text(SAID).await;
    Err(format!("wanted {wanted:?}, heard: {heard}"))
}

/// Chooses a language, unless the page speaks it: the button has the name of the other one.
async fn choose(browser: &Browser, language: &str) {
    let button = format!("#lang-{language}");
    if browser.has(&button).await {
        browser.click(&button).await;
    }
}

/// Gives all rows in one visit, and checks the messages in the page's language, and in the other one after that is
/// chosen. Every other row starts in Chinese, so that both languages are tested with new messages and with translated
/// ones.
async fn classroom(rows: Vec<Row>) {
    let names: HashSet<&str> = rows.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), rows.len(), "each row has another name");
    let site = Site::start();
    let browser = Browser::start(Graphics::None).await;
    browser.open(&site.url("#/playground")).await;
    settled(&browser).await;
    let mut failures = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut languages = [("en", row.en), ("zh", row.zh)];
        if index % 2 == 1 {
            languages.reverse();
        }
        // The button chooses the language, so that links without a language keep it.
        choose(&browser, languages[0].0).await;
        // If a row never ends, the log names it.
        eprintln!("{}", row.name);
        give(&browser, &row.given).await;
        for (language, said) in languages {
            assert!(!said.is_empty(), "{}: {language}", row.name);
            choose(&browser, language).await;
            if let Err(heard) = hear(&browser, said).await {
                let failure = format!("{}, {language}: {heard}", row.name);
                eprintln!("{failure}");
                failures.push(failure);
            }
        }
        // The page goes on: the messages can be closed, and a good kernel runs with the default settings.
        browser
            .script("document.querySelectorAll('#notices .notice button:last-child').forEach(button => button.click())")
            .await;
        open_file(&browser, "#open-file", "good.wgsl", GOOD).await;
        browser
            .wait_for("return document.querySelector('#all-well') !== null && document.querySelector('#trouble') === null && document.querySelector('#page').dataset.busy === 'false' && Number(document.querySelector('#page').dataset.steps) > 0 && document.querySelector('#editor').shadowRoot.querySelector('.cm-content').innerText.includes('data[id.x] += 1u')")
            .await;
    }
    assert!(failures.is_empty(), "{}\n", failures.join("\n"));
    browser.close().await;
}

#[test]
fn there_are_at_least_sixty_rows() {
    let rows = texts().len() + kernels().len() + foreign().len();
    assert!(rows >= 60, "{rows}");
}

#[tokio::test(flavor = "multi_thread")]
async fn texts_that_are_no_kernels_get_their_sentences() {
    classroom(texts()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_of_kernels_get_their_sentences() {
    classroom(kernels()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn links_and_files_of_others_get_their_sentences() {
    classroom(foreign()).await;
}
