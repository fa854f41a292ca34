//! `cargo xtask editor`: rebuilds the playground's editor as one script from pinned packages. The page needs no
//! Node.js, because the script is checked in as `assets/editor.js`.

use crate::shell::{self, Problem, run};
use std::fs;
use std::process::{Command, ExitCode};

/// The source files of the script.
const SOURCES: [&str; 14] = [
    "package.json",
    "package-lock.json",
    "blocks.js",
    "breakpoints.js",
    "cuda-format.js",
    "cuda.js",
    "editor.css",
    "editor.js",
    "find.js",
    "format.js",
    "names.js",
    "scan.js",
    "wgsl.js",
    "bundle.mjs",
];

/// Installs the pinned packages with npm and bundles the script with esbuild.
pub fn bundle() -> Result<ExitCode, Problem> {
    let (assets, work) = (shell::root().join("assets"), shell::root().join("target/editor"));
    // npm unpacks the packages in the target folder, not among the sources.
    fs::create_dir_all(&work).map_err(|error| Problem::file("make", &work, &error))?;
    for name in SOURCES {
        let from = assets.join("editor").join(name);
        fs::copy(&from, work.join(name)).map_err(|error| Problem::file("copy", &from, &error))?;
    }
    run(Command::new("npm")
        .args(["ci", "--silent", "--ignore-scripts"])
        .current_dir(&work))?;
    run(Command::new("node")
        .arg("bundle.mjs")
        .arg(assets.join("editor.js"))
        .current_dir(&work))?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest as _, Sha256};

    #[test]
    fn the_script_is_made_of_these_sources() {
        let assets = shell::root().join("assets");
        let mut digest = Sha256::new();
        for name in [
            "blocks.js",
            "breakpoints.js",
            "cuda-format.js",
            "cuda.js",
            "editor.css",
            "editor.js",
            "find.js",
            "format.js",
            "names.js",
            "package-lock.json",
            "scan.js",
            "wgsl.js",
        ] {
            digest.update(fs::read(assets.join("editor").join(name)).unwrap());
        }
        let mark: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        let script = fs::read_to_string(assets.join("editor.js")).unwrap();
        assert!(
            script.lines().next().unwrap().contains(&mark),
            "assets/editor.js was built from other sources: run `cargo xtask editor`"
        );
    }
}
