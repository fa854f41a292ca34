//! What the page weighs: every file as it lies there, and compressed as a host sends it; and what it may weigh.

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

/// What the whole page may weigh, in bytes of brotli. Half a megabyte is the aim; this holds what is reached.
const MOST_TOGETHER: usize = 1_550_000;

/// A file as it lies there and as a host sends it.
#[derive(Debug)]
struct Weight {
    name: String,
    bytes: usize,
    gzipped: usize,
    brotli: usize,
}

/// Prints what every file weighs. A page that has grown beyond its limit is a problem.
pub fn weigh(folder: &Path) -> Result<(), Problem> {
    let mut weights = Vec::new();
    for extension in ["wasm", "js", "css", "html"] {
        for file in files(folder, extension)? {
            let content =
                std::fs::read(&file).map_err(|error| Problem::file("reading", &file, &error))?;
            weights.push(Weight {
                name: file
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
                bytes: content.len(),
                gzipped: gzipped_bytes(&content),
                brotli: brotli_bytes(&content),
            });
        }
    }
    let of = |part: fn(&Weight) -> usize| weights.iter().map(part).sum();
    weights.push(Weight {
        name: "together".to_owned(),
        bytes: of(|file| file.bytes),
        gzipped: of(|file| file.gzipped),
        brotli: of(|file| file.brotli),
    });
    println!(
        "\n{:>12} {:>12} {:>12}   {}",
        "bytes",
        "gzipped",
        "brotli",
        folder.display()
    );
    for file in &weights {
        let columns = [file.bytes, file.gzipped, file.brotli].map(grouped);
        println!(
            "{:>12} {:>12} {:>12}   {}",
            columns[0], columns[1], columns[2], file.name
        );
    }
    within(weights.last().map_or(0, |together| together.brotli))
}

fn within(brotli: usize) -> Result<(), Problem> {
    if brotli <= MOST_TOGETHER {
        return Ok(());
    }
    Err(Problem::new(
        format!(
            "the page weighs {} bytes as brotli, and {} is its limit",
            grouped(brotli),
            grouped(MOST_TOGETHER)
        ),
        "find what made it grow (the table stands above), or say in the commit why the limit rises",
    ))
}

fn gzipped_bytes(content: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail; were it to, zero would show it.
    encoder
        .write_all(content)
        .and_then(|()| encoder.finish())
        .map_or(0, |gzipped| gzipped.len())
}

/// As a host that compresses its files once does it: the best quality, the largest window.
fn brotli_bytes(content: &[u8]) -> usize {
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 4096, 11, 24);
    // As above.
    if encoder.write_all(content).is_err() {
        return 0;
    }
    encoder.into_inner().len()
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
    fn a_page_beyond_its_limit_is_refused() {
        assert_eq!(within(MOST_TOGETHER), Ok(()));
        assert!(within(MOST_TOGETHER + 1).is_err());
    }

    #[test]
    fn repetition_compresses_well() {
        let repeated = [7; 100_000];
        assert!((20..500).contains(&gzipped_bytes(&repeated)));
        assert!((5..100).contains(&brotli_bytes(&repeated)));
    }
}
