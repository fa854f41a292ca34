//! Every generated CUDA kernel is translated, compiled, and run on the machine, without an error and without a finding.

use generator::{Source, Use, generate_cuda};

const SEEDS: u64 = 200;

#[test]
fn two_hundred_seeds_run_on_the_machine() {
    for seed in 0..SEEDS {
        let kernel = generate_cuda(&mut Source::from_seed(seed));
        let outputs = kernel
            .run(0)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", kernel.source));
        let before = kernel.buffers.iter().filter(|it| it.used == Use::Output);
        let changed = before.zip(&outputs).any(|(buffer, after)| buffer.contents != *after);
        assert!(changed, "seed {seed} stores nothing\n{}", kernel.source);
        let other = kernel.run(seed + 1);
        assert_eq!(other, Ok(outputs), "seed {seed}, in another order\n{}", kernel.source);
    }
}

#[test]
fn no_output_is_larger_than_the_programs_of_nvcc_expect() {
    for seed in 0..SEEDS {
        let kernel = generate_cuda(&mut Source::from_seed(seed));
        let bytes = kernel.buffers.iter().map(|buffer| buffer.contents.len());
        assert!(bytes.max() <= Some(4096), "seed {seed}");
    }
}
