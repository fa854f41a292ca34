//! Writes the licences of what the page is made of besides our own files: Rust packages, and the editor's script.

use crate::shell::{self, Problem, cargo, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The file in the folder of the page. Offline use does without it.
pub const FILE: &str = "licences.txt";

/// The first letters of the files that hold a package's licence.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Writes the file into the folder of the page.
pub fn write(folder: &Path) -> Result<(), Problem> {
    let to = folder.join(FILE);
    std::fs::write(&to, text()?).map_err(|error| Problem::file("writing", &to, &error))
}

fn text() -> Result<String, Problem> {
    let packages = packages()?;
    let sources = sources()?;
    let mut text =
        "Warpstep is under the licences MIT or Apache-2.0, at your option. Its page contains these packages:\n\n"
            .to_owned();
    // Many packages have the same text, so each text stands once, with its packages.
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, licence) in &packages {
        text.push_str(&format!("{name}: {licence}\n"));
        let source = sources.iter().find(|folder| {
            folder
                .file_name()
                .is_some_and(|folder_name| folder_name == name.as_str())
        });
        for file in source.map_or_else(Vec::new, |folder| licence_files(folder)) {
            texts.entry(file).or_default().push(name);
        }
    }
    let rule = "=".repeat(100);
    for (licence, names) in texts {
        text.push_str(&format!("\n{rule}\n{}:\n\n{licence}\n", names.join(", ")));
    }
    for font in ["noto-sans", "iosevka"] {
        let file = root().join("assets/fonts").join(format!("LICENSE-{font}"));
        let licence = std::fs::read_to_string(&file).map_err(|error| Problem::file("reading", &file, &error))?;
        text.push_str(&format!("\n{rule}\nThe font {font}:\n\n{licence}\n"));
    }
    let editor = root().join("assets").join("editor.js");
    let script = std::fs::read_to_string(&editor).map_err(|error| Problem::file("reading", &editor, &error))?;
    // The script begins with the names and the licences of its packages.
    let head = script.split("*/").next().unwrap_or_default();
    let head = head.split_once('\n').map_or("", |(_, rest)| rest.trim());
    text.push_str(&format!("\n{rule}\n{head}\n"));
    Ok(text)
}

/// Returns the foreign packages in the page and its workers, as `name-version`, with the names of their licences.
fn packages() -> Result<BTreeSet<(String, String)>, Problem> {
    let listed = output(&[
        "tree",
        "--locked",
        "--package=ui",
        "--package=engine",
        // Programs that write code at build time are not in the page.
        "--edges=normal,no-proc-macro",
        "--target=wasm32-unknown-unknown",
        "--prefix=none",
        "--no-dedupe",
        "--format={p}|{l}",
    ])?;
    let packages = listed.lines().filter_map(|line| {
        let (package, licence) = line.split_once('|')?;
        let (name, version) = package.split_once(" v")?;
        // A package of ours has its folder behind its version.
        let is_foreign = !version.contains(' ');
        is_foreign.then(|| (format!("{name}-{version}"), licence.to_owned()))
    });
    Ok(packages.collect())
}

/// Returns the folders of all packages' sources. Their names are `name-version`.
fn sources() -> Result<Vec<PathBuf>, Problem> {
    const KEY: &str = "\"manifest_path\":\"";
    let metadata = output(&["metadata", "--locked", "--format-version=1"])?;
    let manifests = metadata.split(KEY).skip(1);
    let manifests = manifests.filter_map(|rest| rest.split('"').next());
    // JSON doubles the backslashes of Windows.
    let manifests = manifests.map(|path| PathBuf::from(path.replace("\\\\", "\\")));
    Ok(manifests
        .filter_map(|path| path.parent().map(Path::to_path_buf))
        .collect())
}

fn licence_files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().to_uppercase();
            NAMES.iter().any(|start| name.starts_with(start))
        })
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
        .iter()
        .filter_map(|file| Some(std::fs::read_to_string(file).ok()?.trim().to_owned()))
        .collect()
}

fn output(arguments: &[&str]) -> Result<String, Problem> {
    shell::output(&mut cargo(arguments)).ok_or_else(|| {
        Problem::new(
            format!("`cargo {}` failed", arguments.join(" ")),
            "run it in the root of the project to see why",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_names_every_package_and_has_its_licence() {
        let text = text().unwrap();
        let packages = packages().unwrap();
        for name in ["leptos-", "logos-", "wasm-bindgen-"] {
            assert!(
                packages.iter().any(|(package, _)| package.starts_with(name)),
                "{packages:?}"
            );
        }
        for (name, licence) in &packages {
            assert!(!licence.is_empty(), "{name} names no licence");
            assert!(text.contains(&format!("\n{name}: {licence}\n")));
        }
        for words in ["CodeMirror and Lezer", "Permission is hereby granted", "Apache License"] {
            assert!(text.contains(words), "{words}");
        }
        assert!(!text.contains("simt"), "packages of our own need no mention");
    }
}
