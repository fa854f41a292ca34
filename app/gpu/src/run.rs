//! Runs one dispatch, or a chain of them, and returns the results, for the comparison with the simulated machine.

use crate::buffers::{Bound, Memory, refill};
use crate::checks::Checks;
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use crate::gate::{compare, dispatch_once};
use crate::job::{Job, fits};
use crate::pass;
use crate::pipeline::{Prepared, prepare};
use crate::readback::Reader;
use simt::{Buffer, Dispatch, Kernel};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Dispatches a kernel once and reads every buffer back, in the dispatch's order, as words.
///
/// # Errors
/// Any [`GpuError`] that keeps the kernel from running.
pub async fn run_once(gpu: &Gpu, kernel: &Kernel, dispatch: &Dispatch) -> Result<Vec<Vec<u32>>, GpuError> {
    gpu.check()?;
    fits(dispatch, gpu.info())?;
    let control = Control::new();
    let mut memory = Memory::default();
    let bound = memory.bind(gpu, dispatch, &control).await?;
    let prepared = prepare(gpu, kernel, dispatch, Checks::Checked, bound).await?;
    dispatch_once(gpu, &prepared, None, &control).await?;
    read_back(gpu, &prepared.bound).await
}

/// One dispatch of several on the same buffers.
#[derive(Clone, Debug)]
pub struct Link {
    pub kernel: Kernel,
    pub workgroups: [u32; 3],
    pub overrides: BTreeMap<String, f64>,
    /// The buffers that the kernel binds, as indices into those of the chain.
    pub places: Vec<usize>,
    /// The group and the binding at which it binds them.
    pub slots: Vec<(u32, u32)>,
    /// The buffers that change places after it.
    pub swap: Option<[usize; 2]>,
    /// The first bytes of one buffer that are copied to another after it: both places, and the bytes.
    pub copies: Vec<(usize, usize, u64)>,
}

/// Runs dispatches one after another in one submission, and reads every buffer back as words.
///
/// # Errors
/// Any [`GpuError`] that keeps one of the kernels from running.
pub async fn run_chain(gpu: &Gpu, initial: Vec<Buffer>, links: &[Link]) -> Result<Vec<Vec<u32>>, GpuError> {
    gpu.check()?;
    let control = Control::new();
    let mut memory = Memory::default();
    let all = Dispatch {
        workgroups: [1, 1, 1],
        overrides: BTreeMap::new(),
        buffers: initial,
    };
    fits(&all, gpu.info())?;
    let bound = memory.bind(gpu, &all, &control).await?;
    // The buffer that is at each place now.
    let mut now: Vec<usize> = (0..bound.len()).collect();
    let mut stages: Vec<(&Link, Vec<usize>, Rc<Prepared>)> = Vec::new();
    let mut copies: Vec<Vec<(usize, usize, u64)>> = Vec::new();
    for link in links {
        let places: Vec<usize> = link.places.iter().map(|&place| now[place]).collect();
        // Repeats bind the same buffers at every second swap.
        let earlier = stages.iter().find(|(other, other_places, _)| {
            other.kernel == link.kernel
                && other.workgroups == link.workgroups
                && other.overrides == link.overrides
                && *other_places == places
        });
        let prepared = match earlier {
            Some((_, _, prepared)) => Rc::clone(prepared),
            None => {
                let dispatch = Dispatch {
                    workgroups: link.workgroups,
                    overrides: link.overrides.clone(),
                    buffers: Vec::new(),
                };
                fits(&dispatch, gpu.info())?;
                let bound_here = link.slots.iter().zip(&places);
                let bound_here = bound_here.map(|(&(group, binding), &place)| Bound {
                    group,
                    binding,
                    ..bound[place].clone()
                });
                let bound_here = bound_here.collect();
                let made = prepare(gpu, &link.kernel, &dispatch, Checks::Checked, bound_here);
                Rc::new(made.await?)
            }
        };
        stages.push((link, places, prepared));
        if let Some([one, other]) = link.swap {
            now.swap(one, other);
        }
        let at_places = link.copies.iter();
        let at_places = at_places.map(|&(from, to, bytes)| (now[from], now[to], bytes));
        copies.push(at_places.collect());
    }
    refill(gpu, &bound, &control).await?;
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    for ((_, _, prepared), copies) in stages.iter().zip(&copies) {
        pass::encode(&mut encoder, prepared, 1, None).await;
        for &(from, to, bytes) in copies {
            let (from, to) = (&bound[from], &bound[to]);
            let bytes = bytes.next_multiple_of(4).min(from.bytes).min(to.bytes);
            encoder.copy_buffer_to_buffer(&from.buffer, 0, &to.buffer, 0, bytes);
        }
    }
    gpu.queue.submit([encoder.finish()]);
    let refused = scope.pop().await;
    gpu.settle().await?;
    gpu.check()?;
    if let Some(error) = refused {
        return Err(GpuError::from_wgpu(error));
    }
    let at_places: Vec<Bound> = now.iter().map(|&place| bound[place].clone()).collect();
    read_back(gpu, &at_places).await
}

/// Reads buffers back as words.
async fn read_back(gpu: &Gpu, bound: &[Bound]) -> Result<Vec<Vec<u32>>, GpuError> {
    let mut buffers = Vec::with_capacity(bound.len());
    for bound in bound {
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
