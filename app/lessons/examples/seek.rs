//! What traces cost: `cargo run --release -p lessons --example seek`. Bytes a step takes besides the values it changed,
//! for every kernel; how long a trace of a million steps takes to open, and the slowest of some far jumps in it.

use lessons::{GALLERY, Size};
use simt::{Cursor, Machine, RunOptions, compile, run};
use std::time::Instant;

fn main() {
    let machine = Machine::default();
    for kernel in GALLERY.iter() {
        let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        let dispatch = kernel.dispatch(Size::fixed(1 << 14, 256), &machine);
        let run = run(&program, &dispatch, &RunOptions::default()).expect("it runs");
        let trace = run.trace.expect("a trace is on by default");
        let each = trace.overhead_bytes() as f64 / trace.len() as f64;
        eprintln!(
            "{:<24} {:>6} steps, {each:.1} bytes each besides changed values",
            kernel.kernel.name,
            trace.len()
        );
    }
    let kernel = GALLERY
        .iter()
        .find(|kernel| kernel.kernel.name == "divergence_parity")
        .expect("it is in the gallery");
    let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
    let mut dispatch = kernel.dispatch(Size::fixed(1024, 1024), &machine);
    dispatch.overrides.insert("ITERATIONS".into(), 5200.0);
    let run = run(&program, &dispatch, &RunOptions::default()).expect("it runs");
    let trace = run.trace.expect("a trace is on by default");
    let start = Instant::now();
    let mut cursor = Cursor::new(&trace);
    let opened = start.elapsed();
    while cursor.prepare(&trace) {}
    let walked = start.elapsed();
    let mut slowest = std::time::Duration::ZERO;
    let mut target = 0;
    for _ in 0..1000 {
        // Steps of a number that shares no factor with the length come by everywhere.
        target = (target + 611_953) % cursor.end();
        let start = Instant::now();
        cursor.seek(&trace, target);
        slowest = slowest.max(start.elapsed());
    }
    eprintln!(
        "{} steps: opened in {opened:?}, walked through after {walked:?}, slowest of 1000 jumps {slowest:?}",
        cursor.end()
    );
}
