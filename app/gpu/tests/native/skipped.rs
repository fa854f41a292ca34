//! Says which tests could not run here, and why: `cargo xtask test` names a file with `WARPSTEP_SKIPPED`, and prints it.

use std::io::Write;

/// Notes that the current test, or a part of it, is skipped. The reason says what is missing.
pub fn skip(reason: &str) {
    // The test runner names each thread after its test.
    let thread = std::thread::current();
    let line = format!("{}: {reason}\n", thread.name().unwrap_or("unnamed"));
    eprint!("skipped: {line}");
    let Some(report) = std::env::var_os("WARPSTEP_SKIPPED") else {
        return;
    };
    let report = std::fs::OpenOptions::new().create(true).append(true).open(report);
    let written = report.and_then(|mut report| report.write_all(line.as_bytes()));
    written.expect("a skipped test is noted");
}
