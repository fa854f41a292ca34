//! wasm-opt makes a release page smaller. It comes from npm into our tool folder, and the page works without it.

use super::tools::{BINARYEN, npm, tool_folder, version_in};
use crate::shell::{self, Problem, on_path, output};
use std::path::PathBuf;
use std::process::Command;

/// Older releases do not know all features that Rust's wasm uses.
const OLDEST_USABLE: u32 = 132;

/// The program and its first arguments. npm's wasm-opt is itself a script, so node runs it: that is the same on every system.
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
    let npm = npm().ok_or_else(|| Problem::new("there is no npm", "install Node.js"))?;
    shell::run_twice(|| {
        let mut command = Command::new(&npm);
        command.args([
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--prefix",
        ]);
        command.arg(&folder).arg(format!("binaryen@{BINARYEN}"));
        command
    })
}

fn is_usable(version: &str) -> bool {
    version_in(version)
        .and_then(|number| number.parse::<u32>().ok())
        .is_some_and(|number| number >= OLDEST_USABLE)
}

/// The version is in the name, so finding the file is enough to know the version.
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
