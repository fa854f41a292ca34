//! The compiler's program for the reader's own texts: WGSL to bytecode, and CUDA to WGSL.

use engine::compiler::{FrontEnd, start};

fn main() {
    start(FrontEnd {
        compile: simt::compile,
        compile_all: |text| {
            simt::compile_all(text).map_err(|first| simt::with_other_names(text, first))
        },
        trials: simt::trials,
        cuda_trials: engine::translate::advice::trials,
        join: simt::join,
        translate: engine::translate::translate,
        twin: engine::twin::TwinText::translate,
    });
}
