//! Exports of the page, and the names of their files.

pub mod film;
pub mod frame;
mod naming;
pub mod trace_file;

pub use frame::escaped;
pub use naming::{About, Taken};
