//! The numbers of lessons and kernels in the documents.

use lessons::{GALLERY, LESSONS};
use std::path::Path;

#[test]
fn documents_count_the_lessons_and_kernels() {
    let (lessons, kernels) = (LESSONS.len(), GALLERY.len());
    let both = format!("{lessons} lessons with {kernels} kernels");
    for (document, text, said) in [
        ("README.md", include_str!("../../../../README.md"), &both),
        ("CHANGELOG.md", include_str!("../../../../CHANGELOG.md"), &both),
        ("docs/features.md", include_str!("../../../../docs/features.md"), &both),
        (
            "docs/claims.md",
            include_str!("../../../../docs/claims.md"),
            &format!("Each of the {kernels} kernels of the gallery"),
        ),
    ] {
        assert!(text.contains(said), "{document} does not say \"{said}\"");
    }
}

/// Names of files and folders that CONTRIBUTING makes up.
const EXAMPLES: [&str; 2] = ["x", "TOPIC"];

#[test]
fn documents_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = [root.clone(), root.join("docs")];
    let files = folders.iter().flat_map(|folder| {
        let files = std::fs::read_dir(folder).expect("a folder");
        files.flatten().map(|file| file.path())
    });
    let mut missing = Vec::new();
    for document in files.filter(|file| file.extension().is_some_and(|it| it == "md")) {
        let text = std::fs::read_to_string(&document).expect("a document");
        let folder = document.parent().expect("a folder");
        let quoted = text.split('`').skip(1).step_by(2).map(|name| (&*root, name));
        let linked = text.split("](").skip(1).map(|rest| {
            let target = rest.split(')').next().unwrap_or_default();
            (folder, target.split('#').next().unwrap_or_default())
        });
        let is_path = |name: &str| {
            let begins = ["app/", "docs/", "assets/", "shaders/"];
            let has_letters = name
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || "/._-".contains(letter));
            begins.iter().any(|begin| name.starts_with(begin)) && has_letters
        };
        let quoted = quoted.filter(|(_, name)| is_path(name));
        let linked = linked.filter(|(_, name)| !name.contains(':'));
        for (folder, name) in quoted.chain(linked) {
            let is_example = name.split(['/', '.']).any(|part| EXAMPLES.contains(&part));
            if !is_example && !folder.join(name).exists() {
                missing.push(format!("{}: {name}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
