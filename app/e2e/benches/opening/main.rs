//! Measures the page: bytes and milliseconds to the first animated step, next to a stock Leptos counter built with the
//! same flags, a deck of reveal.js and the Ace editor; a step of a trace of a million steps; a step on stage; and the same lanes as SVG rectangles.
//!
//! `cargo xtask opening` builds all pages and runs this. By hand: `WARPSTEP_DIST=$PWD/dist WARPSTEP_PEERS=FOLDER
//! cargo bench -p e2e --bench opening [PART ...]`. The parts are `opening`, `million`, `stage` and `svg`.
#![expect(clippy::print_stdout, reason = "a command-line program")]

mod frames;
mod million;
mod opening;
mod rectangles;
mod samples;
mod stage;

use e2e::Site;

#[tokio::main(flavor = "multi_thread")]
async fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let wants = |part: &str| wanted.is_empty() || wanted.iter().any(|word| word == part);
    if wants("opening") {
        opening::print().await;
    }
    if wants("million") {
        million::print(&Site::start()).await;
    }
    if wants("stage") {
        stage::print(&Site::start()).await;
    }
    if wants("svg") {
        rectangles::print(&Site::start()).await;
    }
}
