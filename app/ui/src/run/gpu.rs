//! The reader's own GPU: found when a lesson opens, used only when a reader asks for a measurement.

use crate::lab::Lab;
use crate::page::Page;
use gpu::{Control, DeviceInfo, Gpu, GpuError, Job, Plan, Progress};
use leptos::prelude::*;
use model::address::View;
use model::times::Measured;
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
    pub state: RwSignal<GpuState>,
    device: StoredValue<Option<Gpu>, LocalStorage>,
    control: StoredValue<Option<Control>>,
    pub progress: RwSignal<Option<Progress>>,
    pub measured: RwSignal<Option<Arc<Measured>>>,
}

impl Bench {
    /// The page's measurement.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        Bench {
            state: RwSignal::new(GpuState::Unknown),
            device: StoredValue::new_local(None),
            control: StoredValue::new(None),
            progress: RwSignal::new(None),
            measured: RwSignal::new(None),
        }
    }
}

/// Looks for a GPU, once: its limits are shown next to the sizes. No kernel runs on it. Only lazy views call this, so that
/// WebGPU's code stays out of the main program.
pub fn look(page: Page) {
    if Bench::of(page).state.get_untracked() == GpuState::Unknown {
        Bench::of(page).state.set(GpuState::Looking);
        spawn_local(async move {
            connect(page).await;
        });
    }
}

/// The device, connected anew where it was lost. `None` where there is none: the page says why.
pub async fn device(page: Page) -> Option<Gpu> {
    let kept = Bench::of(page)
        .device
        .get_value()
        .filter(|gpu| !gpu.is_lost());
    match kept {
        Some(gpu) => Some(gpu),
        None => connect(page).await,
    }
}

async fn connect(page: Page) -> Option<Gpu> {
    match Gpu::connect().await {
        Ok(gpu) => {
            Bench::of(page)
                .state
                .set(GpuState::Ready(Arc::new(gpu.info().clone())));
            Bench::of(page).device.set_value(Some(gpu.clone()));
            Some(gpu)
        }
        Err(error) => {
            Bench::of(page).state.set(GpuState::Absent(error));
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
