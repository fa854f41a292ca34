//! The libFuzzer entry point of the target `source`. Every other mutation is ours, which knows the syntax of the
//! language.
#![no_main]

use fuzz::{Dice, corpus, mutate_text};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::sync::OnceLock;

fuzz_target!(|bytes: &[u8]| {
    fuzz::source(bytes);
});

fuzz_mutator!(|bytes: &mut [u8], size: usize, most: usize, seed: u32| {
    if seed % 2 == 0 {
        return fuzzer_mutate(bytes, size, most);
    }
    // libFuzzer passes only one text of its corpus to a mutation, so the second text comes from ours.
    static OTHERS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let others = OTHERS.get_or_init(corpus::sources);
    let mut dice = Dice::new(seed.into());
    let other = dice.below(others.len());
    let mutated = mutate_text(&bytes[..size], &others[other], &mut dice);
    let length = mutated.len().min(most);
    bytes[..length].copy_from_slice(&mutated[..length]);
    length
});
