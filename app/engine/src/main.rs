//! The worker's program: the machine beside the page.

fn main() {
    ui::start_engine();
}
