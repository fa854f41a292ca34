//! Splits the page's program: code that only some views need is in separate files, loaded when they are first shown.

use crate::page::{self, PROFILE};
use crate::setup::facts::Facts;
use crate::setup::tools::Tool;
use crate::shell::{self, Problem, target_folder};
use crate::site::{self, fingerprint};
use crate::sizes;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Tells the page's build script to prepare for splitting.
pub const VARIABLE: &str = "WARPSTEP_SPLIT";

/// The name of the page's program for wasm-split and wasm-bindgen.
const PROGRAM: &str = "page";
/// The script that wasm-split writes; it loads the chunks.
const LOADER: &str = "__wasm_split.js";

/// Splits the linked program of the page. Returns the files that replace it.
pub fn split(facts: &Facts, splitter: &Path) -> Result<Vec<File>, Problem> {
    let linked = target_folder().join(format!("wasm32-unknown-unknown/{PROFILE}/page.wasm"));
    let (cut, bound) = (emptied("parts/cut")?, emptied("parts/bound")?);
    shell::run(
        Command::new(splitter)
            .arg(&linked)
            .arg(&cut)
            .args(["--target", "web", "--out-name", PROGRAM]),
    )?;
    let Tool::Ready(wasm_bindgen) = &facts.wasm_bindgen else {
        return Err(Problem::new("there is no wasm-bindgen", "run `cargo xtask setup`"));
    };
    let whole = cut.join(format!("{PROGRAM}.wasm"));
    shell::run(
        Command::new(wasm_bindgen)
            // The chunks call through the main program's table of functions.
            .arg("--keep-lld-exports")
            .args(["--target", "web", "--no-typescript", "--out-name", PROGRAM])
            .arg("--out-dir")
            .arg(&bound)
            .arg(&whole),
    )?;
    std::fs::remove_file(&whole).map_err(|error| Problem::file("removing", &whole, &error))?;
    let mut programs = sizes::files(&bound, "wasm")?;
    programs.extend(sizes::files(&cut, "wasm")?);
    page::shrink_each(facts, &programs)?;
    let mut files = read_all(&cut)?;
    files.extend(read_all(&bound)?);
    Ok(files)
}

/// Creates an empty folder for the build. Files of an earlier build would look like this build's.
pub fn emptied(name: &str) -> Result<PathBuf, Problem> {
    let folder = target_folder().join(name);
    if folder.is_dir() {
        std::fs::remove_dir_all(&folder).map_err(|error| Problem::file("removing", &folder, &error))?;
    }
    std::fs::create_dir_all(&folder).map_err(|error| Problem::file("creating", &folder, &error))?;
    Ok(folder)
}

/// A file of the program: its name and its content.
pub type File = (String, Vec<u8>);

pub fn read_all(folder: &Path) -> Result<Vec<File>, Problem> {
    let entries = std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
    let mut files = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_file() {
            let content = std::fs::read(&path).map_err(|error| Problem::file("reading", &path, &error))?;
            files.push((name, content));
        }
    }
    files.sort();
    Ok(files)
}

/// Writes the files into the folder in place of trunk's. All names share a stem with a hash of their contents.
pub fn replace(dist: &Path, files: Vec<File>) -> Result<(), Problem> {
    let contents: Vec<u8> = files.iter().flat_map(|(_, content)| content.clone()).collect();
    let stem = format!("{PROGRAM}-{}", fingerprint::short(&contents));
    let names: Vec<(String, String)> = files
        .iter()
        .map(|(name, _)| (name.clone(), renamed(name, &stem)))
        .collect();
    for (name, content) in files {
        let content = if name.ends_with(".js") {
            let script = in_new_names(&String::from_utf8_lossy(&content), &names);
            match name == LOADER {
                true => with_early_chunks(&quiet(&script)?),
                false => script,
            }
            .into_bytes()
        } else {
            content
        };
        let to = dist.join(renamed(&name, &stem));
        std::fs::write(&to, content).map_err(|error| Problem::file("writing", &to, &error))?;
    }
    let index = dist.join("index.html");
    let page = std::fs::read_to_string(&index).map_err(|error| Problem::file("reading", &index, &error))?;
    let old = site::program(&page).ok_or_else(|| {
        Problem::new(
            format!("{} names no program of the page", index.display()),
            "trunk writes it there: is it another version?",
        )
    })?;
    for file in [format!("{old}.js"), format!("{old}_bg.wasm")] {
        let file = dist.join(file);
        std::fs::remove_file(&file).map_err(|error| Problem::file("removing", &file, &error))?;
    }
    let page = page.replace(old, &stem);
    std::fs::write(&index, page).map_err(|error| Problem::file("writing", &index, &error))
}

/// Returns a file's new name: `page.js` becomes `page-0123.js`, `page_bg.wasm` becomes `page-0123_bg.wasm`, and any
/// other `x.wasm` becomes `page-0123_x.wasm`.
fn renamed(name: &str, stem: &str) -> String {
    match name.strip_prefix(PROGRAM) {
        Some(rest) => format!("{stem}{rest}"),
        None if name == LOADER => format!("{stem}_parts.js"),
        None => format!("{stem}_{name}"),
    }
}

/// Changes the names of the files that a script loads. The names of imports inside the program stay.
fn in_new_names(script: &str, names: &[(String, String)]) -> String {
    let mut script = script.to_owned();
    for (old, new) in names {
        for before in ["from \"./", "from './", "URL(\"./", "URL('./", "URL(\"", "URL('"] {
            let after = if before.contains('"') { '"' } else { '\'' };
            let asks = before.trim_end_matches("./");
            script = script.replace(&format!("{before}{old}{after}"), &format!("{asks}./{new}{after}"));
        }
    }
    script
}

/// Turns the script's error about a chunk into a warning: the page reports the failure itself, and a reader who leaves
/// the page while a chunk is loading has lost nothing.
fn quiet(loader: &str) -> Result<String, Problem> {
    const REPORT: &str = "console.error(e)";
    if loader.matches(REPORT).count() != 1 {
        return Err(Problem::new(
            format!("the script that loads the chunks does not call `{REPORT}` exactly once"),
            "wasm-split writes this script: pin the version that `cargo xtask setup` installs",
        ));
    }
    Ok(loader.replace(REPORT, "console.warn(e)"))
}

/// Lets the script take the chunks that `assets/early.js` has asked for. A chunk that is asked for again is loaded anew.
fn with_early_chunks(loader: &str) -> String {
    const TAKE: &str = "\nfunction chunk(name) {\n    const asked = globalThis.warpstepChunks?.get(name);\n    globalThis.warpstepChunks?.delete(name);\n    return asked ?? fetch(new URL(name, import.meta.url));\n}\n";
    let taking = loader.replace("fetch(new URL(\"./", "chunk((\"./");
    let taking = taking.replace(".wasm\", import.meta.url))", ".wasm\"))");
    format!("{taking}{TAKE}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_that_were_asked_for_early_are_taken() {
        let loader = "const src = fetch(new URL(\"./page-0f_chunk_7.wasm\", import.meta.url));";
        let script = with_early_chunks(loader);
        assert!(script.starts_with("const src = chunk((\"./page-0f_chunk_7.wasm\"));"));
        assert!(script.contains("function chunk(name)"), "{script}");
    }

    #[test]
    fn a_chunk_that_fails_to_load_is_a_warning() {
        let loader = "try { await part(); } catch (e) { console.error(e); }";
        assert_eq!(
            quiet(loader).ok().as_deref(),
            Some("try { await part(); } catch (e) { console.warn(e); }")
        );
        assert!(quiet("await part();").is_err());
    }

    #[test]
    fn scripts_name_their_neighbours_by_their_new_names() {
        let names: Vec<(String, String)> = ["page.js", LOADER, "split_lab.wasm"]
            .map(|name| (name.to_owned(), renamed(name, "page-12")))
            .into();
        for (script, wanted) in [
            (
                "import { initSync } from \"./page.js\";",
                "import { initSync } from \"./page-12.js\";",
            ),
            (
                "import * as a from './__wasm_split.js'",
                "import * as a from './page-12_parts.js'",
            ),
            (
                "return { \"./__wasm_split.js\": a }",
                "return { \"./__wasm_split.js\": a }",
            ),
            (
                "fetch(new URL(\"./split_lab.wasm\", import.meta.url))",
                "fetch(new URL(\"./page-12_split_lab.wasm\", import.meta.url))",
            ),
        ] {
            assert_eq!(in_new_names(script, &names), wanted);
        }
    }
}
