//! Runs a random kernel on the simulated machine and on a WebGPU device, and compares the results.

use generator::{Construct, Expected, RandomKernel, Verdict, blind};
use gpu::{Gpu, run_once};
use simt::Kernel;

/// Runs a kernel on both and compares every word that WGSL defines.
pub fn compare(gpu: &Gpu, kernel: &RandomKernel) -> Verdict {
    match compare_once(gpu, kernel) {
        Verdict::Differ(_) if compare_once(gpu, &blind(kernel)) == Verdict::Agree => {
            Verdict::KnownBug
        }
        verdict => verdict,
    }
}

fn compare_once(gpu: &Gpu, kernel: &RandomKernel) -> Verdict {
    if kernel.constructs.contains(&Construct::PointerToBuffer) {
        let why = "naga takes no pointer to a buffer as a parameter (wgpu issue 5158)";
        return Verdict::NotRun(why.to_owned());
    }
    let expected = match Expected::of(kernel) {
        Ok(expected) => expected,
        Err(why) => return Verdict::Refused(why),
    };
    let named = Kernel {
        name: "random".into(),
        source: kernel.source.clone().into(),
        entry_point: None,
    };
    match pollster::block_on(run_once(gpu, &named, &expected.dispatch())) {
        Ok(theirs) => expected.verdict(theirs),
        Err(error) if gpu.is_lost() || error.to_string().contains("Pipeline constant error") => {
            Verdict::NotRun(error.to_string())
        }
        Err(error) => Verdict::Refused(format!("device: {error}")),
    }
}
