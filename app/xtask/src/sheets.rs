//! `cargo xtask sheets`: contact sheets of all slides on stage, in both languages and in the windows of three projectors.

use crate::page;
use crate::setup::plan::{FOR_BROWSER, FOR_PAGE};
use crate::setup::setup;
use crate::shell::{self, Problem, cargo};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Builds the page, takes a picture of each slide, and writes `index.html` next to the pictures. The folder is
/// `target/sheets` if none is named.
pub fn sheets(folder: Option<&str>) -> Result<ExitCode, Problem> {
    let facts = setup(&[FOR_PAGE, FOR_BROWSER].concat())?;
    page::build(&facts)?;
    let folder = folder.map_or_else(|| shell::target_folder().join("sheets"), PathBuf::from);
    std::fs::create_dir_all(&folder).map_err(|error| Problem::file("making", &folder, &error))?;
    let mut command = cargo(&["test", "--workspace", "--test", "page", "--", "stage::slides_fit"]);
    command
        .env("WARPSTEP_DIST", page::built()?)
        .env("WARPSTEP_SCREENSHOTS", &folder)
        .env("WARPSTEP_FULL", "1");
    // The pictures of slides that do not fit are wanted most.
    let status = shell::status(facts.with_browser(&mut command))?;
    let index = folder.join("index.html");
    let names = pictures(&folder)?;
    std::fs::write(&index, sheet(&names)).map_err(|error| Problem::file("writing", &index, &error))?;
    println!("{} pictures: {}", names.len(), index.display());
    Ok(ExitCode::from(u8::from(!status.success())))
}

/// Returns the names of the pictures of slides, in order.
fn pictures(folder: &Path) -> Result<Vec<String>, Problem> {
    let entries = std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.starts_with("stage-") && name.ends_with(".png"))
        .collect();
    names.sort();
    Ok(names)
}

/// Returns a page with all pictures, four in a row.
fn sheet(names: &[String]) -> String {
    let mut page = "<!doctype html><meta charset=\"utf-8\"><title>Slides on stage</title>
<style>body { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; font: 12px sans-serif } figure { margin: 0 } img { width: 100% }</style>
"
    .to_owned();
    for name in names {
        // Writing into a `String` cannot fail.
        let _ = writeln!(
            page,
            "<figure><a href=\"{name}\"><img src=\"{name}\" loading=\"lazy\" alt=\"\"></a><figcaption>{name}</figcaption></figure>"
        );
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_shows_each_picture() {
        let names = ["stage-1280-a-1-en.png".to_owned(), "stage-1280-a-2-en.png".to_owned()];
        let page = sheet(&names);
        for name in names {
            assert!(page.contains(&format!("<img src=\"{name}\"")));
        }
    }
}
