//! The engine: the machine, and the gallery's programs.

fn main() {
    engine::worker::start(engine::gallery::program);
}
