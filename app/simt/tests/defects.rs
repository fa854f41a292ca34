//! Known defects, and their smallest corrections: each `defects/<topic>/<name>.wrong.wgsl` states in its first lines
//! the findings it must give (`// Expect: data_race lines 8 10`, several with `; `), at every warp width and in every order of warps. Its
//! `.right.wgsl` must give none. Hints are compared in files that expect one.

#[path = "kernels/directions.rs"]
mod directions;

use simt::{Finding, Fix, Machine, Program, Run, RunOptions, Severity, compile, mend, run, trials};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const WIDTHS: [u32; 4] = [4, 8, 32, 64];
const SEEDS: u64 = 21;

/// Kind and lines; of a pair both lines, the first in the text first.
type Verdict = (String, Vec<u32>);

fn kernels(which: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/defects");
    let mut files: Vec<PathBuf> = entries(&root).iter().flat_map(|t| entries(t)).collect();
    files.retain(|file| file.to_string_lossy().ends_with(which));
    files.sort();
    files
}

fn entries(path: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(path).into_iter().flatten();
    entries.map(|entry| entry.expect("an entry").path()).collect()
}

fn verdict(finding: &Finding) -> Verdict {
    let lines = [Some(finding.line), finding.other_line()];
    (finding.kind.name().to_owned(), lines.into_iter().flatten().collect())
}

/// Reads the first lines: the verdicts, and the warp widths that the kernel is meant for.
fn expected(source: &str) -> (BTreeSet<Verdict>, Vec<u32>) {
    let mut verdicts = BTreeSet::new();
    let mut widths = WIDTHS.to_vec();
    for line in source.lines().map_while(|line| line.strip_prefix("// ")) {
        let numbers = |text: &str| -> Vec<u32> { text.split_whitespace().flat_map(|word| word.parse()).collect() };
        if let Some(expect) = line.strip_prefix("Expect: ") {
            for expect in expect.split("; ") {
                let (kind, lines) = expect.split_once(" line").expect("a kind and its lines");
                verdicts.insert((kind.to_owned(), numbers(lines)));
            }
        } else if let Some(list) = line.strip_prefix("widths: ") {
            widths = numbers(list);
        }
    }
    (verdicts, widths)
}

/// Returns all runs in which a kernel must give the same verdict.
fn runs(source: &str) -> impl Iterator<Item = (u32, u64, Vec<Finding>)> {
    let program: Program = compile(source, None).expect("a kernel that compiles");
    let (dispatch, budget) = directions::read(source);
    let (_, widths) = expected(source);
    widths
        .into_iter()
        .flat_map(|width| (0..SEEDS).map(move |seed| (width, seed)))
        .map(move |(width, seed)| {
            let mut options = RunOptions {
                machine: Machine::default().with_warp_width(width),
                traced: None,
                seed,
                ..RunOptions::default()
            };
            options.step_budget = budget.unwrap_or(options.step_budget);
            let run = run(&program, &dispatch, &options).expect("a kernel that starts");
            (width, seed, run.findings)
        })
}

#[test]
fn every_defect_is_found_whatever_the_schedule() {
    let files = kernels(".wrong.wgsl");
    assert!(files.len() >= 100, "{} defects", files.len());
    let mut failures = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        let (wanted, _) = expected(&source);
        assert!(!wanted.is_empty(), "{} expects something", file.display());
        let with_hints = runs(&source).next().is_some_and(|(.., findings)| {
            let hints = findings.iter().filter(|f| f.severity() == Severity::Hint);
            hints.map(verdict).any(|verdict| wanted.contains(&verdict))
        });
        for (width, seed, findings) in runs(&source) {
            let counted = findings
                .iter()
                .filter(|finding| with_hints || finding.severity() > Severity::Hint);
            let verdicts: BTreeSet<Verdict> = counted.map(verdict).collect();
            if verdicts != wanted {
                failures.push(format!(
                    "{} width {width} seed {seed}: {verdicts:?} instead of {wanted:?}",
                    file.display()
                ));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn the_corrections_give_no_finding_at_all() {
    let mut failures = Vec::new();
    for file in kernels(".right.wgsl") {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        for (width, seed, findings) in runs(&source) {
            if let Some(finding) = findings.first() {
                failures.push(format!(
                    "{} width {width} seed {seed}: {} in line {}: {finding}",
                    file.display(),
                    finding.kind.name(),
                    finding.line
                ));
                break;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Every defect has a correction, and every correction a defect.
#[test]
fn every_defect_has_its_correction() {
    for wrong in kernels(".wrong.wgsl") {
        let right = wrong.to_string_lossy().replace(".wrong.", ".right.");
        assert!(Path::new(&right).exists(), "{right}");
    }
}

/// Runs a kernel once and tries the fixes of its findings.
fn mended(source: &str) -> Run {
    let mut run = run_once(source, 0);
    let (dispatch, budget) = directions::read(source);
    let mut options = RunOptions {
        traced: None,
        ..RunOptions::default()
    };
    options.step_budget = budget.unwrap_or(options.step_budget);
    let trials = trials(source, None, &run.findings);
    mend(&trials, &dispatch, &options, &mut run, &|_| 0);
    run
}

/// A change that makes more values wrong is no fix.
#[test]
fn fixes_that_spoil_the_result_are_not_shown() {
    let file = kernels(".wrong.wgsl")
        .into_iter()
        .find(|file| file.ends_with("races/volatile_last_warp.wrong.wgsl"));
    let source = std::fs::read_to_string(file.expect("the kernel")).expect("a readable file");
    let run = run_once(&source, 0);
    let (dispatch, _) = directions::read(&source);
    let options = RunOptions {
        traced: None,
        ..RunOptions::default()
    };
    let trials = trials(&source, None, &run.findings);
    let before = run.buffers.clone();
    for (spoilt, expected) in [(0, 1), (1, 0)] {
        let calls = Cell::new(0);
        let wrong = |_: &[Vec<u32>]| {
            calls.set(calls.get() + 1);
            if calls.get() > 1 { spoilt } else { 0 }
        };
        let mut mended = run_once(&source, 0);
        mend(&trials, &dispatch, &options, &mut mended, &wrong);
        let fixed = mended.findings.iter().filter(|finding| finding.edit.is_some());
        assert_eq!((fixed.count(), &mended.buffers), (expected, &before));
    }
}

/// Returns the text with the change of a finding that was tried.
fn edited(source: &str, finding: &Finding) -> String {
    let edit = finding.edit.as_ref().expect("a fix that was tried has a change");
    let mut lines: Vec<&str> = source.lines().collect();
    lines.splice(edit.first as usize - 1..edit.last as usize, [edit.text.as_str()]);
    lines.join("\n")
}

/// A fix that is shown was tried: the text with it has neither its finding nor another error. Here the texts are
/// compiled and run once more, at another width and in other orders of warps.
#[test]
fn fixes_that_are_shown_mend_the_kernel() {
    let (mut tried, mut failures) = (0, Vec::new());
    for file in kernels(".wrong.wgsl") {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        let before = run_once(&source, 0);
        let all = trials(&source, None, &before.findings);
        for finding in mended(&source).findings {
            let Some(fix) = &finding.suggested_fix else {
                continue;
            };
            let Some(trial) = all
                .iter()
                .find(|trial| trial.fix == *fix && before.findings[trial.finding as usize].line == finding.line)
            else {
                assert!(
                    matches!(
                        fix,
                        Fix::HoistBarrier { .. }
                            | Fix::Combine { .. }
                            | Fix::TwoDispatches
                            | Fix::WriteFirst { .. }
                            | Fix::WorkInsideLoop { .. }
                    ),
                    "{}: {fix} was shown but not tried",
                    file.display()
                );
                continue;
            };
            tried += 1;
            let edited = edited(&source, &finding);
            let again = run_once(&edited, 0).findings;
            assert!(again.len() < before.findings.len(), "{}: {edited}", file.display());
            let (dispatch, _) = directions::read(&source);
            for seed in 0..4 {
                let options = RunOptions {
                    traced: None,
                    seed,
                    ..RunOptions::default()
                };
                let after = run(&trial.program, &dispatch, &options).expect("it starts");
                let worse = after.findings.iter().find(|other| {
                    other.severity() == Severity::Error
                        && !before
                            .findings
                            .iter()
                            .any(|old| (old.kind.name(), old.line) == (other.kind.name(), other.line))
                        || (other.kind.name(), other.line, other.other_line())
                            == (finding.kind.name(), finding.line, finding.other_line())
                });
                if let Some(worse) = worse {
                    failures.push(format!("{}: after {fix}: {worse}", file.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tried >= 40, "{tried} fixes were tried");
}

/// With the guard alone the race stays, and with the other change alone the index does.
#[test]
fn a_bound_and_a_race_in_one_place_have_one_advice() {
    let source = include_str!("defects/bounds/shift_up_in_place.wrong.wgsl");
    let findings = mended(source).findings;
    let [finding] = findings.as_slice() else {
        panic!("one finding of {findings:#?}");
    };
    assert!(matches!(finding.suggested_fix, Some(Fix::Both { .. })), "{finding}");
    let also: Vec<Verdict> = finding.also.iter().map(verdict).collect();
    assert_eq!(also, [("data_race".to_owned(), vec![12, 12])]);
}

fn run_once(source: &str, seed: u64) -> Run {
    let program = compile(source, None).expect("a kernel that compiles");
    let (dispatch, budget) = directions::read(source);
    let (_, widths) = expected(source);
    let mut options = RunOptions {
        machine: Machine::default().with_warp_width(widths[0]),
        traced: None,
        seed,
        ..RunOptions::default()
    };
    options.step_budget = budget.unwrap_or(options.step_budget);
    run(&program, &dispatch, &options).expect("a kernel that starts")
}

/// The text of a finding and its fix are compared with the reviewed ones.
#[test]
fn findings_say_what_happened_and_what_to_do() {
    let mut text = String::new();
    for file in kernels(".wrong.wgsl") {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        let findings = mended(&source).findings;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        text.push_str(&format!("{}\n", name.replace(".wrong.wgsl", "")));
        for finding in findings {
            text.push_str(&format!(
                "  {} {}, line {}, {} times: {finding}\n",
                finding.severity().name(),
                finding.kind.name(),
                finding.line,
                finding.count
            ));
            if let Some(fix) = finding.fix() {
                text.push_str(&format!("    fix: {fix}\n"));
            }
            for other in &finding.also {
                text.push_str(&format!("    also: {}, line {}\n", other.kind.name(), other.line));
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("defects");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("sentences", text));
}
