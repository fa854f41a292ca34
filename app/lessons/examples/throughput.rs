//! Measures how many elements per second the machine reduces with all counters, and the cost of the race detector:
//! `cargo run --release -p lessons --example throughput`, optionally with the name of one kernel.

use lessons::{GALLERY, Size};
use simt::{Machine, Program, RunOptions, compile, run};

fn main() {
    let size = Size::fixed(1 << 20, 256);
    let machine = Machine::default();
    let only = std::env::args().nth(1);
    for kernel in GALLERY.iter() {
        if only.as_ref().is_some_and(|name| *name != kernel.kernel.name) {
            continue;
        }
        let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        let dispatch = kernel.dispatch(size, &machine);
        let time = |findings: bool| seconds(&program, &dispatch, &machine, findings);
        let (bare, bare_instructions) = time(false);
        let (full, _) = time(true);
        eprintln!(
            "{:<24} {:>8.1} ms {:>7.2} M elements/s {:>8.1} M warp instructions/s; with findings {:>8.1} ms, {:.2} times",
            kernel.kernel.name,
            bare * 1e3,
            f64::from(size.n()) / bare / 1e6,
            bare_instructions as f64 / bare / 1e6,
            full * 1e3,
            full / bare,
        );
    }
}

/// Returns the shortest time of three runs in seconds, and the number of instructions.
fn seconds(program: &Program, dispatch: &simt::Dispatch, machine: &Machine, findings: bool) -> (f64, u64) {
    let options = RunOptions {
        machine: machine.clone(),
        traced: None,
        findings,
        ..RunOptions::default()
    };
    let mut best = (f64::INFINITY, 0);
    for _ in 0..3 {
        let start = std::time::Instant::now();
        let done = run(program, dispatch, &options).expect("it runs");
        let seconds = start.elapsed().as_secs_f64();
        if seconds < best.0 {
            best = (seconds, done.metrics.instructions);
        }
    }
    best
}
