//! The compiler's program for the reader's own texts: naga, the translation of its modules, and that of CUDA.

use engine::compiler::{FrontEnd, start};

fn main() {
    start(FrontEnd {
        compile: simt::compile,
        compile_all: simt::compile_all,
        trials: simt::trials,
        join: simt::join,
        translate: engine::translate::translate,
        twin: engine::twin::TwinText::translate,
    });
}
