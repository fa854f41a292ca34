//! Writes the packs that a packed page loads into a folder: `cargo run -p lessons --example packs -- FOLDER`.

use lessons::pack::{self, Pack};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args_os().nth(1).ok_or("which folder?")?;
    for pack in Pack::ALL {
        let file = PathBuf::from(&folder).join(format!("{}.txt", pack.name()));
        std::fs::write(file, pack::write(pack))?;
    }
    Ok(())
}
