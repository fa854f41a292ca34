//! The fuzzing loop: it mutates an input, runs it, and keeps some inputs for further mutations.

use crate::watch::{Watched, watch};
use fuzz::{Dice, Target};
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

/// Maximum number of inputs to mutate further; new ones replace random old ones.
const MOST_KEPT: usize = 4096;

/// Number of inputs per job between two progress lines.
const PROGRESS: u64 = 100_000;

/// Stack size of a program's main thread, where libFuzzer runs its inputs.
const STACK: usize = 8 << 20;

/// Runs `inputs` inputs, divided among `jobs` threads. Each job has its own seed.
pub fn hunt(target: Target, inputs: u64, seed: u64, jobs: u64) -> ExitCode {
    let begin = Instant::now();
    let watched: Vec<Watched> = (0..jobs).map(|_| Watched::default()).collect();
    watch(watched.clone());
    let started: Vec<_> = (seed..)
        .zip(watched)
        .map(|(seed, watched)| {
            let part = (inputs + seed % jobs) / jobs;
            let job = thread::Builder::new().stack_size(STACK);
            job.spawn(move || run(target, part, seed, &watched))
        })
        .collect();
    // It is also a failure if a thread cannot be started or panics outside of an input.
    let ended = started.into_iter().map(|job| job.ok()?.join().ok());
    let panics: Option<u64> = ended.sum();
    let seconds = begin.elapsed().as_secs_f64();
    let name = target.name;
    match panics {
        Some(panics) => println!("{name}: {inputs} inputs, {panics} panics, {seconds:.1} s"),
        None => eprintln!("{name}: a job did not end"),
    }
    match panics {
        Some(0) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Runs one job. Returns the number of panics.
fn run(target: Target, inputs: u64, seed: u64, watched: &Watched) -> u64 {
    let (begin, mut dice, mut panics) = (Instant::now(), Dice::new(seed), 0);
    let mut corpus = (target.corpus)();
    for number in 0..inputs {
        let [one, other] = [0; 2].map(|_| dice.below(corpus.len()));
        let input = match corpus.get(number as usize) {
            Some(input) if seed == 0 => input.clone(),
            _ => (target.mutate)(&corpus[one], &corpus[other], &mut dice),
        };
        let name = format!("{}-{seed}-{number}", target.name);
        if number > 0 && number % PROGRESS == 0 {
            println!("{name}: {:.0} s", begin.elapsed().as_secs_f64());
        }
        let outcome = watched.at(&name, &input, || catch_unwind(|| (target.run)(&input)));
        let Ok(far) = outcome else {
            panics += 1;
            let seconds = begin.elapsed().as_secs_f64();
            crate::found(&name, &input, &format!("a panic after {seconds:.1} s"));
            continue;
        };
        // Keeps some mutations, so that changes accumulate. Inputs that went far are kept more often.
        if input.len() <= target.longest && dice.below(if far { 8 } else { 64 }) == 0 {
            if corpus.len() < MOST_KEPT {
                corpus.push(input);
            } else {
                let place = dice.below(MOST_KEPT);
                corpus[place] = input;
            }
        }
    }
    panics
}
