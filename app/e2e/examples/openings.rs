//! Writes the recorded runs with which lessons and the list open: `cargo run -p e2e --example openings -- FOLDER`.

use std::path::PathBuf;
use ui::opening;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("which folder?")?);
    for opening in opening::all() {
        let recorded = opening::record(&opening)?;
        let file = folder.join(format!("opening-{}.txt", opening.name()));
        std::fs::write(file, recorded.runs)?;
    }
    Ok(())
}
