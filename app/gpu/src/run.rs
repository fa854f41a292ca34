//! Runs one dispatch and returns its results, for the comparison with the simulated machine.

use crate::buffers::Memory;
use crate::checks::Checks;
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use crate::gate::{compare, dispatch_once};
use crate::job::{Job, fits};
use crate::pipeline::prepare;
use crate::readback::Reader;
use simt::{Dispatch, Kernel};

/// Dispatches a kernel once and reads every buffer back, in the dispatch's order, as words.
///
/// # Errors
/// Any [`GpuError`] that keeps the kernel from running.
pub async fn run_once(
    gpu: &Gpu,
    kernel: &Kernel,
    dispatch: &Dispatch,
) -> Result<Vec<Vec<u32>>, GpuError> {
    gpu.check()?;
    fits(dispatch, gpu.info())?;
    let control = Control::new();
    let mut memory = Memory::default();
    let bound = memory.bind(gpu, dispatch, &control).await?;
    let prepared = prepare(gpu, kernel, dispatch, Checks::Checked, bound).await?;
    dispatch_once(gpu, &prepared, None, &control).await?;
    let mut buffers = Vec::with_capacity(prepared.bound.len());
    for bound in &prepared.bound {
        let mut reader = Reader::new(gpu, &bound.buffer, bound.bytes);
        let mut words = Vec::new();
        loop {
            let more = reader.next().await?;
            if more.is_empty() {
                break;
            }
            words.extend(more);
        }
        buffers.push(words);
    }
    Ok(buffers)
}

/// Dispatches a job's kernel once and compares its output with the reference.
///
/// # Errors
/// [`GpuError::WrongResult`], or any error that keeps the kernel from running.
pub async fn check(gpu: &Gpu, job: &Job<'_>, control: &Control) -> Result<(), GpuError> {
    gpu.check()?;
    fits(&job.dispatch, gpu.info())?;
    let mut memory = Memory::default();
    let bound = memory.bind(gpu, &job.dispatch, control).await?;
    let prepared = prepare(gpu, &job.kernel, &job.dispatch, job.checks, bound).await?;
    dispatch_once(gpu, &prepared, None, control).await?;
    compare(gpu, job, &prepared, control).await
}
