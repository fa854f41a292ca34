//! Builds the lessons' texts as files next to the page, one per language, and the titles and questions in the page.

use crate::shell::{self, Problem};

/// The stems of the files, as `lessons::language_file` names them.
pub const STEMS: [&str; 2] = ["texts-en", "texts-zh-Hans"];

/// Runs the program of the crate `lessons` that writes its language files into the folder that trunk names.
pub fn write() -> Result<(), Problem> {
    shell::run(&mut shell::example("language_files")?)
}
