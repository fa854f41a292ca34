//! Runs: the engine's client, the columns that show runs, and the ways to step through them.

pub mod ahead;
pub mod canvas;
pub mod cycles;
pub mod engine_client;
pub mod gpu;
pub mod player;
pub mod recorded;
pub mod runs;
pub mod slides;
