//! A plain loop of mutations for the targets `source` and `kernel`: `cargo run --release -p fuzz -- TARGET INPUTS
//! [SEED] [--jobs JOBS]`.
//!
//! An input that panics is written to `target/fuzz/`, and the loop continues. An input that takes too long or too much
//! memory is also written there, and ends the program.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod hunt;
mod watch;

use fuzz::{TARGETS, Target, words};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["dictionary"] => {
            print!("{}", words::dictionary());
            ExitCode::SUCCESS
        }
        ["corpus", name, folder] => match target(name).map(|target| write_corpus(target, folder)) {
            Some(Ok(())) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        },
        [ref rest @ .., "--jobs", jobs] => fuzz(rest, jobs.parse().ok()),
        ref rest => fuzz(rest, Some(1)),
    }
}

fn fuzz(words: &[&str], jobs: Option<u64>) -> ExitCode {
    let (name, inputs, seed) = match *words {
        [name, inputs] => (name, inputs, "0"),
        [name, inputs, seed] => (name, inputs, seed),
        _ => return usage(),
    };
    match (target(name), inputs.parse(), seed.parse(), jobs) {
        (Some(target), Ok(inputs), Ok(seed), Some(jobs)) => hunt::hunt(target, inputs, seed, jobs),
        _ => usage(),
    }
}

fn target(name: &str) -> Option<Target> {
    TARGETS.into_iter().find(|target| target.name == name)
}

fn usage() -> ExitCode {
    eprintln!(
        "fuzz (source | kernel) INPUTS [SEED] [--jobs JOBS], fuzz corpus (source | kernel) FOLDER, or fuzz dictionary"
    );
    ExitCode::FAILURE
}

/// Writes the corpus to a folder, for libFuzzer.
fn write_corpus(target: Target, folder: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, input) in (target.corpus)().iter().enumerate() {
        std::fs::write(Path::new(folder).join(number.to_string()), input)?;
    }
    Ok(())
}

/// Writes a failing input to `target/fuzz/`, and prints the reason.
fn found(name: &str, input: &[u8], what: &str) {
    let folder = Path::new("target/fuzz");
    let file = folder.join(name);
    if let Err(error) = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&file, input)) {
        eprintln!("{}: {error}", file.display());
    }
    println!("{}: {what}", file.display());
}
