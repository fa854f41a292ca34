//! Runs and texts side by side.

pub mod comparison;
pub mod differing;
