//! The lessons' words and figures as files beside a page that is built in parts.

use crate::shell::{self, Problem, cargo};
use std::path::Path;

/// Their stems, as `lessons::pack` names them.
pub const NAMES: [&str; 3] = ["words-en", "words-zh-Hans", "later"];

/// The lessons write their packs themselves; this program stays free of them.
pub fn write(dist: &Path) -> Result<(), Problem> {
    let mut command = cargo(&["run", "-q", "-p", "lessons", "--example", "packs", "--"]);
    shell::run(command.arg(dist))
}
