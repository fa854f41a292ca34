//! Joins two texts, with errors as the compiler tells them.

use super::front::kernel_error;
use super::source::Source;
use crate::program::KernelError;
use serde::{Deserialize, Serialize};
use wgsl::Joined;

/// The reason why two texts cannot be joined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum JoinError {
    First(KernelError),
    Second(KernelError),
    /// Each text is valid, and the joined one is not.
    Together(KernelError),
}

/// Joins two texts into one with the entry points of both: see [`wgsl::join`].
///
/// # Errors
/// Returns the first error of one of the texts.
pub fn join(first: &str, second: &str) -> Result<Joined, JoinError> {
    wgsl::join(first, second).map_err(|error| match error {
        wgsl::JoinError::First(error) => JoinError::First(kernel_error(Source::new(first, None), &error)),
        wgsl::JoinError::Second(error) => JoinError::Second(kernel_error(Source::new(second, None), &error)),
        wgsl::JoinError::Together(error) => JoinError::Together(kernel_error(Source::new("", None), &error)),
    })
}
