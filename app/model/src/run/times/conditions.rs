//! The work that a time is of.

/// The amount of work that a time is of. Only times of the same work stand on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    pub n: u64,
    /// Lanes per block; 0 if a library chooses it.
    pub block: u32,
    /// Iterations of the loop in each path, for kernels with such a loop.
    pub iterations: Option<u32>,
}
