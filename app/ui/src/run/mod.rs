//! Runs: the engine's client, the columns that show runs, and the ways to step through them.

pub mod badge;
pub mod canvas;
pub mod caption;
pub mod cycles;
pub mod engine_client;
pub mod export;
pub mod fields;
pub mod gpu;
pub mod machine;
mod measure;
mod motion;
pub mod order;
pub mod player;
pub mod predict;
pub mod recorded;
pub mod runs;
pub mod set_up;
mod stepping;
pub mod swipe;
pub mod thumbnails;
pub mod times;
pub mod what_if;
