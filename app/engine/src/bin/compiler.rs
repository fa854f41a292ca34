//! The compiler, for the reader's own texts: naga, and what makes programs of its modules.

use engine::compiler::{FrontEnd, start};

fn main() {
    start(FrontEnd {
        compile: simt::compile,
        compile_all: simt::compile_all,
    });
}
