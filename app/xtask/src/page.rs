//! Builds the page with trunk; a release build also runs wasm-opt and prints the sizes.

use crate::setup::facts::{Facts, WEB_TOOLCHAIN, WasmTarget};
use crate::setup::tools::Tool;
use crate::shell::{self, Problem, root, seconds, target_folder};
use crate::site::fingerprint;
use crate::{licences, openings, pages, parallel, parts, site, sizes};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The page has a cargo profile of its own: the command line does not wait for its slow optimization.
pub const PROFILE: &str = "page";

/// Returns the folder of the release build, which a static host serves.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Returns the same folder, if it contains a page.
pub fn built() -> Result<PathBuf, Problem> {
    let dist = dist();
    if dist.join("index.html").is_file() {
        return Ok(dist);
    }
    Err(Problem::new(
        "there is no page in dist/",
        "run `cargo xtask build` first",
    ))
}

pub fn build(facts: &Facts) -> Result<(), Problem> {
    let dist = dist();
    release(facts, &root().join("index.html"), &dist, Pieces::Parts)?;
    site::finish(&dist)?;
    sizes::weigh(&dist)?;
    pages::write(&dist)?;
    licences::write(&dist)
}

/// The choice between one program and a program split into chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    Whole,
    Parts,
}

/// Builds a page of the workspace for release, as small as possible.
pub fn release(facts: &Facts, page: &Path, dist: &Path, pieces: Pieces) -> Result<(), Problem> {
    // wasm-opt rewrites files after trunk has hashed them, so trunk must not write their hashes into the page.
    let mut trunk = trunk(facts);
    trunk
        .args(["build", "--release", "--cargo-profile", PROFILE])
        .args(["--no-sri", "--dist"])
        .arg(dist)
        .arg(page);
    let splitter = facts.wasm_split.as_ref().filter(|_| pieces == Pieces::Parts);
    let Some(splitter) = splitter else {
        shell::run(&mut trunk)?;
        return shrink_each(facts, &sizes::files(dist, "wasm")?);
    };
    trunk.env(parts::VARIABLE, "1");
    // In part of the build, such as the link of a program, all cores but one are idle.
    std::thread::scope(|scope| {
        scope.spawn(openings::compile);
        shell::run(&mut trunk)
    })?;
    let files = parts::split(facts, splitter)?;
    openings::write(dist)?;
    let workers = site::WORKERS.map(|worker| dist.join(format!("{worker}_bg.wasm")));
    shrink_each(facts, &workers)?;
    parts::replace(dist, files)
}

/// Runs wasm-opt on programs. The largest should come first, because each core takes the next that is left.
pub fn shrink_each(facts: &Facts, files: &[PathBuf]) -> Result<(), Problem> {
    parallel::map(files, |file| shrink(facts, file)).into_iter().collect()
}

/// Returns the trunk command with the toolchain and the tools of this project, in the root of the checkout.
pub fn trunk(facts: &Facts) -> Command {
    let program = match &facts.trunk {
        Tool::Ready(path) => path.clone(),
        Tool::Other(_) | Tool::Absent => PathBuf::from("trunk"),
    };
    let mut command = Command::new(program);
    command.current_dir(root());
    if facts.wasm_target == WasmTarget::WebToolchain {
        command.env("RUSTUP_TOOLCHAIN", WEB_TOOLCHAIN);
    }
    // trunk starts wasm-bindgen from PATH.
    if let Tool::Ready(wasm_bindgen) = &facts.wasm_bindgen {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = wasm_bindgen
            .parent()
            .map(Path::to_path_buf)
            .into_iter()
            .chain(std::env::split_paths(&path));
        if let Ok(path) = std::env::join_paths(folders) {
            command.env("PATH", path);
        }
    }
    // trunk reads NO_COLOR as `true` or `false` and refuses the usual `1`.
    command.env_remove("NO_COLOR");
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        command.env("NO_COLOR", "true");
    }
    command
}

/// The WebAssembly features that Rust's wasm32 target and our vectors use, and that every browser with WebGPU supports.
/// `--all-features` would also emit formats that browsers do not support yet, such as compact imports.
const WASM_FEATURES: [&str; 10] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-call-indirect-overlong",
    "--enable-extended-const",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// Returns the optimisation level: small for the page, fast for the engine. Beyond `-O1` the engine is a quarter slower
/// in V8 and hardly smaller.
fn goal(file: &Path) -> &'static str {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with("engine") { "-O1" } else { "-Oz" }
}

/// Runs wasm-opt on a program; without wasm-opt it stays as it is. The result is kept in the target folder for the next
/// build, because most changes leave most programs as they are.
fn shrink(facts: &Facts, file: &Path) -> Result<(), Problem> {
    let wasm_opt = facts.wasm_opt.as_deref().unwrap_or_default();
    let Some((program, first_arguments)) = wasm_opt.split_first() else {
        return Ok(());
    };
    let mut command = Command::new(program);
    command
        .args(first_arguments)
        .arg(goal(file))
        // The memory below 1024 is unused: Rust puts the stack there, and the stack ends above it.
        .arg("--low-memory-unused")
        .args(WASM_FEATURES);
    let kept = kept(&command, file)?;
    if !kept.is_file() {
        let begin = Instant::now();
        let smaller = kept.with_extension("part");
        shell::run(command.arg(file).arg("-o").arg(&smaller))?;
        // A build that is stopped leaves no half a program behind.
        std::fs::rename(&smaller, &kept).map_err(|error| Problem::file("keeping", &kept, &error))?;
        println!("   done in {}", seconds(begin.elapsed()));
    }
    std::fs::copy(&kept, file).map_err(|error| Problem::file("replacing", file, &error))?;
    Ok(())
}

/// Returns the path for the result of a command on a file. Its name is a hash of both.
fn kept(command: &Command, file: &Path) -> Result<PathBuf, Problem> {
    let folder = target_folder().join("wasm-opt");
    std::fs::create_dir_all(&folder).map_err(|error| Problem::file("creating", &folder, &error))?;
    let mut content = std::fs::read(file).map_err(|error| Problem::file("reading", file, &error))?;
    content.extend(shell::shown(command).into_bytes());
    Ok(folder.join(format!("{}.wasm", fingerprint::short(&content))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise trunk needs a wasm-opt on PATH, and the page could not be built without one.
    #[test]
    fn trunk_leaves_wasm_opt_to_us() {
        let page = std::fs::read_to_string(root().join("index.html")).unwrap();
        let programs: Vec<&str> = page.lines().filter(|line| line.contains(r#"rel="rust""#)).collect();
        assert!(!programs.is_empty());
        for program in programs {
            assert!(program.contains(r#"data-wasm-opt="0""#), "{program}");
        }
    }
}
