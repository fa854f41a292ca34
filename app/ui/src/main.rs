//! The page's program: what a browser starts first.

fn main() {
    ui::start_page();
}
