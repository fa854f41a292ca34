//! Memory that the host allocates and nobody sets, and results that depend on it.

use crate::job::Job;
use simt::{Contents, Dispatch, Outcome, Run, RunOptions, ScalarType};

/// A buffer of a run whose first contents the text leaves to chance, or their end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsetBuffer {
    pub name: String,
    pub binding: u32,
    /// The bytes at its begin that the host has set.
    pub set_bytes: usize,
    pub element_bytes: usize,
}

/// The most statements of a run that is repeated for each such buffer.
const MOST_STEPS: u64 = 4_000_000;

/// The most bytes of all buffers of such a run.
const MOST_BYTES: u64 = 64 << 20;

/// Returns a sentence for each buffer that nobody has set and whose first contents reach a result: with other contents, a word
/// that the kernel stores differs.
pub fn sentences(job: &Job, options: &RunOptions, run: &Run) -> Vec<String> {
    let unset = job.translated.iter().flat_map(|made| &made.unset);
    let unset = unset.filter(|_| run.outcome == Outcome::Completed);
    // The run is not repeated with long buffers.
    let bytes: u64 = job
        .dispatch
        .buffers
        .iter()
        .map(|buffer| buffer.contents.byte_len())
        .sum();
    let is_read = unset.filter(|_| bytes <= MOST_BYTES).filter(|buffer| {
        let other = with_other_contents(job, buffer);
        let options = RunOptions {
            findings: false,
            step_budget: options.step_budget.min(MOST_STEPS),
            ..options.clone()
        };
        let again = simt::run(&job.program, &other, &options);
        again.is_ok_and(|again| again.outcome == Outcome::Completed && differ(&job.dispatch, run, &other, &again))
    });
    is_read
        .map(|buffer| {
            let what = match buffer.set_bytes {
                0 => "is read, and nobody has set it".to_owned(),
                bytes => format!(
                    "is read behind its first {} elements, which are all that the host has set",
                    bytes / buffer.element_bytes
                ),
            };
            format!(
                "`{}` {what}: `cudaMalloc` leaves memory as it is; fill it with `cudaMemset`, or with `cudaMemcpy` from an array that is set",
                buffer.name
            )
        })
        .collect()
}

/// Returns the dispatch with another number in each word of one buffer that nobody has set.
fn with_other_contents(job: &Job, unset: &UnsetBuffer) -> Dispatch {
    let binding = unset.binding;
    let mut other = job.dispatch.clone();
    let mut bindings = job.program.bindings.iter();
    let scalar = bindings
        .find(|each| each.slot == Some((0, binding)))
        .and_then(|each| each.layout.scalar());
    let mut buffers = other.buffers.iter_mut();
    if let Some(buffer) = buffers.find(|each| (each.group, each.binding) == (0, binding)) {
        let words = buffer.contents.words().into_iter().enumerate();
        let changed = words.map(|(index, word)| match scalar {
            _ if index < unset.set_bytes.div_ceil(4) => word,
            Some(ScalarType::F32) => (f32::from_bits(word) + 1.0).to_bits(),
            _ => word.wrapping_add(1),
        });
        buffer.contents = Contents::Bytes(changed.flat_map(u32::to_le_bytes).collect());
    }
    other
}

/// Returns true if a word that one of two runs has stored differs.
fn differ(one: &Dispatch, one_run: &Run, other: &Dispatch, other_run: &Run) -> bool {
    let before = one.buffers.iter().zip(&other.buffers);
    let after = one_run.buffers.iter().zip(&other_run.buffers);
    before.zip(after).any(|((one, other), (after_one, after_other))| {
        let before = one.contents.words().into_iter().zip(other.contents.words());
        let after = after_one.iter().zip(after_other);
        before.zip(after).any(|((one, other), (after_one, after_other))| {
            let is_stored = *after_one != one || *after_other != other;
            is_stored && after_one != after_other
        })
    })
}
