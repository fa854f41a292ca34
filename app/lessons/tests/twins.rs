//! CUDA twins contain the statements of the WGSL text, line by line. `cargo xtask cuda-check` checks their results on a
//! GPU.

use lessons::{GALLERY, GalleryKernel, twin};
use simt::compile;
use std::collections::BTreeSet;

/// Returns the lines of the WGSL text that the twin names, from 1.
fn named(kernel: &GalleryKernel) -> BTreeSet<usize> {
    let lines = twin::lines(kernel.twin);
    let numbers = lines.iter().flat_map(|line| &line.stands_for);
    numbers.map(|&number| number as usize).collect()
}

/// Returns true for text with a statement, a declaration or a parameter: not a comment, and more than braces.
fn says_something(text: &str) -> bool {
    let text = text.trim();
    let punctuation = |c: char| "{}();, ".contains(c);
    !text.starts_with("//") && !text.replace("else", "").chars().all(punctuation)
}

#[test]
fn markers_name_lines_that_say_something() {
    for kernel in GALLERY.iter() {
        let name = &kernel.kernel.name;
        let lines: Vec<&str> = kernel.kernel.source.lines().collect();
        let named = named(kernel);
        assert!(!named.is_empty(), "{name}: no markers");
        let markers = kernel.twin.lines().filter(|line| line.contains("//@"));
        for marker in markers {
            let numbers = marker.rsplit("//@").next().unwrap_or_default();
            let numbers: Result<Vec<u32>, _> = numbers.split(',').map(str::parse).collect();
            assert!(numbers.is_ok(), "{name}: {marker}");
        }
        for line in named {
            let text = line.checked_sub(1).and_then(|index| lines.get(index));
            assert!(
                text.is_some_and(|text| says_something(text)),
                "{name}: //@{line} names {text:?}"
            );
        }
    }
}

/// Checks statements of the entry point only. Overrides are listed as statements too, but are template parameters in
/// CUDA.
#[test]
fn every_statement_has_its_like_in_the_twin() {
    let mut missing = Vec::new();
    for kernel in GALLERY.iter() {
        let source = &kernel.kernel.source;
        let program = compile(source, None).expect("a gallery kernel compiles");
        let entry = source
            .find("@compute")
            .expect("a gallery kernel has an entry point");
        let named = named(kernel);
        for statement in &program.statements {
            let (start, end) = (statement.start as usize, statement.end as usize);
            let text = &source[start..end];
            let says = start > entry && says_something(text);
            if says && !named.contains(&(statement.line as usize)) {
                missing.push(format!("{}:{}: {text}", kernel.kernel.name, statement.line));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "the twins have no line for\n{}",
        missing.join("\n")
    );
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
