//! The run that the page shows: its job, its playback, and what follows from one position of it.

pub mod aligned;
pub mod caption;
pub mod jobs;
pub mod landmark;
#[cfg(not(target_arch = "wasm32"))]
pub mod opening;
pub mod pace;
pub mod picture_end;
pub mod playback;
pub mod predict;
pub mod sample;
pub mod summary;
pub mod times;
pub mod what_if;

#[cfg(test)]
mod memory;
#[cfg(test)]
pub mod samples;
#[cfg(test)]
mod tests;
