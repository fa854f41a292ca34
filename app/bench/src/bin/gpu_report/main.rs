//! The steps of `cargo xtask gpu-report`: `write FOLDER [KERNEL …]` writes the files that a computer with an NVIDIA GPU
//! runs, and `read FOLDER JSON HTML` turns their results into the report and, next to it, the excerpt that ships in the
//! page. Results of chosen kernels are added to the report that is there.
//! Only run.sh, between the two, needs a GPU.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod counters;
mod document;
mod medians;
mod page;
mod plan;
mod results;
mod table;
mod write;

use document::Report;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["write", folder, chosen @ ..] => write::write(Path::new(folder), chosen),
        ["read", folder, json, html] => read(Path::new(folder), Path::new(json), Path::new(html)),
        _ => {
            Err("use `write FOLDER [KERNEL …]` or `read FOLDER JSON HTML`, as `cargo xtask gpu-report` does".to_owned())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn read(folder: &Path, json: &Path, html: &Path) -> Result<(), String> {
    let mut report = results::read(folder)?;
    if folder.join(write::CHOSEN).exists() {
        let text =
            std::fs::read_to_string(json).map_err(|error| format!("reading {} failed: {error}", json.display()))?;
        let before: Report = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", json.display()))?;
        report = before.with(report)?;
    }
    let put = |path: &Path, text: String| {
        std::fs::write(path, text).map_err(|error| format!("writing {} failed: {error}", path.display()))
    };
    put(json, report.to_json()?)?;
    put(&medians::beside(json), medians::to_json(&medians::medians(&report))?)?;
    put(html, page::html(&report))?;
    for line in table::lines(&report) {
        println!("{line}");
    }
    Ok(())
}
