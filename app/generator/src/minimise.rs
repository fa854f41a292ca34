//! Shrinks a kernel on which two implementations disagree: removes statements and blocks while they still disagree.

use crate::RandomKernel;

/// Maximum number of kernels to try for one disagreement.
const MOST_TRIES: u32 = 1500;

/// Returns the kernel without the parts that are not needed for `differs` to return true.
pub fn minimise(kernel: &RandomKernel, mut differs: impl FnMut(&RandomKernel) -> bool) -> RandomKernel {
    let with = |source: String| RandomKernel {
        source,
        ..kernel.clone()
    };
    with(minimise_text(&kernel.source, |text| differs(&with(text.to_owned()))))
}

/// Returns the text of a kernel without the lines that are not needed for `differs` to return true.
pub fn minimise_text(source: &str, mut differs: impl FnMut(&str) -> bool) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let mut parts = parts(&lines);
    // Tries large parts first.
    parts.sort_by_key(|&(first, last)| (std::cmp::Reverse(last - first), std::cmp::Reverse(first)));
    let mut kept = vec![true; lines.len()];
    let mut tries = 0;
    // Removes many parts at once, then fewer, then single ones until none can be removed.
    let mut together = 16;
    loop {
        let before = kept.clone();
        for group in parts.chunks(together) {
            let mut fewer = kept.clone();
            for &(first, last) in group {
                fewer[first..=last].fill(false);
            }
            tries += 1;
            let changed = fewer != kept && tries <= MOST_TRIES;
            if changed && differs(&with_lines(&lines, &fewer)) {
                kept = fewer;
            }
        }
        if together == 1 && kept == before {
            return with_lines(&lines, &kept);
        }
        together = (together / 4).max(1);
    }
}

fn with_lines(lines: &[&str], kept: &[bool]) -> String {
    let lines = lines.iter().zip(kept).filter(|(_, kept)| **kept);
    lines.map(|(line, _)| format!("{line}\n")).collect()
}

/// Returns the first and last lines of everything that can be removed: statements, and blocks with their headers.
fn parts(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut blocks = Vec::new();
    let mut open = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let line = line.trim();
        // Keeps the lines that end a loop: without them, a driver's compiler may not terminate.
        if line.is_empty() || ends_a_loop(line) {
            continue;
        }
        if line.starts_with('}') && !line.ends_with('{') {
            let block = open
                .pop()
                .filter(|&first| !lines[first + 1..number].iter().all(|line| ends_a_loop(line.trim())));
            blocks.extend(block.map(|first| (first, number)));
        } else if line.starts_with('}') {
            // In `} else {`, the block continues.
        } else if line.ends_with('{') {
            open.push(number);
        } else {
            blocks.push((number, number));
        }
    }
    blocks
}

/// Returns true for a line that changes a loop counter, or exits a loop.
fn ends_a_loop(line: &str) -> bool {
    let counter = |rest: &str| {
        rest.trim_start_matches(|c: char| c.is_ascii_digit())
            .trim_end_matches(';')
            == "++"
            || rest
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_end_matches(';')
                == "--"
    };
    line.starts_with("break") || line.contains("{ break; }") || line.strip_prefix('k').is_some_and(counter)
}
