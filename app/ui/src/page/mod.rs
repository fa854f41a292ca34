//! What a reader sees: the list of lessons and the lesson page.

mod address;
mod app;
mod array;
mod broken;
mod canvas;
mod client;
mod code;
mod counters;
mod fields;
mod formulas;
mod glossary;
mod gpu;
mod header;
mod help;
mod icons;
mod keyboard;
mod lanes;
mod lesson;
mod list;
mod machine;
mod notices;
mod occupancy;
mod player;
mod preference;
mod previews;
mod runs;
mod scheduler;
mod slides;
mod slot;
mod state;
mod strip;
mod timeline;
mod times;
mod tip;
mod why;

pub use app::start;
