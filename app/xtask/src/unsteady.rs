//! Runs browser tests that fail once more, alone and in fresh browsers: a test that passes then is *unsteady*. The run
//! passes and lists it with both logs. More than two unsteady tests fail the run.

use crate::shell::{self, Problem};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

/// The number of unsteady tests with which a run passes.
const MOST_UNSTEADY: usize = 2;

/// More failures than this have one cause, and are not run again.
const MOST_REPEATED: usize = 10;

/// A test that failed and then passed, with its log of both runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsteady {
    name: String,
    first: String,
    second: String,
}

/// The output of a run of tests.
#[derive(Debug, Default)]
struct Report {
    passed: bool,
    /// The tests that failed.
    failed: Vec<String>,
    /// The output of each test, if the runner shows it.
    logs: BTreeMap<String, String>,
}

/// Runs tests, and those that fail once more. `command` makes a run of libtest with further arguments.
///
/// # Errors
/// A test failed twice, more than two tests are unsteady, or the tests cannot be run.
pub fn run(command: impl Fn(&[&str]) -> Command) -> Result<Vec<Unsteady>, Problem> {
    let first = report(&mut command(&[]))?;
    let failed = || Problem::new("a test failed", "see its messages above");
    if first.passed {
        return Ok(Vec::new());
    }
    if first.failed.is_empty() || first.failed.len() > MOST_REPEATED {
        return Err(failed());
    }
    println!("\n   {} failed and run once more:", first.failed.join(", "));
    let mut arguments = vec!["--exact", "--show-output"];
    arguments.extend(first.failed.iter().map(String::as_str));
    let second = report(&mut command(&arguments))?;
    let unsteady = unsteady(&first, &second);
    println!("{}", list(&unsteady));
    match unsteady.len() {
        _ if !second.passed => Err(failed()),
        0..=MOST_UNSTEADY => Ok(unsteady),
        count => Err(Problem::new(
            format!("{count} tests failed once and then passed"),
            "see the list of unsteady tests above",
        )),
    }
}

fn unsteady(first: &Report, second: &Report) -> Vec<Unsteady> {
    let log = |report: &Report, name: &str| report.logs.get(name).cloned().unwrap_or_default();
    let failed = first.failed.iter();
    failed
        .filter(|name| !second.failed.contains(name))
        .map(|name| Unsteady {
            name: name.clone(),
            first: log(first, name),
            second: log(second, name),
        })
        .collect()
}

/// Lists unsteady tests with both logs; empty if there is none.
pub fn list(unsteady: &[Unsteady]) -> String {
    let each = |Unsteady { name, first, second }: &Unsteady| {
        format!("unsteady: {name}\n-- it failed:\n{first}-- it passed:\n{second}")
    };
    unsteady.iter().map(each).collect()
}

/// Runs tests, shows their output, and reads it.
fn report(command: &mut Command) -> Result<Report, Problem> {
    println!("   $ {}", shell::shown(command));
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| shell::cannot_start(command, &error))?;
    let mut report = Report::default();
    let mut text = String::new();
    let mut lines = BufReader::new(child.stdout.take().expect("the output is piped"));
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
        // The reader of our own output may have gone; the tests go on.
        let _ = std::io::stdout().write_all(&line);
        text += &String::from_utf8_lossy(&line);
        line.clear();
    }
    let status = child.wait();
    report.passed = status.is_ok_and(|status| status.success());
    report.read(&text);
    Ok(report)
}

impl Report {
    /// Reads the output of libtest: `test NAME ... FAILED`, and sections that begin with `---- NAME stdout ----`.
    fn read(&mut self, text: &str) {
        let mut section: Option<String> = None;
        for line in text.lines() {
            let result = line.strip_prefix("test ").and_then(|rest| rest.split_once(" ... "));
            if let Some((name, "FAILED")) = result {
                self.failed.push(name.to_owned());
            }
            let headed = line
                .strip_prefix("---- ")
                .and_then(|rest| rest.strip_suffix(" stdout ----"));
            if let Some(name) = headed {
                section = Some(name.to_owned());
            } else if matches!(line, "failures:" | "successes:") {
                section = None;
            } else if let Some(name) = &section {
                let log = self.logs.entry(name.clone()).or_default();
                log.push_str(line);
                log.push('\n');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "running 3 tests
test a::one ... ok
test a::two ... FAILED
test b::three ... FAILED

failures:

---- a::two stdout ----
thread 'a::two' panicked at x.rs:1:
not within 60s

---- b::three stdout ----
wrong

failures:
    a::two
    b::three

test result: FAILED. 1 passed; 2 failed
";
    const SECOND: &str = "running 2 tests
test a::two ... ok
test b::three ... FAILED

successes:

---- a::two stdout ----
it was slow

successes:
    a::two

failures:

---- b::three stdout ----
wrong

failures:
    b::three
";

    fn report(text: &str) -> Report {
        let mut report = Report::default();
        report.read(text);
        report
    }

    #[test]
    fn a_test_that_passes_the_second_time_is_unsteady_with_both_logs() {
        let unsteady = unsteady(&report(FIRST), &report(SECOND));
        let wanted = Unsteady {
            name: "a::two".to_owned(),
            first: "thread 'a::two' panicked at x.rs:1:\nnot within 60s\n\n".to_owned(),
            second: "it was slow\n\n".to_owned(),
        };
        assert_eq!(unsteady, [wanted]);
        assert!(list(&unsteady).contains("not within 60s"));
    }

    /// A program stands for the runner of the tests: a shell that prints what libtest prints.
    fn runs(first: &str, first_status: i32, second: &str, second_status: i32) -> Result<Vec<Unsteady>, Problem> {
        run(|arguments| {
            let (text, status) = match arguments {
                [] => (first, first_status),
                _ => (second, second_status),
            };
            let mut command = Command::new("sh");
            command.args(["-c", "printf '%s' \"$0\"; exit $1", text, &status.to_string()]);
            command
        })
    }

    #[test]
    fn a_run_passes_with_two_unsteady_tests_and_no_more() {
        let results = |count: usize, result: &str| -> String {
            (0..count)
                .map(|number| format!("test t{number} ... {result}\n"))
                .collect()
        };
        let unsteady = |count| runs(&results(count, "FAILED"), 101, &results(count, "ok"), 0);
        assert_eq!(unsteady(2).map(|all| all.len()), Ok(2));
        assert!(unsteady(3).is_err());
        assert!(unsteady(11).is_err());
        assert_eq!(runs(&results(3, "ok"), 0, "", 1), Ok(Vec::new()));
        assert!(runs(FIRST, 101, SECOND, 101).is_err());
        // Without a test that failed, the program itself did.
        assert!(runs("error: it does not compile", 101, "", 0).is_err());
    }
}
