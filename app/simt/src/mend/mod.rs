//! Tries suggested fixes: applies each to the text, runs it again, and keeps the first one that removes its finding and
//! brings no other error. Findings that one change removes become one finding.
//!
//! Changes keep every line where it is, so a finding of the changed text has the lines of the reader's. [`trials`] applies
//! and compiles, [`mend`] runs: on the page they are in two workers.

mod apply;
mod atomic;
mod candidates;
mod edit;
mod language;
mod of_wgsl;

pub use language::{Change, Language};

use crate::exec::{Run, RunOptions, run};
use crate::hazard::{Edit, Finding, FindingKind, Fix, Severity};
use crate::program::{Dispatch, Outcome, Program};
use of_wgsl::Wgsl;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Limit of the changes that are made for one run, and of the statements that one trial executes.
const MAX_TRIALS: usize = 32;
/// Limit of the bytes of all changed texts together: of long ones, fewer changes are tried.
const MAX_BYTES: usize = 400_000;
const MAX_STEPS: u64 = 4_000_000;

/// A fix of a finding, applied to the text and compiled.
#[derive(Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The finding, as an index into those of the run.
    pub finding: u32,
    /// A second finding in the same place, which the fix is to remove as well.
    pub partner: Option<u32>,
    pub fix: Fix,
    pub edit: Edit,
    pub program: Program,
}

/// Applies the fixes that may remove the findings of a run, and compiles each text. Texts that browsers would refuse are
/// left out.
pub fn trials(text: &str, entry_point: Option<&str>, findings: &[Finding]) -> Vec<Trial> {
    trials_in(&Wgsl { entry_point }, text, findings)
}

/// As [`trials`], for a text in any language.
pub fn trials_in(language: &dyn Language, text: &str, findings: &[Finding]) -> Vec<Trial> {
    let has_fix = |finding: &Finding| finding.suggested_fix.is_some();
    if !findings.iter().any(has_fix) {
        return Vec::new();
    }
    let (Some(outline), Some(as_written)) = (language.outline(text), language.compile(text)) else {
        return Vec::new();
    };
    let most = (MAX_BYTES / text.len().max(1)).clamp(1, MAX_TRIALS);
    let compiled = |fix: &Fix| {
        let changed = apply::apply(language, text, fix)?;
        let program = language.compile(&changed)?;
        // Threads of a warp may wait for each other in a branch.
        let is_of_warp = matches!(fix, Fix::WarpBarrier { .. } | Fix::WarpSteps { .. });
        let is_uniform = is_of_warp || program.separations.len() <= as_written.separations.len();
        is_uniform.then(|| (edit::between(language, text, &changed), program))
    };
    let fixes: Vec<Vec<Fix>> = findings
        .iter()
        .take(most)
        .map(|finding| {
            let mut fixes = candidates::candidates(text, &outline, finding);
            fixes.retain(|fix| language.has(fix));
            fixes
        })
        .collect();
    let (mut trials, mut made) = (Vec::new(), 0);
    for (number, fixes_of_finding) in (0_u32..).zip(&fixes) {
        let alone = fixes_of_finding.iter().map(|fix| (None, fix.clone()));
        let partner = candidates::partner(findings, number as usize);
        let partner = partner.and_then(|partner| Some((partner, fixes.get(partner)?)));
        let pairs = partner.iter().flat_map(|&(partner, fixes)| {
            let pairs = candidates::pairs(fixes_of_finding, fixes);
            pairs.into_iter().map(move |fix| (Some(partner as u32), fix))
        });
        for (partner, fix) in alone.chain(pairs) {
            if made == most {
                return trials;
            }
            made += 1;
            if let Some((edit, program)) = compiled(&fix) {
                trials.push(Trial {
                    finding: number,
                    partner,
                    fix,
                    edit,
                    program,
                });
            }
        }
    }
    trials
}

/// Kind, lines and variable: what makes two findings the same in two versions of a text.
type Identity = (&'static str, u32, Option<u32>, Option<String>);

fn identity(finding: &Finding) -> Identity {
    (
        finding.kind.name(),
        finding.line,
        finding.other_line(),
        finding.kind.variable().map(str::to_owned),
    )
}

/// Runs the trials of a run's findings. Afterwards a finding has a fix only if the machine has tried it, or if it is advice
/// that no change of the text can follow; findings that one change removes are one. `wrong` returns the number of values in
/// the buffers that are not as expected: a change after which there are more is no fix.
pub fn mend(
    trials: &[Trial],
    dispatch: &Dispatch,
    options: &RunOptions,
    mended: &mut Run,
    wrong: &dyn Fn(&[Vec<u32>]) -> u64,
) {
    let options = RunOptions {
        traced: None,
        step_budget: options.step_budget.min(MAX_STEPS),
        ..options.clone()
    };
    let completes = mended.outcome == Outcome::Completed;
    let wrong_before = wrong(&mended.buffers);
    let before: HashSet<Identity> = mended.findings.iter().map(identity).collect();
    // Each finding with its index, as trials know it.
    let mut rest: Vec<(u32, Finding)> = (0..).zip(std::mem::take(&mut mended.findings)).collect();
    while !rest.is_empty() {
        let (number, mut finding) = rest.remove(0);
        let advice = finding.suggested_fix.take().filter(Fix::stands_untried);
        let trials_of_finding = trials.iter().filter(|trial| trial.finding == number);
        let mut alone = None;
        let mut both = None;
        for trial in trials_of_finding {
            let partner = trial.partner.and_then(|partner| {
                let mut others = rest.iter();
                let (_, other) = others.find(|(number, _)| *number == partner)?;
                Some(identity(other))
            });
            // One change may be enough for both, or the partner may be gone already.
            let is_needed = match (&alone, trial.partner, &partner) {
                (None, None, _) => true,
                (Some(_), None, _) | (_, Some(_), None) => false,
                (None, Some(_), Some(_)) => both.is_none(),
                (Some((_, after)), Some(_), Some(partner)) => both.is_none() && HashSet::contains(after, partner),
            };
            if !is_needed {
                continue;
            }
            let Ok(run) = run(&trial.program, dispatch, &options) else {
                continue;
            };
            let after: HashSet<Identity> = run.findings.iter().map(identity).collect();
            // One of the lanes that write the same must go on writing it.
            let is_lost = matches!(finding.kind, FindingKind::EqualValueRace(_))
                && matches!(trial.fix, Fix::OneLane { .. })
                && run.buffers != mended.buffers;
            let is_worse =
                is_lost || completes && (run.outcome != Outcome::Completed || wrong(&run.buffers) > wrong_before);
            let has_new = run
                .findings
                .iter()
                .any(|other| other.severity() == Severity::Error && !before.contains(&identity(other)));
            let removes = |identity: &Identity| !after.contains(identity);
            let helps = removes(&identity(&finding)) && !is_worse && !has_new;
            if !helps {
                continue;
            }
            match &partner {
                None => alone = Some((trial, after)),
                Some(partner) if removes(partner) => both = Some((trial, after)),
                Some(_) => {}
            }
        }
        if let Some((trial, after)) = both.or(alone) {
            finding.suggested_fix = Some(trial.fix.clone());
            finding.edit = Some(trial.edit.clone());
            // What the same change removes belongs to the same mistake.
            let (gone, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(_, other)| {
                // An operation without a defined result is a mistake of its own: a guard around it only hides it.
                let is_own = matches!(other.kind, FindingKind::UndefinedResult { .. });
                other.severity() >= Severity::Warning && !is_own && !after.contains(&identity(other))
            });
            finding.also = gone.into_iter().map(|(_, other)| other).collect();
            rest = others;
        } else {
            finding.suggested_fix = advice;
        }
        mended.findings.push(finding);
    }
}
