//! Calls of methods between the rooms of CUDA's typer, which imports do not show: all rooms extend one struct.

use super::{collect, module, root};
use std::collections::{BTreeMap, BTreeSet};

const TYPER: &str = "app/cuda/src/typing";

/// The rooms that each room calls. An expression may have pointers, objects and CUDA's own functions in it, and these have
/// expressions: four rooms call each other. `scope` calls them for the initial values of what it declares, and `host` types
/// no kernel.
const CALLS: [(&str, &[&str]); 8] = [
    ("body", &["device", "mod", "objects", "pointers", "scope"]),
    ("device", &["body", "mod", "objects", "pointers", "scope"]),
    ("host", &[]),
    ("kernel", &["body", "mod", "objects", "parameter", "scope"]),
    ("objects", &["body", "device", "mod", "parameter", "pointers", "scope"]),
    ("parameter", &["objects", "pointers", "scope"]),
    ("pointers", &["body", "mod", "objects", "scope"]),
    ("scope", &["body", "mod", "objects", "pointers"]),
];

/// Returns the names of the methods that a text defines.
fn methods(text: &str) -> impl Iterator<Item = &str> {
    let functions = text.split("fn ").skip(1);
    functions.filter_map(|function| {
        let (name, rest) = function.split_once(['(', '<'])?;
        let parameters = rest.split(')').next()?;
        let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        (is_name && parameters.contains("self")).then_some(name)
    })
}

/// Returns the names of the methods that a text calls on `self`.
fn calls(text: &str) -> impl Iterator<Item = &str> {
    let calls = text.split("self").skip(1);
    calls.filter_map(|call| {
        let (name, _) = call.trim_start().strip_prefix('.')?.split_once('(')?;
        let is_name = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        is_name.then_some(name)
    })
}

/// Returns for each room the rooms whose methods it calls. A name that two rooms define says nothing.
fn called(texts: &[(String, String)]) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut rooms_of: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (room, text) in texts {
        for method in methods(text) {
            rooms_of.entry(method).or_default().insert(room);
        }
    }
    let mut called: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (room, text) in texts {
        let called = called.entry(room).or_default();
        for name in calls(text) {
            let rooms = rooms_of.get(name).into_iter().flatten();
            let rooms: Vec<&&str> = rooms.collect();
            if let [other] = rooms[..]
                && other != room
            {
                called.insert(other);
            }
        }
    }
    called
}

#[test]
fn rooms_of_the_typer_call_only_those_of_the_table() {
    let folder = root().join(TYPER);
    let mut files = Vec::new();
    collect(&folder, &mut files);
    let text = |file: &std::path::PathBuf| {
        let text = std::fs::read_to_string(file).expect("a source file is readable");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let room = module(&folder, file);
        let room = room.split("::").next().filter(|room| !room.is_empty());
        (room.unwrap_or("mod").to_owned(), code.to_owned())
    };
    let texts: Vec<(String, String)> = files.iter().map(text).collect();
    let called = called(&texts);
    let called = called.iter().filter(|(_, rooms)| !rooms.is_empty());
    let called: Vec<(&str, Vec<&str>)> = called
        .map(|(room, rooms)| (*room, rooms.iter().copied().collect()))
        .collect();
    let wanted = CALLS.iter().filter(|(_, rooms)| !rooms.is_empty());
    let wanted: Vec<(&str, Vec<&str>)> = wanted.map(|(room, rooms)| (*room, rooms.to_vec())).collect();
    assert_eq!(called, wanted);
}

#[test]
fn methods_and_their_calls_are_found() {
    let texts = [
        (
            "a",
            "pub fn one(&mut self) { self.two(); self\n.three(1) } fn two<T>(&self) {}",
        ),
        ("b", "fn three(self, x: u32) { self.one() } fn four(x: u32) {}"),
        ("c", "fn two(&self) { self.four() }"),
    ];
    let texts = texts.map(|(room, text)| (room.to_owned(), text.to_owned()));
    let called = called(&texts);
    assert_eq!(called["a"], BTreeSet::from(["b"]));
    assert_eq!(called["b"], BTreeSet::from(["a"]));
    assert_eq!(called["c"], BTreeSet::new());
}
