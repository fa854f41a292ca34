//! Writes CUDA programs that run the kernels' twins, and checks their results, for `cargo xtask cuda-check` and `cargo
//! xtask gpu-report`.
//!
//! `write FOLDER …` writes a program that runs every kernel's twin, and `compare FOLDER …` checks its results. Only the
//! program itself needs nvcc and a GPU. `bench FOLDER SET…` writes another program, which times the twins together with
//! functions of CUDA's libraries, for `cargo xtask gpu-report`.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod cases;
mod compare;
mod sets;
mod text;
mod write;

use cases::Request;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["bench", folder, sets @ ..] => sets::write(Path::new(folder), sets).map(|()| true),
        ["write", folder, options @ ..] => Request::parse(options)
            .and_then(|request| write::write(Path::new(folder), &request))
            .map(|()| true),
        ["compare", folder, options @ ..] => {
            Request::parse(options).and_then(|request| compare::compare(Path::new(folder), &request))
        }
        _ => Err(
            "use `write FOLDER …` or `compare FOLDER …`, as `cargo xtask cuda-check` does, or `bench FOLDER SET…`"
                .into(),
        ),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
