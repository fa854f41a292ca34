//! Writes the language files of the page, and the titles and questions that the page shows before its program has
//! started. trunk runs this after each build (`Trunk.toml`) and names the folder in `TRUNK_STAGING_DIR`.

use lessons::{Language, headings, language_file};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::var_os("TRUNK_STAGING_DIR").ok_or("set TRUNK_STAGING_DIR")?;
    let folder = PathBuf::from(folder);
    for language in Language::ALL {
        let name = format!("{}.txt", language_file::stem(language));
        std::fs::write(folder.join(name), language_file::write(language))?;
    }
    let index = folder.join("index.html");
    let page = headings::write_into(&std::fs::read_to_string(&index)?);
    std::fs::write(index, page.ok_or("index.html has no element `headings`")?)?;
    Ok(())
}
