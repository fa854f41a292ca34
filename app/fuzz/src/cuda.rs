//! Checks that any CUDA text is either translated or refused with an error at a place inside the text, and runs what is
//! translated on the machine.

use cuda::{Double, Request, Translation, translate};
use launch::dispatch::{self, Sizes};
use simt::{Machine, RunOptions, Scheduling};
use std::convert::Infallible;

/// Step limit of a run.
const STEP_BUDGET: u64 = 20_000;

/// Translates the text, and runs its kernel. Returns true if a kernel of it becomes WGSL.
///
/// # Panics
/// If the map of lines does not fit the texts, if the place of an error is outside the text, or if the machine does.
pub fn cuda(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let request = Request {
        double: Double::AsFloat,
        ..Request::default()
    };
    match translate(&text, &request) {
        Ok(made) => {
            assert_eq!(made.lines.len(), made.wgsl.lines().count());
            let lines = text.matches('\n').count() as u32 + 1;
            assert!(made.lines.iter().all(|&line| line <= lines));
            run(&made, bytes);
            true
        }
        Err(errors) => {
            let lines = text.matches('\n').count() as u32 + 1;
            assert!(!errors.is_empty());
            for error in &errors {
                assert!(
                    (1..=lines).contains(&error.line) && error.column >= 1,
                    "{error:?} in {lines} lines"
                );
            }
            false
        }
    }
}

/// Runs a kernel with two blocks of 64 threads. The text decides the width of the warps, their order, and whether their
/// threads run apart.
fn run(made: &Translation, text: &[u8]) {
    let Ok(program) = simt::compile_marked(&made.wgsl, None, &made.marks()) else {
        return;
    };
    let choice = text
        .iter()
        .fold(0_u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let sizes = Sizes {
        grid: [2, 1, 1],
        block: [64, 1, 1],
        shared_bytes: 1024,
    };
    let mut dispatch = sizes.dispatch(made);
    let arrays = made.bindings.iter().map(|binding| {
        let first = binding.initial.clone();
        dispatch::array(binding, first.unwrap_or_else(|| indices(512)))
    });
    dispatch.buffers.extend(arrays);
    let scalars = dispatch::scalars(made, |_| Ok::<_, Infallible>(vec![64.0]));
    dispatch.buffers.extend(scalars.into_iter().flatten());
    let options = RunOptions {
        machine: Machine::default().with_warp_width([32, 4, 8, 16][choice as usize % 4]),
        traced: None,
        step_budget: STEP_BUDGET,
        seed: choice / 4 % 8,
        scheduling: match choice / 32 % 4 {
            0 => Scheduling::Independent,
            _ => Scheduling::Lockstep,
        },
        ..RunOptions::cuda()
    };
    // A buffer may be too small, or a size too large: that is a sentence, and no panic.
    let _ = simt::run(&program, &dispatch, &options);
}

/// Returns the bytes of as many words, of which each is its index.
fn indices(words: u32) -> Vec<u8> {
    (0..words).flat_map(u32::to_le_bytes).collect()
}
