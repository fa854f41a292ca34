//! The initial inputs of each target.

use std::path::Path;

/// Returns every shader and test kernel of the repository, and some texts that are not kernels.
pub fn sources() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    for folder in ["shaders", "app/simt/tests", "app/cli/tests"] {
        collect(&root.join(folder), &mut texts);
    }
    // Valid and invalid declarations and statements, a line each; a quarter of them are enough.
    let table = root.join("app/wgsl/tests/tables/verdicts.txt");
    let table = std::fs::read_to_string(table).unwrap_or_default();
    let main = "\n@compute @workgroup_size(1) fn main_() {}";
    texts.extend(table.lines().step_by(4).filter_map(|line| {
        let (_, text) = line.split_once(": ")?;
        Some(format!("{text}{main}").into_bytes())
    }));
    let broken: [&[u8]; 8] = [
        b"",
        b"@compute @workgroup_size(1) fn main() {",
        b"/* /* */",
        b"fn f() { f(); }",
        b"\xff\xfe\0",
        b"enable subgroups; @compute @workgroup_size(64) fn main() { _ = subgroupAdd(1u); }",
        b"const A = B; const B = A; @compute @workgroup_size(A) fn main() {}",
        b"@group(0) @binding(0) var<storage> a: array<u32, 4294967295>; @compute @workgroup_size(1) fn main() { _ = a[3]; }",
    ];
    texts.extend(broken.map(<[u8]>::to_vec));
    texts
}

/// Returns every CUDA text of the repository; the tables of small kernels are cut into their cases.
pub fn cuda() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut texts = Vec::new();
    for folder in [
        "shaders",
        "shaders/examples",
        "app/cuda/tests/constructs",
        "app/cuda/tests/pairs",
        "app/cuda/tests/refused",
    ] {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "cu"))
            .collect();
        paths.sort();
        for path in paths {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            texts.extend(text.split("//# case").map(|case| format!("//{case}").into_bytes()));
        }
    }
    texts
}

/// Returns random strings of bytes for kernels, most of them short.
pub fn kernels() -> Vec<Vec<u8>> {
    let mut dice = crate::Dice::new(7);
    let length = |number: usize| number * if number % 16 == 15 { 20 } else { 4 };
    (0..64)
        .map(|number| (0..length(number)).map(|_| dice.below(256) as u8).collect())
        .collect()
}

fn collect(folder: &Path, texts: &mut Vec<Vec<u8>>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "wgsl") {
            texts.extend(std::fs::read(&path));
        }
    }
}
