//! The reader's GPU: found when a lesson opens, used only when the reader asks for a measurement.

use crate::page::Page;
use gpu::{Control, DeviceInfo, Gpu, GpuError, Progress};
use leptos::prelude::*;
use model::times::{Measured, TimeRow, rows};
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
    pub state: RwSignal<GpuState>,
    device: StoredValue<Option<Gpu>, LocalStorage>,
    pub control: StoredValue<Option<Control>>,
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

/// Returns the rows of the lesson's chart and table of times; `None` if no lesson is open. Tracked.
pub fn time_rows(page: Page) -> Option<Vec<TimeRow>> {
    let (lesson, size) = page
        .run
        .spec
        .with(|view| view.as_ref().map(|view| (view.lesson, view.size)))?;
    let measured = Bench::of(page).measured.get();
    let language = page.settings.language.get();
    Some(rows(measured.as_deref(), lesson.kernels, size, language))
}

/// Searches for a GPU once, because its limits are shown next to the sizes. No kernel runs on it. Only lazy views call
/// this, so that WebGPU's code stays out of the main program.
pub fn look(page: Page) {
    if Bench::of(page).state.get_untracked() == GpuState::Unknown {
        Bench::of(page).state.set(GpuState::Looking);
        spawn_local(async move {
            connect(page).await;
        });
    }
}

/// Returns the device, and connects again if it was lost. `None` if there is none; then the page shows the reason.
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
