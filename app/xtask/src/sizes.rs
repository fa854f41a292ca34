//! Prints the size of every file, plain and compressed as a host sends it, and checks the page's limits.

use crate::shell::Problem;
use crate::{openings, parallel};
use flate2::{Compression, write::GzEncoder};
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Returns the files with one extension in a folder, by name.
pub fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Problem> {
    let entries = std::fs::read_dir(folder).map_err(|error| Problem::file("reading", folder, &error))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|other| other == extension))
        .collect();
    files.sort();
    Ok(files)
}

// The limits are 2 % above what the page needed when they were set, and `docs/performance.md` has them.
/// The limit for all files together, in bytes of brotli.
const MOST_TOGETHER: usize = 3_200_000;
/// The limit for the files that a visit loads before the first step of a lesson is drawn, in bytes of brotli.
const MOST_TO_FIRST_STEP: usize = 731_000;

/// Returns true if a file is loaded before the first step of a lesson is drawn. Lazy views, the workers' programs, the
/// editor, the language files and the service worker come later.
fn is_for_first_step(name: &str) -> bool {
    let in_name = ["_split_", "_chunk_"];
    let at_start = ["compiler", "editor", "engine", "offline", "texts-"];
    !in_name.iter().any(|part| name.contains(part)) && !at_start.iter().any(|file| name.starts_with(file))
}

/// A file's sizes in bytes: plain, with gzip, and with brotli.
#[derive(Debug)]
struct Weight {
    name: String,
    bytes: usize,
    gzipped: usize,
    brotli: usize,
}

impl Weight {
    fn of(file: &Path) -> Result<Self, Problem> {
        let content = std::fs::read(file).map_err(|error| Problem::file("reading", file, &error))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Ok(Weight {
            name: name.into_owned(),
            bytes: content.len(),
            gzipped: gzipped_bytes(&content),
            brotli: brotli_bytes(&content),
        })
    }

    fn sum<'a>(name: &str, files: impl Iterator<Item = &'a Weight> + Clone) -> Self {
        let sum_of = |part: fn(&Weight) -> usize| files.clone().map(part).sum();
        Weight {
            name: name.to_owned(),
            bytes: sum_of(|file| file.bytes),
            gzipped: sum_of(|file| file.gzipped),
            brotli: sum_of(|file| file.brotli),
        }
    }
}

/// Prints the size of every file; of the prebuilt runs only the largest.
///
/// # Errors
/// The page is larger than one of its limits.
pub fn weigh(folder: &Path) -> Result<(), Problem> {
    let mut paths = Vec::new();
    for extension in ["wasm", "js", "css", "html", "txt", "woff2"] {
        paths.extend(files(folder, extension)?);
    }
    let weights: Result<Vec<Weight>, Problem> = parallel::map(&paths, |file| Weight::of(file)).into_iter().collect();
    // A visit loads only one of them.
    let (openings, mut weights): (Vec<Weight>, Vec<Weight>) = weights?
        .into_iter()
        .partition(|file| file.name.starts_with(openings::STEM));
    weights.extend(openings.into_iter().max_by_key(|file| file.brotli));
    let first = |file: &&Weight| is_for_first_step(&file.name);
    let to_first_step = Weight::sum("to the first step", weights.iter().filter(first));
    let together = Weight::sum("together", weights.iter());
    let sizes = [
        (to_first_step.brotli, MOST_TO_FIRST_STEP),
        (together.brotli, MOST_TOGETHER),
    ];
    weights.extend([to_first_step, together]);
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
    sizes.into_iter().try_for_each(|(brotli, most)| within(brotli, most))
}

fn within(brotli: usize, most: usize) -> Result<(), Problem> {
    if brotli <= most {
        return Ok(());
    }
    Err(Problem::new(
        format!(
            "the page weighs {} bytes as brotli, and {} is its limit",
            grouped(brotli),
            grouped(most)
        ),
        "find what made it grow (the table stands above), or say in the commit why the limit rises",
    ))
}

fn gzipped_bytes(content: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory cannot fail. If it did, the table would show zero.
    encoder
        .write_all(content)
        .and_then(|()| encoder.finish())
        .map_or(0, |gzipped| gzipped.len())
}

/// Compresses with the best quality and the largest window, like a host that compresses its files once.
fn brotli_bytes(content: &[u8]) -> usize {
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 4096, 11, 24);
    // Writing into memory cannot fail. If it did, the table would show zero.
    if encoder.write_all(content).is_err() {
        return 0;
    }
    encoder.into_inner().len()
}

/// Formats `1234567` as `1,234,567`.
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
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_027_236, "1,027,236")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn the_document_has_the_limits() {
        let file = crate::shell::root().join("docs/performance.md");
        let document = std::fs::read_to_string(file).expect("the document is there");
        for limit in [MOST_TOGETHER, MOST_TO_FIRST_STEP] {
            assert!(document.contains(&grouped(limit)), "{limit}");
        }
    }

    #[test]
    fn a_page_beyond_its_limit_is_refused() {
        assert_eq!(within(MOST_TOGETHER, MOST_TOGETHER), Ok(()));
        assert!(within(MOST_TOGETHER + 1, MOST_TOGETHER).is_err());
    }

    #[test]
    fn lazy_views_workers_and_texts_come_after_the_first_step() {
        for (name, first) in [
            ("index.html", true),
            ("page-12_bg.wasm", true),
            ("page-12_parts.js", true),
            ("opening-78-neighbored.txt", true),
            ("engine-34_bg.wasm", false),
            ("app-56.css", true),
            ("page-12_split_views.wasm", false),
            ("page-12_chunk_3.wasm", false),
            ("compiler-78_bg.wasm", false),
            ("editor-9a.js", false),
            ("texts-en-bc.txt", false),
            ("offline.js", false),
        ] {
            assert_eq!(is_for_first_step(name), first, "{name}");
        }
    }

    #[test]
    fn repetition_compresses_well() {
        let repeated = [7; 100_000];
        assert!((20..500).contains(&gzipped_bytes(&repeated)));
        assert!((5..100).contains(&brotli_bytes(&repeated)));
    }
}
