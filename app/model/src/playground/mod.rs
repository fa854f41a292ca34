//! The playground: a custom kernel with its settings, and the hints for a text that is not WGSL.

pub mod cells;
pub mod choices;
pub mod condition;
pub mod data;
pub mod difference;
pub mod examples;
pub mod foreign;
pub mod hint;
pub mod history;
pub mod kept;
pub mod link;
pub mod moment;
pub mod orders;
pub mod repair;
pub mod results;
pub mod stops;
pub mod versions;

pub use launch::dispatch;
pub use launch::draft;
pub use launch::draft::{chain, expected, filling, judge, language, limits, program, ready, translated, unset};
