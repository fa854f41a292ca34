//! The compiler's program for the reader's own texts: WGSL to bytecode, and CUDA to WGSL.

use engine::compiler::{FrontEnd, start};
use launch::draft::limits::Limits;

fn main() {
    start(FrontEnd {
        compile: simt::compile,
        compile_all: |text| simt::compile_all(text).map_err(|first| simt::with_other_names(text, first)),
        trials: simt::trials,
        cuda_trials: launch::translate::advice::trials,
        join: simt::join,
        translate: |text| launch::translate::translate(text, Limits::AT_EVERY_EDIT),
        twin: launch::twin::TwinText::translate,
    });
}
