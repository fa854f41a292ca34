//! Runs a kernel with usual values for what nothing says.

use crate::arguments::JobArguments;
use crate::buffers::SetArgument;
use crate::job::Job;
use crate::problem::Problem;
use crate::unsaid::{Missing, USUAL, USUAL_BYTES, Unsaid};
use simt::{FindingKind, Run, RunOptions};

/// The most elements to which arrays grow until a kernel stays inside of them.
const MOST_ELEMENTS: u32 = 1 << 20;

/// Threads of a block, in the order in which they are tried: an array of shared memory may have one element for each.
const BLOCKS: [u32; 3] = [USUAL, 32, 16];

/// Runs a kernel with values for what is missing, and returns a sentence about them. Arrays grow until the kernel stays
/// inside of them; if it never does, a smaller block may.
///
/// # Errors
/// Returns why the kernel cannot run with these values either.
pub fn run(
    mut missing: Missing,
    asked: &JobArguments,
    options: &RunOptions,
) -> Result<(Job, Run, String), Problem> {
    let attempt = |unsaid: &[Unsaid]| -> Result<(Job, Run), Problem> {
        let mut completed = asked.clone();
        unsaid.iter().for_each(|each| say(each, &mut completed));
        let job = Job::new(&completed)?;
        let run = job.run(options)?;
        Ok((job, run))
    };
    for threads in BLOCKS {
        if !missing.set_block(threads) && threads != USUAL {
            break;
        }
        let mut elements = USUAL;
        missing.set_elements(elements);
        let (mut job, mut run) = attempt(&missing.unsaid)?;
        while leaves_an_array(&run) && elements < MOST_ELEMENTS {
            elements *= 2;
            if !missing.set_elements(elements) {
                break;
            }
            (job, run) = attempt(&missing.unsaid)?;
        }
        if !leaves_an_array(&run) {
            return Ok((job, run, missing.assumed()));
        }
    }
    missing.set_block(USUAL);
    missing.set_elements(USUAL);
    let (job, run) = attempt(&missing.unsaid)?;
    Ok((job, run, missing.assumed()))
}

/// Says something in the arguments.
fn say(unsaid: &Unsaid, arguments: &mut JobArguments) {
    let run = &mut arguments.run;
    match unsaid {
        Unsaid::Grid | Unsaid::Workgroups => run.workgroups = Some([1; 3]),
        Unsaid::Block(threads) => arguments.block = Some(threads.to_string()),
        Unsaid::Shared => run.shared = Some(USUAL_BYTES),
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
