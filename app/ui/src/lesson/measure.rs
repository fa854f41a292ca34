//! Times the lesson's kernels on the reader's own GPU, when the reader asks.

use crate::lab::Lab;
use crate::page::Page;
use crate::run::gpu::{Bench, device};
use gpu::{Control, Job, Plan, Progress};
use leptos::prelude::*;
use model::address::RunSpec;
use model::times::Measured;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

impl Page {
    /// The reader asks for the times of the lesson's kernels at the size that is shown.
    pub fn measure(self) {
        let Some(view) = self.run.spec.get_untracked() else {
            return;
        };
        if Bench::of(self).progress.get_untracked().is_some() {
            return;
        }
        // Two measurements at once would time each other.
        if untrack(|| Lab::of(self).is_busy()) {
            return self.notify(|strings| strings.lab_measures.to_owned());
        }
        let control = Control::new();
        Bench::of(self).control.set_value(Some(control.clone()));
        Bench::of(self).progress.set(Some(Progress {
            job: 0,
            phase: gpu::Phase::Checking,
            fraction: 0.0,
        }));
        spawn_local(async move {
            measure(self, view, control).await;
            Bench::of(self).progress.set(None);
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

async fn measure(page: Page, view: RunSpec, control: Control) {
    let Some(gpu) = device(page).await else {
        return;
    };
    let kernels = view.lesson.kernels;
    let jobs: Vec<Job<'_>> = kernels
        .iter()
        .map(|kernel| {
            let (machine, size) = (view.machine.clone(), kernel.task.nearest(view.size));
            Job::new(
                kernel.kernel.clone(),
                kernel.dispatch(size, &machine),
                kernel.output(),
                kernel.useful_bytes(size),
                move |first, out| kernel.reference(size, &machine, first, out),
            )
            .with_agreement(move |index, got, want| kernel.agrees(size, index, got, want))
        })
        .collect();
    let tell = |progress| Bench::of(page).progress.set(Some(progress));
    match gpu::measure(&gpu, &jobs, &Plan::default(), &control, tell).await {
        Ok(results) => {
            let device = Arc::new(gpu.info().clone());
            // One reason that stopped several kernels is said once.
            if let Some(error) = results
                .iter()
                .filter_map(|result| result.as_ref().err())
                .find(|error| error.ends_everything())
                .cloned()
            {
                page.notify(move |strings| (strings.gpu_error)(&error));
            }
            let names = kernels.iter().map(|kernel| kernel.kernel.name.to_string());
            Bench::of(page).measured.set(Some(Arc::new(Measured {
                size: view.size,
                device,
                results: names.zip(results).collect(),
            })));
        }
        Err(error) => page.notify(move |strings| (strings.gpu_error)(&error)),
    }
}
