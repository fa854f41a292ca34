//! The content of each panel at one moment: plain values from a trace and a cursor, without a page.

pub mod array;
pub mod asked;
pub mod banks;
pub mod blocks;
pub mod caption;
pub mod code;
pub mod comparison;
pub mod counters;
pub mod deck;
pub mod differing;
pub mod formulas;
pub mod jobs;
pub mod keys;
pub mod lab;
pub mod lanes;
pub mod launch;
pub mod lines;
pub mod moment;
pub mod occupancy;
pub mod pace;
pub mod picture_end;
pub mod playground;
pub mod predict;
pub mod representative;
pub mod scheduler;
pub mod slides;
pub mod speaker;
pub mod summary;
pub mod tables;
pub mod take;
pub mod timeline;
pub mod times;
pub mod tree;
pub mod trust;
pub mod variables;
pub mod why;

#[cfg(test)]
mod memory;
#[cfg(test)]
pub mod samples;
#[cfg(test)]
mod tests;
