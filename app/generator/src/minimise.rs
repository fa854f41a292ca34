//! Makes a kernel smaller while two still disagree about it: leaves out statements and blocks.

use crate::RandomKernel;

/// Kernels tried for one disagreement.
const MOST_TRIES: u32 = 1500;

/// The kernel without everything that it does not need to differ still.
pub fn minimise(
    kernel: &RandomKernel,
    mut differs: impl FnMut(&RandomKernel) -> bool,
) -> RandomKernel {
    let lines: Vec<&str> = kernel.source.lines().collect();
    let mut parts = parts(&lines);
    // Large ones first.
    parts.sort_by_key(|&(first, last)| (std::cmp::Reverse(last - first), std::cmp::Reverse(first)));
    let mut kept = vec![true; lines.len()];
    let mut tries = 0;
    // Many parts at once, then fewer, then single ones until none can go.
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
            if changed && differs(&with_lines(kernel, &lines, &fewer)) {
                kept = fewer;
            }
        }
        if together == 1 && kept == before {
            return with_lines(kernel, &lines, &kept);
        }
        together = (together / 4).max(1);
    }
}

fn with_lines(kernel: &RandomKernel, lines: &[&str], kept: &[bool]) -> RandomKernel {
    let lines = lines.iter().zip(kept).filter(|(_, kept)| **kept);
    RandomKernel {
        source: lines.map(|(line, _)| format!("{line}\n")).collect(),
        ..kernel.clone()
    }
}

/// First and last lines of what can be left out: a statement, or a block with its header.
fn parts(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let line = line.trim();
        // Without what ends a loop a driver's compiler may not end either.
        if line.is_empty() || ends_a_loop(line) {
            continue;
        }
        if line.starts_with('}') && !line.ends_with('{') {
            let block = open.pop().filter(|&first| {
                !lines[first + 1..number]
                    .iter()
                    .all(|line| ends_a_loop(line.trim()))
            });
            found.extend(block.map(|first| (first, number)));
        } else if line.starts_with('}') {
            // `} else {`: the block goes on.
        } else if line.ends_with('{') {
            open.push(number);
        } else {
            found.push((number, number));
        }
    }
    found
}

/// A change of a loop's counter, or a way out.
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
    line.starts_with("break")
        || line.contains("{ break; }")
        || line.strip_prefix('k').is_some_and(counter)
}
