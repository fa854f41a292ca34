//! Compares the results of nvcc's programs with the machine's.

use crate::{LIST, RESULTS, kernel};
use generator::{CudaBuffer, Element, RandomCuda, Use, minimise_text};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Runs all kernels on the machine. Returns true if all results are the same. A kernel that differs, or that is refused, is
/// written into the folder.
pub fn compare(folder: &Path) -> Result<bool, Box<dyn Error>> {
    let list = std::fs::read_to_string(folder.join(LIST))?;
    let (seed, count) = list.trim().split_once(' ').ok_or("the list of kernels is not whole")?;
    let (seed, count): (u64, u64) = (seed.parse()?, count.parse()?);
    let results = std::fs::read(folder.join(RESULTS))?;
    let mut rest = &results[..];
    let (mut different, mut refused) = (0, 0);
    for seed in seed..seed + count {
        let kernel = kernel(seed);
        let outputs: Vec<&CudaBuffer> = kernel.buffers.iter().filter(|it| it.used == Use::Output).collect();
        let mut theirs = Vec::new();
        for output in &outputs {
            let length = output.contents.len();
            if rest.len() < length {
                return Err(format!("`{RESULTS}` ends before the kernel of seed {seed}").into());
            }
            let (output_words, after) = rest.split_at(length);
            theirs.push(output_words);
            rest = after;
        }
        match run(&kernel) {
            Err(reason) => {
                refused += 1;
                println!("seed {seed}: {reason}");
                save(folder, seed, &smallest(&kernel, &reason))?;
            }
            Ok(ours) => {
                let differences = outputs.iter().zip(&theirs).zip(&ours);
                let differences = differences.filter_map(|((output, theirs), ours)| difference(output, theirs, ours));
                let differences: Vec<String> = differences.collect();
                if !differences.is_empty() {
                    different += 1;
                    println!("seed {seed}: {}", differences.join("; "));
                    save(folder, seed, &kernel.source)?;
                }
            }
        }
    }
    let same = count - different - refused;
    println!("{same} of {count} kernels are the same, {different} differ, {refused} are refused");
    Ok(same == count)
}

/// Runs a kernel on the machine; a panic is an error too.
fn run(kernel: &RandomCuda) -> Result<Vec<Vec<u8>>, String> {
    catch_unwind(AssertUnwindSafe(|| kernel.run(0))).unwrap_or_else(|_| Err("panic".to_owned()))
}

/// Returns a short text that is refused for a reason of the same kind.
fn smallest(kernel: &RandomCuda, reason: &str) -> String {
    let kind = |reason: &str| words(reason).take(6).collect::<Vec<_>>().join(" ");
    let wanted = kind(reason);
    minimise_text(&kernel.source, |text| {
        let smaller = RandomCuda {
            source: text.to_owned(),
            ..kernel.clone()
        };
        run(&smaller).is_err_and(|reason| kind(&reason) == wanted)
    })
}

/// Returns the words of a message without names and numbers, which change with the text.
fn words(message: &str) -> impl Iterator<Item = &str> {
    message
        .split_whitespace()
        .filter(|word| !word.contains(|letter: char| letter.is_ascii_digit() || letter == '`'))
}

fn save(folder: &Path, seed: u64, text: &str) -> Result<(), Box<dyn Error>> {
    Ok(std::fs::write(folder.join(format!("seed_{seed}.cu")), text)?)
}

/// Returns the first element that differs. Floats are compared as numbers, because the sign of a zero is open.
fn difference(buffer: &CudaBuffer, theirs: &[u8], ours: &[u8]) -> Option<String> {
    let size = buffer.element.bytes();
    let pairs = theirs.chunks(size).zip(ours.chunks(size));
    let numbers = pairs.map(|(theirs, ours)| (number(buffer.element, theirs), number(buffer.element, ours)));
    let differ: Vec<_> = numbers
        .enumerate()
        .filter(|(_, (theirs, ours))| theirs != ours)
        .collect();
    let (index, (theirs, ours)) = differ.first()?;
    let name = &buffer.name;
    Some(format!(
        "{name}[{index}] is {theirs} by nvcc and {ours} here ({} elements differ)",
        differ.len()
    ))
}

fn number(element: Element, bytes: &[u8]) -> f64 {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    match element {
        Element::Float => f64::from(f32::from_le_bytes(word)),
        Element::Int => f64::from(i32::from_le_bytes(word)),
        Element::Short => f64::from(i16::from_le_bytes([word[0], word[1]])),
        Element::Char => f64::from(word[0].cast_signed()),
        _ => f64::from(u32::from_le_bytes(word)),
    }
}
