//! The traces that every platform must give: `fingerprints.txt` holds one line for each kernel, and the browser's
//! tests read the same file. After a wanted change of the machine: `BLESS=1 cargo test -p lessons --test fingerprints`.

use lessons::{GALLERY, Size};
use simt::{Machine, RunOptions, compile, run};
use std::fmt::Write;

/// The size of the traces; the browser opens the same.
const SIZE: Size = Size::fixed(4096, 128);

#[test]
fn native_traces_have_the_recorded_fingerprints() {
    let machine = Machine::default();
    let mut text = String::new();
    for kernel in GALLERY {
        let program = compile(&kernel.kernel.source, None).expect("a gallery kernel compiles");
        let dispatch = kernel.dispatch(SIZE, &machine);
        let trace = run(&program, &dispatch, &RunOptions::default())
            .expect("and runs")
            .trace
            .expect("with a trace");
        let _ = writeln!(text, "{} {:016x}", kernel.kernel.name, trace.fingerprint());
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fingerprints.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).expect("the file can be written");
    }
    assert_eq!(
        text,
        std::fs::read_to_string(path).unwrap_or_default(),
        "see the first lines of this test's file"
    );
}
