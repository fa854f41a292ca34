//! The reader's GPU: found when a lesson opens, used only when the reader asks for a measurement.

use crate::page::Page;
use crate::run::machine::ThisComputer;
use gpu::{Control, DeviceInfo, Gpu, GpuError, Progress};
use leptos::prelude::*;
use lessons::Size;
use model::run::times::size::AtSize;
use model::run::times::{Charted, CudaBars, Measured, Rows, Times};
use simt::Machine;
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

/// The times so far of a measurement in progress.
#[derive(Clone, Debug)]
pub struct UnderWay {
    /// The id of the chart's kernels.
    pub charted: &'static str,
    pub size: Size,
    /// The median of each kernel's samples so far, in milliseconds.
    pub millis: Vec<Option<f64>>,
}

/// The device and the measurement in progress. `Copy`: all copies share the same state.
#[derive(Clone, Copy)]
pub struct Bench {
    pub state: RwSignal<GpuState>,
    device: StoredValue<Option<Gpu>, LocalStorage>,
    pub control: StoredValue<Option<Control>>,
    pub progress: RwSignal<Option<Progress>>,
    pub under_way: RwSignal<Option<UnderWay>>,
    pub cuda: RwSignal<CudaBars>,
    /// The size of the next measurement, and of the chart that is shown.
    pub at: RwSignal<AtSize>,
    /// The last measurement of each chart and size.
    measured: RwSignal<Vec<Arc<Measured>>>,
    /// True while the lab measures or waits for its reader; `None` before the lab is first used.
    lab_is_busy: StoredValue<Option<Signal<bool>>>,
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
            under_way: RwSignal::new(None),
            cuda: RwSignal::new(CudaBars::default()),
            at: RwSignal::new(AtSize::default()),
            measured: RwSignal::new(Vec::new()),
            lab_is_busy: StoredValue::new(None),
        }
    }

    /// Tells when the lab uses the GPU. Two measurements at once would time each other.
    pub fn learn_of_lab(self, is_busy: Signal<bool>) {
        self.lab_is_busy.set_value(Some(is_busy));
    }

    /// Returns true while something is measured, here or in the lab.
    pub fn is_taken(self) -> bool {
        let lab = self.lab_is_busy.get_value();
        let lab_is_busy = lab.is_some_and(|is_busy| is_busy.get_untracked());
        lab_is_busy || self.progress.with_untracked(Option::is_some)
    }

    /// Keeps a measurement instead of an older one of the same chart and size.
    pub fn keep(self, new: Measured) {
        self.measured.update(|measured| {
            measured.retain(|old| !old.is_of(new.charted, new.at, new.size));
            measured.push(Arc::new(new));
        });
    }
}

/// Returns the measurement of the lesson that is open, at the chosen size. Tracked.
pub fn measured(page: Page) -> Option<Arc<Measured>> {
    let charted = charted(page, Rows::Lesson)?;
    measured_at(page, &charted, Bench::of(page).at.get())
}

/// Returns the kernels of a chart; `None` if no lesson is open, or the chapter has no ladder. Tracked.
pub fn charted(page: Page, rows: Rows) -> Option<Charted> {
    page.run.spec.with(|view| rows.of(view.as_ref()?.lesson))
}

fn measured_at(page: Page, charted: &Charted, at: AtSize) -> Option<Arc<Measured>> {
    page.run.spec.with(|view| {
        let view = view.as_ref()?;
        let is_it = |measured: &&Arc<Measured>| measured.is_of(charted.id, at, view.size);
        Bench::of(page)
            .measured
            .with(|measured| measured.iter().find(is_it).cloned())
    })
}

/// Returns the content of the lesson's chart and table of times at the chosen size; `None` if no lesson is open. Tracked.
pub fn times(page: Page) -> Option<Times> {
    times_of(page, Rows::Lesson, Bench::of(page).at.get())
}

/// Returns the same as [`times`], for kernels that need not be the lesson's, and at a size that need not be the chosen one.
pub fn times_of(page: Page, rows: Rows, at: AtSize) -> Option<Times> {
    let charted = charted(page, rows)?;
    let measured = measured_at(page, &charted, at);
    let language = page.settings.language.get();
    page.run.spec.with(|view| {
        let view = view.as_ref()?;
        let bench = Bench::of(page);
        let under_way = bench.under_way.get();
        let under_way = under_way.filter(|all| all.charted == charted.id && bench.at.get() == at);
        let size = (under_way.as_ref()).map_or(at.size(charted.clock, view.size), |all| all.size);
        let measured = measured.as_deref().filter(|_| under_way.is_none());
        let mut times = Times::of(&charted, size, measured, language);
        for (row, millis) in times
            .rows
            .iter_mut()
            .zip(under_way.into_iter().flat_map(|all| all.millis))
        {
            row.so_far = millis;
        }
        Some(times)
    })
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
    let kept = Bench::of(page).device.get_value().filter(|gpu| !gpu.is_lost());
    match kept {
        Some(gpu) => Some(gpu),
        None => connect(page).await,
    }
}

async fn connect(page: Page) -> Option<Gpu> {
    match Gpu::connect().await {
        Ok(gpu) => {
            let preset = Machine::of_adapter(&gpu.info().name);
            ThisComputer::of(page).0.set(preset);
            Bench::of(page).state.set(GpuState::Ready(Arc::new(gpu.info().clone())));
            Bench::of(page).device.set_value(Some(gpu.clone()));
            Some(gpu)
        }
        Err(error) => {
            Bench::of(page).state.set(GpuState::Absent(error));
            None
        }
    }
}
