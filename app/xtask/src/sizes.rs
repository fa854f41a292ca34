//! What the page weighs: every file as it lies there, and gzipped as a host sends it.

use crate::shell::Problem;
use flate2::{Compression, write::GzEncoder};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The files of one kind in a folder, by name.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Problem> {
    let entries =
        std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    files.sort();
    Ok(files)
}

pub fn print(folder: &Path) -> Result<(), Problem> {
    println!("\n{:>12} {:>12}   {}", "bytes", "gzipped", folder.display());
    let (mut all_bytes, mut all_gzipped) = (0, 0);
    for extension in ["wasm", "js", "css", "html"] {
        for file in files(folder, extension)? {
            let content =
                std::fs::read(&file).map_err(|error| Problem::file("reading", &file, &error))?;
            let (bytes, gzipped) = (content.len(), gzipped_bytes(&content));
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            println!("{:>12} {:>12}   {name}", grouped(bytes), grouped(gzipped));
            all_bytes += bytes;
            all_gzipped += gzipped;
        }
    }
    println!(
        "{:>12} {:>12}   together",
        grouped(all_bytes),
        grouped(all_gzipped)
    );
    Ok(())
}

fn gzipped_bytes(content: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail; were it to, zero would show it.
    encoder
        .write_all(content)
        .and_then(|()| encoder.finish())
        .map_or(0, |gzipped| gzipped.len())
}

/// `1234567` as `1,234,567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_027_236, "1,027,236"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn repetition_compresses_well() {
        let gzipped = gzipped_bytes(&[7; 100_000]);
        assert!((20..500).contains(&gzipped), "{gzipped}");
    }
}
