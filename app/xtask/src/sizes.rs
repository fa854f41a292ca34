//! What the page weighs: every file as it lies there, and compressed as a host sends it; and what it may weigh.

use crate::shell::Problem;
use crate::site::REST;
use crate::{openings, posters};
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

/// What the whole page may weigh, in bytes of brotli. Half a megabyte is the aim; this holds what is reached. What is cut
/// out of the program for the first step's sake compresses a little worse by itself.
const MOST_TOGETHER: usize = 1_890_000;
/// What it may weigh to the first step.
const MOST_TO_FIRST_STEP: usize = 150_000;
/// What the rest of the program and what the page opens with add to that, where there is no browser to tell them apart and to
/// take posters.
const MOST_OF_THE_REST: usize = 300_000;

/// Whether a file is loaded before the first step of a lesson as it opens is shown: neither a part of the page nor its styles,
/// the rest of its program, a pack, the engine, the compiler, the editor or what keeps the page without a network. Where a
/// poster shows that step, the run behind it comes later, too.
fn is_for_first_step(name: &str) -> bool {
    let later = ["_split_", "_chunk_", REST];
    let beside = [
        "compiler",
        "editor",
        "engine",
        "offline",
        "words-",
        "later-",
        "lab-",
        "playground-",
    ];
    !later.iter().any(|part| name.contains(part))
        && !beside.iter().any(|file| name.starts_with(file))
}

/// A file as it lies there and as a host sends it.
#[derive(Debug)]
struct Weight {
    name: String,
    bytes: usize,
    gzipped: usize,
    brotli: usize,
}

impl Weight {
    fn sum<'a>(name: &str, files: impl Iterator<Item = &'a Weight> + Clone) -> Self {
        let of = |part: fn(&Weight) -> usize| files.clone().map(part).sum();
        Weight {
            name: name.to_owned(),
            bytes: of(|file| file.bytes),
            gzipped: of(|file| file.gzipped),
            brotli: of(|file| file.brotli),
        }
    }
}

/// One poster is loaded on a visit, in one language, with its pictures: the heaviest counts for all.
fn heaviest_poster(posters: &[Weight]) -> Option<Weight> {
    let languages = ["-en.txt", "-zh.txt"];
    let pages = posters.iter().filter_map(|page| {
        let mut ends = languages.iter();
        let name = ends.find_map(|end| page.name.strip_suffix(end))?;
        let pictures = format!("{name}.txt");
        let both = posters
            .iter()
            .filter(|file| file.name == page.name || file.name == pictures);
        Some(Weight::sum(
            &format!("{} and its pictures", page.name),
            both,
        ))
    });
    pages.max_by_key(|poster| poster.brotli)
}

/// Prints what every file weighs; of openings and posters, the heaviest. A page that has grown beyond its limit is a problem.
pub fn weigh(folder: &Path) -> Result<(), Problem> {
    let mut weights = Vec::new();
    for extension in ["wasm", "js", "css", "html", "txt"] {
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
    // One of them is loaded on a visit: the heaviest counts for all.
    let (openings, weights): (Vec<Weight>, Vec<Weight>) = weights
        .into_iter()
        .partition(|file| file.name.starts_with(openings::STEM));
    let (posters, mut weights): (Vec<Weight>, Vec<Weight>) = weights
        .into_iter()
        .partition(|file| file.name.starts_with(posters::STEM));
    weights.extend(openings.into_iter().max_by_key(|file| file.brotli));
    weights.extend(heaviest_poster(&posters));
    // What a poster shows comes before the run that it is of.
    let has_posters = !posters.is_empty();
    let first = |file: &&Weight| {
        let waits = has_posters && file.name.starts_with(openings::STEM);
        is_for_first_step(&file.name) && !waits
    };
    let to_first_step = Weight::sum("to the first step", weights.iter().filter(first));
    let together = Weight::sum("together", weights.iter());
    let has_rest = weights.iter().any(|file| file.name.contains(REST));
    let whole = if has_rest { 0 } else { MOST_OF_THE_REST };
    let found = [
        (to_first_step.brotli, MOST_TO_FIRST_STEP + whole),
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
    found
        .into_iter()
        .try_for_each(|(brotli, most)| within(brotli, most))
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
        assert_eq!(within(MOST_TOGETHER, MOST_TOGETHER), Ok(()));
        assert!(within(MOST_TOGETHER + 1, MOST_TOGETHER).is_err());
    }

    #[test]
    fn of_posters_the_heaviest_page_counts_with_its_pictures() {
        let weight = |name: &str, brotli| Weight {
            name: name.to_owned(),
            bytes: 0,
            gzipped: 0,
            brotli,
        };
        let posters = [
            weight("poster-1f-vote-en.txt", 30),
            weight("poster-1f-vote-zh.txt", 40),
            weight("poster-1f-vote.txt", 5),
            weight("poster-1f-list-en.txt", 35),
            weight("poster-1f-list-zh.txt", 34),
            weight("poster-1f-list.txt", 11),
        ];
        let heaviest = heaviest_poster(&posters).unwrap();
        assert_eq!(heaviest.brotli, 46);
        assert!(heaviest.name.starts_with("poster-1f-list-en.txt"));
        assert!(heaviest_poster(&[]).is_none());
    }

    #[test]
    fn parts_and_what_only_texts_need_are_not_loaded_before_the_first_step() {
        for (name, first) in [
            ("index.html", true),
            ("page-12_bg.wasm", true),
            ("page-12_parts.js", true),
            ("opening-78-neighbored.txt", true),
            ("engine-34_bg.wasm", false),
            ("app-56.css", true),
            ("page-12_rest.wasm", false),
            ("page-12_split_views.wasm", false),
            ("page-12_chunk_3.wasm", false),
            ("compiler-78_bg.wasm", false),
            ("editor-9a.js", false),
            ("lab-bc.css", false),
            ("playground-de.css", false),
            ("words-en-bc.txt", false),
            ("later-de.txt", false),
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
