//! Runs random kernels on the machine and on a WebGPU device; `cargo xtask differential` starts it once per driver.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod compare;
mod watch;

use compare::{compare, kernel_of};
use generator::{RandomKernel, Verdict, minimise};
use gpu::Gpu;
use std::path::PathBuf;
use std::process::ExitCode;
use watch::MARK;

fn main() -> ExitCode {
    let number = |name: &str, default| {
        let mut words = std::env::args().skip_while(|word| word != name).skip(1);
        words.next().and_then(|word| word.parse().ok()).unwrap_or(default)
    };
    let mut words = std::env::args().skip_while(|word| word != "--file").skip(1);
    let file = words.next();
    let (kernels, from) = (number("--kernels", 10_000_u64), number("--from", 0_u64));
    let worker = std::env::args().any(|word| word == "--worker");
    if !worker && file.is_none() {
        return watch::watch(kernels, from).unwrap_or_else(|error| {
            eprintln!("the worker cannot be started: {error}");
            ExitCode::FAILURE
        });
    }
    match pollster::block_on(Gpu::connect()) {
        Ok(gpu) => match file {
            Some(file) => one(&gpu, &file, from),
            None => run(gpu, kernels, from),
        },
        Err(error) => {
            eprintln!("no device: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the worker: prints each seed before it runs, and its verdict after it.
fn run(mut gpu: Gpu, kernels: u64, from: u64) -> ExitCode {
    println!("{}", gpu.info().name);
    for seed in from..from.saturating_add(kernels) {
        println!("{MARK}{seed}");
        let kernel = kernel_of(seed);
        let word = match compare(&gpu, &kernel) {
            Verdict::Agree => "agreed",
            Verdict::KnownBug => {
                println!("seed {seed} triggers the driver's known bug");
                "known"
            }
            Verdict::NotRun(why) => {
                println!("seed {seed} was not run: {}", why.replace('\n', " "));
                "not run"
            }
            verdict => {
                report(&gpu, seed, &kernel, &verdict);
                "differ"
            }
        };
        println!("{MARK}{seed} {word}");
        if gpu.is_lost() {
            match pollster::block_on(Gpu::connect()) {
                Ok(another) => gpu = another,
                Err(error) => {
                    eprintln!("no device after the loss: {error}");
                    return ExitCode::FAILURE;
                }
            }
        }
    }
    ExitCode::SUCCESS
}

/// Runs a kernel from a file with the dispatch of a seed, to examine a disagreement.
fn one(gpu: &Gpu, file: &str, seed: u64) -> ExitCode {
    let mut kernel = kernel_of(seed);
    match std::fs::read_to_string(file) {
        Ok(source) => kernel.source = source,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::FAILURE;
        }
    }
    let verdict = compare(gpu, &kernel);
    println!("{}: {verdict:?}", gpu.info().name);
    if verdict == Verdict::Agree {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints a disagreement, minimises its kernel and writes it to a file.
fn report(gpu: &Gpu, seed: u64, kernel: &RandomKernel, verdict: &Verdict) {
    let (kernel, verdict) = match verdict {
        Verdict::Differ(_) => {
            let differs = |it: &RandomKernel| matches!(compare(gpu, it), Verdict::Differ(_));
            let small = minimise(kernel, differs);
            let verdict = compare(gpu, &small);
            (small, verdict)
        }
        Verdict::Agree | Verdict::KnownBug | Verdict::Refused(_) | Verdict::NotRun(_) => {
            (kernel.clone(), verdict.clone())
        }
    };
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let adapter = gpu.info().name.split_whitespace().next().unwrap_or("device");
    println!("seed {seed}: {verdict:?}");
    match verdict.write(&kernel, &adapter.to_lowercase(), seed, &target.join("differential")) {
        Ok(file) => println!("  {}", file.display()),
        Err(error) => eprintln!("  it cannot be written: {error}"),
    }
}
