//! The lab without its page: experiments, time estimates, results and charts.

pub mod board;
pub mod collection;
pub mod counts;
pub mod csv;
pub mod estimate;
pub mod experiment;
pub mod figures;
pub mod kernel_table;
pub mod length;
pub mod list;
pub mod own;
pub mod record;
