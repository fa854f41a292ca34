//! Measures the cost of traces: `cargo run --release -p lessons --example seek`.
//!
//! Prints the bytes per step in addition to changed values, for every kernel. For a trace of a million steps, prints
//! the time to open it and the slowest of 1000 long jumps.

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
    let mut cursor = Cursor::new(trace);
    let opened = start.elapsed();
    while cursor.prepare() {}
    let walked = start.elapsed();
    let mut slowest = std::time::Duration::ZERO;
    let mut target = 0;
    for _ in 0..1000 {
        // The increment shares no factor with the length, so the jumps reach all parts of the trace.
        target = (target + 611_953) % cursor.end();
        let start = Instant::now();
        cursor.seek(target);
        slowest = slowest.max(start.elapsed());
    }
    eprintln!(
        "{} steps: opened in {opened:?}, walked through after {walked:?}, slowest of 1000 jumps {slowest:?}",
        cursor.end()
    );
}
