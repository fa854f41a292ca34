//! What a reader sees: the list of lessons and the lesson page.

mod address;
mod app;
mod broken;
mod canvas;
mod client;
mod compare;
mod deck;
mod fields;
mod glossary;
mod gpu;
mod head;
mod header;
mod help;
mod icons;
mod keyboard;
mod lab;
mod lesson;
mod list;
mod machine;
mod notices;
mod offline;
mod panels;
mod player;
mod predict;
mod preference;
mod present;
mod previews;
mod runs;
mod slides;
mod state;
mod strip;
mod tip;
mod trust;
mod why;

pub use app::start;
