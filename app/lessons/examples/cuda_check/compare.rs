//! Checks results.txt and outputs.bin of check.cu, and prints a table with one line per kernel.

use crate::cases::{Case, Request};
use simt::Machine;
use std::fs;
use std::path::Path;

/// Prints the table. Returns true if every word is right.
///
/// # Errors
/// A file cannot be read.
pub fn compare(folder: &Path, request: &Request) -> Result<bool, String> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(|error| format!("reading {} failed: {error}", path.display()))
    };
    let (results, outputs) = (read("results.txt")?, read("outputs.bin")?);
    let results = String::from_utf8_lossy(&results);
    let mut lines = results.lines();
    let device = lines.next().unwrap_or_default();
    let outputs = words(&outputs);
    let (mut outputs, mut all_right) = (outputs.as_slice(), true);
    let cases = request.cases();

    println!("{device}\n");
    let (kernel, right, time, rate) = ("kernel", "right at n/block (*: timed)", "µs", "GB/s");
    println!("{kernel:<32} {time:>9} {rate:>8}  {right}");
    for of_kernel in cases.chunk_by(|a, b| a.kernel == b.kernel) {
        let (mut right, mut wrong, mut time) = (Vec::new(), Vec::new(), None);
        for case in of_kernel {
            let Some(result) = lines.next().and_then(Outcome::parse) else {
                wrong.push(format!("{}: not run", at(case)));
                continue;
            };
            let (got, rest) = outputs.split_at(result.written.min(outputs.len()));
            outputs = rest;
            match verdict(case, &result, got) {
                Ok(()) => right.push(at(case)),
                Err(problem) => wrong.push(format!("{}: {problem}", at(case))),
            }
            if case.timed {
                time = Some(result.microseconds);
            }
        }
        let bytes = of_kernel.last().map(|case| case.kernel.useful_bytes(case.size));
        let rate = time
            .zip(bytes)
            .map(|(time, bytes)| bytes as f64 / f64::from(time) / 1e3);
        let [time, rate] =
            [time.map(f64::from), rate].map(|number| number.map_or(String::new(), |number| format!("{number:.1}")));
        println!("{:<32} {time:>9} {rate:>8}  {}", of_kernel[0].name(), right.join(" "));
        for problem in &wrong {
            println!("    WRONG at {problem}");
        }
        all_right &= wrong.is_empty();
    }
    Ok(all_right)
}

/// A line of results.txt.
struct Outcome<'a> {
    /// Fingerprints of all inputs and of the output.
    given: u64,
    output: u64,
    /// Number of words in outputs.bin; 0 if the output is too long to be written.
    written: usize,
    microseconds: f32,
    error: &'a str,
}

impl<'a> Outcome<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split(' ');
        Some(Outcome {
            given: u64::from_str_radix(words.next()?, 16).ok()?,
            output: u64::from_str_radix(words.next()?, 16).ok()?,
            written: words.next()?.parse().ok()?,
            microseconds: words.next()?.parse().ok()?,
            error: words.next()?,
        })
    }
}

/// Formats a case as n/block, with a star if it is timed.
fn at(case: &Case) -> String {
    let timed = if case.timed { "*" } else { "" };
    format!("{}/{}{timed}", case.size.n(), case.size.block())
}

fn verdict(case: &Case, result: &Outcome, got: &[u32]) -> Result<(), String> {
    if result.error != "cudaSuccess" {
        return Err(result.error.to_owned());
    }
    let dispatch = case.dispatch();
    let inputs = case.given(&dispatch).into_iter();
    let given = inputs.fold(0, |hash, given| fingerprint(hash, &given.contents.words()));
    if result.given != given {
        return Err("its inputs differ from those of WebGPU".to_owned());
    }
    let wanted = wanted(case);
    if result.output == fingerprint(0, &wanted) {
        return Ok(());
    }
    if got.len() != wanted.len() {
        return Err("the output has a wrong fingerprint".to_owned());
    }
    let agrees = |index: usize| case.kernel.agrees(case.size, index as u64, got[index], wanted[index]);
    match (0..wanted.len()).find(|&index| !agrees(index)) {
        Some(index) => Err(format!("word {index} is {:#x}, not {:#x}", got[index], wanted[index])),
        None => Ok(()),
    }
}

/// Computes the twin's expected output: the reference's, and for a launch from the device also that of its children.
fn wanted(case: &Case) -> Vec<u32> {
    let mut wanted = vec![0; case.kernel.output_words(case.size) as usize];
    case.kernel.reference(case.size, &Machine::default(), 0, &mut wanted);
    if case.name().starts_with("nested_launch") {
        // Block b of the tree launches blocks 2 b + 1 and 2 b + 2; word 0 belongs to the host.
        for block in 1..wanted.len() {
            let parent = wanted[(block - 1) / 2];
            if wanted[block] == 0 && parent != 0 {
                wanted[block] = parent + 1;
            }
        }
    }
    wanted
}

/// Computes the same fingerprint as check.cu.
fn fingerprint(hash: u64, words: &[u32]) -> u64 {
    let mixed = |hash: u64, &word: &u32| (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
    words.iter().fold(hash, mixed)
}

fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect()
}
