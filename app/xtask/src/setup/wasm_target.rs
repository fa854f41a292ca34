//! Installs Rust's standard library for wasm32: with rustup, or from Debian's packages if rustup cannot download it.

use super::apt::Apt;
use super::facts::{WASM_TRIPLE, WEB_TOOLCHAIN, holds_std, target_libdir};
use super::step::WasmRoad;
use super::tools::version_in;
use crate::shell::{self, Problem, on_path, output};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packages of Debian 12's security archive: a complete Rust for browsers, the sources of its standard library, and the
/// linker that its `rust-lld` starts.
const DEBIAN_PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

pub fn install(roads: &[WasmRoad], apt: &mut Apt) -> Result<(), Problem> {
    let mut failed: Option<Problem> = None;
    for road in roads {
        if let Some(problem) = &failed {
            println!("   {}; trying the next way: {road}", problem.what);
        }
        let result = match road {
            WasmRoad::Rustup => by_rustup(),
            WasmRoad::Debian => by_debian(apt),
        };
        match result {
            Ok(()) => return Ok(()),
            Err(problem) => failed = Some(problem),
        }
    }
    let what = failed.map_or_else(
        || "there is no way to install the wasm32 target".to_owned(),
        |problem| problem.what,
    );
    Err(Problem::new(
        what,
        format!("run `rustup target add {WASM_TRIPLE}` with a network connection, then run this again"),
    ))
}

fn by_rustup() -> Result<(), Problem> {
    shell::run_twice(|| shell::rustup(&["target", "add", WASM_TRIPLE]))
}

fn by_debian(apt: &mut Apt) -> Result<(), Problem> {
    apt.install(&DEBIAN_PACKAGES)?;
    let libraries = target_libdir(Command::new("/usr/bin/rustc"))
        .ok_or_else(|| Problem::new("/usr/bin/rustc does not know wasm32", "install the package rustc-web"))?;
    if !holds_std(&libraries) {
        let scratch = std::env::temp_dir().join(format!("warpstep-std-{}", std::process::id()));
        let built = build_std(&scratch).and_then(|()| copy_libraries(&scratch, &libraries, apt));
        if let Err(error) = std::fs::remove_dir_all(&scratch) {
            println!(
                "Note: {} could not be removed ({error}) and may be deleted.",
                scratch.display()
            );
        }
        built?;
    }
    if on_path("rustup").is_some() {
        shell::run(&mut shell::rustup(&["toolchain", "link", WEB_TOOLCHAIN, "/usr"]))?;
    }
    Ok(())
}

fn build_std(scratch: &Path) -> Result<(), Problem> {
    let version = output(Command::new("/usr/bin/rustc").arg("--version")).unwrap_or_default();
    let version = version_in(&version).unwrap_or_default();
    let sources = PathBuf::from(format!("/usr/src/rustc-{version}/library"));
    println!("   building the standard library from {}", sources.display());
    shell::copy_folder(&sources, scratch)?;

    let mut build = Command::new("/usr/bin/cargo");
    build
        .args([
            "build",
            "--release",
            "--target",
            WASM_TRIPLE,
            "-p",
            "sysroot",
            "--features",
            "panic-unwind",
        ])
        .current_dir(scratch)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC", "/usr/bin/rustc")
        .env("RUSTFLAGS", "-Zforce-unstable-if-unmarked -Cembed-bitcode=yes")
        .env("CARGO_TARGET_DIR", scratch.join("target"));
    shell::run(&mut build).or_else(|problem| {
        println!("   {}; trying once more", problem.what);
        shell::run(&mut build)
    })
}

/// Copies only the libraries: other files of the build would hide the compiler's own.
fn copy_libraries(scratch: &Path, libraries: &Path, apt: &Apt) -> Result<(), Problem> {
    let built = scratch.join("target").join(WASM_TRIPLE).join("release/deps");
    let entries = std::fs::read_dir(&built).map_err(|error| Problem::file("reading", &built, &error))?;
    let rlibs: Vec<String> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rlib"))
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    let folder = libraries.to_string_lossy();
    shell::run(&mut apt.as_root("mkdir", &["-p", &folder]))?;
    let mut arguments: Vec<&str> = rlibs.iter().map(String::as_str).collect();
    arguments.push(&folder);
    shell::run(&mut apt.as_root("cp", &arguments))
}
