//! wasm-split-cli splits a release page into parts. It is installed into our tool folder; without it the page is not
//! split.

use super::tools::tool_folder;
use crate::shell::{self, Problem, cargo, program_in};
use std::path::PathBuf;

/// The version must match `wasm_split_helpers`, a dependency of Leptos, whose output it reads.
const VERSION: &str = "0.2.4";

/// Returns the path of the program. It prints no version, so the folder's name contains it.
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
