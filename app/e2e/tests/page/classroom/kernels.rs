//! Kernels that compile, with the findings about them, and launches.

use super::Given::{Body, Form, Text};
use super::{GOOD, Row, compute, row, text};

const OVERRIDES: &str = "override N: u32 = 4u; override MUST: i32;
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
@compute @workgroup_size(N) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] = N + u32(MUST); }
";

/// Part of the message about a run whose trace was full before its limit of steps was reached.
const COUNTED_ON: &str =
    "The picture ends before that: the trace grew too large. The counters go on to where the run stopped.";
const COUNTED_ON_ZH: &str = "计数一直到执行停止的那一刻";

pub(super) fn kernels() -> impl Iterator<Item = Row> {
    [statements(), sizes(), launches()].into_iter().flatten()
}

/// Returns statements with faults, and some without.
fn statements() -> Vec<Row> {
    vec![
        row(
            "a loop without end",
            Body("while true { data[id.x] += 1u; }"),
            &["the steps of the run were used up", "Stopped at line 5", COUNTED_ON],
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
    ]
}

/// Returns kernels of unusual sizes.
fn sizes() -> Vec<Row> {
    vec![
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
                    .map(|binding| {
                        format!("@group(0) @binding({binding}) var<storage, read_write> b{binding}: array<u32>;\n")
                    })
                    .collect();
                let stored: String = (0..9)
                    .map(|binding| format!("b{binding}[id.x] = {binding}u; "))
                    .collect();
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
    ]
}

/// Returns launches that the form refuses, and one that goes out of bounds.
fn launches() -> Vec<Row> {
    vec![
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
