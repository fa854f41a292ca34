//! A rehearsal: every job runs once, checked, so that the time of a whole measurement can be predicted.

use crate::buffers::Memory;
use crate::clock::now_nanos;
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use crate::job::Job;
use crate::measure::admit;
use crate::plan::{Phase, Plan, Progress};
use crate::slope::Timer;

/// The cost of running some jobs once.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rehearsal {
    /// Wall time of the compilations, in milliseconds. It does not depend on the size.
    pub compile_millis: f64,
    /// Wall time of everything else, in milliseconds: buffers, one dispatch and the comparison of each job.
    pub checks_millis: f64,
    /// Time of one dispatch of each job together, in milliseconds. A coarse clock may report 0.
    pub dispatches_millis: f64,
}

/// Runs every job once and compares its result. Jobs that fail are left out: [`crate::measure()`] reports them.
///
/// # Errors
/// [`GpuError::DeviceLost`] or [`GpuError::Cancelled`].
pub async fn rehearse(
    gpu: &Gpu,
    jobs: &[Job<'_>],
    control: &Control,
    mut on_progress: impl FnMut(Progress),
) -> Result<Rehearsal, GpuError> {
    gpu.check()?;
    let plan = Plan::default();
    let mut timer = Timer::new(gpu, control, &plan);
    let mut memory = Memory::default();
    let (mut compile, mut dispatches) = (0.0, 0.0);
    let start = now_nanos();
    for (index, job) in jobs.iter().enumerate() {
        on_progress(Progress {
            job: index,
            phase: Phase::Rehearsing,
            fraction: 0.0,
            so_far: None,
        });
        match admit(gpu, (index, job), &mut memory, &mut timer, &plan, control).await {
            Ok(candidate) => {
                compile += candidate.prepared.compile_nanos;
                dispatches += candidate.first_run_nanos;
            }
            Err(error) if error.ends_everything() => return Err(error),
            // The measurement meets the same error, and says it.
            Err(_) => {}
        }
    }
    Ok(Rehearsal {
        compile_millis: compile / 1e6,
        checks_millis: (now_nanos() - start - compile) / 1e6,
        dispatches_millis: dispatches / 1e6,
    })
}
