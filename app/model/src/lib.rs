//! The content of the page as plain data: views of a trace, addresses, decks, drafts, and the sentences of both languages.
//!
//! No browser and no Leptos: everything here is tested natively.
//!
//! ```
//! assert_eq!(model::number::whole("2^14"), Ok(16_384));
//! assert_eq!(model::number::grouped(16_384), "16,384");
//! ```

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
