//! Writes the recorded runs that the page opens with into a folder: `cargo run -p warpstep-model --example openings -- FOLDER`.

use model::run::opening;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("which folder?")?);
    for opening in opening::all() {
        let file = folder.join(format!("opening-{}.txt", opening.name()));
        std::fs::write(file, opening::record(&opening)?)?;
    }
    Ok(())
}
