//! What a reader sees: the list of lessons and the lesson page.

mod address;
mod app;
mod broken;
mod canvas;
mod client;
mod compare;
mod fields;
mod glossary;
mod gpu;
mod header;
mod help;
mod icons;
mod keyboard;
mod lab;
mod lesson;
mod list;
mod machine;
mod notices;
mod panels;
mod player;
pub mod playground;
mod preference;
mod previews;
mod runs;
mod slides;
pub mod squeeze;
mod state;
mod strip;
mod tip;
mod trust;
mod why;

pub use app::start;
