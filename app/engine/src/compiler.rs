//! The compiler, for texts of a reader's own: naga, and what makes programs of its modules.

use ui::FrontEnd;

fn main() {
    ui::start_compiler(FrontEnd {
        compile: simt::compile,
        entry_points: simt::entry_points,
    });
}
