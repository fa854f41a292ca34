//! `cargo xtask editor`: makes the playground's editor anew, one script from pinned packages. The page needs no Node.js:
//! the script is kept in `assets/editor.js`.

use crate::shell::{self, Problem, run};
use std::fs;
use std::process::{Command, ExitCode};

/// What the script is made of.
const SOURCES: [&str; 5] = [
    "package.json",
    "package-lock.json",
    "editor.js",
    "wgsl.js",
    "bundle.mjs",
];

pub fn bundle() -> Result<ExitCode, Problem> {
    let (assets, work) = (
        shell::root().join("assets"),
        shell::root().join("target/editor"),
    );
    // Packages are unpacked beside other things that are built, not among the sources.
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
