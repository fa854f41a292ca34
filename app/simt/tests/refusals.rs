//! Kernels that cannot start, and what the reader is told: the rule, its values, and the line.

use simt::{Buffer, Contents, Dispatch, KernelError, RunOptions, compile, entry_points, run};

const DATA: &str = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n";

fn refused(source: &str) -> KernelError {
    compile(source, None).expect_err("this must not compile")
}

#[test]
fn a_text_that_is_no_kernel_is_refused_with_its_line() {
    let kernel = |body: &str| format!("{DATA}@compute @workgroup_size(4)\nfn main() {{\n{body}\n}}");
    // (source, what the message names, line)
    let table = [
        (kernel("  data[0] = 1.5;"), "u32", 4),
        (kernel("  let x = ;"), "an expression is missing", 4),
        // The last letter of the name has two bytes in UTF-8, and of the other one three.
        (format!("{DATA}var<private> \u{1bb}\nfn"), "`;` is missing", 2),
        (kernel("  let x = \u{4e00}"), "`;` is missing", 4),
        (kernel("  var t: texture_2d<f32>;"), "", 4),
        (
            "#include <cuda.h>\n__global__ void f() {}".to_owned(),
            "this is CUDA",
            2,
        ),
        (
            "#include \"types.wgsl\"\n@compute @workgroup_size(1) fn f() {}".to_owned(),
            "preprocessor",
            1,
        ),
        (format!("{DATA}fn helper() {{}}"), "no compute entry point", 0),
        (
            format!(
                "{DATA}@group(0) @binding(1) var picture: texture_2d<f32>;\n@compute @workgroup_size(1)\n\
                 fn main() {{ data[0] = u32(textureLoad(picture, vec2i(), 0, 0).x); }}"
            ),
            "",
            4,
        ),
        (
            format!(
                "{DATA}@group(0) @binding(1) var picture: texture_2d<f32>;\n@group(0) @binding(2) var linear: sampler;\n\
                 @compute @workgroup_size(1)\n\
                 fn main() {{ data[0] = u32(textureSampleLevel(picture, linear, vec2f(), 0.0).x); }}"
            ),
            "samplers",
            3,
        ),
        (
            format!(
                "{DATA}@group(0) @binding(1) var picture: texture_multisampled_2d<f32>;\n@compute @workgroup_size(1)\n\
                 fn main() {{ data[0] = u32(textureLoad(picture, vec2i(), 0).x); }}"
            ),
            "several samples",
            2,
        ),
        (kernel("  let h = f32(f64(1.0lf));\n  data[0] = u32(h);"), "", 4),
    ];
    for (source, named, line) in table {
        let error = refused(&source);
        assert!(error.to_string().contains(named), "{source}\n{error}");
        assert_eq!(
            error.location().map_or(0, |(line, _)| line),
            line,
            "{source}\n{error:?}"
        );
    }
}

#[test]
fn a_dispatch_that_does_not_fit_is_refused_by_name() {
    let source = format!(
        "override BLOCK: u32;\noverride HALF = BLOCK / 2u;\n{DATA}@compute @workgroup_size(BLOCK)\nfn main() {{ data[0] = HALF; }}"
    );
    let program = compile(&source, None).expect("it compiles");
    // (dispatch, what the message names)
    let table = [
        (dispatch(&[], vec![data(4)], 1), "BLOCK"),
        (dispatch(&[("BLOCK", 64.0), ("SIZE", 1.0)], vec![data(4)], 1), "SIZE"),
        (dispatch(&[("BLOCK", 64.5)], vec![data(4)], 1), "64.5"),
        (dispatch(&[("BLOCK", 2048.0)], vec![data(4)], 1), "2048"),
        (dispatch(&[("BLOCK", 0.0)], vec![data(4)], 1), "0 × 1 × 1"),
        (dispatch(&[("BLOCK", 64.0)], vec![], 1), "`data`"),
        (dispatch(&[("BLOCK", 64.0)], vec![data(0)], 1), "at least 4"),
        (dispatch(&[("BLOCK", 64.0)], vec![data(4)], 70_000), "70000"),
    ];
    for (dispatch, named) in table {
        let error = run(&program, &dispatch, &RunOptions::default()).expect_err("this must not run");
        assert!(error.to_string().contains(named), "{error} names {named}");
    }
    let fits = dispatch(&[("BLOCK", 64.0)], vec![data(4)], 1);
    let done = run(&program, &fits, &RunOptions::default()).expect("this one runs");
    assert_eq!(done.buffers, [[32, 0, 0, 0]], "one override follows another");
    let pinned = dispatch(&[("BLOCK", 64.0), ("HALF", 7.0)], vec![data(4)], 1);
    let done = run(&program, &pinned, &RunOptions::default()).expect("this one runs");
    assert_eq!(done.buffers, [[7, 0, 0, 0]], "a given value stays");
}

/// Returns a buffer of zero words at binding 0.
fn data(words: u64) -> Buffer {
    Buffer {
        group: 0,
        binding: 0,
        contents: Contents::Zeros { words },
    }
}

fn dispatch(overrides: &[(&str, f64)], buffers: Vec<Buffer>, x: u32) -> Dispatch {
    Dispatch {
        workgroups: [x, 1, 1],
        overrides: overrides
            .iter()
            .map(|&(name, value)| (name.to_owned(), value))
            .collect(),
        buffers,
    }
}

/// Hostile text gets an answer at once, with a place.
#[test]
fn text_meant_to_hurt_is_refused() {
    let nested = format!(
        "{DATA}@compute @workgroup_size(1) fn main() {{ data[0] = {}1u{}; }}",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    assert!(matches!(refused(&nested), KernelError::TooDeep { line: 2, .. }));
    assert!(matches!(
        refused(&"x\n".repeat(5 << 19)),
        KernelError::TooLong { line: 2_097_153, .. }
    ));
    let recursive = format!("{DATA}fn f() {{ f(); }}\n@compute @workgroup_size(1) fn main() {{ f(); }}");
    assert_eq!(refused(&recursive).location().map(|(line, _)| line), Some(2));
    let vast = format!(
        "{DATA}@compute @workgroup_size(1) fn main() {{ var a: array<u32, 1073741824>; data[0] = a[data[1]]; }}"
    );
    assert_eq!(refused(&vast).location().map(|(line, _)| line), Some(2));
    for (declaration, line) in [
        ("\n\nvar<workgroup> a: array<u32, 1 << 30>;", 4),
        ("\nvar<private> a: array<u32, 1 << 30>;", 3),
        ("\nstruct S { a: array<u32, 1 << 30> }\nvar<workgroup> a: S;", 3),
        ("var<private> a: array<u32, 1 << 17>;", 2),
    ] {
        let text = format!("{DATA}{declaration}\n@compute @workgroup_size(1) fn main() {{ _ = &a; data[0] = 1u; }}");
        assert_eq!(
            refused(&text).location().map(|(line, _)| line),
            Some(line),
            "{declaration}"
        );
    }
    // Each structure contains the one before twice, so the last has four billion members.
    let doubling: String = (1..32)
        .map(|level| format!("struct S{level} {{ a: S{0}, b: S{0} }}\n", level - 1))
        .collect();
    let text =
        format!("{DATA}struct S0 {{ a: u32 }}\n{doubling}@compute @workgroup_size(1) fn main() {{ data[0] = 1u; }}");
    assert_eq!(refused(&text).location().map(|(line, _)| line), Some(19));
    let functions: String = (0..100_000).map(|number| format!("fn f{number}() {{}}\n")).collect();
    let text = format!("{DATA}{functions}@compute @workgroup_size(1) fn main() {{ data[0] = 1u; }}");
    compile(&text, None).expect("a text may have many functions");
    // Text that becomes large only when it runs.
    let text = format!(
        "{DATA}\nvar<workgroup> a: array<u32, 1 << 20>;\n@compute @workgroup_size(1) fn main() {{ a[data[0]] = 1u; }}"
    );
    let program = compile(&text, None).expect("it compiles");
    let error = run(&program, &dispatch(&[], vec![data(4)], 1), &RunOptions::default());
    assert_eq!(error.expect_err("too much").location().map(|(line, _)| line), Some(3));
    for foreign in [
        "__global__ void add(int *a, int *b) {\n  int i = threadIdx.x;\n  a[i] += b[i];\n}\n",
        "#version 450\nlayout(local_size_x = 64) in;\nvoid main() { }\n",
    ] {
        assert_eq!(refused(foreign).location(), Some((1, 1)), "{foreign}");
    }
}

/// All compute entry points are listed with their sizes; overrides have their default values.
#[test]
fn entry_points_are_listed_with_their_sizes() {
    let source = "override A: u32;\noverride B = 8u;\noverride C = A * 2u;\noverride D = B / 2u;\n\
         @vertex fn v() -> @builtin(position) vec4f { return vec4f(); }\n\
         @compute @workgroup_size(64) fn fixed() {}\n\
         @compute @workgroup_size(B, D, 2) fn defaults() {}\n\
         @compute @workgroup_size(4, A) fn given() {}\n\
         @compute @workgroup_size(C) fn derived() {}\n";
    let entries = entry_points(source).expect("it is valid");
    let sizes: Vec<_> = entries
        .iter()
        .map(|entry| (entry.name.as_str(), entry.workgroup_size))
        .collect();
    assert_eq!(
        sizes,
        [
            ("fixed", Some([64, 1, 1])),
            ("defaults", Some([8, 4, 2])),
            ("given", None),
            ("derived", None),
        ]
    );
    assert!(entries.iter().all(|entry| entry.refused.is_none()));
    let several = refused(source);
    assert_eq!(several.location(), None);
    assert!(
        several.to_string().contains("fixed, defaults, given, derived"),
        "{several}"
    );
    assert!(compile(source, Some("derived")).is_ok());
    assert_eq!(entry_points("fn helper() {}"), Ok(Vec::new()));
    assert!(matches!(entry_points("fn helper( {}"), Err(KernelError::Parse { .. })));
}

/// Valid WGSL that the machine does not support is listed too, with the reason.
#[test]
fn an_entry_point_beyond_the_machine_says_why() {
    let source = "@group(0) @binding(0) var picture: texture_multisampled_2d<f32>;\n\
         @compute @workgroup_size(2) fn look() { _ = textureLoad(picture, vec2i(), 0); }\n\
         @compute @workgroup_size(3) fn run() {}\n";
    let [look, run] = &entry_points(source).expect("it is valid")[..] else {
        panic!("two entry points");
    };
    assert_eq!(look.workgroup_size, Some([2, 1, 1]));
    assert!(matches!(look.refused, Some(KernelError::Unsupported { .. })));
    assert_eq!((run.workgroup_size, &run.refused), (Some([3, 1, 1]), &None));
}

/// The table of `docs/refused.md`: a declaration, and the sentence about it.
#[test]
fn what_is_refused_is_what_the_document_says() {
    let text = include_str!("../../../docs/refused.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: Vec<(&str, &str)> = rows
        .filter_map(|row| row.strip_suffix(" |")?.split_once("` | "))
        .collect();
    assert!(rows.len() > 5, "{rows:?}");
    for (declared, sentence) in rows {
        let used = if declared.contains("sampler") || declared.contains("texture") {
            "let y = x;"
        } else {
            "let y = x + 1u;"
        };
        let source = format!(
            "requires immediate_address_space, texture_and_sampler_let;\n{declared}\n{DATA}@compute @workgroup_size(1) fn main() {{ {used} data[0] = 1u; }}"
        );
        let error = refused(&source);
        assert!(error.to_string().ends_with(sentence), "{declared}: {error}");
        assert_eq!(error.location().map(|(line, _)| line), Some(2), "{declared}");
    }
}
