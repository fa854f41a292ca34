//! `cargo xtask test`: runs every check, and prints a table of results and times.

use crate::setup::facts::Facts;
use crate::setup::plan::{FOR_BROWSER, FOR_CROSS_BROWSER, FOR_PAGE, FOR_SHORT_RUN, Part};
use crate::setup::setup;
use crate::shell::{self, Problem, cargo, seconds, target_folder};
use crate::unsteady::{self, Unsteady};
use crate::{differential, fuzz, page, reproducible, slowest};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Format,
    Lint,
    Unit,
    Page,
    Browser,
    /// Firefox and WebKitGTK; only in a full run.
    CrossBrowser,
    /// A second build of the page; only in a full run.
    Reproducible,
    /// Ten thousand random kernels and texts; only in a full run.
    Long,
}

/// How many cases the browser tests have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Each theme in one language.
    Short,
    /// Every theme and language.
    Full,
}

#[derive(Debug)]
enum Outcome {
    Passed,
    Failed(Problem),
    Skipped(&'static str),
}

impl Stage {
    /// The short run: what every change must pass.
    pub const SHORT: [Self; 5] = [Self::Format, Self::Lint, Self::Unit, Self::Page, Self::Browser];
    /// The full run: what a release must pass.
    pub const FULL: [Self; 8] = [
        Self::Format,
        Self::Lint,
        Self::Unit,
        Self::Page,
        Self::Browser,
        Self::CrossBrowser,
        Self::Reproducible,
        Self::Long,
    ];

    pub fn named(name: &str) -> Option<Self> {
        Self::FULL.into_iter().find(|stage| stage.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::Lint => "lint",
            Self::Unit => "unit",
            Self::Page => "page",
            Self::Browser => "browser",
            Self::CrossBrowser => "cross-browser",
            Self::Reproducible => "reproducible",
            Self::Long => "long",
        }
    }

    fn needs(self) -> &'static [Part] {
        match self {
            Self::Format => &[Part::Formatter],
            Self::Lint => &[Part::Linter],
            Self::Unit => &[Part::Lavapipe],
            Self::Page | Self::Reproducible => FOR_PAGE,
            Self::Browser | Self::Long => FOR_BROWSER,
            Self::CrossBrowser => FOR_CROSS_BROWSER,
        }
    }
}

/// Runs the stages. A failure does not stop the later stages, so that one run shows everything that needs repair.
pub fn test(stages: &[Stage], scope: Scope) -> Result<ExitCode, Problem> {
    let begin = Instant::now();
    let facts = setup(&parts(stages))?;
    slowest::clear();
    // Usually there is no report of an earlier run.
    let _ = std::fs::remove_file(skipped_report());
    let mut table: Vec<(&str, Duration, Outcome)> = vec![("set-up", begin.elapsed(), Outcome::Passed)];
    let mut page_failed = false;
    let mut unsteady = Vec::new();
    for stage in stages {
        println!("\n== {} ==", stage.name());
        let begin = Instant::now();
        let needs_page = !matches!(stage, Stage::Format | Stage::Lint | Stage::Unit | Stage::Page);
        let outcome = if needs_page && page_failed {
            Outcome::Skipped("there is no page to open")
        } else {
            run(*stage, scope, &facts, &mut unsteady).map_or_else(Outcome::Failed, |()| Outcome::Passed)
        };
        if let Outcome::Failed(problem) = &outcome {
            page_failed |= *stage == Stage::Page;
            println!("== {} failed: {} ==", stage.name(), problem.what);
        }
        table.push((stage.name(), begin.elapsed(), outcome));
        println!("== {}: {} ==", stage.name(), seconds(begin.elapsed()));
    }
    let slowest = slowest::list();
    if !slowest.is_empty() {
        println!("\nThe slowest tests (the time of the visits in browser tests):\n{slowest}");
    }
    print!("{}", unsteady::list(&unsteady));
    if let Ok(skipped) = std::fs::read_to_string(skipped_report()) {
        println!("Skipped tests, and what they need:\n{skipped}");
    }
    println!("{}", summary(&table));
    let passed = table.iter().all(|(_, _, outcome)| matches!(outcome, Outcome::Passed));
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a stage, and adds the tests that failed once and then passed.
fn run(stage: Stage, scope: Scope, facts: &Facts, unsteady: &mut Vec<Unsteady>) -> Result<(), Problem> {
    match stage {
        Stage::Format => shell::run(&mut cargo(&["fmt", "--all", "--check"])),
        Stage::Lint => shell::run(&mut cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ])),
        Stage::Unit => unit(facts),
        Stage::Page => page::build(facts),
        Stage::Browser => browser("page", scope, facts).map(|tests| unsteady.extend(tests)),
        Stage::CrossBrowser => browser("cross_browser", scope, facts).map(|tests| unsteady.extend(tests)),
        Stage::Reproducible => reproducible::check(),
        Stage::Long => long(),
    }
}

/// The report of tests that could not run here: lines of a test's name and what it needs.
fn skipped_report() -> PathBuf {
    target_folder().join("skipped.txt")
}

/// The seed of the inputs of properties. It is fixed here, so that a change fails for its own faults alone; `cargo nextest
/// run` looks for new inputs.
const PROPERTY_SEED: &str = "PROPTEST_RNG_SEED";

fn unit(facts: &Facts) -> Result<(), Problem> {
    // A failing property prints a panic for each step of shrinking; without backtraces the output is readable.
    let run = |arguments: &[&str]| {
        let mut command = cargo(arguments);
        command.env("RUST_BACKTRACE", "0");
        if std::env::var_os(PROPERTY_SEED).is_none() {
            command.env(PROPERTY_SEED, "1");
        }
        shell::run(command.env("WARPSTEP_SKIPPED", skipped_report()))
    };
    if !facts.nextest {
        return run(&["test", "--workspace", "--exclude", "e2e"]);
    }
    // The browser tests are compiled, too: all stages have the features of the whole workspace and share what is compiled.
    run(&["nextest", "run", "--workspace", "-E", "not package(e2e)"])?;
    // nextest does not run the examples in the documentation.
    run(&["test", "--workspace", "--doc"])
}

/// Runs the browser tests of one target. Returns those that failed once and then passed.
fn browser(target: &str, scope: Scope, facts: &Facts) -> Result<Vec<Unsteady>, Problem> {
    let dist = page::built()?;
    unsteady::run(|arguments| {
        let mut command = cargo(&["test", "--workspace", "--test", target, "--"]);
        command
            .args(arguments)
            .env("WARPSTEP_DIST", &dist)
            .env(slowest::VARIABLE, slowest::browser_report());
        if scope == Scope::Full {
            command.env("WARPSTEP_FULL", "1");
        }
        facts.with_browser(&mut command);
        command
    })
}

/// Compares random kernels on the machine, on software drivers and in the browser, and fuzzes the page's engine.
fn long() -> Result<(), Problem> {
    let runs = [
        ("differential", differential::differential(&[])?),
        ("differential --browser", differential::differential(&["--browser"])?),
        ("fuzz-browser", fuzz::in_browser(&[])?),
    ];
    match runs.iter().find(|(_, code)| *code != ExitCode::SUCCESS) {
        None => Ok(()),
        Some((command, _)) => Err(Problem::new(
            format!("`cargo xtask {command}` found a difference"),
            "see its messages above",
        )),
    }
}

/// Returns the tools that the stages need, each once. What is never installed comes first.
fn parts(stages: &[Stage]) -> Vec<Part> {
    let order = [Part::OtherBrowsers].iter().chain(FOR_SHORT_RUN);
    order
        .copied()
        .filter(|part| stages.iter().any(|stage| stage.needs().contains(part)))
        .collect()
}

fn summary(table: &[(&str, Duration, Outcome)]) -> String {
    let line = |(name, elapsed, outcome): &(&str, Duration, Outcome)| {
        let result = match outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Failed(problem) => format!("FAILED: {}; {}", problem.what, problem.remedy),
            Outcome::Skipped(why) => format!("skipped: {why}"),
        };
        format!("{name:<13} {:>9}   {result}", seconds(*elapsed))
    };
    table.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_stages_need_everything_and_one_stage_only_its_own() {
        let full = parts(&Stage::FULL);
        assert_eq!((full[0], &full[1..]), (Part::OtherBrowsers, FOR_SHORT_RUN));
        assert_eq!(parts(&Stage::SHORT), FOR_SHORT_RUN);
        assert_eq!(parts(&[Stage::Format]), [Part::Formatter]);
        assert!(!parts(&[Stage::Page]).contains(&Part::Browser));
    }

    #[test]
    fn stages_are_found_by_their_names() {
        for stage in Stage::FULL {
            assert_eq!(Stage::named(stage.name()), Some(stage));
        }
        assert_eq!(Stage::named("everything"), None);
    }

    #[test]
    fn the_summary_names_the_failure() {
        let failed = Outcome::Failed(Problem::new(
            "`cargo fmt` failed with exit status: 1",
            "its own messages stand above",
        ));
        let table = [
            ("set-up", Duration::from_millis(300), Outcome::Passed),
            ("format", Duration::from_secs(2), failed),
        ];
        assert_eq!(
            summary(&table),
            "set-up            0.3 s   passed\n\
             format            2.0 s   FAILED: `cargo fmt` failed with exit status: 1; its own messages stand above"
        );
    }
}
