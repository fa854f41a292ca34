//! Renames the files of the workers' programs and of the editor after their content, so that a page never starts a file
//! of another version.

use super::{fingerprint, read, write};
use crate::shell::Problem;
use std::path::Path;

/// The engine that a page starts with, and the one for texts of a reader's own.
pub const PROGRAMS: [&str; 2] = ["engine", "compiler"];

/// Renames a single file after its content and returns the new name.
pub fn rename_file(folder: &Path, stem: &str, extension: &str) -> Result<String, Problem> {
    let from = folder.join(format!("{stem}.{extension}"));
    let name = format!("{stem}-{}.{extension}", fingerprint::short(&read(&from)?));
    std::fs::rename(&from, folder.join(&name)).map_err(|error| Problem::file("renaming", &from, &error))?;
    Ok(name)
}

/// Renames a program's three files; the new name of the one that a page starts.
pub fn rename(folder: &Path, program: &str) -> Result<String, Problem> {
    let files = [format!("{program}.js"), format!("{program}_bg.wasm")];
    let mut content = Vec::new();
    for file in &files {
        content.extend(read(&folder.join(file))?);
    }
    let stem = format!("{program}-{}", fingerprint::short(&content));
    let renamed = |file: &str| file.replacen(program, &stem, 1);
    let old_loader = format!("{program}_loader.js");
    let loader = read(&folder.join(&old_loader))?;
    let mut text = String::from_utf8_lossy(&loader).into_owned();
    for file in &files {
        let (from, to) = (folder.join(file), folder.join(renamed(file)));
        std::fs::rename(&from, &to).map_err(|error| Problem::file("renaming", &from, &error))?;
        text = text.replace(&format!("./{file}"), &format!("./{}", renamed(file)));
    }
    let new_loader = renamed(&old_loader);
    let old = folder.join(old_loader);
    std::fs::remove_file(&old).map_err(|error| Problem::file("removing", &old, &error))?;
    write(&folder.join(&new_loader), text.as_bytes())?;
    Ok(new_loader)
}
