//! The run that is shown: what it is of, its panes, and the position in them.

use super::{Cycles, Hover, Pane, Tip};
use leptos::prelude::*;
use lessons::Panel;
use model::address::{DEFAULT_GRAIN, RunSpec};
use simt::Grain;

/// A run with its position; of the page, or of a thumbnail. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Run {
    /// `None`: the list of lessons, or a page beside the lessons.
    pub spec: RwSignal<Option<RunSpec>>,
    /// The panel below the lanes; `None`: memory.
    pub panel: RwSignal<Option<Panel>>,
    pub grain: RwSignal<Grain>,
    /// Steps executed.
    pub position: RwSignal<usize>,
    /// Presses beyond the end of the first pane's run, while another pane's run goes on.
    pub beyond: RwSignal<usize>,
    pub cycles: Cycles,
    pub playing: RwSignal<bool>,
    /// The pane that the controls move.
    pub first: Pane,
    /// The panes that are compared with it.
    pub beside: [Pane; RunSpec::MOST_BESIDE],
    pub hover: RwSignal<Option<Hover>>,
    pub tip: RwSignal<Option<Tip>>,
    /// The text of the word to which keys have led, for screen readers; empty if there is none.
    pub walked: RwSignal<String>,
    /// The threads and the word of a finding, if the reader has asked to see them.
    pub fault: RwSignal<Option<Fault>>,
    /// The steps in which the run's findings happen first.
    pub fault_steps: RwSignal<Vec<usize>>,
}

/// The threads of a finding, by their numbers in the block, and the word that they share, by variable and element.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    pub threads: Vec<u32>,
    pub word: Option<(String, u32)>,
}

impl Run {
    pub fn new() -> Self {
        Run::with_panes(Pane::new)
    }

    /// The run of a thumbnail.
    pub fn of_thumbnail(spec: RunSpec, panel: Option<Panel>, grain: Grain) -> Self {
        Run {
            spec: RwSignal::new(Some(spec)),
            panel: RwSignal::new(panel),
            grain: RwSignal::new(grain),
            ..Run::with_panes(Pane::of_thumbnail)
        }
    }

    /// The thumbnail of a slide of words: without a run.
    pub fn of_card() -> Self {
        Run::with_panes(Pane::of_thumbnail)
    }

    fn with_panes(pane: fn(usize) -> Pane) -> Self {
        Run {
            spec: RwSignal::new(None),
            panel: RwSignal::new(None),
            grain: RwSignal::new(DEFAULT_GRAIN),
            position: RwSignal::new(0),
            beyond: RwSignal::new(0),
            cycles: Cycles::new(),
            playing: RwSignal::new(false),
            first: pane(0),
            beside: std::array::from_fn(|index| pane(index + 1)),
            hover: RwSignal::new(None),
            tip: RwSignal::new(None),
            walked: RwSignal::new(String::new()),
            fault: RwSignal::new(None),
            fault_steps: RwSignal::new(Vec::new()),
        }
    }

    /// Returns every pane; the one that the controls move comes first.
    pub fn panes(self) -> impl Iterator<Item = Pane> {
        std::iter::once(self.first).chain(self.beside)
    }

    /// Returns the number of kernels that are shown; 1 if there is no lesson. Tracked.
    pub fn columns(self) -> usize {
        self.spec
            .with(|view| view.as_ref().map_or(1, |view| view.kernels().count()))
    }

    /// Returns true if this is the run of a thumbnail.
    pub fn is_thumbnail(self) -> bool {
        self.first.is_thumbnail
    }

    /// Returns what each pane is asked to show. Untracked.
    pub fn specs(self) -> Vec<RunSpec> {
        self.spec.with_untracked(|spec| {
            let mut specs = Vec::new();
            if let Some(spec) = spec {
                specs.push(spec.clone());
                specs.extend(spec.views_beside());
            }
            specs
        })
    }

    /// Returns true if every pane shows the run that it is asked for. Untracked.
    pub fn shows_its_specs(self) -> bool {
        let mut panes = self.specs().into_iter().zip(self.panes());
        panes.all(|(spec, pane)| pane.shows(&spec))
    }
}
