//! What `cargo xtask cuda-check` asks: `write FOLDER …` lays down a CUDA program that runs every kernel's twin, and
//! `compare FOLDER …` says whether its results are right. Only the program between the two needs nvcc and a GPU.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod cases;
mod compare;
mod text;
mod write;

use cases::Request;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [what @ ("write" | "compare"), folder, options @ ..] = words.as_slice() else {
        eprintln!("use `write FOLDER …` or `compare FOLDER …`, as `cargo xtask cuda-check` does");
        return ExitCode::FAILURE;
    };
    let folder = Path::new(folder);
    let done = Request::parse(options).and_then(|request| {
        if *what == "write" {
            write::write(folder, &request).map(|()| true)
        } else {
            compare::compare(folder, &request)
        }
    });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
