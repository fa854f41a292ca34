//! The state of the lab: the experiment on the form, the shown record, and the run in progress.

use crate::page::Page;
use crate::run::engine_client::EngineClient;
use crate::run::gpu::Bench;
use gpu::{Control, GpuError, Phase};
use leptos::prelude::*;
use lessons::cost::Cost;
use lessons::{GalleryKernel, Language};
use model::address::Aside;
use model::lab::collection::Collection;
use model::lab::counts::Counted;
use model::lab::experiment::{Case, Experiment};
use model::lab::figures::{self, Figure};
use model::lab::kernel_table::column::Order;
use model::lab::kernel_table::{self, Row};
use model::lab::length::DeviceTimes;
use model::lab::own::{own_kernel, put, send};
use model::lab::record::Record;
use model::playground::draft::Draft;
use simt::EntryPoint;
use std::sync::Arc;

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// No run is in progress.
    Idle,
    Measuring,
    /// No work goes to the GPU until the reader continues, or until the page is visible again.
    Paused(Why),
    /// A kernel may keep the GPU so long that the operating system resets it: the reader decides.
    Asking(Arc<Vec<Long>>),
    /// The device was lost repeatedly; the reader decides.
    Lost(GpuError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Reader,
    /// The page is in the background, where browsers slow it down.
    Hidden,
}

/// A kernel that may take too long.
#[derive(Clone, Debug, PartialEq)]
pub struct Long {
    pub case: Case,
    /// Modelled nanoseconds of one dispatch. `None` if the model cannot tell.
    pub nanos: Option<f64>,
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The case that is being measured, and the phase of its measurement.
    pub case: Case,
    pub phase: Phase,
    /// The part of the whole experiment that is done, from 0 to 1.
    pub fraction: f64,
}

/// The state of the lab. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Lab {
    pub experiment: RwSignal<Experiment>,
    /// The reader's kernels, which the playground has added.
    pub own: RwSignal<Vec<&'static GalleryKernel>>,
    pub step: RwSignal<Step>,
    pub progress: RwSignal<Option<Progress>>,
    pub record: RwSignal<Option<Arc<Record>>>,
    /// The figure that the reader has chosen. If the record cannot fill it, [`Lab::shown_figure`] takes another.
    pub figure: RwSignal<Option<Figure>>,
    pub at_n: RwSignal<Option<u64>>,
    pub of_kernel: RwSignal<Option<String>>,
    /// The counters of the shown cases; `None` for a case that the interpreter cannot run.
    pub counts: RwSignal<Vec<(Case, Option<Counted>)>>,
    /// True once the reader has asked for the counters of kernels that are not measured.
    pub counts_asked: RwSignal<bool>,
    /// The order of the table of all kernels.
    pub order: RwSignal<Order>,
    /// The records that the browser stores.
    pub history: RwSignal<Vec<super::history::Kept>>,
    pub control: StoredValue<Option<Control>>,
    pub queue: StoredValue<Option<super::run::Queue>>,
    /// The rates that the device has shown; `costs` holds the modelled costs that they refer to.
    pub device_times: StoredValue<DeviceTimes>,
    pub costs: StoredValue<Vec<(Case, Option<Cost>)>>,
    pub engine: StoredValue<Option<EngineClient>, LocalStorage>,
}

impl Lab {
    /// The page's lab.
    pub fn of(page: Page) -> Self {
        page.feature(|| {
            let lab = Self::new();
            Bench::of(page).learn_of_lab(Signal::derive(move || lab.is_busy()));
            lab
        })
    }

    fn new() -> Self {
        Lab {
            experiment: RwSignal::new(Experiment::default()),
            own: RwSignal::new(Vec::new()),
            step: RwSignal::new(Step::Idle),
            progress: RwSignal::new(None),
            record: RwSignal::new(None),
            figure: RwSignal::new(None),
            at_n: RwSignal::new(None),
            of_kernel: RwSignal::new(None),
            counts: RwSignal::new(Vec::new()),
            counts_asked: RwSignal::new(false),
            order: RwSignal::new(Order::OF_THE_COURSE),
            history: RwSignal::new(Vec::new()),
            control: StoredValue::new(None),
            queue: StoredValue::new(None),
            device_times: StoredValue::new(DeviceTimes::default()),
            costs: StoredValue::new(Vec::new()),
            engine: StoredValue::new_local(None),
        }
    }

    /// Adds a kernel of the reader to the list, and ticks it. It takes the place of an earlier one of its name.
    pub fn add_own(self, draft: &Draft, entry: &EntryPoint) {
        let kernel = own_kernel(draft, entry, &self.own.get_untracked());
        self.own.update(|kernels| put(kernels, kernel));
        self.experiment
            .update(|experiment| send(&mut experiment.kernels, kernel));
    }

    /// Returns true if a run is measuring, paused, or waiting for the reader.
    pub fn is_busy(self) -> bool {
        self.step.with(|step| *step != Step::Idle)
    }

    /// Returns the shown figure: the chosen one if the record fills it, or else the first that it fills. Tracked.
    pub fn shown_figure(self) -> Figure {
        let chosen = self.figure.get();
        let offered = self.record.with(|record| {
            let record = record.as_ref();
            record.map_or(Vec::new(), |record| Figure::offered(record))
        });
        let chosen = chosen.filter(|chosen| offered.contains(chosen));
        chosen.or(offered.first().copied()).unwrap_or(Figure::Times)
    }

    /// Returns the n of figures that show one n: the chosen one, or else the largest. Tracked.
    pub fn shown_n(self) -> u64 {
        let sizes = self.record.with(|record| {
            let record = record.as_ref();
            record.map_or(Vec::new(), |record| record.sizes())
        });
        let chosen = self.at_n.get().filter(|n| sizes.contains(n));
        chosen.or(sizes.last().copied()).unwrap_or(0)
    }

    /// Returns the kernel of figures that show one kernel: the chosen one, or else the first. Tracked.
    pub fn shown_kernel(self, record: &Record) -> String {
        let kernels = record.kernels();
        let chosen = self.of_kernel.get();
        let chosen = chosen.filter(|kernel| kernels.contains(&kernel.as_str()));
        let first = || kernels.first().map(|kernel| (*kernel).to_owned());
        chosen.or_else(first).unwrap_or_default()
    }

    /// Returns true if the shown record has a measurement or a failure. Tracked.
    pub fn has_record(self) -> bool {
        self.record.with(|record| {
            let record = record.as_ref();
            record.is_some_and(|record| !record.is_empty() || !record.failures.is_empty())
        })
    }

    /// Returns true if the form offers the kernels of the table. Tracked.
    pub fn offers_table(self) -> bool {
        let is_table = |experiment: &Experiment| experiment.collection == Collection::Table;
        self.experiment.with(is_table)
    }

    /// Returns the rows of the table of all kernels, in the order of the course. Tracked.
    pub fn kernel_rows(self, language: Language) -> Vec<Row> {
        let (experiment, record, counts) = (self.experiment.get(), self.record.get(), self.counts.get());
        kernel_table::rows(&kernel_table::Subject {
            experiment: &experiment,
            record: record.as_deref(),
            n: self.shown_n(),
            counts: &counts,
            language,
        })
    }

    /// Returns the sentence that names the GPU and the method of the measured times. Tracked.
    pub fn source_of_times(self, page: Page) -> Option<String> {
        let record = self.record.get().filter(|record| !record.is_empty())?;
        let subject = figures::Subject {
            record: &record,
            language: page.settings.language.get(),
            strings: page.strings(),
            n: self.shown_n(),
            kernel: "",
            counts: &[],
        };
        Some(subject.source())
    }

    /// Returns true if the shown figure needs counters, or if the reader has asked for them. Tracked.
    fn wants_counts(self) -> bool {
        if self.has_record() {
            self.shown_figure().needs_counts()
        } else {
            self.offers_table() && self.counts_asked.get()
        }
    }

    /// Returns the next case whose counters are wanted; `None` while a run is in progress. Tracked.
    pub fn uncounted(self) -> Option<Case> {
        if self.is_busy() || !self.wants_counts() {
            return None;
        }
        let (experiment, record) = (self.experiment.get(), self.record.get());
        let cases = kernel_table::cases(&experiment, record.as_deref(), self.shown_n());
        cases
            .into_iter()
            .find(|case| self.counts.with(|counts| counts.iter().all(|(each, _)| each != case)))
    }

    pub fn pause(self, why: Why) {
        if self.step.get_untracked() != Step::Measuring {
            return;
        }
        self.with_control(Control::pause);
        self.step.set(Step::Paused(why));
    }

    pub fn resume(self) {
        if !matches!(self.step.get_untracked(), Step::Paused(_)) {
            return;
        }
        self.step.set(Step::Measuring);
        self.with_control(Control::resume);
    }

    /// Ends the run; the measurements so far stay.
    pub fn cancel(self) {
        match self.step.get_untracked() {
            Step::Idle => {}
            Step::Measuring | Step::Paused(_) => self.with_control(Control::cancel),
            // No task is running that would end the run.
            Step::Asking(_) | Step::Lost(_) => {
                self.queue.set_value(None);
                self.progress.set(None);
                self.step.set(Step::Idle);
            }
        }
    }

    fn with_control(self, action: fn(&Control)) {
        self.control.with_value(|control| {
            if let Some(control) = control {
                action(control);
            }
        });
    }
}

impl Page {
    /// Returns true if the lab or the board is shown. Tracked.
    pub fn in_lab(self) -> bool {
        self.run.spec.with(Option::is_none) && matches!(self.route.aside.get(), Some(Aside::Lab | Aside::Board))
    }
}

/// Pauses while the page is in the background: browsers slow it down there, and the times would be wrong.
pub fn follow_visibility(lab: Lab) {
    window_event_listener_untyped("visibilitychange", move |_| {
        if document().hidden() {
            lab.pause(Why::Hidden);
        } else if lab.step.get_untracked() == Step::Paused(Why::Hidden) {
            lab.resume();
        }
    });
}
