//! The tools with a pinned version: where they are searched, and where our copies are installed.

use super::system::{System, named, system};
use crate::shell::{all_on_path, on_path, output, program_in};
use std::path::PathBuf;
use std::process::Command;

/// trunk builds and serves the page. Version 0.22 requires a newer Rust than the workspace.
pub const TRUNK: CargoTool = CargoTool {
    package: "trunk",
    program: "trunk",
    version: "0.21.14",
    features: &["--no-default-features", "--features", "rustls"],
    // trunk's own release profile takes four times as long to compile (measured), and trunk mostly waits for cargo.
    opt_level: "0",
    minutes: 2,
};

/// The version must equal that of the workspace's crate `wasm-bindgen`.
pub const WASM_BINDGEN: CargoTool = CargoTool {
    package: "wasm-bindgen-cli",
    program: "wasm-bindgen",
    version: "0.2.129",
    features: &[],
    // The tool reads megabytes of wasm in every build; without any optimisation this would be noticeably slow.
    opt_level: "1",
    minutes: 2,
};

/// Version of the npm package `binaryen`, which contains wasm-opt.
pub const BINARYEN: &str = "132.0.0";

#[derive(Debug, PartialEq, Eq)]
pub struct CargoTool {
    pub package: &'static str,
    pub program: &'static str,
    pub version: &'static str,
    pub features: &'static [&'static str],
    pub opt_level: &'static str,
    /// Approximate compile time on two cores, in minutes.
    pub minutes: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tool {
    Ready(PathBuf),
    /// A program on PATH with another version than the pinned one.
    Other(String),
    Absent,
}

/// Searches a tool on PATH, in cargo's folder and in our tool folder; prefers the pinned version.
pub fn find(tool: &CargoTool) -> Tool {
    let on_path = all_on_path(tool.program);
    let elsewhere = [cargo_bin(), Some(tool_folder().join("bin"))].into_iter().flatten();
    let elsewhere = elsewhere.filter_map(|folder| program_in(&folder, tool.program));
    let mut other = Tool::Absent;
    for path in on_path.into_iter().chain(elsewhere) {
        let text = output(Command::new(&path).arg("--version")).unwrap_or_default();
        match version_in(&text) {
            Some(version) if version == tool.version => return Tool::Ready(path),
            version if other == Tool::Absent => other = Tool::Other(version.unwrap_or("of unknown version").to_owned()),
            _ => {}
        }
    }
    other
}

/// Returns the folder for tools that must not replace the user's own. It is outside of the checkout, so that checkouts
/// share it.
pub fn tool_folder() -> PathBuf {
    if let Some(folder) = named("WARPSTEP_TOOLS") {
        return folder;
    }
    let home = std::env::home_dir().unwrap_or_else(std::env::temp_dir);
    let cache = match system() {
        System::Windows => named("LOCALAPPDATA").unwrap_or_else(|| home.join("AppData/Local")),
        System::Mac => home.join("Library/Caches"),
        System::Linux => named("XDG_CACHE_HOME").unwrap_or_else(|| home.join(".cache")),
    };
    cache.join("warpstep").join("tools")
}

/// Returns the path of npm, which is a script with another name on Windows.
pub fn npm() -> Option<PathBuf> {
    if cfg!(windows) {
        let path = std::env::var_os("PATH")?;
        return std::env::split_paths(&path)
            .map(|folder| folder.join("npm.cmd"))
            .find(|file| file.is_file());
    }
    on_path("npm")
}

/// Returns the version in `trunk 0.21.14`, `wasm-bindgen 0.2.129`, `wasm-opt version 132 (version_132)`.
pub fn version_in(text: &str) -> Option<&str> {
    text.split_whitespace()
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
}

/// Returns the folder in which `cargo install` puts programs.
fn cargo_bin() -> Option<PathBuf> {
    let home = named("CARGO_HOME").or_else(|| Some(std::env::home_dir()?.join(".cargo")))?;
    Some(home.join("bin"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_the_tools_print() {
        for (text, version) in [
            ("trunk 0.21.14\n", Some("0.21.14")),
            ("wasm-bindgen 0.2.129\n", Some("0.2.129")),
            ("wasm-opt version 132 (version_132)", Some("132")),
            (
                "rustc 1.96.0 (abc 2026-05-01) (built from a source tarball)",
                Some("1.96.0"),
            ),
            ("", None),
            ("no number here", None),
        ] {
            assert_eq!(version_in(text), version, "{text}");
        }
    }

    #[test]
    fn the_wasm_bindgen_program_has_the_version_of_the_crate() {
        let workspace = include_str!("../../../../Cargo.toml");
        assert!(workspace.contains(&format!("wasm-bindgen = \"={}\"", WASM_BINDGEN.version)));
    }
}
