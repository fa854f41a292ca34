//! The reader's GPU: found when a lesson opens, used only when the reader asks for a measurement.

use crate::shell::state::Page;
use gpu::{Control, DeviceInfo, Gpu, GpuError, Job, Plan, Progress};
use leptos::prelude::*;
use model::address::View;
use model::times::Measured;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// The state of the search for a GPU.
#[derive(Clone, Debug, PartialEq)]
pub enum GpuState {
    /// The search has not started.
    Unknown,
    Looking,
    Absent(GpuError),
    Ready(Arc<DeviceInfo>),
}

/// The device and the measurement in progress. `Copy`: all copies share the same state.
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

/// Searches for a GPU once, because its limits are shown next to the sizes. No kernel runs on it. Only lazy views call
/// this, so that WebGPU's code stays out of the main program.
pub fn look(page: Page) {
    if page.gpu.get_untracked() == GpuState::Unknown {
        page.gpu.set(GpuState::Looking);
        spawn_local(async move {
            connect(page).await;
        });
    }
}

/// Returns the device, and connects again if it was lost. `None` if there is none; then the page shows the reason.
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
    /// Measures the times of the lesson's kernels at the shown size.
    pub fn measure(self) {
        let Some(view) = self.view.get_untracked() else {
            return;
        };
        if self.bench.progress.get_untracked().is_some() {
            return;
        }
        // Two measurements at once would disturb each other.
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
        spawn_local(async move {
            measure(self, view, control).await;
            self.bench.progress.set(None);
        });
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
            // An error that stopped several kernels is shown once.
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
