//! The engine's program: the interpreter, and the gallery's compiled programs.

fn main() {
    engine::worker::start(engine::gallery::program);
}
