//! Writes the prebuilt runs of the page's first views as files next to a split page.

use crate::shell::{self, Problem};
use crate::site::fingerprint;
use std::path::Path;
use std::process::Stdio;

/// The files' names begin with this; the name of the lesson, or of the list, follows.
pub const STEM: &str = "opening-";
/// Hosts compress files by their extension, and no other type of file is like these.
const EXTENSION: &str = ".txt";

/// Compiles the programs that write these files, the static pages and the language files. What fails here is told when
/// they run.
pub fn compile() {
    let mut command = shell::examples(&["language_files", "openings", "pages"]);
    let _ = command.stderr(Stdio::null()).status();
}

/// Writes the files. A separate program does it, because it needs the page's code and this one should not.
pub fn write(dist: &Path) -> Result<(), Problem> {
    shell::run(shell::example("openings")?.arg(dist))
}

/// The common start and the names of a folder's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub stem: String,
    pub names: Vec<String>,
}

/// Renames the files that begin with `stem`, with a hash of all their contents in the names. `None` if there are none.
pub fn rename(folder: &Path, stem: &str) -> Result<Option<Named>, Problem> {
    let entries = std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
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
        let content = std::fs::read(&file).map_err(|error| Problem::file("reading", &file, &error))?;
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
