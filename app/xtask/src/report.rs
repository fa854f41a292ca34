//! `cargo xtask gpu-report`: measures the same kernels in a browser, natively, as CUDA twins and against CUDA's
//! libraries, in one run on one NVIDIA GPU, and compares the chip's counters with the simulated machine's.

use crate::cuda;
use crate::page::PROFILE;
use crate::setup::facts::{Facts, WASM_TRIPLE, WEB_TOOLCHAIN, WasmTarget};
use crate::setup::{plan::Part, setup, tools::Tool};
use crate::shell::{self, Problem, cargo};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Data of the report, which ships with the project.
const DATA: &str = "assets/measured-h200.json";

/// Runs all three steps. If the GPU is in another computer, `--write FOLDER` runs the first step and `--compare FOLDER`
/// the last; the other computer runs `FOLDER/run.sh` and needs CUDA, python3 and a Chromium, but no Rust. With names of
/// kernels after the folder, only these are measured, and their results are added to the report.
pub fn report(options: &[&str]) -> Result<ExitCode, Problem> {
    match options {
        [] => {
            // Checked first, because compiling takes minutes and is useless without a GPU.
            if let Err(missing) = cuda::compiler() {
                eprintln!("Nothing was measured: {missing}. Use `--write FOLDER` to measure on another computer.");
                return Ok(ExitCode::from(2));
            }
            let folder = target().join("gpu-report");
            write(&folder, &[])?;
            let facts = setup(&[Part::Browser])?;
            let mut script = Command::new("bash");
            shell::run(facts.with_browser(script.arg(folder.join("run.sh"))))?;
            compare(&folder)?;
        }
        ["--write", folder, kernels @ ..] => write(Path::new(folder), kernels)?,
        ["--compare", folder] => compare(Path::new(folder))?,
        _ => {
            return Err(Problem::new(
                format!("`gpu-report` does not know `{}`", options.join(" ")),
                "use no option, `--write FOLDER [KERNEL …]` or `--compare FOLDER`",
            ));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the programs, the page, the CUDA source and the script.
fn write(folder: &Path, kernels: &[&str]) -> Result<(), Problem> {
    let facts = setup(&[Part::WasmTarget, Part::WasmBindgen])?;
    let folder = std::path::absolute(folder).map_err(|error| Problem::file("finding", folder, &error))?;
    let mut arguments = vec!["write".as_ref(), folder.as_os_str()];
    arguments.extend(kernels.iter().map(AsRef::<OsStr>::as_ref));
    report_program(&arguments)?;
    for (name, list) in [("cuda", "cuda-sets.txt"), ("counters", "counters-sets.txt")] {
        let path = folder.join(list);
        let sets = std::fs::read_to_string(&path).map_err(|error| Problem::file("reading", &path, &error))?;
        let sets: Vec<&str> = sets.lines().collect();
        cuda::example("bench", &folder.join(name), &sets)?;
    }
    shell::run(&mut cargo(&["build", "--release", "-p", "warpstep"]))?;
    let program = format!("warpstep{}", std::env::consts::EXE_SUFFIX);
    let built = target().join("release").join(&program);
    std::fs::copy(&built, folder.join(&program)).map_err(|error| Problem::file("copying", &built, &error))?;
    browser_program(&facts, &folder.join("site"))
}

/// Builds the browser's program, compiled like the page.
fn browser_program(facts: &Facts, site: &Path) -> Result<(), Problem> {
    let mut build = cargo(&["build", "--profile", PROFILE, "-p", "bench", "--bin", "in_browser"]);
    build.args(["--target", WASM_TRIPLE]);
    if facts.wasm_target == WasmTarget::WebToolchain {
        build.env("RUSTUP_TOOLCHAIN", WEB_TOOLCHAIN);
    }
    shell::run(&mut build)?;
    let program = match &facts.wasm_bindgen {
        Tool::Ready(path) => path.clone(),
        Tool::Other(_) | Tool::Absent => PathBuf::from("wasm-bindgen"),
    };
    let wasm = target().join(WASM_TRIPLE).join(PROFILE).join("in_browser.wasm");
    let mut bind = Command::new(program);
    bind.args(["--target", "web", "--no-typescript", "--out-dir"]);
    shell::run(bind.arg(site).arg(wasm))
}

/// Creates the report from the script's results: the data for the page, and a separate page to view.
fn compare(folder: &Path) -> Result<(), Problem> {
    let folder = std::path::absolute(folder).map_err(|error| Problem::file("finding", folder, &error))?;
    let page = folder.join("report.html");
    let data = shell::root().join(DATA);
    report_program(&["read".as_ref(), folder.as_os_str(), data.as_os_str(), page.as_os_str()])?;
    println!("{} and {}", data.display(), page.display());
    Ok(())
}

fn report_program(arguments: &[&OsStr]) -> Result<(), Problem> {
    let mut command = cargo(&["run", "-q", "--release", "-p", "bench", "--bin", "gpu_report", "--"]);
    shell::run(command.args(arguments))
}

fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    target.map_or_else(|| shell::root().join("target"), PathBuf::from)
}
