//! Compares three results of every gallery kernel: the CPU reference, the simulated machine, and WebGPU on a real
//! driver.

use crate::adapter;
use crate::skipped::skip;
use gpu::run_once;
use launch::twin::TwinText;
use lessons::{GALLERY, Size};
use simt::{Kernel, Machine, Outcome, RunOptions, compile, run};

/// A multiple of every chunk, one less than a chunk, and a size that no workgroup size divides.
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
        // Only the device decides whether lanes run in lockstep, so kernels that rely on it are skipped.
        if kernel.least_warp_width > 1 {
            continue;
        }
        if kernel.needs_subgroups() && !gpu.info().subgroups {
            skip(&format!("{name}: this adapter has no subgroups"));
            continue;
        }
        let program = compile(&kernel.kernel.source, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut done = Vec::new();
        for block in [64, 256, 1024] {
            for n in SIZES {
                let size = kernel.task.nearest(Size::fixed(n, block));
                if done.contains(&size) {
                    continue;
                }
                done.push(size);
                let (n, block) = (size.n(), size.block());
                let dispatch = kernel.dispatch(size, &machine);
                let buffers = pollster::block_on(run_once(&gpu, &kernel.kernel, &dispatch))
                    .unwrap_or_else(|error| panic!("{name}, block {block}, n {n}: {error}"));

                let mut expected = vec![0; kernel.output_words(size) as usize];
                kernel.reference(size, &machine, 0, &mut expected);
                let agree = |ours: &[u32], theirs: &[u32]| {
                    ours.len() == theirs.len()
                        && (0..)
                            .zip(ours.iter().zip(theirs))
                            .all(|(index, (&ours, &theirs))| kernel.agrees(size, index, theirs, ours))
                };
                assert!(
                    agree(&expected, &buffers[kernel.output()]),
                    "{name}, block {block}, n {n}: WebGPU against reference"
                );

                let options = RunOptions {
                    machine: machine.clone(),
                    traced: None,
                    ..RunOptions::default()
                };
                let run = run(&program, &dispatch, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(run.outcome, Outcome::Completed, "{name}, block {block}, n {n}");
                // The whole of `data` is compared too: these kernels have no race, so every intermediate sum is
                // defined.
                for (place, (ours, theirs)) in run.buffers.iter().zip(&buffers).enumerate() {
                    let same = ours == theirs || place == kernel.output() && agree(ours, theirs);
                    assert!(
                        same,
                        "{name}, block {block}, n {n}: machine against WebGPU, buffer {place}"
                    );
                }
            }
        }
    }
}

/// The translation of a CUDA twin is a text of its own: it gives the reference's result on the driver too.
#[test]
fn translated_twins_agree_with_the_reference_on_webgpu() {
    let gpu = adapter::connect();
    let machine = Machine::default();
    let mut compared = 0;
    for kernel in GALLERY.iter().filter(|kernel| kernel.runs_in_cuda()) {
        let name = &kernel.kernel.name;
        if kernel.least_warp_width > 1 {
            continue;
        }
        if kernel.needs_subgroups() && !gpu.info().subgroups {
            skip(&format!("{name}: this adapter has no subgroups"));
            continue;
        }
        let program = compile(&kernel.kernel.source, None).expect("it compiles");
        let mut done = Vec::new();
        for block in [64, 256, 1024] {
            for n in SIZES {
                let size = kernel.task.nearest(Size::fixed(n, block));
                if done.contains(&size) {
                    continue;
                }
                done.push(size);
                let given = kernel.dispatch(size, &machine);
                let twin = TwinText::of(kernel, &program, &given).translate();
                let twin = twin.unwrap_or_else(|error| panic!("{name}: {error}"));
                // CUDA's warps have 32 lanes, and those texts count on it; software drivers have narrower ones.
                if twin.wgsl.contains("enable subgroups") {
                    continue;
                }
                let dispatch = twin.dispatch(&program, &given).expect("it starts");
                let translated = Kernel {
                    source: twin.wgsl.clone().into(),
                    ..kernel.kernel.clone()
                };
                let buffers = pollster::block_on(run_once(&gpu, &translated, &dispatch))
                    .unwrap_or_else(|error| panic!("{name}, {size:?}: {error}\n{}", twin.wgsl));
                let output = &program.bindings[kernel.output()].name;
                let place = twin.place(output).expect("it has the output");
                let mut expected = vec![0; kernel.output_words(size) as usize];
                kernel.reference(size, &machine, 0, &mut expected);
                for (index, (&got, &wanted)) in (0..).zip(buffers[place].iter().zip(&expected)) {
                    assert!(
                        kernel.agrees(size, index, got, wanted),
                        "{name}, {size:?}: word {index} is {got:#x}, not {wanted:#x}"
                    );
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 250, "{compared} runs");
}

/// Compares the sizes of the lessons' charts with the reference only: the machine runs such sizes only in part.
#[test]
#[ignore = "2^24 elements need a real GPU: cargo test --release -p gpu --test native -- --ignored"]
fn reference_and_webgpu_agree_at_two_to_the_24() {
    let gpu = adapter::connect();
    let machine = Machine::default();
    let (mut right, mut wrong) = (0, Vec::new());
    for kernel in GALLERY.iter() {
        if kernel.needs_subgroups() && !gpu.info().subgroups {
            continue;
        }
        for block in [256, 1024] {
            let size = kernel.task.nearest(Size::fixed(1 << 24, block));
            let name = format!("{} n {} block {}", kernel.kernel.name, size.n(), size.block());
            let dispatch = kernel.dispatch(size, &machine);
            let buffers = pollster::block_on(run_once(&gpu, &kernel.kernel, &dispatch))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut expected = vec![0; kernel.output_words(size) as usize];
            kernel.reference(size, &machine, 0, &mut expected);
            let words = expected.iter().zip(&buffers[kernel.output()]);
            let agree = (0..)
                .zip(words)
                .all(|(index, (&ours, &theirs))| kernel.agrees(size, index, theirs, ours));
            // Only the device decides whether lanes run in lockstep, so a wrong result there is reported but is not a
            // failure.
            match (agree, kernel.least_warp_width > 1) {
                (true, _) => right += 1,
                (false, true) => {
                    eprintln!("{name}: has a race, and its result is wrong on this device")
                }
                (false, false) => wrong.push(name),
            }
        }
    }
    eprintln!("{right} kernels are correct on {:?}", gpu.info());
    assert!(wrong.is_empty(), "{wrong:?}");
}
