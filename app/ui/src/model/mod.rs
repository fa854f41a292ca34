//! What each panel shows at a moment: plain values from a trace and a cursor, without a page.

pub mod array;
pub mod asked;
pub mod banks;
pub mod blocks;
pub mod caption;
pub mod code;
pub mod comparison;
pub mod counters;
pub mod formulas;
pub mod lab;
pub mod lanes;
pub mod launch;
pub mod lines;
pub mod moment;
pub mod occupancy;
pub mod playground;
pub mod representative;
pub mod scheduler;
pub mod timeline;
pub mod times;
pub mod tree;
pub mod trust;
pub mod variables;
pub mod why;

#[cfg(test)]
pub mod samples;
#[cfg(test)]
mod tests;
