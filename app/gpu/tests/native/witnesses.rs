//! Three witnesses for every kernel of the gallery: the CPU's reference, the machine, and WebGPU on a real driver.

use crate::adapter;
use gpu::run_once;
use lessons::{GALLERY, Size};
use simt::{Machine, Outcome, RunOptions, compile, run};

/// A multiple of every chunk, one less than a chunk, and one that no block divides.
const SIZES: [u32; 3] = [16_384, 1_023, 5_000];

#[test]
fn reference_machine_and_webgpu_agree_on_every_word() {
    let gpu = adapter::connect();
    assert!(
        gpu.info().max_block >= 1024,
        "this adapter cannot run blocks of 1024: {:?}",
        gpu.info()
    );
    let machine = Machine::default();
    for kernel in GALLERY.iter() {
        let name = &kernel.kernel.name;
        let program =
            compile(&kernel.kernel.source, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        for block in [64, 256, 1024] {
            for n in SIZES {
                let size = Size::new(n, block).expect("a size that can run");
                let dispatch = kernel.dispatch(size, &machine);
                let buffers = pollster::block_on(run_once(&gpu, &kernel.kernel, &dispatch))
                    .unwrap_or_else(|error| panic!("{name}, block {block}, n {n}: {error}"));

                let mut expected = vec![0; kernel.output_words(size) as usize];
                kernel.reference(size, &machine, 0, &mut expected);
                assert!(
                    buffers[kernel.output()] == expected,
                    "{name}, block {block}, n {n}: WebGPU against reference"
                );

                let options = RunOptions {
                    machine: machine.clone(),
                    traced: None,
                    ..RunOptions::default()
                };
                let run = run(&program, &dispatch, &options)
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(
                    run.outcome,
                    Outcome::Completed,
                    "{name}, block {block}, n {n}"
                );
                // The whole of `data` too: these kernels have no race, so every intermediate sum is decided.
                for (place, (ours, theirs)) in run.buffers.iter().zip(&buffers).enumerate() {
                    assert!(
                        ours == theirs,
                        "{name}, block {block}, n {n}: machine against WebGPU, buffer {place}"
                    );
                }
            }
        }
    }
}
