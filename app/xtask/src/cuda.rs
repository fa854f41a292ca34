//! `cargo xtask cuda-check`: runs every kernel's CUDA twin on an NVIDIA GPU and compares it with the reference that
//! WebGPU uses too.

use crate::shell::{self, Problem, cargo};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Folder of nvcc if it is not on PATH.
const TOOLKIT: &str = "/usr/local/cuda/bin";

/// Writes random CUDA kernels for a computer with nvcc and a GPU (`--write FOLDER`), or compares what they computed there with
/// the machine (`--compare FOLDER`); without either, does all of it here.
pub fn check_random(options: &[&str]) -> Result<ExitCode, Problem> {
    match options {
        ["--compare", folder] => random("compare", Path::new(folder), &[]),
        ["--write", folder, rest @ ..] | [rest @ .., "--write", folder] => random("write", Path::new(folder), rest),
        _ => {
            let nvcc = match compiler() {
                Ok(nvcc) => nvcc,
                Err(missing) => {
                    eprintln!("The random kernels were not run: {missing}.");
                    return Ok(ExitCode::from(2));
                }
            };
            let folder = target().join("cuda-random");
            let code = random("write", &folder, options)?;
            if code != ExitCode::SUCCESS {
                return Ok(code);
            }
            let mut paths: Vec<PathBuf> = nvcc.parent().map(Path::to_path_buf).into_iter().collect();
            let path = std::env::var_os("PATH").unwrap_or_default();
            paths.extend(std::env::split_paths(&path));
            let mut script = Command::new("sh");
            script.arg("run.sh").current_dir(&folder);
            if let Ok(path) = std::env::join_paths(paths) {
                script.env("PATH", path);
            }
            shell::run(&mut script)?;
            random("compare", &folder, &[])
        }
    }
}

/// Runs the example program of `generator` that writes and compares random kernels.
fn random(what: &str, folder: &Path, options: &[&str]) -> Result<ExitCode, Problem> {
    let here = std::path::absolute(folder).map_err(|error| Problem::file("finding", folder, &error))?;
    let mut command = cargo(&["run", "-q", "--release", "-p", "warpstep-generator"]);
    command.args(["--example", "random_cuda", "--", what]);
    let status = shell::status(command.arg(here).args(options))?;
    Ok(ExitCode::from(u8::from(!status.success())))
}

fn target() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    target.map_or_else(|| shell::root().join("target"), PathBuf::from)
}

/// Without nvcc or a GPU, prints a message and returns exit code 2. `--write FOLDER` stops before the compilation, and
/// `--compare FOLDER` starts after the GPU run, so that the computer with nvcc and the GPU needs nothing else.
pub fn check(options: &[&str]) -> Result<ExitCode, Problem> {
    let (mut arch, mut written, mut compared) = ("native", None, None);
    let mut rest = Vec::new();
    let mut words = options.iter();
    while let Some(&word) = words.next() {
        let value = || words.clone().next().copied();
        match word {
            "--arch" => arch = value().unwrap_or(arch),
            "--write" => written = value(),
            "--compare" => compared = value(),
            _ => {
                rest.push(word);
                continue;
            }
        }
        if words.next().is_none() {
            return Err(Problem::new(
                format!("`{word}` needs a value"),
                "`cargo xtask help` lists all options",
            ));
        }
    }
    if let Some(folder) = written {
        return example("write", Path::new(folder), &rest);
    }
    if let Some(folder) = compared {
        return example("compare", Path::new(folder), &rest);
    }
    let nvcc = match compiler() {
        Ok(nvcc) => nvcc,
        Err(missing) => {
            eprintln!("The CUDA twins were not run: {missing}.");
            return Ok(ExitCode::from(2));
        }
    };
    let target = target();
    let folder = std::path::absolute(target.join("cuda-check"));
    let folder = folder.map_err(|error| Problem::file("finding", &target, &error))?;
    let code = example("write", &folder, &rest)?;
    if code != ExitCode::SUCCESS {
        return Ok(code);
    }
    // Compound assignments to volatile words are deprecated; the twins use them on purpose.
    let mut compiler = Command::new(nvcc);
    compiler.args(["-std=c++20", "-O3", "-rdc=true", "-diag-suppress", "3012"]);
    compiler.arg(format!("-arch={arch}"));
    shell::run(compiler.args(["-o", "check", "check.cu"]).current_dir(&folder))?;
    shell::run(Command::new(folder.join("check")).current_dir(&folder))?;
    example("compare", &folder, &rest)
}

/// Returns the path of nvcc on a computer with an NVIDIA GPU, or a message that says what is missing.
pub fn compiler() -> Result<PathBuf, &'static str> {
    let nvcc = shell::on_path("nvcc").or_else(|| shell::program_in(Path::new(TOOLKIT), "nvcc"));
    let nvcc = nvcc.ok_or("nvcc is neither on PATH nor in /usr/local/cuda")?;
    match shell::output(Command::new("nvidia-smi").arg("-L")) {
        Some(_) => Ok(nvcc),
        None => Err("no NVIDIA GPU answers (`nvidia-smi -L`)"),
    }
}

/// Runs an example program of `lessons`, which knows kernels and references, so that xtask does not depend on them.
pub fn example(what: &str, folder: &Path, options: &[&str]) -> Result<ExitCode, Problem> {
    let here = std::path::absolute(folder).map_err(|error| Problem::file("finding", folder, &error))?;
    let mut command = cargo(&["run", "-q", "--release", "-p", "lessons"]);
    command.args(["--example", "cuda_check", "--", what]);
    let status = shell::status(command.arg(here).args(options))?;
    Ok(ExitCode::from(u8::from(!status.success())))
}
