//! The content of each panel at one position of a run.

pub mod array;
pub mod asked;
pub mod banks;
pub mod blocks;
pub mod chip;
pub mod code;
pub mod counters;
pub mod formulas;
pub mod grid;
pub mod host;
pub mod lanes;
pub mod launch;
pub mod lines;
pub mod multiprocessors;
pub mod occupancy;
pub mod scheduler;
pub mod tables;
pub mod timeline;
pub mod tree;
pub mod variables;
pub mod why;
pub mod word_history;
