//! Compiles the gallery's kernels, so that the engine of the first view needs no compiler.

use std::path::PathBuf;
use xxhash_rust::xxh3::xxh3_64;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The gallery's texts and the compiler are dependencies of this program, so cargo runs it again when they change.
    println!("cargo::rerun-if-changed=build.rs");
    let mut programs: Vec<(u64, Vec<u8>)> = Vec::new();
    for kernel in lessons::GALLERY.iter().map(|kernel| &kernel.kernel) {
        let program = simt::compile(&kernel.source, kernel.entry_point.as_deref())?;
        let text = xxh3_64(kernel.source.as_bytes());
        programs.push((text, postcard::to_stdvec(&program)?));
    }
    let folder = std::env::var_os("OUT_DIR").ok_or("cargo names no OUT_DIR")?;
    std::fs::write(PathBuf::from(folder).join("programs"), postcard::to_stdvec(&programs)?)?;
    Ok(())
}
