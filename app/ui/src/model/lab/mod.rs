//! The lab without its page: what an experiment measures, how long it takes, what came out, and its charts.

pub mod board;
pub mod counts;
pub mod csv;
pub mod estimate;
pub mod experiment;
pub mod figures;
pub mod length;
pub mod list;
pub mod record;
