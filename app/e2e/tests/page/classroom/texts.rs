//! Texts that are no kernels: nothing runs, and the message says what to write.

use super::Given::{Body, Text};
use super::{Row, compute, row, text};

pub(super) fn texts() -> impl Iterator<Item = Row> {
    [
        nothing(),
        languages(),
        programs(),
        habits(),
        mistakes(),
        entry_points(),
        declarations(),
    ]
    .into_iter()
    .flatten()
}

/// Returns texts that are nothing at all.
fn nothing() -> Vec<Row> {
    vec![
        row("empty", text(""), &["There is no text yet"], &["还没有代码"]),
        row("blank", text("  \n\t\n"), &["There is no text yet"], &["还没有代码"]),
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
            Text(format!("const a = {}1{};", "(".repeat(5000), ")".repeat(5000))),
            &["nest deeper than 128"],
            &["括号嵌套超过 128 层"],
        ),
        row(
            "prose",
            text("Dear GPU, please add these numbers."),
            &["cannot run", "line 1"],
            &["第 1 行第 1 列，内核无法运行：不是合法的 WGSL"],
        ),
    ]
}

/// Returns kernels in other languages.
fn languages() -> Vec<Row> {
    let cuda = "__global__ void turn(int *a) {\n  int t = threadIdx.x;\n  a[t] = a[63 - t];\n}\nint main() { int *a; cudaMalloc(&a, 256); turn<<<1, 64>>>(a); }\n";
    vec![
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
            &["这是 Metal；在 WGSL 中", "[[buffer(0)]] 写作 @group(0) @binding(0)"],
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
            &["这是 HLSL；在 WGSL 中", "写作 @compute @workgroup_size(64, 1, 1)"],
        ),
    ]
}

/// Returns programs in languages that are not only for GPUs.
fn programs() -> Vec<Row> {
    vec![
        row(
            "Numba",
            text("from numba import cuda\n@cuda.jit\ndef add(a):\n    i = cuda.grid(1)\n    a[i] += 1\n"),
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
            text("#include <stdio.h>\nint main(void) { float x = 1; printf(\"%f\", x); return 0; }"),
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
    ]
}

/// Returns statements as other languages write them.
fn habits() -> Vec<Row> {
    vec![
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
        row("an arrow", Body("data->x = 3;"), &["write a dot"], &["请用点：p.x"]),
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
    ]
}

/// Returns statements with mistakes.
fn mistakes() -> Vec<Row> {
    vec![
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
            &["第 5 行第 15 列", "let 和参数的值不能改变：把它写入一个 var"],
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
    ]
}

/// Returns texts without an entry point, or with one that cannot run.
fn entry_points() -> Vec<Row> {
    vec![
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
    ]
}

/// Returns declarations with mistakes.
fn declarations() -> Vec<Row> {
    vec![
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
            text("var<storage, read_write> a: array<u32>;\n@compute @workgroup_size(1) fn main() { a[0] = 1u; }"),
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
            text("var<workgroup> a: array<f32, 5000000>;\n@compute @workgroup_size(1) fn main() { a[0] = 1.0; }"),
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
