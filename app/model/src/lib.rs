//! The content of the page as plain data: views of a trace, addresses, decks, drafts, and the sentences of both languages.
//!
//! No browser and no Leptos: everything here is tested natively.

pub mod address;
pub mod compare;
pub mod deck;
pub mod export;
pub mod lab;
pub mod lesson;
pub mod number;
pub mod panels;
pub mod playground;
pub mod present;
pub mod run;
pub mod strings;
pub mod trust;
