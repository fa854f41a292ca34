//! Turns a built page into a site: file names that change with the content, a policy against foreign code, and the list
//! of files for offline use.

mod engine;
pub mod fingerprint;
mod offline;
mod policy;

pub use engine::PROGRAMS as WORKERS;

use crate::shell::Problem;
use crate::{language_files, openings};
use std::path::Path;

/// Finishes the page that trunk has built in a folder. A finished folder is left unchanged.
pub fn finish(folder: &Path) -> Result<(), Problem> {
    let index = folder.join("index.html");
    let page = std::fs::read_to_string(&index).map_err(|error| Problem::file("reading", &index, &error))?;
    if page.contains(policy::MARK) {
        return Ok(());
    }
    let mut programs = early(folder, &page);
    for program in engine::PROGRAMS {
        let loader = engine::rename(folder, program)?;
        programs.push_str(&format!(
            "    <meta name=\"warpstep-{program}\" content=\"./{loader}\">\n"
        ));
    }
    let editor = engine::rename_file(folder, "editor", "js")?;
    programs.push_str(&format!("    <meta name=\"warpstep-editor\" content=\"./{editor}\">\n"));
    for stem in language_files::STEMS {
        let file = engine::rename_file(folder, stem, "txt")?;
        programs.push_str(&format!("    <meta name=\"warpstep-{stem}\" content=\"./{file}\">\n"));
    }
    if let Some(openings) = openings::rename(folder, openings::STEM)? {
        let names = openings.names.join(" ");
        programs.push_str(&format!(
            "    <meta name=\"warpstep-openings\" content=\"./{} {names}\">\n",
            openings.stem
        ));
    }
    // What stands at the head of a page governs what comes behind it.
    let page = page.replacen(
        HEAD,
        &format!(
            "{HEAD}\n    {}\n{programs}    <meta name=\"warpstep-offline\" content=\"./{}\">",
            policy::of(&page),
            offline::WORKER,
        ),
        1,
    );
    write(&index, page.as_bytes())?;
    offline::list(folder)
}

/// Returns the name of the page's program in the page that trunk has written: `page-` and a digest.
pub fn program(page: &str) -> Option<&str> {
    let begin = page.find("/page-")? + 1;
    let rest = &page[begin..];
    Some(&rest[..rest.find(".js")?])
}

/// Returns elements that name the page's program and its script, so that the browser can load them before it has read
/// the rest of the page.
fn early(folder: &Path, page: &str) -> String {
    let Some(stem) = program(page) else {
        return String::new();
    };
    let parts = format!("{stem}_parts.js");
    let has_parts = folder.join(&parts).is_file();
    let script =
        has_parts.then(|| format!("    <link rel=\"modulepreload\" href=\"./{parts}\" crossorigin=\"anonymous\">\n"));
    let files = std::fs::read_to_string(folder.join(&parts))
        .map_or_else(|_| String::new(), |script| files_of("playground", stem, &script));
    format!(
        "    <meta name=\"warpstep-page\" content=\"./{stem}_bg.wasm\">\n{}{files}",
        script.unwrap_or_default()
    )
}

/// Returns an element that names the files of a lazy part of the program: first what all names begin with. `script` loads
/// them.
fn files_of(part: &str, stem: &str, script: &str) -> String {
    let address = |block: &str| {
        let begin = block.find("\"./")? + 3;
        let end = block[begin..].find(".wasm\"")?;
        let name = block[begin..begin + end].strip_prefix(stem)?;
        Some(name.to_owned())
    };
    let Some((_, of_view)) = script.split_once(&format!("__wasm_split_load_{part} =")) else {
        return String::new();
    };
    let needed = of_view.split_once(", [").and_then(|(_, rest)| rest.split_once(']'));
    let needed = needed.map_or("", |(needed, _)| needed);
    let chunks = needed.split(", ").filter_map(|chunk| {
        let (_, block) = script.split_once(&format!("const {chunk} ="))?;
        address(block)
    });
    let names: Vec<String> = address(of_view).into_iter().chain(chunks).collect();
    format!(
        "    <meta name=\"warpstep-{part}-files\" content=\"./{stem} {}\">\n",
        names.join(" ")
    )
}

/// The first words of the page's head.
const HEAD: &str = "<meta charset=\"utf-8\">";

fn write(file: &Path, content: &[u8]) -> Result<(), Problem> {
    std::fs::write(file, content).map_err(|error| Problem::file("writing", file, &error))
}

fn read(file: &Path) -> Result<Vec<u8>, Problem> {
    std::fs::read(file).map_err(|error| Problem::file("reading", file, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A folder with the files that trunk writes; it is removed on drop.
    struct Built(PathBuf);

    impl Built {
        fn new(name: &str, engine: &[u8]) -> Self {
            let folder = std::env::temp_dir().join(format!("warpstep-site-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).unwrap();
            for (file, content) in [
                (
                    "index.html",
                    &b"<!doctype html><head>\n    <meta charset=\"utf-8\">\n<script>first()</script></head>"[..],
                ),
                ("engine.js", b"let wasm_bindgen;"),
                ("engine_bg.wasm", engine),
                (
                    "engine_loader.js",
                    include_bytes!("../../../../assets/engine_loader.js"),
                ),
                ("compiler.js", b"let wasm_bindgen;"),
                ("compiler_bg.wasm", b"compiler"),
                (
                    "compiler_loader.js",
                    include_bytes!("../../../../assets/compiler_loader.js"),
                ),
                ("editor.js", b"export {};"),
                ("texts-en.txt", b"texts-en"),
                ("texts-zh-Hans.txt", b"texts-zh-Hans"),
                ("offline.js", b"const VERSION = \"\";\nconst FILES = {};\n"),
            ] {
                std::fs::write(folder.join(file), content).unwrap();
            }
            Built(folder)
        }

        fn files(&self) -> Vec<String> {
            let mut files: Vec<String> = std::fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            files.sort();
            files
        }

        fn text(&self, file: &str) -> String {
            std::fs::read_to_string(self.0.join(file)).unwrap()
        }
    }

    impl Drop for Built {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_engine_is_named_after_its_content_and_the_page_knows_the_name() {
        let (one, other) = (Built::new("one", b"one"), Built::new("other", b"other"));
        finish(&one.0).unwrap();
        finish(&other.0).unwrap();
        let loader = |site: &Built| {
            let mut files = site.files().into_iter();
            files
                .find(|file| file.starts_with("engine") && file.ends_with("_loader.js"))
                .unwrap()
        };
        assert_ne!(loader(&one), loader(&other));
        assert!(
            one.text("index.html")
                .contains(&format!("content=\"./{}\"", loader(&one)))
        );
        let stem = loader(&one).replace("_loader.js", "");
        let loads = |stem: &str| {
            format!("importScripts(\"./{stem}.js\");\nwasm_bindgen({{ module_or_path: \"./{stem}_bg.wasm\" }});\n")
        };
        assert!(one.text(&loader(&one)).ends_with(&loads(&stem)));
        let mut files = one.files().into_iter();
        let compiler = files
            .find(|file| file.starts_with("compiler") && file.ends_with("_loader.js"))
            .unwrap();
        assert_eq!(one.text(&compiler), loads(&compiler.replace("_loader.js", "")));
        for old in ["engine.js", "editor.js"] {
            assert!(!one.files().contains(&old.to_owned()), "{:?}", one.files());
        }
    }

    #[test]
    fn the_page_says_early_what_its_program_is() {
        let site = Built::new("early", b"engine");
        let index = site.0.join("index.html");
        let page = site
            .text("index.html")
            .replace("</head>", "<script>import './page-0f.js'</script></head>");
        std::fs::write(&index, page).unwrap();
        finish(&site.0).unwrap();
        let page = site.text("index.html");
        let program = page.find("<meta name=\"warpstep-page\" content=\"./page-0f_bg.wasm\">");
        assert!(program < page.find("<script"), "{page}");
        assert!(program.is_some() && !page.contains("modulepreload"), "{page}");
    }

    #[test]
    fn the_files_of_a_part_are_those_that_the_script_loads_for_it() {
        let script = "const __chunk_1 = makeLoad(() => {\n const src = fetch(new URL(\"./page-0f_chunk_1.wasm\", import.meta.url));\n}\n, []);\n\
            const __chunk_2 = makeLoad(() => {\n const src = fetch(new URL(\"./page-0f_chunk_2.wasm\", import.meta.url));\n}\n, []);\n\
            export const __wasm_split_load_lab = wrapAsyncCb(makeLoad(() => {\n const src = fetch(new URL(\"./page-0f_split_lab.wasm\", import.meta.url));\n}\n, [__chunk_2]));\n\
            export const __wasm_split_load_list = wrapAsyncCb(makeLoad(() => {\n const src = fetch(new URL(\"./page-0f_split_list.wasm\", import.meta.url));\n}\n, []));";
        let content = |part: &str| {
            let element = files_of(part, "page-0f", script);
            let content = element.split_once("content=\"./").map(|(_, rest)| rest.to_owned());
            content.unwrap_or_default().trim_end().replace("\">", "")
        };
        assert_eq!(content("lab"), "page-0f _split_lab _chunk_2");
        assert_eq!(content("list"), "page-0f _split_list");
        assert_eq!(content("deck"), "");
    }

    #[test]
    fn language_files_are_named_after_their_content_and_the_page_knows_the_names() {
        let site = Built::new("texts", b"engine");
        finish(&site.0).unwrap();
        let page = site.text("index.html");
        for stem in language_files::STEMS {
            let file = format!("{stem}-{}.txt", fingerprint::short(stem.as_bytes()));
            assert_eq!(site.text(&file), stem);
            let meta = format!("<meta name=\"warpstep-{stem}\" content=\"./{file}\">");
            assert!(page.contains(&meta), "{page}");
            assert!(site.text(offline::WORKER).contains(&file));
        }
    }

    #[test]
    fn openings_are_named_after_their_contents_and_not_kept_for_later() {
        let site = Built::new("openings", b"engine");
        for (name, run) in [("list", "three"), ("vote", "one")] {
            std::fs::write(site.0.join(format!("opening-{name}.txt")), run).unwrap();
        }
        finish(&site.0).unwrap();
        let stem = format!("opening-{}", fingerprint::short(b"threeone"));
        assert_eq!(site.text(&format!("{stem}-list.txt")), "three");
        assert_eq!(site.text(&format!("{stem}-vote.txt")), "one");
        let meta = format!("<meta name=\"warpstep-openings\" content=\"./{stem} list vote\">");
        assert!(site.text("index.html").contains(&meta));
        assert!(!site.text(offline::WORKER).contains("opening-"));
    }

    #[test]
    fn all_files_are_listed_with_what_they_hold() {
        let site = Built::new("listed", b"engine");
        finish(&site.0).unwrap();
        let worker = site.text(offline::WORKER);
        for file in site.files() {
            let entry = match file.as_str() {
                // The page is listed under the address that visitors open.
                "index.html" => format!(
                    "\"./\": \"{}\"",
                    fingerprint::base64(&read(&site.0.join(&file)).unwrap())
                ),
                offline::WORKER => continue,
                _ => format!(
                    "\"./{file}\": \"{}\"",
                    fingerprint::base64(&read(&site.0.join(&file)).unwrap())
                ),
            };
            assert!(worker.contains(&entry), "{entry} in\n{worker}");
        }
        assert!(!worker.contains("const VERSION = \"\""), "{worker}");
    }

    #[test]
    fn trunks_name_is_found_in_the_page() {
        let page = "<script type=\"module\">import init from './page-c5d5.js';";
        assert_eq!(program(page), Some("page-c5d5"));
        assert_eq!(program("<script>"), None);
    }

    /// Other pages load it.
    #[test]
    fn the_script_of_the_tag_has_at_most_six_kilobytes() {
        let script = include_str!("../../../../assets/warpstep.js");
        assert!(script.len() <= 6 << 10, "{} bytes", script.len());
    }

    #[test]
    fn finishing_twice_changes_nothing() {
        let site = Built::new("twice", b"engine");
        finish(&site.0).unwrap();
        let before: Vec<String> = site.files().iter().map(|file| site.text(file)).collect();
        finish(&site.0).unwrap();
        let after: Vec<String> = site.files().iter().map(|file| site.text(file)).collect();
        assert_eq!(before, after);
    }
}
