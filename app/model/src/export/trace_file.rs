//! A trace as a JSON file, written in pieces: byte for byte the output of `warpstep trace`.

use simt::TraceDocument;
use std::ops::Range;

/// The longest file that the page exports.
pub const MOST_BYTES: usize = 400_000_000;

/// The end of the list of steps and of the file.
pub const END: &str = "]}\n";

/// The most steps that are sampled to estimate the length of the file.
const SAMPLES: usize = 400;

/// Returns everything before the first step. `None` if serialisation fails, which plain data never does.
pub fn head(document: &TraceDocument<'_>) -> Option<String> {
    let whole = serde_json::to_string(&document.without_steps()).ok()?;
    whole.strip_suffix("]}").map(str::to_owned)
}

/// Returns a range of the steps, with the comma that separates it from the steps before.
pub fn piece(document: &TraceDocument<'_>, steps: Range<usize>) -> Option<String> {
    let comma = if steps.start > 0 && !steps.is_empty() { "," } else { "" };
    let list = serde_json::to_string(&document.steps(steps)).ok()?;
    let inside = list.strip_prefix('[')?.strip_suffix(']')?;
    Some(format!("{comma}{inside}"))
}

/// Estimates the bytes of the file; the result is exact for a short trace.
pub fn bytes(document: &TraceDocument<'_>) -> usize {
    let count = document.trace.len();
    let length = |steps| piece(document, steps).map_or(0, |piece| piece.len());
    let frame = head(document).map_or(0, |head| head.len()) + END.len();
    if count <= SAMPLES {
        return frame + length(0..count);
    }
    let sampled: usize = (0..SAMPLES)
        .map(|sample| {
            let step = sample * (count - 1) / (SAMPLES - 1);
            length(step..step + 1).max(1)
        })
        .sum();
    frame + (sampled as f64 / SAMPLES as f64 * count as f64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::samples::playback;
    use simt::{Machine, Outcome};

    #[test]
    fn pieces_are_the_whole_document_and_its_length_is_known_before() {
        for (name, n, block) in [("reduce_neighbored", 256, 64), ("reduce_interleaved", 2048, 1024)] {
            let playback = playback(name, n, block);
            let document = TraceDocument {
                kernel: name,
                entry_point: "main",
                source: &playback.source,
                machine: &Machine::default(),
                outcome: &Outcome::Completed,
                workgroup: 0,
                trace: playback.trace(),
            };
            let whole = format!("{}\n", serde_json::to_string(&document).unwrap());
            let count = playback.trace().len();
            for size in [1, 7, count] {
                let mut file = head(&document).unwrap();
                for start in (0..count).step_by(size) {
                    file += &piece(&document, start..(start + size).min(count)).unwrap();
                }
                file += END;
                assert!(file == whole, "{name} in pieces of {size}");
            }
            let told = bytes(&document) as f64 / whole.len() as f64;
            assert!((0.8..1.25).contains(&told), "{name}: {told}");
            if count <= SAMPLES {
                assert_eq!(bytes(&document), whole.len());
            }
        }
    }
}
