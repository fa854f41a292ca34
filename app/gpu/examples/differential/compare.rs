//! A random kernel on the machine and on a WebGPU device: whether they agree.

use generator::{Difference, RandomKernel};
use gpu::{Gpu, run_once};
use simt::{Dispatch, FindingKind, Kernel, Outcome, Program, RunOptions, Severity, compile, run};

/// What came of running a kernel on both.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Agree,
    Differ(Difference),
    /// One of them did not take it, or the machine found a broken rule: which, and why.
    Refused(String),
    /// The way to the device has a bug that no kernel is to blame for: naga 30 makes an invalid module of some kernels
    /// with overrides ("already in scope"; which, depends on the numbers of its expressions), and Mesa's driver gives up
    /// on some.
    NotRun(String),
}

/// Steps of a kernel on the machine; the longest of ten thousand takes a hundredth.
const STEP_BUDGET: u64 = 50_000_000;

/// Runs a kernel on both and compares all that the language decides.
pub fn compare(gpu: &Gpu, kernel: &RandomKernel) -> Verdict {
    let (program, ours) = match on_the_machine(kernel) {
        Ok(done) => done,
        Err(why) => return Verdict::Refused(why),
    };
    // A binding that the kernel does not use is none of its pipeline's.
    let used = |binding: &simt::Buffer| {
        let slots = program.bindings.iter().map(|other| other.slot);
        slots
            .flatten()
            .any(|slot| slot == (binding.group, binding.binding))
    };
    let dispatch = Dispatch {
        buffers: kernel
            .dispatch
            .buffers
            .iter()
            .filter(|buffer| used(buffer))
            .cloned()
            .collect(),
        ..kernel.dispatch.clone()
    };
    let named = Kernel {
        name: "random".into(),
        source: kernel.source.clone().into(),
        entry_point: None,
    };
    let theirs = match pollster::block_on(run_once(gpu, &named, &dispatch)) {
        Ok(theirs) => theirs,
        Err(error) if gpu.is_lost() || error.to_string().contains("Pipeline constant error") => {
            return Verdict::NotRun(error.to_string());
        }
        Err(error) => return Verdict::Refused(format!("device: {error}")),
    };
    let mut theirs = theirs.into_iter();
    let aligned: Vec<Vec<u32>> = kernel
        .dispatch
        .buffers
        .iter()
        .map(|buffer| {
            if used(buffer) {
                theirs.next().unwrap_or_default()
            } else {
                Vec::new()
            }
        })
        .collect();
    match kernel.outputs.difference(&ours, &aligned) {
        None => Verdict::Agree,
        Some(difference) => Verdict::Differ(difference),
    }
}

fn on_the_machine(kernel: &RandomKernel) -> Result<(Program, Vec<Vec<u32>>), String> {
    let program = compile(&kernel.source, None).map_err(|error| format!("machine: {error}"))?;
    let options = RunOptions {
        traced: None,
        step_budget: STEP_BUDGET,
        ..RunOptions::default()
    };
    let run =
        run(&program, &kernel.dispatch, &options).map_err(|error| format!("machine: {error}"))?;
    if run.outcome != Outcome::Completed {
        return Err(format!("machine: {:?}", run.outcome));
    }
    let broken = run.findings.iter().find(|finding| {
        // The generator lets indices be out of range where nothing depends on what they give.
        finding.severity() > Severity::Hint
            && !matches!(finding.kind, FindingKind::OutOfBounds { .. })
    });
    match broken {
        Some(finding) => Err(format!("machine: line {}: {finding}", finding.line)),
        None => Ok((program, run.buffers)),
    }
}
