//! The frame around the features: address, header, notices, keyboard, dialogs, preferences.

pub mod app;
pub mod broken;
pub mod dialogs;
pub mod embed;
pub mod glossary;
pub mod header;
pub mod help;
mod host;
pub mod keyboard;
pub mod language_files;
pub mod lazy_views;
pub mod notices;
pub mod offline;
pub mod tip;
pub mod tools;
