//! Verdicts depend on the kernel and not on the run: random kernels, with races, barriers inside and outside of
//! branches, and early returns, have the same findings at the same lines at every warp width and in every order of
//! warps. So do the same kernels with 16-bit floats, two of which share a word. Where warps have barriers of their own, the
//! findings depend on the warp width, and not on the order of the warps.

use proptest::prelude::*;
use simt::{Buffer, Contents, Dispatch, Machine, RunOptions, compile, run};
use std::collections::BTreeSet;

/// A statement of the kernel. Its indices and values do not depend on what other lanes write.
#[derive(Clone, Debug)]
enum Line {
    Simple(String),
    If(String, Vec<Line>, Vec<Line>),
    Loop(u32, Vec<Line>),
}

/// Returns lines with these barriers.
fn lines(depth: u32, barriers: &[&'static str]) -> impl Strategy<Value = Vec<Line>> {
    let index = prop::sample::select(vec![
        "tid",
        "(tid + 1u) % 16u",
        "tid / 2u",
        "15u - tid",
        "3u",
        "(group.x * 8u + tid) % 16u",
    ]);
    let value = prop::sample::select(vec!["tid", "7u"]);
    let memory = prop::sample::select(vec!["tile", "data"]);
    let access = (memory, index.clone(), value, 0..6).prop_map(|(memory, index, value, what)| {
        Line::Simple(match what {
            0 | 1 => format!("{memory}[{index}] = Element({value});"),
            2 | 3 => format!("x += u32({memory}[{index}]);"),
            4 => format!("atomicAdd(&count[({index}) % 4u], 1u);"),
            _ => format!("x += atomicMax(&count[({index}) % 4u], tid);"),
        })
    });
    let barrier = prop::sample::select(barriers.to_vec());
    let barrier = barrier.prop_map(|text| Line::Simple(text.to_owned()));
    let leave = Just(Line::Simple("return;".to_owned()));
    let condition = prop::sample::select(vec![
        "tid < 4u",
        "tid % 2u == 0u",
        "tid < 8u",
        "group.x == 0u",
        "tid == 5u",
        "tid >= 8u",
    ]);
    let leaf = prop_oneof![12 => access, 4 => barrier, 1 => leave];
    let line = leaf.prop_recursive(depth, 12, 4, move |inner| {
        let some = || prop::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            (condition.clone(), some(), prop::collection::vec(inner.clone(), 0..3))
                .prop_map(|(condition, yes, no)| Line::If(condition.to_owned(), yes, no)),
            (1..4_u32, some()).prop_map(|(count, body)| Line::Loop(count, body)),
        ]
    });
    prop::collection::vec(line, 1..10)
}

fn write(lines: &[Line], text: &mut String) {
    for line in lines {
        match line {
            Line::Simple(line) => text.push_str(&format!("{line}\n")),
            Line::If(condition, yes, no) => {
                text.push_str(&format!("if ({condition}) {{\n"));
                write(yes, text);
                if !no.is_empty() {
                    text.push_str("} else {\n");
                    write(no, text);
                }
                text.push_str("}\n");
            }
            Line::Loop(count, body) => {
                text.push_str(&format!("for (var k = 0u; k < {count}u; k++) {{\n"));
                write(body, text);
                text.push_str("}\n");
            }
        }
    }
}

const BARRIERS: [&str; 2] = ["workgroupBarrier();", "storageBarrier();"];

/// The elements of the kernel's arrays: bytes of one, and the first line of the text.
type Element = (u64, &'static str);
const WORD: Element = (4, "alias Element = u32;\n");
const WORD_BESIDE_WARP_BARRIERS: Element = (
    4,
    "enable subgroups; diagnostic(off, subgroup_uniformity); alias Element = u32;\n",
);
const HALF: Element = (2, "enable f16; alias Element = f16;\n");

fn kernel(lines: &[Line], (_, first_line): Element) -> String {
    let rest = "@group(0) @binding(0) var<storage, read_write> data: array<Element>;
@group(0) @binding(1) var<storage, read_write> count: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> result: array<u32>;
var<workgroup> tile: array<Element, 16>;
@compute @workgroup_size(16)
fn main(@builtin(local_invocation_index) tid: u32, @builtin(workgroup_id) group: vec3u) {
var x = 0u;
";
    let mut text = format!("{first_line}{rest}");
    write(lines, &mut text);
    text.push_str("result[group.x * 16u + tid] = x;\n}\n");
    text
}

type Verdict = (&'static str, u32, Option<u32>);

fn verdicts(source: &str, (bytes, _): Element, warp_width: u32, seed: u64) -> Option<BTreeSet<Verdict>> {
    // Code after a `return` is refused, so such a text is no kernel.
    let program = compile(source, None).ok()?;
    let buffer = |binding, words| Buffer {
        group: 0,
        binding,
        contents: Contents::Zeros { words },
    };
    let dispatch = Dispatch {
        workgroups: [2, 1, 1],
        overrides: Default::default(),
        buffers: vec![buffer(0, 4 * bytes), buffer(1, 4), buffer(2, 32)],
    };
    let options = RunOptions {
        machine: Machine::default().with_warp_width(warp_width),
        traced: None,
        seed,
        ..RunOptions::default()
    };
    let run = run(&program, &dispatch, &options).expect("it starts");
    let verdict = |f: &simt::Finding| (f.kind.name(), f.line, f.other_line());
    Some(run.findings.iter().map(verdict).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_width_nor_order_changes_a_verdict(lines in lines(3, &BARRIERS)) {
        let source = kernel(&lines, WORD);
        if let Some(wanted) = verdicts(&source, WORD, 4, 0) {
            for element in [WORD, HALF] {
                let source = kernel(&lines, element);
                for width in [1, 4, 8, 32] {
                    for seed in 0..3 {
                        let detected = verdicts(&source, element, width, seed);
                        prop_assert_eq!(detected.as_ref(), Some(&wanted), "width {} seed {}\n{}", width, seed, source);
                    }
                }
            }
        }
    }
}

proptest! {
    // Each case runs 63 times.
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_order_changes_a_verdict_where_warps_meet(
        lines in lines(3, &["subgroupBarrier();", "subgroupBarrier();", "workgroupBarrier();"])
    ) {
        let element = WORD_BESIDE_WARP_BARRIERS;
        let source = kernel(&lines, element);
        for width in [1, 4, 32] {
            let wanted = verdicts(&source, element, width, 0);
            for seed in 1..21 {
                let detected = verdicts(&source, element, width, seed);
                prop_assert_eq!(&detected, &wanted, "width {} seed {}\n{}", width, seed, source);
            }
        }
    }
}
