//! Every generated kernel compiles, completes and breaks no rule, and together the kernels cover the language.

use generator::{Construct, RandomKernel, Source, generate};
use proptest::prelude::*;
use simt::{Finding, Outcome, RunOptions, compile, run};
use std::collections::BTreeMap;

const SEEDS: u64 = 500;

/// The only finding that is allowed: workgroup memory is read before it is written. It is zero, so kernels may rely on
/// it.
const HINT: &str = "unwritten_read";

/// Runs a kernel and returns what is wrong with it.
fn fault(kernel: &RandomKernel) -> Option<String> {
    let program = match compile(&kernel.source, None) {
        Ok(program) => program,
        Err(error) => return Some(format!("{error} at {:?}", error.location())),
    };
    let options = RunOptions {
        traced: None,
        step_budget: 20_000_000,
        ..RunOptions::default()
    };
    let run = match run(&program, &kernel.dispatch, &options) {
        Ok(run) => run,
        Err(error) => return Some(error.to_string()),
    };
    if run.outcome != Outcome::Completed {
        return Some(format!("{:?}", run.outcome));
    }
    let forbidden = |finding: &&Finding| match finding.kind.name() {
        // Only allowed where the value is discarded.
        "out_of_bounds" => {
            let line = kernel.source.lines().nth(finding.line as usize - 1);
            !line.is_some_and(|line| line.trim_start().starts_with("_ = "))
        }
        name => name != HINT,
    };
    let finding = run.findings.iter().find(forbidden);
    finding.map(|finding| format!("{} in line {}: {finding}", finding.kind.name(), finding.line))
}

#[test]
fn five_hundred_seeds_are_valid_and_cover_the_language() {
    let mut seen: BTreeMap<Construct, u32> = BTreeMap::new();
    for seed in 0..SEEDS {
        let kernel = generate(&mut Source::from_seed(seed));
        let fault = fault(&kernel);
        assert_eq!(fault, None, "seed {seed}\n{}", kernel.source);
        for &construct in &kernel.constructs {
            *seen.entry(construct).or_default() += 1;
        }
    }
    let missing: Vec<_> = Construct::ALL
        .iter()
        .filter(|construct| !seen.contains_key(construct))
        .collect();
    assert!(missing.is_empty(), "in no kernel: {missing:?}");
}

#[test]
fn a_seed_is_always_the_same_kernel() {
    let twice = [0; 2].map(|_| generate(&mut Source::from_seed(99)));
    assert_eq!(twice[0], twice[1]);
    let other = generate(&mut Source::from_seed(100));
    assert_ne!(twice[0].source, other.source);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Strings of bytes of any length, also the empty string, are kernels.
    #[test]
    fn every_string_of_bytes_is_a_valid_kernel(bytes in prop::collection::vec(any::<u8>(), 0..1500)) {
        let kernel = generate(&mut Source::from_bytes(&bytes));
        let fault = fault(&kernel);
        prop_assert!(fault.is_none(), "{:?}\n{}", fault, kernel.source);
    }

    /// Strings of bytes are also frugal kernels, whose length is about that of the string.
    #[test]
    fn every_frugal_string_of_bytes_is_a_valid_kernel(bytes in prop::collection::vec(any::<u8>(), 0..500)) {
        let kernel = generate(&mut Source::frugal(&bytes));
        let fault = fault(&kernel);
        prop_assert!(fault.is_none(), "{:?}\n{}", fault, kernel.source);
        prop_assert!(kernel.source.len() < 3000 + 40 * bytes.len(), "{}\n{}", bytes.len(), kernel.source);
    }
}

/// In the kernels of these seeds, an index of a value in deep parentheses had deep parentheses too.
#[test]
fn deep_parentheses_stand_in_no_others() {
    for seed in [2987, 3413] {
        let kernel = generate(&mut Source::from_seed(seed));
        assert_eq!(fault(&kernel), None, "seed {seed}\n{}", kernel.source);
    }
}
