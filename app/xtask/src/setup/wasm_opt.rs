//! wasm-opt makes a release page smaller. npm installs it into our tool folder; the page also works without it.

use super::tools::{BINARYEN, npm, tool_folder, version_in};
use crate::shell::{self, Problem, on_path, output};
use std::path::PathBuf;
use std::process::Command;

/// Older releases do not support all wasm features that Rust uses.
const OLDEST_USABLE: u32 = 132;

/// Returns the program and its first arguments. npm's wasm-opt is a script, so node runs it; this works on every
/// system.
pub fn find() -> Option<Vec<PathBuf>> {
    let script = folder().join("node_modules/binaryen/bin/wasm-opt");
    if let Some(node) = on_path("node").filter(|_| script.is_file()) {
        return Some(vec![node, script]);
    }
    let program = on_path("wasm-opt")?;
    let text = output(Command::new(&program).arg("--version"))?;
    is_usable(&text).then(|| vec![program])
}

pub fn install() -> Result<(), Problem> {
    let folder = folder();
    std::fs::create_dir_all(&folder).map_err(|error| Problem::file("creating", &folder, &error))?;
    let npm = npm().ok_or_else(|| Problem::new("npm is not installed", "install Node.js"))?;
    shell::run_twice(|| {
        let mut command = Command::new(&npm);
        command.args(["install", "--no-save", "--no-audit", "--no-fund", "--prefix"]);
        command.arg(&folder).arg(format!("binaryen@{BINARYEN}"));
        command
    })
}

fn is_usable(version: &str) -> bool {
    version_in(version)
        .and_then(|number| number.parse::<u32>().ok())
        .is_some_and(|number| number >= OLDEST_USABLE)
}

/// Returns the folder. Its name contains the version, so an existing file has the right version.
fn folder() -> PathBuf {
    tool_folder().join(format!("binaryen-{BINARYEN}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_wasm_opt_is_not_used() {
        for (text, usable) in [
            ("wasm-opt version 108", false),
            ("wasm-opt version 132 (version_132)", true),
            ("wasm-opt version 140", true),
            ("", false),
        ] {
            assert_eq!(is_usable(text), usable, "{text}");
        }
    }
}
