//! The engine's three files get a name that changes with their content: no page ever starts another version's engine.

use super::{fingerprint, read, write};
use crate::shell::Problem;
use std::path::Path;

const FILES: [&str; 2] = ["engine.js", "engine_bg.wasm"];
const LOADER: &str = "engine_loader.js";

/// Renames them; the new name of the one that a page starts.
pub fn rename(folder: &Path) -> Result<String, Problem> {
    let mut content = Vec::new();
    for file in FILES {
        content.extend(read(&folder.join(file))?);
    }
    let stem = format!("engine-{}", fingerprint::short(&content));
    let renamed = |file: &str| file.replacen("engine", &stem, 1);
    let loader = read(&folder.join(LOADER))?;
    let mut text = String::from_utf8_lossy(&loader).into_owned();
    for file in FILES {
        let (from, to) = (folder.join(file), folder.join(renamed(file)));
        std::fs::rename(&from, &to).map_err(|error| Problem::file("renaming", &from, &error))?;
        text = text.replace(&format!("./{file}"), &format!("./{}", renamed(file)));
    }
    let old = folder.join(LOADER);
    std::fs::remove_file(&old).map_err(|error| Problem::file("removing", &old, &error))?;
    write(&folder.join(renamed(LOADER)), text.as_bytes())?;
    Ok(renamed(LOADER))
}
