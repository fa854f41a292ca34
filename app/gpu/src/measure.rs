//! Measures several kernels together: each is checked first, then all are timed in interleaved rounds.

use crate::buffers::Memory;
use crate::clock::now_nanos;
use crate::connect::Gpu;
use crate::control::Control;
use crate::error::GpuError;
use crate::gate::{compare, dispatch_once};
use crate::job::{Job, fits};
use crate::measurement::{Circumstances, Clock, Measurement, Method};
use crate::pipeline::{Prepared, prepare};
use crate::plan::{Phase, Plan, Progress};
use crate::slope::{Order, Sampling, Timer};
use crate::statistics::median;

/// One kernel that is being measured.
#[derive(Debug)]
pub(crate) struct Candidate<'j, 'r> {
    /// Index among the jobs.
    index: usize,
    job: &'j Job<'r>,
    pub prepared: Prepared,
    pub first_run_nanos: f64,
    sampling: Sampling,
    samples: Vec<f64>,
    /// Wall time spent on calibration and timing so far, in nanoseconds.
    spent_nanos: f64,
    /// Wall time of the last step of this candidate; the next step will cost about as much.
    cost_nanos: f64,
}

/// Measures every job on the device: one checked dispatch per job, then samples in rounds A B … B A. If one job fails,
/// the others continue. The total time is that of the checks, plus at most [`Plan::budget_millis`] and one sample per
/// job.
///
/// Results are in the order of the jobs. If the device is lost or the user cancels, a job that has a sample by then
/// keeps its measurement, and every other job carries the reason.
///
/// # Errors
/// [`GpuError::DeviceLost`] or [`GpuError::Cancelled`], if that happens before any job has a sample.
pub async fn measure(
    gpu: &Gpu,
    jobs: &[Job<'_>],
    plan: &Plan,
    control: &Control,
    mut on_progress: impl FnMut(Progress),
) -> Result<Vec<Result<Measurement, GpuError>>, GpuError> {
    gpu.check()?;
    let mut timer = Timer::new(gpu, control, plan);
    let mut memory = Memory::default();
    let mut tell = Teller {
        last: 0.0,
        jobs: jobs.len(),
        tell: &mut on_progress,
    };
    let mut candidates = Vec::with_capacity(jobs.len());
    for (index, job) in jobs.iter().enumerate() {
        tell.tell(index, Phase::Checking, index as f64 / jobs.len() as f64, None);
        let candidate = admit(gpu, (index, job), &mut memory, &mut timer, plan, control).await;
        if let Err(error) = &candidate
            && error.ends_everything()
        {
            return Err(error.clone());
        }
        candidates.push(candidate);
    }
    let ended = time(&mut candidates, &mut timer, plan, &mut tell).await.err();
    if ended.is_none() {
        tell.tell(jobs.len().saturating_sub(1), Phase::Timing, 1.0, None);
    }
    let (clock, step_nanos) = (timer.clock(), timer.step_nanos());
    let results: Vec<Result<Measurement, GpuError>> = candidates
        .into_iter()
        .map(|candidate| candidate?.finish(clock, step_nanos, ended.clone()))
        .collect();
    match ended {
        Some(error) if results.iter().all(Result::is_err) => Err(error),
        _ => Ok(results),
    }
}

/// Compiles a job, runs it once and compares its result. A kernel with a wrong result is not timed.
pub(crate) async fn admit<'j, 'r>(
    gpu: &Gpu,
    (index, job): (usize, &'j Job<'r>),
    memory: &mut Memory,
    timer: &mut Timer<'_>,
    plan: &Plan,
    control: &Control,
) -> Result<Candidate<'j, 'r>, GpuError> {
    control.check()?;
    fits(&job.dispatch, gpu.info())?;
    let bound = memory.bind(gpu, &job.dispatch, control).await?;
    let prepared = prepare(gpu, &job.kernel, &job.dispatch, job.checks, bound).await?;
    let start = now_nanos();
    let mut first_run_nanos = dispatch_once(gpu, &prepared, timer.stamps(), control).await?;
    let wall = now_nanos() - start;
    if first_run_nanos == 0.0 && wall > STAMPLESS_NANOS {
        timer.give_up_stamps();
        first_run_nanos = wall;
    }
    compare(gpu, job, &prepared, control).await?;
    Ok(Candidate {
        index,
        job,
        prepared,
        first_run_nanos,
        sampling: timer.first_guess(first_run_nanos, plan),
        samples: Vec::new(),
        spent_nanos: 0.0,
        cost_nanos: wall,
    })
}

/// A dispatch that occupies the GPU this long and has a duration of zero shows that timestamps do not work.
const STAMPLESS_NANOS: f64 = 200e6;

/// Calibrates all candidates until the GPU's clock has risen, then samples in rounds until all rounds are done or the
/// budgets are used up.
async fn time(
    candidates: &mut [Result<Candidate<'_, '_>, GpuError>],
    timer: &mut Timer<'_>,
    plan: &Plan,
    tell: &mut Teller<'_>,
) -> Result<(), GpuError> {
    let count = candidates.len();
    let start = now_nanos();
    // A calibration at a low clock frequency finds too few dispatches, so it runs a second time.
    let least = if plan.warm_up_millis > 0.0 { 2 } else { 1 };
    let mut turn = 0;
    while turn < least || now_nanos() - start < plan.warm_up_millis * 1e6 {
        let spent = spent_nanos(candidates);
        for (index, slot) in candidates.iter_mut().enumerate() {
            tell.tell(index, Phase::Calibrating, index as f64 / count as f64, None);
            settle_slot(slot, Candidate::calibrate, timer, plan).await?;
        }
        turn += 1;
        if spent_nanos(candidates) == spent {
            break;
        }
    }
    let rounds = plan.rounds.max(1);
    for round in 0..rounds {
        for place in 0..count {
            let index = if round % 2 == 0 { place } else { count - 1 - place };
            let done = f64::from(round) + place as f64 / count as f64;
            tell.tell(index, Phase::Timing, done / f64::from(rounds), None);
            settle_slot(&mut candidates[index], Candidate::sample, timer, plan).await?;
            let samples = candidates[index].as_ref().ok();
            let so_far = samples.and_then(|candidate| median(&candidate.samples));
            tell.tell(index, Phase::Timing, done / f64::from(rounds), so_far);
        }
    }
    Ok(())
}

fn spent_nanos(candidates: &[Result<Candidate<'_, '_>, GpuError>]) -> f64 {
    candidates.iter().flatten().map(|candidate| candidate.spent_nanos).sum()
}

/// Runs one step of a candidate. Its own failure stays in its slot; an error that ends everything is returned.
async fn settle_slot<'j, 'r>(
    slot: &mut Result<Candidate<'j, 'r>, GpuError>,
    step: impl AsyncFn(&mut Candidate<'j, 'r>, &mut Timer<'_>, &Plan) -> Result<(), GpuError>,
    timer: &mut Timer<'_>,
    plan: &Plan,
) -> Result<(), GpuError> {
    let Ok(candidate) = slot else {
        return Ok(());
    };
    match step(candidate, timer, plan).await {
        Err(error) if error.ends_everything() => Err(error),
        Err(error) => {
            *slot = Err(error);
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

impl Candidate<'_, '_> {
    /// Finds the number of dispatches that fill a pass. This is also the warm-up. It uses at most half of the budget.
    async fn calibrate(&mut self, timer: &mut Timer<'_>, plan: &Plan) -> Result<(), GpuError> {
        if !self.has_budget(plan.budget_millis / 2.0) {
            return Ok(());
        }
        let start = loop {
            timer.has_rested().await?;
            let start = now_nanos();
            self.sampling = timer.calibrate(&self.prepared, self.sampling, plan).await?;
            if !timer.was_disturbed() {
                break start;
            }
        };
        self.cost_nanos = now_nanos() - start;
        self.spent_nanos += self.cost_nanos;
        Ok(())
    }

    async fn sample(&mut self, timer: &mut Timer<'_>, plan: &Plan) -> Result<(), GpuError> {
        if self.has_budget(plan.budget_millis) {
            let order = if self.samples.len().is_multiple_of(2) {
                Order::ShortFirst
            } else {
                Order::LongFirst
            };
            let sampling = self.sampling.in_round(self.samples.len(), self.index);
            let sample = loop {
                let has_rested = timer.has_rested().await?;
                let start = now_nanos();
                let sample = timer.sample(&self.prepared, sampling, order).await?;
                if !has_rested && !timer.was_disturbed() {
                    self.cost_nanos = now_nanos() - start;
                    break sample;
                }
            };
            self.spent_nanos += self.cost_nanos;
            self.samples.push(sample);
        } else if self.samples.is_empty() {
            // Another dispatch would exceed the budget, so the first run is the only sample.
            self.sampling = Sampling {
                method: Method::Single,
                repeats: 1,
            };
            self.samples.push(self.first_run_nanos);
        }
        Ok(())
    }

    /// Returns true if one more pass or sample stays within `millis` milliseconds.
    fn has_budget(&self, millis: f64) -> bool {
        self.spent_nanos + self.cost_nanos <= millis * 1e6
    }

    fn finish(self, clock: Clock, step_nanos: f64, ended: Option<GpuError>) -> Result<Measurement, GpuError> {
        let about = Circumstances {
            kernel: self.job.kernel.name.clone(),
            useful_bytes: self.job.useful_bytes,
            method: self.sampling.method,
            clock,
            repeats: self.sampling.repeats,
            step_nanos,
            compile_nanos: self.prepared.compile_nanos,
            first_run_nanos: self.first_run_nanos,
        };
        // Without `ended`, timing ran to its end and every candidate has a sample, so `Cancelled` is never used.
        Measurement::of(self.samples, about).ok_or(ended.unwrap_or(GpuError::Cancelled))
    }
}

/// Turns steps into a fraction of the whole measurement that never falls.
struct Teller<'t> {
    last: f64,
    jobs: usize,
    tell: &'t mut dyn FnMut(Progress),
}

impl Teller<'_> {
    /// Reports progress; `done` is the fraction within the phase, 0 to 1.
    fn tell(&mut self, job: usize, phase: Phase, done: f64, so_far: Option<f64>) {
        let (from, to) = match phase {
            Phase::Rehearsing => (0.0, 0.0),
            Phase::Checking => (0.0, 0.2),
            Phase::Calibrating => (0.2, 0.3),
            Phase::Timing => (0.3, 1.0),
        };
        self.last = self.last.max(from + (to - from) * done);
        if job < self.jobs {
            (self.tell)(Progress {
                job,
                phase,
                fraction: self.last,
                so_far,
            });
        }
    }
}
