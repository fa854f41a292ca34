//! `cargo xtask crates`: draws the crates and their imports as `docs/crates.svg`, from their `Cargo.toml` files. A test
//! compares the picture with them.

use crate::shell::{Problem, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// The crates of the picture, each with what it promises in a few words, and with its column in halves: no line may run
/// behind another crate.
const CRATES: [(&str, &str, usize); 15] = [
    ("wgsl", "reads WGSL", 3),
    ("cuda", "translates CUDA", 0),
    ("simt", "the machine", 5),
    ("lessons", "the curriculum", 4),
    ("gpu", "WebGPU, timing", 6),
    ("charts", "numbers to SVG", 4),
    ("launch", "a text becomes runs", 2),
    ("engine", "workers", 2),
    ("model", "what the page shows", 3),
    ("ui", "the page", 2),
    ("cli", "the program warpstep", 6),
    ("bench", "sets of kernels", 9),
    ("generator", "random kernels", 0),
    ("fuzz", "properties", 0),
    ("e2e", "tests in browsers", 0),
];

const WIDTH: usize = 150;
const HEIGHT: usize = 46;
const ACROSS: usize = 180;
const DOWN: usize = 92;

type Imports = BTreeMap<&'static str, BTreeSet<&'static str>>;

pub fn draw() -> Result<ExitCode, Problem> {
    let path = path();
    std::fs::write(&path, picture(&imports()?)).map_err(|error| Problem::file("writing", &path, &error))?;
    Ok(ExitCode::SUCCESS)
}

fn path() -> PathBuf {
    root().join("docs/crates.svg")
}

/// Returns the crates of ours that each crate imports, without tests.
fn imports() -> Result<Imports, Problem> {
    let mut imports = Imports::new();
    for (name, ..) in CRATES {
        let path = root().join("app").join(name).join("Cargo.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| Problem::file("reading", &path, &error))?;
        let mut is_dependency = false;
        let imports_of_crate = imports.entry(name).or_default();
        for line in text.lines() {
            if line.starts_with('[') {
                is_dependency = line.ends_with("dependencies]") && !line.contains("dev-dependencies");
            }
            let key = line.split(['.', ' ', '=']).next().unwrap_or_default();
            let other = CRATES.iter().find(|(other, ..)| *other == key);
            if let (true, Some((other, ..))) = (is_dependency, other) {
                imports_of_crate.insert(other);
            }
        }
    }
    Ok(imports)
}

/// Returns the imports that no chain of others implies.
fn direct(imports: &Imports) -> Imports {
    let reaches = |from: &str, to: &str| {
        let mut open: Vec<&str> = imports[from].iter().copied().collect();
        while let Some(next) = open.pop() {
            if next == to {
                return true;
            }
            open.extend(&imports[next]);
        }
        false
    };
    let keep = |imports_of_crate: &BTreeSet<&'static str>| {
        let kept = imports_of_crate.iter().filter(|to| {
            !imports_of_crate
                .iter()
                .any(|between| between != *to && reaches(between, to))
        });
        kept.copied().collect()
    };
    imports
        .iter()
        .map(|(name, imports_of_crate)| (*name, keep(imports_of_crate)))
        .collect()
}

/// Returns the number of crates in the longest chain of imports above a crate.
fn row(imports: &Imports, name: &str) -> usize {
    let above = imports
        .iter()
        .filter(|(_, imports_of_crate)| imports_of_crate.contains(name));
    let rows = above.map(|(other, _)| row(imports, other) + 1);
    rows.max().unwrap_or(0)
}

fn picture(imports: &Imports) -> String {
    let place: BTreeMap<&str, (usize, usize)> = CRATES
        .iter()
        .map(|(name, _, column)| {
            let y = row(imports, name) * DOWN + DOWN / 2;
            (*name, (column * ACROSS / 2 + ACROSS / 2, y))
        })
        .collect();
    let end = |axis: fn(&(usize, usize)) -> usize| place.values().map(axis).max().unwrap_or(0);
    let (width, height) = (end(|place| place.0) + ACROSS / 2, end(|place| place.1) + DOWN / 2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
         <title>The crates of Warpstep: each one imports those to which its lines lead down</title>\n\
         <style>rect {{ fill: #fff; stroke: #57606a }} path {{ fill: none; stroke: #8c959f }} text {{ fill: #1f2328; font-size: 15px }} .of {{ fill: #57606a; font-size: 11.5px }}\n\
         @media (prefers-color-scheme: dark) {{ rect {{ fill: #161b22; stroke: #8d96a0 }} path {{ stroke: #656d76 }} text {{ fill: #e6edf3 }} .of {{ fill: #8d96a0 }} }}</style>\n"
    );
    for (name, others) in direct(imports) {
        let (x, y) = place[name];
        for other in others {
            let (to_x, to_y) = place[other];
            let (from, to) = (y + HEIGHT / 2, to_y - HEIGHT / 2);
            let middle = usize::midpoint(from, to);
            let _ = writeln!(
                svg,
                "<path d=\"M{x} {from} C{x} {middle} {to_x} {middle} {to_x} {to}\"/>"
            );
        }
    }
    for (name, promise, _) in CRATES {
        let (x, y) = place[name];
        let (left, top) = (x - WIDTH / 2, y - HEIGHT / 2);
        let (name_y, promise_y) = (y - 3, y + 14);
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"6\"/><text x=\"{x}\" y=\"{name_y}\">{name}</text><text class=\"of\" x=\"{x}\" y=\"{promise_y}\">{promise}</text>"
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_of_the_crates_is_true() {
        let imports = imports().unwrap_or_else(|problem| panic!("{problem}"));
        assert!(imports["ui"].contains("model"), "{imports:?}");
        let drawn = std::fs::read_to_string(path()).expect("a picture");
        assert!(
            drawn == picture(&imports),
            "docs/crates.svg is out of date: run `cargo xtask crates`"
        );
    }

    #[test]
    fn only_imports_that_no_other_implies_are_drawn() {
        let set = |names: &[&'static str]| names.iter().copied().collect::<BTreeSet<_>>();
        let imports = Imports::from([
            ("ui", set(&["simt", "wgsl", "charts"])),
            ("simt", set(&["wgsl"])),
            ("wgsl", set(&[])),
            ("charts", set(&[])),
        ]);
        assert_eq!(direct(&imports)["ui"], set(&["simt", "charts"]));
        assert_eq!(row(&imports, "wgsl"), 2);
    }
}
