//! What the page opens with, run when it is built, as files beside a page that is built in parts; with the pictures of posters.

use crate::shell::{self, Problem, cargo};
use crate::site::fingerprint;
use std::path::Path;

/// What their names begin with; the name of a lesson follows, or of the list.
pub const STEM: &str = "opening-";
/// Hosts compress files by what their names end with, and these are hardly bytes like any other kind's.
const EXTENSION: &str = ".txt";

/// The page's own code runs them; this program stays free of it.
pub fn write(dist: &Path) -> Result<(), Problem> {
    let mut command = cargo(&["run", "-q", "-p", "e2e", "--example", "openings", "--"]);
    shell::run(command.arg(dist))
}

/// How the names of a folder's files begin and go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub stem: String,
    pub names: Vec<String>,
}

/// Names the files in a folder whose names begin alike after what all of them hold. `None` where there are none.
pub fn rename(folder: &Path, stem: &str) -> Result<Option<Named>, Problem> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|file| Some(file.strip_prefix(stem)?.strip_suffix(EXTENSION)?.to_owned()))
        .collect();
    if names.is_empty() {
        return Ok(None);
    }
    names.sort();
    let old = |name: &str| folder.join(format!("{stem}{name}{EXTENSION}"));
    let mut contents = Vec::new();
    for name in &names {
        let file = old(name);
        let content =
            std::fs::read(&file).map_err(|error| Problem::file("reading", &file, &error))?;
        contents.extend(content);
    }
    let stem = format!("{stem}{}", fingerprint::short(&contents));
    for name in &names {
        let from = old(name);
        let to = folder.join(format!("{stem}-{name}{EXTENSION}"));
        std::fs::rename(&from, to).map_err(|error| Problem::file("renaming", &from, &error))?;
    }
    Ok(Some(Named { stem, names }))
}
