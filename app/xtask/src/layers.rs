//! The layers of the workspace, read from its `use` lines: no folder imports a higher one, and no circle of imports is longer
//! than three files.

mod calls;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A crate's folders (or files at its root), from the lowest layer to the highest. A name may import names before it.
const LAYERS: [(&str, &[&str]); 6] = [
    (
        "app/wgsl/src",
        &[
            "error",
            "nearest",
            "separation",
            "requests",
            "origins",
            "outline",
            "marks",
            "lex",
            "syntax",
            "parse",
            "behavior",
            "types",
            "builtin",
            "value",
            "evaluate",
            "check",
            "alias",
            "uniformity",
            "join",
            "fold",
            "lib",
        ],
    ),
    (
        "app/cuda/src",
        &[
            "error",
            "format",
            "lex",
            "library",
            "preprocess",
            "syntax",
            "parse",
            "statements",
            "typing",
            "printing",
            "translate",
            "lib",
        ],
    ),
    (
        "app/simt/src",
        &[
            "program", "compile", "machine", "lanes", "memory", "metrics", "hazard", "trace", "exec", "mend", "lib",
        ],
    ),
    (
        "app/launch/src",
        &["dispatch", "draft", "printed", "translate", "twin", "lib"],
    ),
    (
        "app/engine/src",
        &["protocol", "compiler", "gallery", "run", "recording", "worker", "lib"],
    ),
    (
        "app/ui/src",
        &[
            "browser",
            "draw",
            "page",
            "draft",
            "run",
            "panels",
            "compare",
            "deck",
            "present",
            "lab",
            "lesson",
            "playground",
            "trust",
            "address",
            "export",
            "shell",
            "lib",
            "main",
        ],
    ),
];

/// Crates whose imports may form no long circle.
const CRATES: [&str; 16] = [
    "app/bench/src",
    "app/charts/src",
    "app/cli/src",
    "app/cuda/src",
    "app/engine/src",
    "app/fuzz/src",
    "app/generator/src",
    "app/gpu/src",
    "app/launch/src",
    "app/lessons/src",
    "app/model/src",
    "app/simt/src",
    "app/ui/src",
    "app/wgsl/src",
    "app/workers/src",
    "app/xtask/src",
];

/// The longest circle of imports that is allowed, in files.
const LONGEST_CIRCLE: usize = 3;

/// The imports of one crate: for each file, by its module path, the files that it imports.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn graph(folder: &Path) -> Graph {
    let mut files = Vec::new();
    collect(folder, &mut files);
    let texts: BTreeMap<String, String> = files
        .iter()
        .map(|file| {
            let text = std::fs::read_to_string(file).expect("a source file is readable");
            (module(folder, file), text)
        })
        .collect();
    texts
        .iter()
        .map(|(module, text)| {
            let imports = paths(text)
                .into_iter()
                .filter_map(|path| resolve(&texts, module, &path))
                .filter(|imported| imported != module)
                .collect();
            (module.clone(), imports)
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a source folder is readable");
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// `panels/mod.rs` is `panels`, `panels/code.rs` is `panels::code`, `lib.rs` is `lib`.
fn module(folder: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(folder).expect("a file of the folder");
    let inside = inside.with_extension("");
    let names: Vec<String> = inside
        .iter()
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name != "mod")
        .collect();
    names.join("::")
}

/// Every path of a text that begins with `crate`, `super` or `self`, groups in braces written out. Tests are left out: they
/// may look at anything.
fn paths(text: &str) -> Vec<String> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut paths = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (position, _) in code.match_indices(start) {
            let before = code[..position].chars().next_back();
            // `a::self` and `$crate::` stand inside other paths.
            if before.is_none_or(|letter| !letter.is_alphanumeric() && !":_$".contains(letter)) {
                expand(&code[position..], String::new(), &mut paths);
            }
        }
    }
    paths
}

/// Reads one path, and each member of a group that ends it. Returns the rest of the text.
fn expand<'t>(text: &'t str, mut path: String, paths: &mut Vec<String>) -> &'t str {
    let end = text
        .find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != ':')
        .unwrap_or(text.len());
    path.push_str(&text[..end]);
    let mut rest = &text[end..];
    if !path.ends_with("::") || !rest.starts_with('{') {
        paths.push(path.trim_end_matches("::").to_owned());
        return rest;
    }
    rest = &rest[1..];
    loop {
        rest = expand(rest.trim_start(), path.clone(), paths).trim_start();
        // `name as other`
        rest = rest.trim_start_matches(|letter: char| letter != ',' && letter != '}');
        match rest.strip_prefix(',') {
            Some(more) if !more.trim_start().starts_with('}') => rest = more,
            Some(more) => return more.trim_start().strip_prefix('}').unwrap_or(""),
            None => return rest.strip_prefix('}').unwrap_or(""),
        }
    }
}

/// The file that a path leads to: its longest beginning that is a module.
fn resolve(texts: &BTreeMap<String, String>, module: &str, path: &str) -> Option<String> {
    let mut here: Vec<&str> = match module {
        "lib" | "main" => Vec::new(),
        _ => module.split("::").collect(),
    };
    let mut names: Vec<&str> = path.split("::").collect();
    match names.remove(0) {
        "crate" => here.clear(),
        "super" => {
            here.pop();
        }
        _ => {}
    }
    while names.first() == Some(&"super") {
        names.remove(0);
        here.pop();
    }
    here.extend(names);
    while !here.is_empty() {
        let name = here.join("::");
        if texts.contains_key(&name) {
            return Some(name);
        }
        here.pop();
    }
    None
}

/// Groups of files that import each other in a circle, found by Tarjan's algorithm.
fn circles(graph: &Graph) -> Vec<Vec<String>> {
    struct Search<'g> {
        graph: &'g Graph,
        index: BTreeMap<&'g str, (usize, usize)>,
        stack: Vec<&'g str>,
        found: Vec<Vec<String>>,
    }
    impl<'g> Search<'g> {
        fn visit(&mut self, file: &'g str) -> usize {
            let index = self.index.len();
            self.index.insert(file, (index, index));
            self.stack.push(file);
            for next in &self.graph[file] {
                let low = match self.index.get(next.as_str()) {
                    None => self.visit(next),
                    Some((index, _)) if self.stack.contains(&next.as_str()) => *index,
                    Some(_) => continue,
                };
                let entry = self.index.get_mut(file).expect("it was visited");
                entry.1 = entry.1.min(low);
            }
            let (index, low) = self.index[file];
            if index == low {
                let position = self.stack.iter().position(|each| *each == file);
                let circle = self.stack.split_off(position.expect("it is on the stack"));
                self.found.push(circle.into_iter().map(str::to_owned).collect());
            }
            low
        }
    }
    let mut search = Search {
        graph,
        index: BTreeMap::new(),
        stack: Vec::new(),
        found: Vec::new(),
    };
    for file in graph.keys() {
        if !search.index.contains_key(file.as_str()) {
            search.visit(file);
        }
    }
    search.found.retain(|circle| circle.len() > 1);
    search.found
}

/// The arrows that lead from a lower layer to a higher one.
fn upward(graph: &Graph, layers: &[&str]) -> Vec<String> {
    let layer = |file: &str| {
        let name = file.split("::").next().unwrap_or_default();
        layers.iter().position(|layer| *layer == name)
    };
    let mut arrows = Vec::new();
    for (file, imports) in graph {
        let Some(from) = layer(file) else {
            arrows.push(format!("{file} is in no layer"));
            continue;
        };
        for import in imports {
            if layer(import).is_some_and(|to| to > from) {
                arrows.push(format!("{file} imports {import}"));
            }
        }
    }
    arrows
}

fn root() -> PathBuf {
    crate::shell::root()
}

#[test]
fn no_folder_imports_a_higher_one() {
    let mut upward_arrows = Vec::new();
    for (folder, layers) in LAYERS {
        let arrows = upward(&graph(&root().join(folder)), layers);
        upward_arrows.extend(arrows.iter().map(|arrow| format!("{folder}: {arrow}")));
    }
    assert!(upward_arrows.is_empty(), "{}", upward_arrows.join("\n"));
}

#[test]
fn no_circle_of_imports_is_longer_than_three_files() {
    let mut long_circles = Vec::new();
    for folder in CRATES {
        let circles = circles(&graph(&root().join(folder)));
        let long = circles.iter().filter(|circle| circle.len() > LONGEST_CIRCLE);
        long_circles.extend(long.map(|circle| format!("{folder}: {}", circle.join(", "))));
    }
    assert!(long_circles.is_empty(), "{}", long_circles.join("\n"));
}

/// naga compiles natively inside of wgpu. It reads no text for the machine.
#[test]
fn no_crate_uses_naga() {
    let mut files = vec![root().join("Cargo.toml")];
    for folder in CRATES {
        files.push(root().join(folder).with_file_name("Cargo.toml"));
        collect(&root().join(folder), &mut files);
    }
    let uses = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let mut lines = text.lines();
        lines.any(|line| line.starts_with("naga") || line.contains("wgpu::naga"))
    };
    let users: Vec<PathBuf> = files
        .into_iter()
        .filter(|file| !file.ends_with("xtask/src/layers.rs") && uses(file))
        .collect();
    assert!(users.is_empty(), "{users:?}");
}

#[test]
fn groups_and_parents_are_resolved_and_circles_are_found() {
    let text = "use crate::{a::{b, c as d}, e};\nuse super::f;\n// crate::no\nlet x = crate::g::h();";
    assert_eq!(
        paths(text),
        ["crate::a::b", "crate::a::c", "crate::e", "crate::g::h", "super::f"]
    );
    let arrow = |from: &str, to: &[&str]| {
        let to = to.iter().map(|name| (*name).to_owned()).collect();
        (from.to_owned(), to)
    };
    let graph: Graph = [
        arrow("low", &["high::a"]),
        arrow("high::a", &["high::b"]),
        arrow("high::b", &["low"]),
    ]
    .into();
    assert_eq!(circles(&graph).len(), 1);
    assert_eq!(upward(&graph, &["low", "high"]), ["low imports high::a"]);
    assert_eq!(upward(&graph, &["low"]).len(), 2);
}
