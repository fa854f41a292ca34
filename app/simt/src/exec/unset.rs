//! Memory that nobody has set, and lanes that are not there: what a read of them gives, and whether it reaches a result.

use super::execution::{Run, RunOptions, run};
use crate::hazard::{Effect, FindingKind};
use crate::program::{Dispatch, Program};
use serde::{Deserialize, Serialize};

/// The contents of workgroup memory before anyone writes it, and the value of a shuffle from a lane that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unset {
    /// Zeros: the rule of WGSL.
    #[default]
    Zero,
    /// A number that is no result: CUDA leaves these values undefined. As a float and as an integer it is very large for
    /// even seeds of a run, and far below zero for odd ones, so that neither a minimum nor a maximum hides both.
    Undefined,
}

impl Unset {
    /// Returns the word that memory is filled with in a run with a seed.
    pub(crate) fn word(self, seed: u64) -> u32 {
        match self {
            Unset::Zero => 0,
            Unset::Undefined => {
                let sign = (seed as u32 & 1) << 31;
                sign | 0x7e5a_0000 | (seed as u32).wrapping_mul(0x9e37) & 0xffff | 0x0101
            }
        }
    }
}

/// Notes in the findings of a run whether values that CUDA leaves undefined reach its result: another run with other such
/// values differs. A run without such findings stays as it is.
pub fn weigh(program: &Program, dispatch: &Dispatch, options: &RunOptions, weighed: &mut Run) {
    if options.unset == Unset::Zero || !weighed.findings.iter().any(|each| each.is_of_unset()) {
        return;
    }
    let other = RunOptions {
        traced: None,
        findings: false,
        unset_seed: Some(options.unset_seed.unwrap_or(options.seed) ^ 1),
        ..options.clone()
    };
    let effect = match run(program, dispatch, &other) {
        Ok(other) if other.buffers == weighed.buffers && other.outcome == weighed.outcome => {
            Effect::None
        }
        _ => Effect::Result,
    };
    for finding in &mut weighed.findings {
        if let FindingKind::UnwrittenRead { effect: own, .. }
        | FindingKind::InactiveLaneRead { effect: own, .. } = &mut finding.kind
        {
            *own = effect;
        }
    }
}
