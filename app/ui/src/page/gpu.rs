//! The reader's own GPU: found when a lesson opens, used only when a reader asks for a measurement.

use crate::hash::View;
use crate::model::times::Measured;
use crate::page::apart::apart;
use crate::page::first_step;
use crate::page::state::Page;
use gpu::{Control, DeviceInfo, Gpu, GpuError, Job, Plan, Progress};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// What is known of the GPU.
#[derive(Clone, Debug, PartialEq)]
pub enum GpuState {
    /// Nobody has asked yet.
    Unknown,
    Looking,
    Absent(GpuError),
    Ready(Arc<DeviceInfo>),
}

/// The device and the measurement under way. Copies are the same.
#[derive(Clone, Copy)]
pub struct Bench {
    device: StoredValue<Option<Gpu>, LocalStorage>,
    control: StoredValue<Option<Control>>,
    pub progress: RwSignal<Option<Progress>>,
    pub measured: RwSignal<Option<Arc<Measured>>>,
}

impl Bench {
    pub fn new() -> Self {
        Bench {
            device: StoredValue::new_local(None),
            control: StoredValue::new(None),
            progress: RwSignal::new(None),
            measured: RwSignal::new(None),
        }
    }
}

/// Looks for a GPU when the first lesson or the lab opens: its limits belong beside the sizes. No kernel runs on it.
pub fn follow(page: Page) {
    Effect::new(move |_| {
        if (page.shows_run() || page.in_lab()) && page.gpu.get_untracked() == GpuState::Unknown {
            page.gpu.set(GpuState::Looking);
            first_step::afterwards(move || begin(page, Work::Look));
        }
    });
}

/// What wants the GPU.
enum Work {
    Look,
    Measure(View, Control),
}

/// Begins what wants the GPU, once the code for it is there.
fn begin(page: Page, work: Work) {
    spawn_local(async move {
        let started = async {
            work::load().await?;
            work::start(page, work).await
        };
        if started.await.is_err() {
            page.bench.progress.set(None);
            page.notify(|strings| strings.part_missing.to_owned());
        }
    });
}

// WebGPU's code.
apart! {
    mod work in times {
        fn start(page: Page, work: Work) -> () { spawn_local(work.done(page)) }
    }
}

impl Work {
    async fn done(self, page: Page) {
        match self {
            Work::Look => {
                connect(page).await;
            }
            Work::Measure(view, control) => {
                measure(page, view, control).await;
                page.bench.progress.set(None);
            }
        }
    }
}

/// The device, connected anew where it was lost. `None` where there is none: the page says why.
pub async fn device(page: Page) -> Option<Gpu> {
    let kept = page.bench.device.get_value().filter(|gpu| !gpu.is_lost());
    match kept {
        Some(gpu) => Some(gpu),
        None => connect(page).await,
    }
}

async fn connect(page: Page) -> Option<Gpu> {
    match Gpu::connect().await {
        Ok(gpu) => {
            page.gpu.set(GpuState::Ready(Arc::new(gpu.info().clone())));
            page.bench.device.set_value(Some(gpu.clone()));
            Some(gpu)
        }
        Err(error) => {
            page.gpu.set(GpuState::Absent(error));
            None
        }
    }
}

impl Page {
    /// The reader asks for the times of the lesson's kernels at the size that is shown.
    pub fn measure(self) {
        let Some(view) = self.view.get_untracked() else {
            return;
        };
        if self.bench.progress.get_untracked().is_some() {
            return;
        }
        // Two measurements at once would time each other.
        if untrack(|| self.lab.is_busy()) {
            return self.notify(|strings| strings.lab_measures.to_owned());
        }
        let control = Control::new();
        self.bench.control.set_value(Some(control.clone()));
        self.bench.progress.set(Some(Progress {
            job: 0,
            phase: gpu::Phase::Checking,
            fraction: 0.0,
        }));
        begin(self, Work::Measure(view, control));
    }

    pub fn cancel_measure(self) {
        self.bench.control.with_value(|control| {
            if let Some(control) = control {
                control.cancel();
            }
        });
    }
}

async fn measure(page: Page, view: View, control: Control) {
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
    let tell = |progress| page.bench.progress.set(Some(progress));
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
            page.bench.measured.set(Some(Arc::new(Measured {
                size: view.size,
                device,
                results: names.zip(results).collect(),
            })));
        }
        Err(error) => page.notify(move |strings| (strings.gpu_error)(&error)),
    }
}
