//! Runs an experiment: one n after the other, all kernels of an n interleaved; it continues after a lost device.

use super::long::{learn, too_long};
use super::state::{Lab, Progress, Step, Why};
use crate::page::Page;
use crate::run::gpu;
use crate::run::gpu::Bench;
use ::gpu::{Control, Gpu, GpuError, Measurement, Phase};
use leptos::prelude::*;
use model::lab::experiment::{Case, Experiment};
use model::lab::figures::Figure;
use model::lab::record::Record;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// The cases that are not measured yet.
#[derive(Clone, Debug)]
pub struct Queue {
    pub(super) experiment: Experiment,
    pending: Vec<Case>,
    /// The number of cases in the whole experiment.
    all: usize,
    /// Devices lost since the reader last continued.
    losses: u32,
    /// Cases that the reader has allowed, however long they take.
    pub(super) wanted: Vec<Case>,
}

impl Queue {
    /// Returns the part of the experiment that is done, from 0 to 1. `waiting` is the number of cases outside the queue
    /// that are not measured yet.
    pub(super) fn done(&self, waiting: f64) -> f64 {
        let done = self.all.saturating_sub(self.pending.len()) as f64;
        (done - waiting).max(0.0) / self.all.max(1) as f64
    }
}

/// After this many lost devices, the run asks the reader before it tries again.
const MOST_LOSSES: u32 = 3;

impl Page {
    /// Starts the experiment of the form.
    pub fn run_experiment(self) {
        let lab = Lab::of(self);
        if lab.step.get_untracked() != Step::Idle {
            return;
        }
        // Two measurements at once would time each other.
        if Bench::of(self).progress.with_untracked(Option::is_some) {
            return self.notify(|strings| strings.lab().lesson_measures.to_owned());
        }
        let experiment = lab.experiment.get_untracked();
        let pending = experiment.cases();
        let figure = Figure::of_experiment(&experiment);
        let queue = Queue {
            all: pending.len(),
            pending,
            experiment,
            losses: 0,
            wanted: Vec::new(),
        };
        lab.record.set(None);
        lab.figure.set(figure);
        self.go_on(queue);
    }

    /// Continues after the device was lost too often.
    pub fn reconnect(self) {
        let lab = Lab::of(self);
        if let Some(Some(mut queue)) = lab.queue.try_update_value(Option::take) {
            queue.losses = 0;
            self.go_on(queue);
        }
    }

    /// Applies the reader's answer about kernels that may take long: runs them, or leaves them out at this n and at all
    /// larger ones.
    pub fn answer_long(self, run: bool) {
        let lab = Lab::of(self);
        let Step::Asking(long) = lab.step.get_untracked() else {
            return;
        };
        let Some(Some(mut queue)) = lab.queue.try_update_value(Option::take) else {
            return;
        };
        let cases = long.iter().map(|long| long.case.clone());
        if run {
            queue.wanted.extend(cases);
        } else {
            let left_out: Vec<Case> = cases.collect();
            let larger = |case: &Case, than: &Case| {
                case.kernel == than.kernel && case.value == than.value && case.size.n() >= than.size.n()
            };
            queue
                .pending
                .retain(|case| !left_out.iter().any(|out| larger(case, out)));
        }
        self.go_on(queue);
    }

    fn go_on(self, queue: Queue) {
        let lab = Lab::of(self);
        let control = Control::new();
        lab.control.set_value(Some(control.clone()));
        lab.step.set(Step::Measuring);
        if document().hidden() {
            lab.pause(Why::Hidden);
        }
        spawn_local(async move {
            let step = run(self, queue, &control).await;
            lab.progress.set(None);
            lab.step.set(step);
        });
    }
}

/// Measures the pending cases; returns the step in which the lab is afterwards.
async fn run(page: Page, mut queue: Queue, control: &Control) -> Step {
    let lab = Lab::of(page);
    while let Some(n) = queue.pending.first().map(|case| case.size.n()) {
        let Some(device) = gpu::device(page).await else {
            // The page shows the reason why there is no device.
            return Step::Idle;
        };
        if lab.record.with_untracked(Option::is_none) {
            lab.record.set(Some(Arc::new(new_record(&device))));
        }
        let (group, rest): (Vec<Case>, Vec<Case>) = queue.pending.drain(..).partition(|case| case.size.n() == n);
        queue.pending = rest;
        let (group, refused): (Vec<Case>, Vec<Case>) = group
            .into_iter()
            .partition(|case| case.refused(device.info()).is_none());
        let refused: Vec<_> = refused
            .into_iter()
            .filter_map(|case| case.refused(device.info()).map(|error| (case, error)))
            .collect();
        change(lab, move |record| record.failures.extend(refused));
        if group.is_empty() {
            continue;
        }
        match too_long(lab, &queue, &group, &device, control).await {
            Ok(long) if long.is_empty() => {}
            Ok(long) => {
                queue.pending.splice(0..0, group);
                lab.queue.set_value(Some(queue));
                return Step::Asking(Arc::new(long));
            }
            Err(error) if matches!(error, GpuError::DeviceLost { .. }) => {
                queue.pending.splice(0..0, group);
                queue.losses += 1;
                if queue.losses >= MOST_LOSSES {
                    lab.queue.set_value(Some(queue));
                    return Step::Lost(error);
                }
                continue;
            }
            Err(_) => return Step::Idle,
        }
        let ended = match measure(lab, &queue, &group, &device, control).await {
            Ok(results) => {
                learn(lab, &device, &group, &results).await;
                take(lab, &mut queue, group, results, device.is_lost())
            }
            Err(error) => {
                queue.pending.splice(0..0, group);
                Some(error)
            }
        };
        super::history::keep(page);
        match ended {
            None => {}
            Some(error @ GpuError::DeviceLost { .. }) => {
                queue.losses += 1;
                if queue.losses >= MOST_LOSSES {
                    lab.queue.set_value(Some(queue));
                    return Step::Lost(error);
                }
                page.notify(|strings| strings.lab().device_lost.to_owned());
            }
            Some(_) => return Step::Idle,
        }
    }
    Step::Idle
}

/// Measures the kernels of one n, interleaved.
///
/// # Errors
/// The device is lost, or the reader has cancelled.
async fn measure(
    lab: Lab,
    queue: &Queue,
    group: &[Case],
    device: &Gpu,
    control: &Control,
) -> Result<Vec<Result<Measurement, GpuError>>, GpuError> {
    let jobs: Vec<_> = group.iter().map(Case::job).collect();
    let tell = |progress: ::gpu::Progress| {
        let Some(case) = group.get(progress.job) else {
            return;
        };
        lab.progress.set(Some(Progress {
            case: case.clone(),
            phase: progress.phase,
            fraction: queue.done((1.0 - progress.fraction) * group.len() as f64),
        }));
    };
    tell(::gpu::Progress {
        job: 0,
        phase: Phase::Checking,
        fraction: 0.0,
        so_far: None,
    });
    ::gpu::measure(device, &jobs, &queue.experiment.plan(), control, tell).await
}

/// Adds the results to the record. Cases that a lost device or a cancelled run left out are pending again. Returns the
/// error that ended the run.
fn take(
    lab: Lab,
    queue: &mut Queue,
    group: Vec<Case>,
    results: Vec<Result<Measurement, GpuError>>,
    is_lost: bool,
) -> Option<GpuError> {
    let mut ended = None;
    let mut again = Vec::new();
    let mut record = lab.record.get_untracked()?.as_ref().clone();
    for (case, result) in group.into_iter().zip(results) {
        match result {
            Ok(measurement) => record.add(&case, measurement),
            Err(error) if error.ends_everything() => {
                ended = Some(error);
                again.push(case);
            }
            // Errors on a lost device say nothing about the kernel. A failed buffer mapping is often the first sign of
            // a lost device.
            Err(error) if is_lost || error == GpuError::MapFailed => {
                ended.get_or_insert(GpuError::DeviceLost {
                    reason: error.to_string(),
                });
                again.push(case);
            }
            Err(error) => record.failures.push((case, error)),
        }
    }
    queue.pending.splice(0..0, again);
    lab.record.set(Some(Arc::new(record)));
    ended
}

fn change(lab: Lab, change: impl FnOnce(&mut Record)) {
    lab.record.update(|record| {
        if let Some(record) = record {
            change(Arc::make_mut(record));
        }
    });
}

fn new_record(device: &Gpu) -> Record {
    let now = js_sys::Date::new_0();
    let taken = String::from(now.to_iso_string());
    let id = format!("{:x}", now.get_time() as u64);
    Record::new(id, device.info().into(), taken)
}
