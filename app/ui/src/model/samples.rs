//! Scenes for the tests: gallery kernels as the machine runs them.

use crate::model::moment::Scene;
use lessons::{GalleryKernel, Size};
use simt::{Machine, Metrics, RunOptions, Trace};

/// The scene of a gallery kernel over one block or more.
pub fn scene(name: &str, n: u32, block: u32) -> Scene {
    let kernel = GalleryKernel::by_name(name).expect("in the gallery");
    let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
    let machine = Machine::default();
    let dispatch = kernel.dispatch(Size::fixed(n, block), &machine);
    let options = RunOptions {
        machine,
        ..RunOptions::default()
    };
    let run = simt::run(&program, &dispatch, &options).expect("runs");
    Scene::new(
        kernel.kernel.source.to_string(),
        run.trace.expect("a trace"),
    )
}

/// The trace of a gallery kernel's first block on a machine, and the counters of that block alone.
pub fn one_block(name: &str, n: u32, block: u32, machine: &Machine) -> (Trace, Metrics) {
    let kernel = GalleryKernel::by_name(name).expect("in the gallery");
    let program = simt::compile(&kernel.kernel.source, None).expect("compiles");
    let size = kernel.task.nearest(Size::fixed(n, block));
    let mut dispatch = kernel.dispatch(size, machine);
    dispatch.workgroups = [1, 1, 1];
    let options = RunOptions {
        machine: machine.clone(),
        ..RunOptions::default()
    };
    let run = simt::run(&program, &dispatch, &options).expect("runs");
    (run.trace.expect("a trace"), run.metrics)
}
