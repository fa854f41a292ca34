//! Writes the language files of the page. trunk runs this after each build (`Trunk.toml`) and names the folder in
//! `TRUNK_STAGING_DIR`.

use lessons::{Language, language_file};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::var_os("TRUNK_STAGING_DIR").ok_or("set TRUNK_STAGING_DIR")?;
    for language in Language::ALL {
        let name = format!("{}.txt", language_file::stem(language));
        let content = language_file::write(language);
        std::fs::write(PathBuf::from(&folder).join(name), content)?;
    }
    Ok(())
}
