//! The engine: the machine, and the gallery's programs.

fn main() {
    ui::start_engine(engine::program);
}
