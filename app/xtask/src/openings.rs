//! What the page opens with, run when it is built, as files beside a page that is built in parts.

use crate::shell::{self, Problem, cargo};
use crate::site::fingerprint;
use std::path::Path;

/// What their names begin with; the name of a lesson follows, or of the list.
pub const STEM: &str = "opening-";
/// Hosts compress files by what their names end with, and these are hardly bytes like any other kind's.
const EXTENSION: &str = ".txt";

/// The page's own code runs them; this program stays free of it.
pub fn write(dist: &Path) -> Result<(), Problem> {
    let mut command = cargo(&["run", "-q", "-p", "ui", "--example", "openings", "--"]);
    shell::run(command.arg(dist))
}

/// Names the files in a folder after what all of them hold. What the page's head says of them: how their names begin, and
/// how they go on. `None` where there are none.
pub fn rename(folder: &Path) -> Result<Option<String>, Problem> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|file| Some(file.strip_prefix(STEM)?.strip_suffix(EXTENSION)?.to_owned()))
        .collect();
    if names.is_empty() {
        return Ok(None);
    }
    names.sort();
    let old = |name: &str| folder.join(format!("{STEM}{name}{EXTENSION}"));
    let mut contents = Vec::new();
    for name in &names {
        let file = old(name);
        let content =
            std::fs::read(&file).map_err(|error| Problem::file("reading", &file, &error))?;
        contents.extend(content);
    }
    let stem = format!("{STEM}{}", fingerprint::short(&contents));
    for name in &names {
        let from = old(name);
        let to = folder.join(format!("{stem}-{name}{EXTENSION}"));
        std::fs::rename(&from, to).map_err(|error| Problem::file("renaming", &from, &error))?;
    }
    Ok(Some(format!("./{stem} {}", names.join(" "))))
}
