//! Looks for an order of the warps in which the kernel gives another result.

use crate::draft::{Playground, Ran};
use crate::page::Page;
use crate::run::runs::Runs;
use engine::protocol::Job;
use leptos::prelude::*;
use model::playground::chain::Between;
use model::playground::draft::Draft;
use model::playground::language::Language;
use model::playground::orders::{Trial, trials, with_width};
use simt::{Dispatch, Kernel, RunOptions};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// How far the search is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Search {
    Not,
    Running {
        done: usize,
        all: usize,
    },
    /// Every order gave the same buffers. The number of orders that were tried.
    Same(usize),
    Found(Trial),
}

/// The search for another result. Copies are the same.
#[derive(Clone, Copy)]
pub struct Orders {
    search: RwSignal<Search>,
}

impl Orders {
    pub fn of(page: Page) -> Self {
        page.feature(|| Orders {
            search: RwSignal::new(Search::Not),
        })
    }

    pub fn is_busy(self) -> bool {
        self.search.with(|search| matches!(search, Search::Running { .. }))
    }

    /// Returns the sentence about the search. Tracked.
    pub fn said(self, page: Page) -> String {
        let words = page.strings().playground();
        self.search.with(|search| match search {
            Search::Not => String::new(),
            Search::Running { done, all } => (words.orders_tried)(*done, *all),
            Search::Same(orders) => (words.orders_same)(*orders),
            Search::Found(trial) => (words.order_found)(trial.seed, trial.warp_width),
        })
    }

    pub fn look(self, page: Page, runs: Runs) {
        spawn_local(look(page, runs, self.search));
    }

    /// Forgets what was found in another text, while the component that calls this is shown.
    pub fn follow(page: Page) {
        let (playground, search) = (Playground::of(page), Self::of(page).search);
        // What was found is about one text; the order that was found is a setting of it.
        Effect::new(move |last: Option<()>| {
            playground.asked.track();
            let is_shown = search.with_untracked(|search| match search {
                Search::Found(trial) => playground.draft.with_untracked(|draft| {
                    let is_of_run = |ran: &Arc<Ran>| ran.ready.kernel.source == draft.source;
                    let is_of_run = playground.ran.with_untracked(|ran| ran.as_ref().is_some_and(is_of_run));
                    draft.seed == trial.seed && is_of_run
                }),
                _ => false,
            });
            if last.is_some() && !is_shown {
                search.set(Search::Not);
            }
        });
    }
}

/// The button that starts the search, and what came of it.
#[component]
pub fn FindOrder(page: Page, runs: Runs) -> impl IntoView {
    let orders = Orders::of(page);
    view! {
        <div class="setup-row find-order">
            <button
                type="button"
                class="button"
                id="find-order"
                disabled=move || orders.is_busy()
                on:click=move |_| orders.look(page, runs)
            >
                {move || page.strings().playground().find_order}
            </button>
            <output id="found-order" aria-live="polite">
                {move || orders.said(page)}
            </output>
        </div>
    }
}

/// The buffers after one order: the fingerprint of one dispatch's, or the words after a chain.
#[derive(PartialEq)]
enum After {
    One(u64),
    Chain(Vec<Vec<u32>>),
}

/// Runs a CUDA draft in an order of its warps; `None` if it does not run, or if an edit has asked for another run.
async fn run_draft(runs: Runs, draft: &Draft, trial: Option<Trial>) -> Option<After> {
    let mut draft = draft.alone();
    draft.seed = trial.map_or(0, |trial| trial.seed);
    if let Some(trial) = trial {
        draft.machine = with_width(&draft.machine(), trial.warp_width)?.id.into_owned();
    }
    let (slow, on_progress) = runs.show_progress(0);
    let report = runs.engine().run_draft(draft, on_progress).await.ok();
    drop(slow);
    let report = report?;
    let (ready, run) = report.run.ok()?;
    Some(After::Chain(match ready.chain {
        Some(_) => report.after,
        None => run.buffers,
    }))
}

/// Runs everything in one order after another, until the buffers differ from those of the first order.
async fn look(page: Page, runs: Runs, search: RwSignal<Search>) {
    let playground = Playground::of(page);
    let Some(ran) = playground.ran.get_untracked() else {
        return;
    };
    let ready = &ran.ready;
    let asked = playground.asked.get_untracked();
    let draft = playground.draft.get_untracked();
    let run = async |trial: Option<Trial>| {
        // Only a whole draft is translated.
        if draft.language() == Language::Cuda {
            return run_draft(runs, &draft, trial).await;
        }
        let machine = match trial {
            Some(trial) => with_width(&ready.options.machine, trial.warp_width)?,
            None => ready.options.machine.clone(),
        };
        let job = |kernel: Kernel, dispatch: Dispatch, with_buffers: bool| Job {
            id: 0,
            kernel,
            dispatch,
            options: RunOptions {
                machine: machine.clone(),
                traced: None,
                findings: false,
                seed: trial.map_or(0, |trial| trial.seed.into()),
                ..ready.options.clone()
            },
            check: None,
            with_buffers,
        };
        let Some(chain) = &ready.chain else {
            let one = job(ready.kernel.clone(), ready.dispatch.clone(), false);
            let report = runs.run_in_background(one).await?;
            return Some(After::One(report.buffers_fingerprint));
        };
        let mut between = Between::start(chain);
        for stage in &chain.stages {
            let dispatch = chain.dispatch(stage, between.contents());
            let one = job(ready.kernel_of(&stage.entry_point), dispatch, true);
            let report = runs.run_in_background(one).await?;
            between.take(stage, &report.buffers);
        }
        Some(After::Chain(between.words()))
    };
    let all = trials(ready.options.machine.warp_width);
    search.set(Search::Running {
        done: 0,
        all: all.len(),
    });
    let Some(first) = run(None).await else {
        return search.set(Search::Not);
    };
    let mut tried = 0;
    for &trial in &all {
        let Some(buffers) = run(Some(trial)).await else {
            break;
        };
        // An edit has asked for another run.
        if playground.asked.get_untracked() != asked {
            return search.set(Search::Not);
        }
        tried += 1;
        search.set(Search::Running {
            done: tried,
            all: all.len(),
        });
        if buffers != first {
            search.set(Search::Found(trial));
            let now = &ready.options.machine;
            // A preset stays a preset unless the width has changed.
            let machine = with_width(now, trial.warp_width).filter(|machine| machine.warp_width != now.warp_width);
            return playground.set(|draft| {
                draft.seed = trial.seed;
                if let Some(machine) = machine {
                    draft.machine = machine.id.into_owned();
                }
            });
        }
    }
    search.set(Search::Same(tried));
}
