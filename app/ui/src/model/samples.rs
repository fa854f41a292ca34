//! Scenes for the tests: gallery kernels as the machine runs them.

use crate::model::moment::Scene;
use lessons::{GalleryKernel, Size};
use simt::{Machine, RunOptions};

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
