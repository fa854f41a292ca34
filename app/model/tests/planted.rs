//! Kernels with a planted mistake: what is expected of a buffer, or a finding, leads to the line within three actions: say
//! what is expected, click the first wrong value or the finding, and read the line.

use model::playground::chain::Launch;
use model::playground::draft::Draft;
use model::playground::expected::{Comparison, Expectation, Expected, Operation, Slot, Tolerance};
use model::playground::filling::Filling;
use model::playground::judge::{expectations, judge, reference};
use model::playground::limits::Limits;
use model::playground::moment::{last_store, moments};
use model::playground::ready::{Ready, ready};
use simt::{EntryPoint, Execution, Outcome, Run, RunOptions, Trace, permitted_ulps};
use std::fs;
use std::path::Path;

/// The statement of a wrong value's store stands at most so many lines after the mistake.
const NEAR: u32 = 3;

/// A kernel of the folder, with its settings.
struct Planted {
    draft: Draft,
    slot: Slot,
    leads: String,
    /// The line with the mistake.
    line: u32,
}

fn slot(text: &str) -> Slot {
    let (group, binding) = text.split_once('.').expect("group.binding");
    (group.parse().expect("a group"), binding.parse().expect("a binding"))
}

fn filling(text: &str) -> Filling {
    match text.split_once(':') {
        Some(("numbers", list)) => Filling::Numbers {
            text: list.to_owned(),
            file: None,
        },
        _ => match text {
            "zeros" => Filling::Zeros,
            "ones" => Filling::Ones,
            "ramp" => Filling::Ramp,
            "count" => Filling::Count,
            random => Filling::Random {
                seed: random
                    .strip_prefix("random")
                    .and_then(|seed| seed.parse().ok())
                    .expect("a filling"),
            },
        },
    }
}

fn expected(words: &[&str]) -> Expected {
    let by = |operation: Operation| Expected::Of {
        operation,
        input: slot(words[1]),
    };
    match words[0].split_once(':') {
        Some(("numbers", list)) => Expected::Numbers {
            text: list.to_owned(),
            file: None,
        },
        Some(("transposed", columns)) => by(Operation::Transposed {
            columns: columns.parse().expect("columns"),
        }),
        Some((other, _)) => panic!("{other}"),
        None => match words[0] {
            "entry" => Expected::EntryPoint {
                name: words[1].to_owned(),
                workgroups: [2, 3, 4].map(|index| words[index].parse().expect("workgroups")),
            },
            "copy" => by(Operation::Copy),
            "sum" => by(Operation::Sum),
            "least" => by(Operation::Least),
            "greatest" => by(Operation::Greatest),
            "scan" => by(Operation::InclusiveScan),
            "exclusive-scan" => by(Operation::ExclusiveScan),
            "sorted" => by(Operation::Sorted),
            "reversed" => by(Operation::Reversed),
            other => panic!("{other}"),
        },
    }
}

fn read(text: &str) -> Planted {
    let mut draft = Draft::of_text(text.to_owned());
    let entries = simt::entry_points(text).expect("it is WGSL");
    let mut planted = None;
    let mut leads = String::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("//! ")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[0] {
            "workgroups" => {
                draft.workgroups = Some([1, 2, 3].map(|index| words[index].parse().expect("workgroups")));
            }
            "fill" => {
                let buffer = slot(words[1]);
                let elements: u64 = words[3].parse().expect("elements");
                let bindings = entries.iter().flat_map(|entry| &entry.buffers);
                let binding = bindings.into_iter().find(|each| each.slot == Some(buffer));
                let given = draft.given(buffer);
                given.filling = Some(filling(words[2]));
                given.words = Some(binding.expect("the buffer").words(elements));
            }
            "expect" => {
                let buffer = slot(words[1]);
                planted = Some(buffer);
                draft.given(buffer).expected = Some(Expectation {
                    contents: expected(&words[2..]),
                    tolerance: Tolerance::Permitted,
                });
            }
            "leads" => leads = words[1..].join(" "),
            other => panic!("{other}"),
        }
    }
    let wrong = text.lines().position(|line| line.ends_with("// wrong"));
    Planted {
        draft,
        slot: planted.expect("what is expected"),
        leads,
        line: wrong.expect("the mistake") as u32 + 1,
    }
}

/// Runs a dispatch of the text natively.
fn run(ready: &Ready, entry: &EntryPoint, dispatch: &simt::Dispatch, traced: Option<u32>) -> Run {
    let program = simt::compile(&ready.kernel.source, Some(&entry.name)).expect("it compiles");
    let options = RunOptions {
        traced,
        ..ready.options.clone()
    };
    simt::run(&program, dispatch, &options).expect("it runs")
}

/// Compares the buffer with what is expected of it.
fn compared(planted: &Planted, ready: &Ready, entries: &[EntryPoint], first: &Run) -> Comparison {
    let (place, expectation) = expectations(&planted.draft, ready)[0];
    let of_reference = match &expectation.contents {
        Expected::EntryPoint { name, workgroups } => {
            let (entry, dispatch) = reference(&planted.draft, ready, entries, name, *workgroups).expect("a reference");
            let launch = Launch {
                entry,
                workgroups: *workgroups,
            };
            let ran = run(ready, &launch.entry, &dispatch, None);
            assert_eq!(ran.outcome, Outcome::Completed);
            let place = launch
                .entry
                .buffers
                .iter()
                .position(|each| each.slot == Some(planted.slot));
            Some(Ok(ran.buffers[place.expect("the output")].clone()))
        }
        _ => None,
    };
    let program = simt::compile(&ready.kernel.source, Some(&ready.entry.name)).expect("it compiles");
    let ulps = permitted_ulps(&program, first.trace.as_ref().expect("a trace"));
    let judged = judge(ready, (place, expectation), &first.buffers, of_reference, ulps);
    judged.expect("a buffer").result.expect("expected values")
}

/// Returns the line of the statement at a step.
fn line_at(trace: &Trace, step: usize) -> u32 {
    trace.statement(step).expect("a statement").line
}

fn check(name: &str, text: &str) {
    let planted = read(text);
    let entries = simt::entry_points(text).expect("it is WGSL");
    let ready =
        ready(&planted.draft, &entries, Limits::AT_EVERY_EDIT).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let first = run(&ready, &ready.entry, &ready.dispatch, Some(0));
    if let Some(kind) = planted.leads.strip_prefix("finding ") {
        let lines = |finding: &simt::Finding| {
            let block = finding.workgroup;
            let traced = run(&ready, &ready.entry, &ready.dispatch, Some(block));
            let trace = traced.trace.expect("a trace");
            let steps = moments(&trace, block, finding).steps;
            steps.into_iter().map(|step| line_at(&trace, step)).collect::<Vec<_>>()
        };
        let of_kind = first.findings.iter().filter(|finding| finding.kind.name() == kind);
        let all: Vec<u32> = of_kind.flat_map(lines).collect();
        assert!(all.contains(&planted.line), "{name}: {all:?}, not {}", planted.line);
        return;
    }
    let comparison = compared(&planted, &ready, &entries, &first);
    let wrong = comparison
        .listed
        .first()
        .unwrap_or_else(|| panic!("{name}: nothing is wrong"));
    let place = ready.bindings().iter().position(|each| each.slot == Some(planted.slot));
    let place = place.expect("the buffer");
    let program = simt::compile(text, Some(&ready.entry.name)).expect("it compiles");
    let mut again = Execution::new(&program, &ready.dispatch, &ready.options).expect("it starts");
    again.watch(place, wrong.word);
    while !again.advance(u64::MAX).finished {}
    let block = again.stored_by();
    if planted.leads == "never-stored" {
        assert_eq!(block, None, "{name}: {wrong:?}");
        return;
    }
    let block = block.unwrap_or_else(|| panic!("{name}: nobody stored {wrong:?}"));
    let traced = run(&ready, &ready.entry, &ready.dispatch, Some(block));
    let trace = traced.trace.expect("a trace");
    let variable = &ready.bindings()[place].name;
    let step = last_store(&trace, variable, wrong.word).expect("the store");
    let line = line_at(&trace, step);
    assert!(
        (planted.line..=planted.line + NEAR).contains(&line),
        "{name}: line {line} stored {wrong:?}; the mistake is in line {}",
        planted.line
    );
}

#[test]
fn every_planted_mistake_is_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder")
        .map(|file| file.expect("a file").path())
        .collect();
    files.sort();
    assert_eq!(files.len(), 20);
    for file in files {
        let text = fs::read_to_string(&file).expect("a text");
        check(&file.display().to_string(), &text);
    }
}
