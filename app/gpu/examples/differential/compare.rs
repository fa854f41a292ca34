//! Runs a random kernel on the simulated machine and on a WebGPU device, and compares the results.

use generator::{Construct, Expected, RandomKernel, Source, Verdict, blind, generate};
use gpu::{Gpu, run_once};
use simt::Kernel;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// naga refuses these: pointers to buffers as parameters, assertions and constants of most built-in functions (wgpu issues
/// 5158 and 4507), and assignments to swizzles.
const NOT_TAKEN: &[Construct] = &[
    Construct::PointerToBuffer,
    Construct::ConstAssert,
    Construct::ConstantBuiltIn,
    Construct::SwizzleAssignment,
];

/// Returns the random kernel of a seed, without what the device's compiler does not take.
pub fn kernel_of(seed: u64) -> RandomKernel {
    generate(&mut Source::from_seed(seed).without(NOT_TAKEN))
}

/// Runs a kernel on both and compares every word that WGSL defines.
pub fn compare(gpu: &Gpu, kernel: &RandomKernel) -> Verdict {
    match compare_once(gpu, kernel) {
        Verdict::Differ(_) if compare_once(gpu, &blind(kernel)) == Verdict::Agree => Verdict::KnownBug,
        verdict => verdict,
    }
}

fn compare_once(gpu: &Gpu, kernel: &RandomKernel) -> Verdict {
    let expected = match Expected::of(kernel) {
        Ok(expected) => expected,
        Err(why) => return Verdict::Refused(why),
    };
    let named = Kernel {
        name: "random".into(),
        source: kernel.source.clone().into(),
        entry_point: None,
    };
    let dispatch = expected.dispatch();
    let run = || pollster::block_on(run_once(gpu, &named, &dispatch));
    let ran = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(ran) => ran,
        Err(panic) => {
            let message = panic.downcast_ref::<String>().map_or("", String::as_str);
            if message.contains("is not cached") {
                // naga loses constants of a `let` that it folds when it sets overrides.
                return Verdict::NotRun(message.to_owned());
            }
            resume_unwind(panic);
        }
    };
    match ran {
        Ok(theirs) => expected.verdict(theirs),
        Err(error) if gpu.is_lost() || error.to_string().contains("Pipeline constant error") => {
            Verdict::NotRun(error.to_string())
        }
        Err(error) => Verdict::Refused(format!("device: {error}")),
    }
}
