//! The browser's interfaces, without any state of the page.

pub mod clipboard;
pub mod compression;
pub mod files;
pub mod head;
pub mod idle;
pub mod lazy;
pub mod sheet;
pub mod storage;
pub mod window;
