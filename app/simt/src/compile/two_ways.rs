//! Compares the two ways from text to bytecode: by naga's tree, and by the checker's own (`lower`).

use super::{front, lower, uniformity};
use crate::program::{Buffer, Contents, Dispatch, Pattern, Program};
use crate::{Machine, Run, RunOptions, compile, run};
use std::fmt::Write;
use std::path::Path;
use wgsl::Marks;

/// Returns the texts of a folder and of those in it, with their names.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            found.extend(texts(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "wgsl")
        {
            let text = std::fs::read_to_string(&path).expect("it is text");
            found.push((path.display().to_string(), text));
        }
    }
    found
}

fn lowered(text: &str) -> Program {
    let marks = Marks::default();
    let checked = front::check(text).expect("the text is valid");
    let program = lower::Compiler::new(&checked, &marks).compile(None);
    uniformity::assign_registers(program.expect("it is lowered"))
}

/// Returns what a run shows: its findings and buffers, and each step with its requests and the values that it gives.
fn shown(run: &Run) -> String {
    let mut text = format!("{:?} {:?} {:?}\n", run.outcome, run.findings, run.buffers);
    let trace = run.trace.as_ref().expect("the run is traced");
    for step in 0..trace.len() {
        let _ = writeln!(text, "{:?}", trace.statement(step));
        trace.requests(step).for_each(|request| {
            let _ = writeln!(text, "{request:?}");
        });
        let values = trace.assignments(step).map(|value| {
            let name = &trace.variables[value.variable as usize].name;
            format!("{name} {} {:?} {:?}", value.word, value.mask, value.new)
        });
        let mut values: Vec<String> = values.collect();
        values.sort();
        let _ = writeln!(text, "{}", values.join("\n"));
    }
    text
}

#[test]
fn both_ways_give_the_same_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let options = RunOptions {
        machine: Machine::default().with_warp_width(4),
        step_budget: 1000,
        ..RunOptions::default()
    };
    let mut count = 0;
    for (name, text) in texts(&folder) {
        let old = compile(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let new = lowered(&text);
        let buffers = old.bindings.iter().filter_map(|binding| {
            let (group, binding) = binding.slot?;
            let contents = Contents::Pattern {
                pattern: Pattern::Index,
                words: 64,
            };
            Some(Buffer {
                group,
                binding,
                contents,
            })
        });
        let dispatch = Dispatch {
            workgroups: [2, 1, 1],
            overrides: Default::default(),
            buffers: buffers.collect(),
        };
        let runs = [old, new].map(|program| run(&program, &dispatch, &options));
        let shown = runs.map(|run| run.map(|run| shown(&run)));
        assert!(shown[0] == shown[1], "{name}: the runs differ");
        count += 1;
    }
    assert!(count > 30, "{count} texts");
}
