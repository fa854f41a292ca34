//! Writes what the page opens with into a folder, runs and the pictures of posters: `cargo run -p e2e --example openings -- FOLDER`.

use std::path::PathBuf;
use ui::opening;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("which folder?")?);
    for opening in opening::all() {
        let recorded = opening::record(&opening)?;
        let file = |kind| folder.join(format!("{kind}-{}.txt", opening.name()));
        std::fs::write(file("opening"), recorded.runs)?;
        std::fs::write(file("poster"), recorded.pictures)?;
    }
    Ok(())
}
