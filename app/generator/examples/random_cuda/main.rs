//! Writes random CUDA kernels for nvcc, and compares what they computed with the machine, for `cargo xtask cuda-check
//! random`.
//!
//! `write FOLDER` writes programs and their data, `FOLDER/run.sh` compiles and runs them where nvcc and a GPU are, and
//! `compare FOLDER` judges `FOLDER/results.bin`. `show SEED` prints one kernel.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod compare;
mod write;

use generator::{RandomCuda, Source, generate_cuda};
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// The file that says which kernels a folder has.
const LIST: &str = "kernels.txt";
/// The file with the bytes of all outputs.
const RESULTS: &str = "results.bin";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["write", folder, options @ ..] => write::write(Path::new(folder), options).map(|()| true),
        ["compare", folder, ..] => compare::compare(Path::new(folder)),
        ["show", seed] => show(seed).map(|()| true),
        _ => Err("use `write FOLDER [--count N] [--seed S]`, `compare FOLDER` or `show SEED`".into()),
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

fn kernel(seed: u64) -> RandomCuda {
    generate_cuda(&mut Source::from_seed(seed))
}

fn show(seed: &str) -> Result<(), Box<dyn Error>> {
    let kernel = kernel(seed.parse()?);
    println!("{}", kernel.source);
    println!("// template {:?}", kernel.template);
    println!(
        "// grid {:?}, block {:?}, {} bytes",
        kernel.grid, kernel.block, kernel.shared_bytes
    );
    Ok(())
}
