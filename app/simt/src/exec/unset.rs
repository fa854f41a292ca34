//! Memory that nobody has set and lanes that are not there: the value of a read, and its effect on the result.

use super::execution::{Run, RunOptions, run};
use crate::hazard::{Effect, Finding, FindingKind};
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
/// values, or with zeros, differs. An operation that has no defined result for these values alone is no finding. A run without
/// such values stays as it is.
pub fn weigh(program: &Program, dispatch: &Dispatch, options: &RunOptions, weighed: &mut Run) {
    if options.unset == Unset::Zero || !weighed.findings.iter().any(|each| each.is_of_unset()) {
        return;
    }
    let plain = RunOptions {
        traced: None,
        ..options.clone()
    };
    // It looks for findings, too: then a run that its budget ends is cut at the same place.
    let with_others = RunOptions {
        unset_seed: Some(options.unset_seed.unwrap_or(options.seed) ^ 1),
        ..plain.clone()
    };
    let with_zeros = RunOptions {
        unset: Unset::Zero,
        ..plain
    };
    let runs = [with_others, with_zeros].map(|options| run(program, dispatch, &options));
    let is_same = |other: &Run| (&other.buffers, &other.outcome) == (&weighed.buffers, &weighed.outcome);
    let effect = if runs.iter().all(|other| other.as_ref().is_ok_and(is_same)) {
        Effect::None
    } else {
        Effect::Result
    };
    if let [_, Ok(zeros)] = &runs {
        let place = |finding: &Finding| (finding.kind.name(), finding.line, finding.column);
        let with_zeros: Vec<_> = zeros.findings.iter().map(place).collect();
        weighed.findings.retain(|finding| {
            let is_operation = matches!(finding.kind, FindingKind::UndefinedResult { .. });
            !is_operation || with_zeros.contains(&place(finding))
        });
    }
    for finding in &mut weighed.findings {
        if let FindingKind::UnwrittenRead { effect: current, .. }
        | FindingKind::InactiveLaneRead { effect: current, .. } = &mut finding.kind
        {
            *current = effect;
        }
    }
}
