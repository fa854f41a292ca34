//! Builds the page a second time, from an empty target folder: the same source must give the same files.

use crate::page;
use crate::shell::{self, Problem, cargo, target_folder};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Builds the page, and compares it with a build from an empty target folder.
pub fn check() -> Result<(), Problem> {
    // A page in `dist/` may be of another source.
    shell::run(&mut cargo(&["xtask", "build"]))?;
    let first = contents(&page::built()?)?;
    let again = target_folder().join("again");
    if again.exists() {
        std::fs::remove_dir_all(&again).map_err(|error| Problem::file("emptying", &again, &error))?;
    }
    shell::run(cargo(&["xtask", "build"]).env("CARGO_TARGET_DIR", &again))?;
    let differing = differing(&first, &contents(&page::built()?)?);
    if differing.is_empty() {
        return Ok(());
    }
    Err(Problem::new(
        format!("two builds of the same source differ in {}", differing.join(", ")),
        "look for times, random numbers, absolute paths and the order of hash maps in what makes these files",
    ))
}

/// The content of each file of a folder, by its name.
type Contents = BTreeMap<String, Vec<u8>>;

fn contents(folder: &Path) -> Result<Contents, Problem> {
    let mut contents = Contents::new();
    read_into(&mut contents, folder, "")?;
    Ok(contents)
}

/// Adds the files of a folder and of those in it; `before` is its own name in the site.
fn read_into(contents: &mut Contents, folder: &Path, before: &str) -> Result<(), Problem> {
    let reading = |error| Problem::file("reading", folder, &error);
    for entry in std::fs::read_dir(folder).map_err(reading)? {
        let path = entry.map_err(reading)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{before}{name}");
        if path.is_dir() {
            read_into(contents, &path, &format!("{name}/"))?;
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|error| Problem::file("reading", &path, &error))?;
        contents.insert(name, bytes);
    }
    Ok(())
}

/// Returns the names of files that only one side has, or whose contents differ.
fn differing(one: &Contents, other: &Contents) -> Vec<String> {
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    names
        .into_iter()
        .filter(|name| one.get(*name) != other.get(*name))
        .cloned()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_differs_by_its_name_or_by_its_content() {
        let folder = |files: &[(&str, &str)]| -> Contents {
            let file = |(name, text): &(&str, &str)| ((*name).to_owned(), text.as_bytes().to_vec());
            files.iter().map(file).collect()
        };
        let one = folder(&[("a", "1"), ("b", "2"), ("c", "3")]);
        assert_eq!(differing(&one, &one), Vec::<String>::new());
        let other = folder(&[("a", "1"), ("b", "4"), ("d", "3")]);
        assert_eq!(differing(&one, &other), ["b", "c", "d"]);
    }
}
