//! The slowest tests of a run, from the reports that nextest and the browser tests write.

use crate::shell::target_folder;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The environment variable that names the report of the browser tests to them.
pub const VARIABLE: &str = "WARPSTEP_TIMES";

/// The number of tests in the list.
const LISTED: usize = 20;

/// The report of the browser tests: lines of a test's name and its seconds, one for each visit.
pub fn browser_report() -> PathBuf {
    target_folder().join("browser-times.txt")
}

fn unit_report() -> PathBuf {
    target_folder().join("nextest/default/junit.xml")
}

/// Removes the reports of earlier runs.
pub fn clear() {
    for report in [browser_report(), unit_report()] {
        // Usually there is none.
        let _ = std::fs::remove_file(report);
    }
}

/// Lists the slowest tests of all reports; empty if there is no report.
pub fn list() -> String {
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    let mut times = unit_times(&read(&unit_report()));
    times.extend(browser_times(&read(&browser_report())));
    times.sort_by(|one, other| other.1.total_cmp(&one.1));
    times.truncate(LISTED);
    times
        .iter()
        .map(|(name, seconds)| format!("{seconds:>7.1} s   {name}\n"))
        .collect()
}

/// Reads `<testcase name="…" … time="…"` of a JUnit report.
fn unit_times(report: &str) -> Vec<(String, f64)> {
    let cases = report.split("<testcase ").skip(1);
    cases
        .filter_map(|case| {
            let value = |name: &str| {
                let (_, rest) = case.split_once(&format!("{name}=\""))?;
                rest.split('"').next()
            };
            Some((value("name")?.to_owned(), value("time")?.parse().ok()?))
        })
        .collect()
}

/// Adds up the visits of each test.
fn browser_times(report: &str) -> Vec<(String, f64)> {
    let mut times: BTreeMap<&str, f64> = BTreeMap::new();
    for line in report.lines() {
        if let Some((name, Ok(seconds))) = line
            .rsplit_once(' ')
            .map(|(name, seconds)| (name, seconds.parse::<f64>()))
        {
            *times.entry(name).or_default() += seconds;
        }
    }
    times
        .into_iter()
        .map(|(name, seconds)| (name.to_owned(), seconds))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_from_both_reports() {
        let report = r#"<testsuite><testcase name="layers::a" classname="xtask" timestamp="x" time="0.120"></testcase>
            <testcase name="b" time="12"/></testsuite>"#;
        let times = unit_times(report);
        assert_eq!(times, [("layers::a".to_owned(), 0.12), ("b".to_owned(), 12.0)]);
        let times = browser_times("deck::a 1.5\ndeck::b 2\ndeck::a 1\nno time\n");
        assert_eq!(times, [("deck::a".to_owned(), 2.5), ("deck::b".to_owned(), 2.0)]);
        assert!(unit_times("").is_empty() && browser_times("").is_empty());
    }
}
