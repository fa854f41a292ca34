//! How many elements a second the machine reduces, full counters on: `cargo run --release -p lessons --example throughput`.

use lessons::{GALLERY, Size};
use simt::{Machine, RunOptions, compile, run};

fn main() {
    let size = Size::fixed(1 << 20, 256);
    let machine = Machine::default();
    for kernel in GALLERY {
        let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        let options = RunOptions {
            machine: machine.clone(),
            traced: None,
            ..RunOptions::default()
        };
        let dispatch = kernel.dispatch(size, &machine);
        let start = std::time::Instant::now();
        let done = run(&program, &dispatch, &options).expect("it runs");
        let seconds = start.elapsed().as_secs_f64();
        eprintln!(
            "{:<24} {:>8.1} ms {:>7.2} M elements/s {:>8.1} M warp instructions/s",
            kernel.kernel.name,
            seconds * 1e3,
            f64::from(size.n()) / seconds / 1e6,
            done.metrics.instructions as f64 / seconds / 1e6
        );
    }
}
