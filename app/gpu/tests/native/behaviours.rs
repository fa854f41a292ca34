//! Runs the behaviour kernels of the simulated machine on a real WebGPU device: results that WGSL defines must be
//! equal.

#[path = "../../../simt/tests/kernels/directions.rs"]
mod directions;

use crate::adapter;
use gpu::run_once;
use simt::{Kernel, RunOptions, ScalarType, compile, run};
use std::path::Path;

/// Kernels that are not compared: WGSL does not define their results (races, accesses out of bounds, barriers that some
/// lanes miss), they depend on the warp width, or they never end.
const OPEN: [&str; 9] = [
    "divergent_flow",
    "finished_lanes",
    "different_barriers",
    "endless_loop",
    "out_of_bounds",
    "private_array",
    "same_word_from_all_lanes",
    "atomics",
    "scopes_and_shadows",
];

#[test]
fn behaviours_are_the_devices_too() {
    let gpu = adapter::connect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../simt/tests/kernels");
    let mut compared = 0;
    for topic in ["control", "barrier", "memory", "values", "cooperation"] {
        for entry in std::fs::read_dir(root.join(topic)).expect("the topic's folder is readable") {
            let file = entry.expect("the entry is readable").path();
            let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if file.extension().is_none_or(|extension| extension != "wgsl")
                || OPEN.contains(&name)
                || name.starts_with("subgroup")
            {
                continue;
            }
            let source = std::fs::read_to_string(&file).expect("the file is readable");
            let (dispatch, _) = directions::read(&source);
            let program = compile(&source, None).expect("it compiles");
            let machine = run(&program, &dispatch, &RunOptions::default())
                .expect("it runs")
                .buffers;
            let kernel = Kernel {
                name: name.to_owned().into(),
                source: source.into(),
                entry_point: None,
            };
            let device = pollster::block_on(run_once(&gpu, &kernel, &dispatch))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let float = program.bindings[0].scalar() == Some(ScalarType::F32);
            for (buffer, (ours, theirs)) in machine.iter().zip(&device).enumerate() {
                assert_eq!(ours.len(), theirs.len(), "{name}");
                for (word, (&ours, &theirs)) in ours.iter().zip(theirs).enumerate() {
                    let close = float && near(f32::from_bits(ours), f32::from_bits(theirs));
                    assert!(
                        close || ours == theirs,
                        "{name}: word {word} of buffer {buffer}: machine {ours:#x}, device {theirs:#x}"
                    );
                }
            }
            compared += 1;
        }
    }
    assert!(compared >= 20, "only {compared} behaviours were compared");
}

/// Returns true if the values agree within the specification's bounds for the functions used, the widest of which is
/// 2^-11.
fn near(ours: f32, theirs: f32) -> bool {
    (ours - theirs).abs() <= ours.abs().max(1.0) * 2.0_f32.powi(-11)
}
