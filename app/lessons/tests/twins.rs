//! CUDA twins say what the WGSL text says, line by line. `cargo xtask cuda-check` checks their results on a GPU.

use lessons::GALLERY;
use simt::compile;

/// Lines of WGSL that have no line of their own in CUDA, with the reason.
const WITHOUT: &[(&str, &str)] = &[
    (
        "var word = 0u",
        "a ballot of CUDA is one word of 32 bits, one of WGSL has four",
    ),
    (
        "arguments[",
        "the launch passes its arguments where WGSL writes them for a dispatch",
    ),
];

/// Returns true for text with a statement, a declaration or a parameter: not a comment, and more than braces.
fn says_something(text: &str) -> bool {
    let text = text.trim();
    let punctuation = |c: char| "{}();, ".contains(c);
    !text.starts_with("//") && !text.replace("else", "").chars().all(punctuation)
}

/// Checks statements of the entry point only. Overrides are listed as statements too, but are template parameters in
/// CUDA.
#[test]
fn every_statement_has_its_like_in_the_twin() {
    let mut missing = Vec::new();
    for kernel in GALLERY.iter() {
        let source = &kernel.kernel.source;
        let program = compile(source, None).expect("a gallery kernel compiles");
        let entry = source.find("@compute").expect("a gallery kernel has an entry point");
        let lines = kernel.cuda_lines();
        for statement in &program.statements {
            let (start, end) = (statement.start as usize, statement.end as usize);
            let text = &source[start..end];
            let says = start > entry && says_something(text);
            let is_named = lines[statement.line as usize - 1].is_some();
            let line = source.lines().nth(statement.line as usize - 1);
            let is_known = WITHOUT
                .iter()
                .any(|(without, _)| line.is_some_and(|line| line.contains(without)));
            if says && !is_named && !is_known {
                missing.push(format!("{}:{}: {text}", kernel.kernel.name, statement.line));
            }
        }
    }
    assert!(missing.is_empty(), "the twins have no line for\n{}", missing.join("\n"));
}

#[test]
fn a_twin_is_a_kernel_of_the_same_name() {
    for kernel in GALLERY.iter() {
        let function = format!("__global__ void {}(", kernel.kernel.name);
        assert_eq!(kernel.twin.matches(&function).count(), 1, "{function}");
    }
}

/// Twins are linked into one program, so helper functions must be static.
#[test]
fn what_a_twin_declares_besides_is_its_own() {
    for kernel in GALLERY.iter() {
        for line in kernel.twin.lines().filter(|line| !line.starts_with(' ')) {
            let is_of_all = line.contains("__device__") && !line.starts_with("static ");
            assert!(!is_of_all, "{}: {line}", kernel.kernel.name);
        }
    }
}
