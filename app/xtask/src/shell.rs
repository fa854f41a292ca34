//! Runs other programs; a failure becomes two sentences: what happened, and what to do.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// An error for the user: what happened, and how to fix it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub what: String,
    pub remedy: String,
}

impl Problem {
    pub fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            remedy: remedy.into(),
        }
    }

    /// Returns the problem of a failed file operation, with the path and the system's message.
    pub fn file(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        Self::new(
            format!("{doing} {} failed: {error}", path.display()),
            "check that the disk has room and that the folder may be written",
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "What happened: {}.\nWhat to do:    {}.", self.what, self.remedy)
    }
}

impl std::error::Error for Problem {}

/// Copies a folder with the folders in it, into one that may be there.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), Problem> {
    let reading = |error| Problem::file("reading", from, &error);
    std::fs::create_dir_all(to).map_err(|error| Problem::file("creating", to, &error))?;
    for entry in std::fs::read_dir(from).map_err(reading)? {
        let entry = entry.map_err(reading)?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        // Links are followed, because their targets may be outside the copied folder.
        if source.is_dir() {
            copy_folder(&source, &target)?;
        } else {
            std::fs::copy(&source, &target).map_err(|error| Problem::file("copying", &source, &error))?;
        }
    }
    Ok(())
}

/// Runs a command to its end and shows its output. Standard input is closed, so the program cannot wait for an answer.
pub fn status(command: &mut Command) -> Result<ExitStatus, Problem> {
    println!("   $ {}", shown(command));
    command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| cannot_start(command, &error))
}

/// Runs a command like [`status`]; a failure of the program is a [`Problem`].
pub fn run(command: &mut Command) -> Result<(), Problem> {
    let status = status(command)?;
    if status.success() {
        return Ok(());
    }
    Err(Problem::new(
        format!("`{}` failed with {status}", shown(command)),
        "see its messages above",
    ))
}

/// Runs a command like [`run`], and once more after a failure, because downloads fail occasionally.
pub fn run_twice(mut command: impl FnMut() -> Command) -> Result<(), Problem> {
    run(&mut command()).or_else(|problem| {
        println!("   {}; trying again", problem.what);
        run(&mut command())
    })
}

/// Returns the output of a program, or `None` if it cannot be started or fails. Shows nothing.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    if !output.status.success() {
        return None;
    }
    String::from_utf8(output.stdout).ok()
}

/// Returns the path of a program on PATH, with `.exe` on Windows.
pub fn on_path(program: &str) -> Option<PathBuf> {
    all_on_path(program).into_iter().next()
}

/// Returns all programs of this name on PATH; the first is the one that the system would start.
pub fn all_on_path(program: &str) -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .filter_map(|folder| program_in(&folder, program))
        .collect()
}

/// Returns the program of this name in a folder, if there is one.
pub fn program_in(folder: &Path, program: &str) -> Option<PathBuf> {
    let path = folder.join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
    path.is_file().then_some(path)
}

/// Returns cargo's folder for build outputs.
pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Returns the root folder of the checkout.
pub fn root() -> PathBuf {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest
        .ancestors()
        .nth(2)
        .map_or_else(|| manifest.clone(), Path::to_path_buf)
}

/// Returns a `cargo` command with these arguments, run in the root folder of the checkout.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(root());
    command
}

/// Compiles an example, and returns the command that runs it. It has the features of the whole workspace, as tests have: so
/// what both need is compiled once.
pub fn example(name: &str) -> Result<Command, Problem> {
    run(&mut examples(&[name]))?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(target_folder().join("debug").join("examples").join(file));
    command.current_dir(root());
    Ok(command)
}

/// Returns the command that compiles examples for this computer. trunk may run with the toolchain for the browser.
pub fn examples(names: &[&str]) -> Command {
    let mut command = cargo(&["build", "-q", "--workspace"]);
    command.args(names.iter().flat_map(|name| ["--example", *name]));
    command.env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// Returns a `rustup` command with these arguments. Backtraces are off, so that a failed download prints a message and
/// no stack trace.
pub fn rustup(arguments: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(arguments).env("RUST_BACKTRACE", "0");
    command
}

pub fn seconds(elapsed: Duration) -> String {
    format!("{:.1} s", elapsed.as_secs_f64())
}

pub fn cannot_start(command: &Command, error: &std::io::Error) -> Problem {
    Problem::new(
        format!("`{}` cannot be started: {error}", command.get_program().display()),
        "install it, or check that its folder is on PATH",
    )
}

/// Returns the command as a user would type it.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_two_sentences() {
        let problem = Problem::new("there is no npm", "install Node.js");
        assert_eq!(
            problem.to_string(),
            "What happened: there is no npm.\nWhat to do:    install Node.js."
        );
    }

    #[test]
    fn a_program_that_does_not_exist_is_a_problem_and_no_panic() {
        let problem = run(&mut Command::new("warpstep-no-such-program")).unwrap_err();
        assert!(
            problem.what.starts_with("`warpstep-no-such-program` cannot be started"),
            "{problem}"
        );
        assert_eq!(on_path("warpstep-no-such-program"), None);
        assert_eq!(output(&mut Command::new("warpstep-no-such-program")), None);
    }

    #[test]
    fn cargo_is_found_and_the_root_holds_the_workspace() {
        assert!(output(&mut cargo(&["--version"])).is_some_and(|text| text.starts_with("cargo ")));
        assert!(root().join("Trunk.toml").is_file());
    }
}
