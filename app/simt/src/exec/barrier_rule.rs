//! The rule of barriers, in which languages differ.

use serde::{Deserialize, Serialize};

/// The lanes of a workgroup that must come to a barrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BarrierRule {
    /// All lanes, and the text must show it: the rule of WGSL.
    #[default]
    AllLanes,
    /// The lanes that have not returned from the kernel: the rule of CUDA ("CUDA C++ Programming Guide",
    /// `__syncthreads()`). A lane that went past the barrier to the kernel's end is missing.
    RemainingLanes,
}
