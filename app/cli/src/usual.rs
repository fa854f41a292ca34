//! Runs a kernel with usual values for what nothing says.

use crate::arguments::JobArguments;
use crate::buffers::SetArgument;
use crate::job::Job;
use crate::problem::Problem;
use crate::unsaid::{Missing, USUAL, USUAL_BYTES, Unsaid, block_text};
use simt::{FindingKind, Run, RunOptions};

/// The most elements to which arrays grow until a kernel stays inside of them.
const MOST_ELEMENTS: u32 = 1 << 20;

/// Threads along an axis of a block, in the order in which they are tried: an array of shared memory may have one element for
/// each thread of a certain number.
const LINES: [u32; 8] = [USUAL, 32, 16, 8, 4, 128, 256, 1024];
const SQUARES: [u32; 4] = [8, 16, 32, 4];

/// The steps of an attempt: most kernels show with few of them whether they stay inside of their arrays.
const ATTEMPT_STEPS: u64 = 1_000_000;

/// Returns the blocks that are tried, the first one first.
fn blocks(first: Option<[u32; 2]>) -> Vec<[u32; 2]> {
    match first {
        None => vec![[USUAL, 1]],
        Some([1, _]) => LINES.map(|threads| [1, threads]).to_vec(),
        Some([_, 1]) => LINES.map(|threads| [threads, 1]).to_vec(),
        Some(_) => SQUARES.map(|threads| [threads; 2]).to_vec(),
    }
}

/// Runs a kernel with values for what is missing, and returns a sentence about them. Arrays grow until the kernel stays
/// inside of them; if it never does, another block may.
///
/// # Errors
/// Returns why the kernel cannot run with these values either.
pub fn run(mut missing: Missing, asked: &JobArguments, options: &RunOptions) -> Result<(Job, Run, String), Problem> {
    let job = |unsaid: &[Unsaid]| -> Result<Job, Problem> {
        let mut completed = asked.clone();
        unsaid.iter().for_each(|each| say(each, &mut completed));
        Job::new(&completed)
    };
    let attempt = RunOptions {
        step_budget: options.step_budget.min(ATTEMPT_STEPS),
        ..options.clone()
    };
    let blocks = blocks(missing.block());
    let mut inside = None;
    let mut chosen = None;
    for &block in &blocks {
        missing.set_block(block);
        let Some((elements, run)) = grown(&mut missing, |unsaid| job(unsaid)?.run(&attempt))? else {
            continue;
        };
        inside = inside.or(Some((block, elements)));
        if !reads_unwritten(&run) {
            chosen = Some((block, elements));
            break;
        }
    }
    let usual = (blocks[0], USUAL);
    let (block, elements) = chosen.or(inside).unwrap_or(usual);
    missing.set_block(block);
    missing.set_elements(elements);
    let job = job(&missing.unsaid)?;
    let run = job.run(options)?;
    Ok((job, run, missing.assumed()))
}

/// Returns the elements with which a kernel stays inside of its arrays, with the run; `None` if it never does.
fn grown(
    missing: &mut Missing,
    run: impl Fn(&[Unsaid]) -> Result<Run, Problem>,
) -> Result<Option<(u32, Run)>, Problem> {
    let mut elements = USUAL;
    loop {
        let can_grow = missing.set_elements(elements);
        let run = run(&missing.unsaid)?;
        if !leaves_an_array(&run) {
            return Ok(Some((elements, run)));
        }
        if !can_grow || elements >= MOST_ELEMENTS {
            return Ok(None);
        }
        elements *= 2;
    }
}

/// Says something in the arguments.
fn say(unsaid: &Unsaid, arguments: &mut JobArguments) {
    let run = &mut arguments.run;
    match unsaid {
        Unsaid::Grid | Unsaid::Workgroups => run.workgroups = Some([1; 3]),
        Unsaid::Block(threads) => arguments.block = Some(block_text(*threads)),
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

/// Returns true if a run reads shared memory that no thread has written: the block may be too small.
fn reads_unwritten(run: &Run) -> bool {
    let mut findings = run.findings.iter();
    findings.any(|finding| matches!(finding.kind, FindingKind::UnwrittenRead { .. }))
}
