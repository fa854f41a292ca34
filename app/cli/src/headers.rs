//! Finds the headers that a CUDA file includes, beside it.

use crate::files;
use std::collections::BTreeMap;
use std::path::Path;

/// The most headers that are read without being named.
const MOST: usize = 64;

/// Adds the headers whose names stand in quotes, and those that these include, if they are files. Headers that are there already
/// stay.
pub fn add_neighbours(path: &str, source: &str, included: &mut BTreeMap<String, String>) {
    let folder = |path: &Path| path.parent().unwrap_or(Path::new("")).to_owned();
    let mut open = vec![(folder(Path::new(path)), source.to_owned())];
    let mut read = 0;
    while let Some((place, text)) = open.pop() {
        for name in names(&text) {
            let base = name.rsplit('/').next().unwrap_or_default();
            let is_given = included
                .keys()
                .any(|given| given == name || given.rsplit('/').next() == Some(base));
            let path = place.join(name);
            if is_given || read == MOST || !path.is_file() {
                continue;
            }
            if let Ok(text) = files::text(&path.to_string_lossy()) {
                read += 1;
                open.push((folder(&path), text.clone()));
                included.insert(name.to_owned(), text);
            }
        }
    }
}

/// Returns the names in quotes of the directives of a text.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest.strip_prefix("include")?.trim_start();
        rest.strip_prefix('"')?.split_once('"').map(|(name, _)| name)
    })
}
