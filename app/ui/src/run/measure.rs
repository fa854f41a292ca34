//! Times a chart's kernels on the reader's own GPU, when the reader asks.

use crate::page::Page;
use crate::run::gpu::{Bench, UnderWay, charted, device};
use gpu::{Control, Gpu, GpuError, Job, Plan, Progress};
use leptos::prelude::*;
use lessons::{GalleryKernel, Size};
use model::address::RunSpec;
use model::run::times::size::{AtSize, Prediction, REHEARSALS, unrehearsed};
use model::run::times::{Charted, Measured, Rows, time};
use simt::Machine;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

impl Page {
    /// The reader asks for the times of the chart's kernels at the chosen size.
    pub fn measure(self, rows: Rows) {
        let (Some(view), Some(charted)) = (self.run.spec.get_untracked(), untrack(|| charted(self, rows))) else {
            return;
        };
        if Bench::of(self).is_taken() {
            return self.notify(|strings| strings.lab_measures.to_owned());
        }
        let control = Control::new();
        Bench::of(self).control.set_value(Some(control.clone()));
        Bench::of(self).progress.set(Some(Progress {
            job: 0,
            phase: gpu::Phase::Checking,
            fraction: 0.0,
            so_far: None,
        }));
        spawn_local(async move {
            measure(self, view, charted, control).await;
            Bench::of(self).progress.set(None);
            Bench::of(self).under_way.set(None);
        });
    }

    pub fn cancel_measure(self) {
        Bench::of(self).control.with_value(|control| {
            if let Some(control) = control {
                control.cancel();
            }
        });
    }
}

async fn measure(page: Page, view: RunSpec, charted: Charted, control: Control) {
    let Some(gpu) = device(page).await else {
        return;
    };
    let size = Bench::of(page).at.get_untracked();
    let asked = Asked {
        page,
        gpu,
        charted,
        machine: view.machine,
        control,
    };
    let measured = asked.measure(size, size.size(asked.charted.clock, view.size)).await;
    match measured {
        Ok(measured) => {
            // One reason that stopped several kernels is said once.
            let mut errors = measured.results.iter().filter_map(|(_, result)| result.as_ref().err());
            if let Some(error) = errors.find(|error| error.ends_everything()).cloned() {
                page.notify(move |strings| (strings.gpu_error)(&error));
            }
            Bench::of(page).keep(measured);
        }
        Err(error) => page.notify(move |strings| (strings.gpu_error)(&error)),
    }
}

/// A measurement of a chart's kernels.
struct Asked {
    page: Page,
    gpu: Gpu,
    charted: Charted,
    machine: Machine,
    control: Control,
}

impl Asked {
    async fn measure(&self, at: AtSize, wanted: Size) -> Result<Measured, GpuError> {
        let count = self.count();
        let (size, plan) = match at {
            AtSize::Clock => self.fitting(wanted).await?,
            AtSize::Picture => (wanted, unrehearsed(count)),
        };
        let mut jobs = self.jobs(size);
        jobs.push(gpu::empty_dispatch());
        Bench::of(self.page).under_way.set(Some(UnderWay {
            charted: self.charted.id,
            size,
            millis: vec![None; self.charted.kernels.len()],
        }));
        let tell = |progress| self.tell(progress);
        let mut results = gpu::measure(&self.gpu, &jobs, &plan, &self.control, tell).await?;
        let empty = results.pop().and_then(Result::ok);
        let names = self.charted.kernels.iter();
        let names = names.map(|kernel| kernel.kernel.name.to_string());
        Ok(Measured {
            charted: self.charted.id,
            at,
            size,
            device: Arc::new(self.gpu.info().clone()),
            results: names.zip(results).collect(),
            empty: empty.as_ref().map(time),
        })
    }

    /// Returns the largest size up to `wanted` with which this GPU completes a chart in time, and the plan for it.
    async fn fitting(&self, wanted: Size) -> Result<(Size, Plan), GpuError> {
        let count = self.count();
        let mut rehearsals = Vec::new();
        for n in REHEARSALS.into_iter().filter(|&n| n < wanted.n()) {
            let is_slow = |prediction: Prediction| !prediction.fits(n);
            if Prediction::of(&rehearsals).is_some_and(is_slow) {
                break;
            }
            let jobs = self.jobs(wanted.nearest_to(n, wanted.block()));
            let tell = |progress| self.tell(progress);
            let cost = gpu::rehearse(&self.gpu, &jobs, &self.control, tell).await?;
            rehearsals.push((n, cost));
        }
        let Some(prediction) = Prediction::of(&rehearsals) else {
            return Ok((wanted, unrehearsed(count)));
        };
        let n = prediction.largest(wanted.n());
        let plan = prediction.plan(n, count);
        Ok((wanted.nearest_to(n, wanted.block()), plan))
    }

    /// Returns the number of jobs: the chart's kernels and the empty dispatch.
    fn count(&self) -> usize {
        self.charted.kernels.len() + 1
    }

    fn jobs(&self, size: Size) -> Vec<Job<'_>> {
        let job = |kernel: &&'static GalleryKernel| {
            let kernel = *kernel;
            let size = kernel.task.nearest(size);
            Job::new(
                kernel.kernel.clone(),
                kernel.dispatch(size, &self.machine),
                kernel.output(),
                kernel.useful_bytes(size),
                move |first, out| kernel.reference(size, &self.machine, first, out),
            )
            .with_agreement(move |index, got, want| kernel.agrees(size, index, got, want))
        };
        self.charted.kernels.iter().map(job).collect()
    }

    fn tell(&self, progress: Progress) {
        let bench = Bench::of(self.page);
        bench.progress.set(Some(progress));
        if let Some(nanos) = progress.so_far {
            bench.under_way.update(|under_way| {
                let slot = under_way.as_mut().and_then(|all| all.millis.get_mut(progress.job));
                if let Some(slot) = slot {
                    *slot = Some(nanos / 1e6);
                }
            });
        }
    }
}
