//! `cargo xtask`: installs missing tools, then serves, builds or tests the page.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod crates;
mod cuda;
mod deploy;
mod differential;
mod editor;
mod embedding;
mod fuzz;
mod language_files;
#[cfg(test)]
mod layers;
mod licences;
mod opening;
mod openings;
mod page;
mod pages;
mod parallel;
mod parts;
mod release;
mod report;
mod reproducible;
mod serve;
mod setup;
mod sheets;
mod shell;
mod site;
mod sizes;
mod slowest;
#[cfg(test)]
mod styles;
mod test;
mod unsteady;

use shell::Problem;
use std::path::Path;
use std::process::ExitCode;
use test::{Scope, Stage};

const USAGE: &str = "\
cargo xtask serve [trunk's options]   set up what is missing, then serve the page and rebuild it on every change
cargo xtask test [STAGE]              set up what is missing, then run the checks that every change must pass, or one stage:
                                      format, lint, unit, page, browser, cross-browser, reproducible, long
cargo xtask test full                 the same with every theme and language, then the stages cross-browser, reproducible and
                                      long: what a release must pass
cargo xtask build                     release build of the page into dist/, with its sizes
cargo xtask finish FOLDER             make a site of a page that trunk has built there: policy, offline list (`build` does this)
cargo xtask deploy [--remote R] [--branch B]
                                      release build, pushed to a branch (gh-pages of origin) that GitHub Pages serves
cargo xtask release [FOLDER]          page and program for this computer as files that others install: archives, wheel, npm package,
                                      licences, bill of materials, checksums (wants Python; docs/releasing.md)
cargo xtask differential [--browser] [--kernels N] [--from SEED]
                                      N random kernels (10000) on the machine and on each software WebGPU driver, or on
                                      a browser's own WebGPU
cargo xtask fuzz-browser [--inputs N] [--from NUMBER]
                                      N random texts and kernels (10000) through the engine of the page in dist/, in a
                                      browser and natively
cargo xtask cuda-check [--n N] [--block B] [--arch sm_90] [--quick] [KERNEL ...]
                                      the kernels' CUDA twins (all) on an NVIDIA GPU: compared with the reference, and
                                      timed unless --quick; --write FOLDER only writes the program, which nvcc compiles
                                      elsewhere, and --compare FOLDER judges what it left there
cargo xtask cuda-check random [--count N] [--seed S]
                                      N random CUDA kernels (2000), compiled by nvcc and run on an NVIDIA GPU, compared with
                                      the machine; --write FOLDER last or first only writes them, with FOLDER/run.sh for a
                                      computer with the GPU, and --compare FOLDER judges what it left there
cargo xtask gpu-report                browser, native, CUDA twins and CUDA's libraries on one NVIDIA GPU, and the chip's counters
                                      beside the machine's; --write FOLDER [KERNEL ...] writes what a computer with the GPU
                                      runs (FOLDER/run.sh), and --compare FOLDER makes the report of its results, or adds
                                      those of the named kernels to it
cargo xtask opening [PART ...]        release builds of the page and of a stock Leptos counter, then what the page costs beside it,
                                      reveal.js and Ace: bytes and milliseconds to the first step, frames (parts: opening,
                                      million, stage, svg; wants npm)
cargo xtask sheets [FOLDER]           contact sheets: all slides on stage, in both languages and three windows
cargo xtask crates                    the picture of the crates in ARCHITECTURE.md anew
cargo xtask editor                    the playground's editor anew, from the packages that assets/editor pins (wants npm)
cargo xtask embedding [PROJECT ...]   the projects of docs/embedding, built by their tools and opened in a browser (wants npm, Python; Linux, macOS)
cargo xtask language-files            the lessons' texts as files; trunk runs this after each build (TRUNK_STAGING_DIR)
cargo xtask setup                     only set up, everything that serve, build and test need
cargo xtask help                      this text

Environment: WARPSTEP_TOOLS (folder for tools that do not go to cargo's own), CHROMIUM, CHROMEDRIVER, FIREFOX, GECKODRIVER,
WEBKIT_DRIVER and XVFB (programs for the browser tests), CARGO_TARGET_DIR (as everywhere).";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match command(&arguments) {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("\n{problem}");
            ExitCode::FAILURE
        }
    }
}

fn command(arguments: &[String]) -> Result<ExitCode, Problem> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        ["serve", options @ ..] => serve::serve(options),
        ["test"] => test::test(&Stage::SHORT, Scope::Short),
        ["test", "full"] => test::test(&Stage::FULL, Scope::Full),
        ["test", name] => match Stage::named(name) {
            Some(stage) => test::test(&[stage], Scope::Short),
            None => Err(Problem::new(
                format!("there is no stage `{name}`"),
                "the stages are format, lint, unit, page, browser, cross-browser, reproducible and long",
            )),
        },
        ["build"] => {
            let tools = setup::setup(setup::plan::FOR_PAGE)?;
            page::build(&tools)?;
            Ok(ExitCode::SUCCESS)
        }
        ["finish", folder] => {
            site::finish(Path::new(folder))?;
            Ok(ExitCode::SUCCESS)
        }
        ["deploy", options @ ..] => deploy::deploy(options),
        ["release"] => release::release(None),
        ["release", folder] => release::release(Some(folder)),
        ["differential", options @ ..] => differential::differential(options),
        ["cuda-check", "random", options @ ..] => cuda::check_random(options),
        ["cuda-check", options @ ..] => cuda::check(options),
        ["gpu-report", options @ ..] => report::report(options),
        ["fuzz-browser", options @ ..] => fuzz::in_browser(options),
        ["opening", parts @ ..] => opening::measure(parts),
        ["sheets"] => sheets::sheets(None),
        ["sheets", folder] => sheets::sheets(Some(folder)),
        ["crates"] => crates::draw(),
        ["editor"] => editor::bundle(),
        ["embedding", projects @ ..] => embedding::embedding(projects),
        ["language-files"] => {
            language_files::write()?;
            Ok(ExitCode::SUCCESS)
        }
        ["setup"] => set_up(setup::plan::FOR_SHORT_RUN),
        other => Err(Problem::new(
            format!("`cargo xtask {}` is not a command", other.join(" ")),
            format!("use one of these:\n{USAGE}"),
        )),
    }
}

fn set_up(parts: &[setup::plan::Part]) -> Result<ExitCode, Problem> {
    setup::setup(parts)?;
    println!("Everything is set up. `cargo xtask serve` shows the page.");
    Ok(ExitCode::SUCCESS)
}
