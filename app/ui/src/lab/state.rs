//! What the lab is doing: the experiment on the form, the record that is shown, the run under way.

use crate::page::Page;
use crate::run::engine_client::EngineClient;
use gpu::{Control, GpuError, Phase};
use leptos::prelude::*;
use lessons::cost::Cost;
use model::address::Aside;
use model::lab::counts::Counted;
use model::lab::experiment::{Case, Experiment};
use model::lab::figures::Figure;
use model::lab::length::Shown;
use model::lab::record::Record;
use std::sync::Arc;

/// Where a run stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Nothing is under way.
    Idle,
    Measuring,
    /// Nothing is given to the GPU until someone goes on, or until the page is seen again.
    Paused(Why),
    /// A kernel may keep the GPU so long that the system takes it away: the reader decides.
    Asking(Arc<Vec<Long>>),
    /// The device was lost again and again; the reader decides.
    Lost(GpuError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    Reader,
    /// The page is in the background, where browsers slow everything down.
    Hidden,
}

/// A kernel that may take long.
#[derive(Clone, Debug, PartialEq)]
pub struct Long {
    pub case: Case,
    /// Nanoseconds of one dispatch: modelled. `None` where the machine does not say.
    pub nanos: Option<f64>,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// What is being measured, and what is done with it.
    pub case: Case,
    pub phase: Phase,
    /// Of the whole experiment: 0 to 1.
    pub fraction: f64,
}

/// The lab. Copies are the same.
#[derive(Clone, Copy)]
pub struct Lab {
    pub experiment: RwSignal<Experiment>,
    pub step: RwSignal<Step>,
    pub progress: RwSignal<Option<Progress>>,
    pub record: RwSignal<Option<Arc<Record>>>,
    /// What the reader chose to see; what a record cannot fill gives way to the figure that says most about it.
    pub figure: RwSignal<Option<Figure>>,
    pub at_n: RwSignal<Option<u64>>,
    pub of_kernel: RwSignal<Option<String>>,
    /// What the machine has counted of the cases that are shown; `None` for those that it cannot run.
    pub counts: RwSignal<Vec<(Case, Option<Counted>)>>,
    /// Records that the browser keeps.
    pub history: RwSignal<Vec<super::history::Kept>>,
    pub control: StoredValue<Option<Control>>,
    pub queue: StoredValue<Option<super::run::Queue>>,
    /// What the device has shown, and the modelled costs that it is measured by.
    pub shown: StoredValue<Shown>,
    pub costs: StoredValue<Vec<(Case, Option<Cost>)>>,
    pub engine: StoredValue<Option<EngineClient>, LocalStorage>,
}

impl Lab {
    /// The page's lab.
    pub fn of(page: Page) -> Self {
        page.feature(Self::new)
    }

    fn new() -> Self {
        Lab {
            experiment: RwSignal::new(Experiment::default()),
            step: RwSignal::new(Step::Idle),
            progress: RwSignal::new(None),
            record: RwSignal::new(None),
            figure: RwSignal::new(None),
            at_n: RwSignal::new(None),
            of_kernel: RwSignal::new(None),
            counts: RwSignal::new(Vec::new()),
            history: RwSignal::new(Vec::new()),
            control: StoredValue::new(None),
            queue: StoredValue::new(None),
            shown: StoredValue::new(Shown::default()),
            costs: StoredValue::new(Vec::new()),
            engine: StoredValue::new_local(None),
        }
    }

    /// Whether something is being measured, or waits to go on.
    pub fn is_busy(self) -> bool {
        self.step.with(|step| *step != Step::Idle)
    }

    /// The figure that is shown: the one chosen, else the first that the record fills. Tracked.
    pub fn shown_figure(self) -> Figure {
        let chosen = self.figure.get();
        let offered = self.record.with(|record| {
            let record = record.as_ref();
            record.map_or(Vec::new(), |record| Figure::offered(record))
        });
        let chosen = chosen.filter(|chosen| offered.contains(chosen));
        chosen.or(offered.first().copied()).unwrap_or(Figure::Times)
    }

    /// The n of figures that show one: the one chosen, else the largest. Tracked.
    pub fn shown_n(self) -> u64 {
        let sizes = self.record.with(|record| {
            let record = record.as_ref();
            record.map_or(Vec::new(), |record| record.sizes())
        });
        let chosen = self.at_n.get().filter(|n| sizes.contains(n));
        chosen.or(sizes.last().copied()).unwrap_or(0)
    }

    /// The kernel of figures that show one. Tracked.
    pub fn shown_kernel(self, record: &Record) -> String {
        let kernels = record.kernels();
        let chosen = self.of_kernel.get();
        let chosen = chosen.filter(|kernel| kernels.contains(&kernel.as_str()));
        let first = || kernels.first().map(|kernel| (*kernel).to_owned());
        chosen.or_else(first).unwrap_or_default()
    }

    /// The next case that a figure needs counted; none while something is measured. Tracked.
    pub fn uncounted(self) -> Option<Case> {
        if self.is_busy() || !self.shown_figure().needs_counts() {
            return None;
        }
        let n = self.shown_n();
        self.record.with(|record| {
            let cases = record
                .as_ref()?
                .results()
                .filter(|result| result.entry.n == n);
            let mut cases = cases.filter_map(|result| result.case());
            cases.find(|case| {
                self.counts
                    .with(|counts| counts.iter().all(|(each, _)| each != case))
            })
        })
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

    /// Ends the run; what is measured stays.
    pub fn cancel(self) {
        match self.step.get_untracked() {
            Step::Idle => {}
            Step::Measuring | Step::Paused(_) => self.with_control(Control::cancel),
            // Nothing is under way that could hear of it.
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
    /// Whether the lab is what is shown; tracked.
    pub fn in_lab(self) -> bool {
        self.view.with(Option::is_none)
            && matches!(self.aside.get(), Some(Aside::Lab | Aside::Board))
    }
}

/// Pauses while the page is in the background: browsers slow it down there, and its times with it.
pub fn follow_visibility(lab: Lab) {
    window_event_listener_untyped("visibilitychange", move |_| {
        if document().hidden() {
            lab.pause(Why::Hidden);
        } else if lab.step.get_untracked() == Step::Paused(Why::Hidden) {
            lab.resume();
        }
    });
}
