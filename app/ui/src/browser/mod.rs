//! The browser's interfaces, without any state of the page.

pub mod compression;
pub mod head;
pub mod idle;
pub mod lazy;
