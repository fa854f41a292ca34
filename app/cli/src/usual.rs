//! Runs a kernel with usual values for what nothing says.

use crate::arguments::JobArguments;
use crate::buffers::SetArgument;
use crate::job::Job;
use crate::problem::Problem;
use crate::unsaid::{Missing, USUAL, Unsaid};
use simt::{FindingKind, Run, RunOptions};

/// The most elements to which arrays grow until a kernel stays inside of them.
const MOST_ELEMENTS: u32 = 1 << 20;

/// Runs a kernel with values for what is missing, and returns a sentence about them. Arrays grow until the kernel stays
/// inside of them.
///
/// # Errors
/// Returns why the kernel cannot run with these values either.
pub fn run(
    mut missing: Missing,
    asked: &JobArguments,
    options: &RunOptions,
) -> Result<(Job, Run, Option<String>), Problem> {
    let attempt = |unsaid: &[Unsaid]| -> Result<(Job, Run), Problem> {
        let mut completed = asked.clone();
        unsaid.iter().for_each(|each| say(each, &mut completed));
        let job = Job::new(&completed)?;
        let run = job.run(options)?;
        Ok((job, run))
    };
    let first = attempt(&missing.unsaid)?;
    let mut elements = USUAL;
    let mut last = None;
    while leaves_an_array(&last.as_ref().unwrap_or(&first).1)
        && elements < MOST_ELEMENTS
        && missing.set_elements(2 * elements)
    {
        elements *= 2;
        last = Some(attempt(&missing.unsaid)?);
    }
    let (job, run) = match last {
        Some(last) if !leaves_an_array(&last.1) => last,
        _ => {
            missing.set_elements(USUAL);
            first
        }
    };
    Ok((job, run, Some(missing.assumed())))
}

/// Says something in the arguments.
fn say(unsaid: &Unsaid, arguments: &mut JobArguments) {
    let run = &mut arguments.run;
    match unsaid {
        Unsaid::Grid | Unsaid::Workgroups => run.workgroups = Some([1; 3]),
        Unsaid::Block => arguments.block = Some(USUAL.to_string()),
        Unsaid::Argument(name, value) => run.arguments.push((name.clone(), *value)),
        Unsaid::Override(name) => run.overrides.push((name.clone(), USUAL.into())),
        Unsaid::Member(variable, path, value) => {
            run.set.push(SetArgument::new(variable, path, *value));
        }
        Unsaid::Elements { count, .. } => arguments.n = Some(count.to_string()),
    }
}

/// Returns true if a run has an index outside of its array.
fn leaves_an_array(run: &Run) -> bool {
    let mut findings = run.findings.iter();
    findings.any(|finding| matches!(finding.kind, FindingKind::OutOfBounds { .. }))
}
