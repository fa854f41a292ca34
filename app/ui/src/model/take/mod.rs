//! What can be taken home from the page, and how it is named.

pub mod film;
pub mod frame;
mod naming;
pub mod trace_file;

pub use frame::escaped;
pub use naming::{About, Taken};
