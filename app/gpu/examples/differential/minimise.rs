//! Makes a kernel smaller while the machine and the device still disagree about it: leaves out statements and blocks.

use crate::compare::{Verdict, compare};
use generator::RandomKernel;
use gpu::Gpu;

/// Kernels tried for one disagreement.
const MOST_TRIES: u32 = 600;

/// The kernel without everything that the disagreement does not need.
pub fn minimise(gpu: &Gpu, kernel: &RandomKernel) -> RandomKernel {
    let mut best = kernel.clone();
    let mut tries = 0;
    loop {
        let lines: Vec<&str> = best.source.lines().collect();
        let mut parts = parts(&lines);
        // Large ones first.
        parts.sort_by_key(|&(first, last)| std::cmp::Reverse(last - first));
        let smaller = parts.into_iter().find_map(|(first, last)| {
            tries += 1;
            let kept = lines.iter().enumerate();
            let kept = kept.filter(|&(number, _)| number < first || number > last);
            let source: String = kept.map(|(_, line)| format!("{line}\n")).collect();
            let candidate = RandomKernel {
                source,
                ..best.clone()
            };
            let differs = tries <= MOST_TRIES && matches!(compare(gpu, &candidate), Verdict::Differ(_));
            differs.then_some(candidate)
        });
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// First and last lines of what can be left out: a statement, or a block with its header.
fn parts(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if line.starts_with('}') && !line.ends_with('{') {
            found.extend(open.pop().map(|first| (first, number)));
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
