//! The panels of the lesson page: each shows one aspect of a run at the current position.

pub mod area;
pub mod array;
pub mod banks;
pub mod blocks;
pub mod chip;
pub mod code;
pub mod code_line;
pub mod counters;
pub mod findings;
pub mod formulas;
pub mod grid;
pub mod host;
pub mod lanes;
pub mod launch;
pub mod lines;
pub mod multiprocessors;
pub mod occupancy;
pub mod press;
pub mod printed;
pub mod scheduler;

pub mod table;
pub mod tabs;
pub mod timeline;
pub mod tree;
pub mod why;
pub mod word;
