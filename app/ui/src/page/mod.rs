//! What a reader sees: the list of lessons and the lesson page.

mod address;
mod app;
mod array;
mod banks;
mod broken;
mod canvas;
mod client;
mod code;
mod counters;
mod fields;
mod gpu;
mod header;
mod help;
mod icons;
mod keyboard;
mod lanes;
mod lesson;
mod lines;
mod list;
mod machine;
mod notices;
mod occupancy;
mod player;
mod preference;
mod press;
mod previews;
mod runs;
mod slides;
mod slot;
mod state;
mod strip;
mod timeline;
mod times;
mod tip;
mod tree;

pub use app::start;
