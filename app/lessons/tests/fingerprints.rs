//! Traces are bit-identical on every platform and in every build: a snapshot holds their fingerprints. The browser's
//! fingerprints are compared with the native ones in `app/e2e/tests/page`.

use lessons::{GALLERY, Size};
use simt::{Machine, RunOptions, compile, run};
use std::fmt::Write;

#[test]
fn traces_have_the_fingerprints_they_had() {
    let mut text = String::new();
    for kernel in GALLERY.iter() {
        let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        for (n, block) in [(16_384, 256), (1000, 64)] {
            for width in [4, 8, 32, 64] {
                let options = RunOptions {
                    machine: Machine::default().with_warp_width(width),
                    ..RunOptions::default()
                };
                let size = kernel.task.nearest(Size::fixed(n, block));
                let dispatch = kernel.dispatch(size, &options.machine);
                let run = run(&program, &dispatch, &options).expect("it runs");
                let trace = run.trace.as_ref().map_or(0, simt::Trace::fingerprint);
                let _ = writeln!(
                    text,
                    "{} n {n} block {block} width {width}: trace {trace:016x} buffers {:016x}",
                    kernel.kernel.name,
                    run.buffers_fingerprint()
                );
            }
        }
    }
    insta::assert_snapshot!(text);
}
