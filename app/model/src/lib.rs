//! The content of the page as plain data: views of a trace, addresses, decks, drafts, and the sentences of both languages.
//!
//! No browser and no Leptos: everything here is tested natively.

pub mod address;
pub mod aligned;
pub mod array;
pub mod asked;
pub mod banks;
pub mod blocks;
pub mod caption;
pub mod changes;
pub mod chip;
pub mod cited_lines;
pub mod code;
pub mod comparison;
pub mod counters;
pub mod deck;
pub mod differing;
pub mod export;
pub mod find;
pub mod formulas;
pub mod grid;
pub mod host;
pub mod jobs;
pub mod keys;
pub mod lab;
pub mod landmark;
pub mod lanes;
pub mod launch;
pub mod lesson_picture;
pub mod lines;
pub mod multiprocessors;
pub mod number;
pub mod occupancy;
#[cfg(not(target_arch = "wasm32"))]
pub mod opening;
pub mod pace;
pub mod picture_end;
pub mod playback;
pub mod playground;
pub mod predict;
pub mod quoted;
pub mod sample;
pub mod scheduler;
pub mod slides;
pub mod speaker;
pub mod stage;
pub mod strings;
pub mod summary;
pub mod tables;
pub mod timeline;
pub mod times;
pub mod tree;
pub mod trust;
pub mod variables;
pub mod what_if;
pub mod why;
pub mod word_history;

#[cfg(test)]
mod memory;
#[cfg(test)]
pub mod samples;
#[cfg(test)]
mod tests;
