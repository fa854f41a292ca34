//! The compiler's program for the reader's own texts: naga, and the translation of its modules.

use engine::compiler::{FrontEnd, start};

fn main() {
    start(FrontEnd {
        compile: simt::compile,
        compile_all: simt::compile_all,
        trials: simt::trials,
        join: simt::join,
    });
}
