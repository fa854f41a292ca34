//! Makes a site of a built page: names that change with the content, a policy against foreign code, and the list of files
//! that work without a network.

mod engine;
mod fingerprint;
mod offline;
mod policy;

use crate::shell::Problem;
use std::path::Path;

/// Finishes the page that trunk has left in a folder. A folder that is finished already is left as it is.
pub fn finish(folder: &Path) -> Result<(), Problem> {
    let index = folder.join("index.html");
    let page = std::fs::read_to_string(&index)
        .map_err(|error| Problem::file("reading", &index, &error))?;
    if page.contains(policy::MARK) {
        return Ok(());
    }
    let loader = engine::rename(folder)?;
    // What stands at the head of a page governs what comes behind it.
    let page = page.replacen(
        HEAD,
        &format!(
            "{HEAD}\n    {}\n    <meta name=\"warpstep-engine\" content=\"./{loader}\">\n    <meta name=\"warpstep-offline\" content=\"./{}\">",
            policy::of(&page),
            offline::WORKER,
        ),
        1,
    );
    write(&index, page.as_bytes())?;
    offline::list(folder)
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

    /// A folder as trunk leaves it; removed when dropped.
    struct Built(PathBuf);

    impl Built {
        fn new(name: &str, engine: &[u8]) -> Self {
            let folder =
                std::env::temp_dir().join(format!("warpstep-site-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).unwrap();
            for (file, content) in [
                ("index.html", &b"<!doctype html><head>\n    <meta charset=\"utf-8\">\n<script>first()</script></head>"[..]),
                ("engine.js", b"let wasm_bindgen;"),
                ("engine_bg.wasm", engine),
                ("engine_loader.js", b"importScripts(\"./engine.js\");wasm_bindgen(\"./engine_bg.wasm\");"),
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
            files.find(|file| file.ends_with("_loader.js")).unwrap()
        };
        assert_ne!(loader(&one), loader(&other));
        assert!(
            one.text("index.html")
                .contains(&format!("content=\"./{}\"", loader(&one)))
        );
        let stem = loader(&one).replace("_loader.js", "");
        assert_eq!(
            one.text(&loader(&one)),
            format!("importScripts(\"./{stem}.js\");wasm_bindgen(\"./{stem}_bg.wasm\");")
        );
        assert!(
            !one.files().contains(&"engine.js".to_owned()),
            "{:?}",
            one.files()
        );
    }

    #[test]
    fn all_files_are_listed_with_what_they_hold() {
        let site = Built::new("listed", b"engine");
        finish(&site.0).unwrap();
        let worker = site.text(offline::WORKER);
        for file in site.files() {
            let entry = match file.as_str() {
                // The page by the address that visitors open.
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
    fn finishing_twice_changes_nothing() {
        let site = Built::new("twice", b"engine");
        finish(&site.0).unwrap();
        let before: Vec<String> = site.files().iter().map(|file| site.text(file)).collect();
        finish(&site.0).unwrap();
        let after: Vec<String> = site.files().iter().map(|file| site.text(file)).collect();
        assert_eq!(before, after);
    }
}
