//! Writes the service worker's list of files: everything that works offline, all of one version.

use super::{fingerprint, read, write};
use crate::openings;
use crate::shell::Problem;
use std::fmt::Write as _;
use std::path::Path;

/// File name of the service worker.
pub const WORKER: &str = "offline.js";

/// Writes the files with their digests into the service worker, and a version computed from them.
pub fn list(folder: &Path) -> Result<(), Problem> {
    let entries = std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        // Files that begin with a dot are for the host.
        .filter(|name| name != WORKER && !name.starts_with('.'))
        // A page that is kept has its engine at hand.
        .filter(|name| !name.starts_with(openings::STEM))
        .collect();
    names.sort();
    let mut files = String::from("{\n");
    for name in &names {
        let address = if name == "index.html" { "" } else { name };
        let digest = fingerprint::base64(&read(&folder.join(name))?);
        // Writing into a `String` cannot fail.
        let _ = writeln!(files, "  \"./{address}\": \"{digest}\",");
    }
    files.push('}');
    let worker = folder.join(WORKER);
    let text = String::from_utf8_lossy(&read(&worker)?).into_owned();
    let version = fingerprint::short(format!("{text}{files}").as_bytes());
    let text = text
        .replacen("const VERSION = \"\";", &format!("const VERSION = \"{version}\";"), 1)
        .replacen("const FILES = {};", &format!("const FILES = {files};"), 1);
    write(&worker, text.as_bytes())
}
