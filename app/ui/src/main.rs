//! The page's program, which the browser starts first.

fn main() {
    ui::start_page();
}
