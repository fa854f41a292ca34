//! Builds the lessons' texts as files next to the page, one per language, and the titles and questions in the page.

use crate::shell::{self, Problem, cargo};

/// The stems of the files, as `lessons::language_file` names them.
pub const STEMS: [&str; 2] = ["texts-en", "texts-zh-Hans"];

/// Runs the program of the crate `lessons` that writes its language files into the folder that trunk names.
pub fn write() -> Result<(), Problem> {
    let mut command = cargo(&["run", "-q", "-p", "lessons", "--example", "language_files"]);
    // trunk may run with the toolchain for the browser; native programs use the default one.
    shell::run(command.env_remove("RUSTUP_TOOLCHAIN"))
}
