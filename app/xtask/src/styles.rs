//! The style sheets: every class, id and token in them is in use.

use std::collections::BTreeSet;
use std::path::Path;

/// Reads the files of a folder and its folders that have this extension.
fn read(folder: &Path, extension: &str, text: &mut String) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            read(&path, extension, text);
        } else if path.extension().is_some_and(|own| own == extension) {
            text.push_str(&std::fs::read_to_string(&path).expect("a text"));
        }
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '-' || letter == '_'
}

/// Returns the words of a text, in the sense of style sheets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter| !is_of_name(letter))
}

#[test]
fn style_sheets_have_no_rule_that_nothing_uses() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut styles, mut page) = (String::new(), String::new());
    read(&root.join("assets"), "css", &mut styles);
    for (folder, extension) in [
        ("app/ui/src", "rs"),
        ("app/model/src", "rs"),
        ("app/lessons/src", "rs"),
        ("app/charts/src", "rs"),
        ("app/xtask/src", "rs"),
        ("assets", "js"),
    ] {
        read(&root.join(folder), extension, &mut page);
    }
    page.push_str(&std::fs::read_to_string(root.join("index.html")).expect("the page"));
    let used: BTreeSet<&str> = words(&page).collect();
    let mut unused = Vec::new();
    // A name follows its sign in a selector: what stands before a brace.
    for rule in styles.split('{') {
        let selector = rule.rsplit(['}', ';', '/']).next().unwrap_or_default();
        for sign in ['.', '#'] {
            for rest in selector.split(sign).skip(1) {
                let name = words(rest).next().unwrap_or_default();
                let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
                if is_name && !used.contains(name) {
                    unused.push(format!("{sign}{name}"));
                }
            }
        }
    }
    let uses: Vec<&str> = words(&styles).filter(|word| word.starts_with("--")).collect();
    for token in uses.iter().collect::<BTreeSet<_>>() {
        let count = uses.iter().filter(|other| *other == token).count();
        if count < 2 && !used.contains(token.trim_start_matches("--")) && !used.contains(*token) {
            unused.push((*token).to_owned());
        }
    }
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}
