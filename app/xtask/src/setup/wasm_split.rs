//! wasm-split-cli cuts a release page into parts. It goes into our tool folder, and the page works in one piece without it.

use super::tools::tool_folder;
use crate::shell::{self, Problem, cargo, program_in};
use std::path::PathBuf;

/// It must read what `wasm_split_helpers`, which Leptos brings, has written.
const VERSION: &str = "0.2.4";

/// The program says no version, so the folder's name does.
pub fn find() -> Option<PathBuf> {
    program_in(&folder().join("bin"), "wasm-split-cli")
}

pub fn install() -> Result<(), Problem> {
    let scratch = tool_folder().join("build");
    shell::run_twice(|| {
        let mut command = cargo(&[
            "install",
            "wasm_split_cli_support",
            "--version",
            VERSION,
            "--locked",
            "--features",
            "build-binary",
            "--root",
        ]);
        command
            .arg(folder())
            .env("CARGO_TARGET_DIR", &scratch)
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0");
        command
    })
}

fn folder() -> PathBuf {
    tool_folder().join(format!("wasm-split-{VERSION}"))
}
