//! How many elements a second the machine reduces, full counters on: `cargo run --release -p lessons --example throughput`.

use lessons::{GALLERY, Size};
use simt::{Machine, RunOptions, compile, run};

fn main() {
    let size = Size::fixed(1 << 20, 256);
    let machine = Machine::default();
    // One kernel by name, or all.
    let only = std::env::args().nth(1);
    let chosen = GALLERY
        .iter()
        .filter(|kernel| only.as_ref().is_none_or(|only| kernel.kernel.name == *only));
    for kernel in chosen {
        let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        let options = RunOptions {
            machine: machine.clone(),
            traced: None,
            ..RunOptions::default()
        };
        let dispatch = kernel.dispatch(size, &machine);
        // The best of some runs: what disturbs only ever adds.
        let timed = (0..5).map(|_| {
            let start = std::time::Instant::now();
            let done = run(&program, &dispatch, &options).expect("it runs");
            (start.elapsed().as_secs_f64(), done)
        });
        let (seconds, done) = timed.min_by(|a, b| a.0.total_cmp(&b.0)).expect("some runs");
        eprintln!(
            "{:<24} {:>8.1} ms {:>7.2} M elements/s {:>8.1} M warp instructions/s",
            kernel.kernel.name,
            seconds * 1e3,
            f64::from(size.n()) / seconds / 1e6,
            done.metrics.instructions as f64 / seconds / 1e6
        );
    }
}
