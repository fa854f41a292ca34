//! The page "Can I trust these counters?": compares every published counter, and those of a real chip, with the
//! model's. The engine counts while the page is open.

mod chip;
mod report;

use crate::lab;
use crate::lab::drop_zone::follow_drops;
use crate::page::Page;
use crate::run::badge::badge;
use crate::run::runs::Runs;
use engine::protocol::Job;
use leptos::prelude::*;
use lessons::claim::{self, Claim};
use lessons::measured::{self, measured};
use lessons::published::title;
use lessons::{GalleryKernel, Limits, Parts};
use model::address::Aside;
use model::number::grouped;
use model::panels::counters::Kind;
use model::trust::{Row, Verdict, rows, tally};
use report::{ReportPart, Reports};
use simt::{Dispatch, Machine, Metrics, RunOptions};
use std::sync::Arc;

/// A kernel to count: first those of the published figures, then those that were measured on a chip.
struct Subject {
    kernel: &'static GalleryKernel,
    machine: &'static str,
    n: u32,
    block: u32,
}

impl Subject {
    fn all() -> impl Iterator<Item = Option<Subject>> {
        let of_claim = |claim: &'static Claim| {
            Some(Subject {
                kernel: claim.kernel,
                machine: claim.machine,
                n: claim.n,
                block: claim.block,
            })
        };
        let of_chip = |counters: &'static measured::Counters| {
            Some(Subject {
                kernel: counters.gallery_kernel()?,
                machine: measured::MACHINE,
                n: counters.n,
                block: counters.block,
            })
        };
        let claims = claim::claims().iter().map(of_claim);
        claims.chain(measured().counters.iter().map(of_chip))
    }

    /// Returns the metrics of the whole dispatch. `None` if the interpreter cannot run it.
    async fn count(self, runs: Runs) -> Option<Metrics> {
        let machine = Machine::by_id(self.machine)?;
        let parts = Parts::of(self.kernel, self.n, self.block, &machine, Limits::COUNTED).ok()?;
        let job = |dispatch: &Dispatch| Job {
            id: 0,
            kernel: self.kernel.kernel.clone(),
            dispatch: dispatch.clone(),
            options: RunOptions {
                machine: machine.clone(),
                findings: false,
                traced: None,
                ..RunOptions::default()
            },
            check: None,
            with_buffers: false,
        };
        let part = runs.run_in_background(job(&parts.part)).await?.metrics;
        let rest = match &parts.rest {
            Some(rest) => Some(runs.run_in_background(job(rest)).await?.metrics),
            None => None,
        };
        Some(parts.whole(&part, rest.as_ref()))
    }
}

/// The counts so far, one per subject in their order. `Copy`: all copies share the same signal.
#[derive(Clone, Copy)]
pub struct Trust {
    counted: RwSignal<Vec<Arc<Metrics>>>,
}

impl Trust {
    pub fn new() -> Self {
        Trust {
            counted: RwSignal::new(Vec::new()),
        }
    }

    /// Counts the subjects that are not counted yet, one after the other.
    async fn count(self, runs: Runs) {
        loop {
            let index = self.counted.with_untracked(Vec::len);
            let Some(subject) = Subject::all().nth(index).flatten() else {
                return;
            };
            let Some(metrics) = subject.count(runs).await else {
                return;
            };
            self.counted.update(|counted| counted.push(Arc::new(metrics)));
        }
    }

    /// Returns the model's metrics for the chip's kernel `index`; `None` until it is counted. Tracked.
    fn of_chip(self, index: usize) -> Option<Arc<Metrics>> {
        self.counted
            .with(|counted| counted.get(claim::claims().len() + index).cloned())
    }

    fn rows(self, index: usize) -> Option<Vec<Row>> {
        let claim: &'static Claim = claim::claims().get(index)?;
        self.counted.with(|counted| Some(rows(claim, counted.get(index)?)))
    }
}

#[component]
pub fn TrustPage(page: Page, trust: Trust, runs: Runs) -> impl IntoView {
    lab::SHEET.add();
    let reports = Reports::of(page);
    follow_drops(reports.over, move |files| reports.bring(page, files));
    // The task that counts, if one does.
    let task = RwSignal::new(None);
    let stop = move || {
        if let Some(id) = task.try_get_untracked().flatten() {
            runs.stop(id);
            task.set(None);
        }
    };
    let go_on = move || {
        let count = move || async move {
            trust.count(runs).await;
            task.try_set(None);
        };
        task.set(Some(runs.start(count)));
    };
    go_on();
    on_cleanup(stop);
    let tallies = Memo::new(move |_| {
        let rows = (0..claim::claims().len()).filter_map(|index| trust.rows(index));
        rows.fold(([0; 3], 0), |(sum, claims), rows| {
            let tally = tally(&rows);
            (std::array::from_fn(|place| sum[place] + tally[place]), claims + 1)
        })
    });
    let verdict = move || {
        let words = page.strings().trust();
        let ([equal, differing, explained], claims) = tallies.get();
        if claims < claim::claims().len() {
            (words.counting)((claims, claim::claims().len()))
        } else {
            (words.verdict)([equal, differing, explained])
        }
    };
    view! {
        <main
            class="list trust"
            id="trust"
            class:over=move || reports.over.get()
            data-equal=move || tallies.get().0[0].to_string()
            data-differing=move || tallies.get().0[1].to_string()
            data-explained=move || tallies.get().0[2].to_string()
            data-claims=move || tallies.get().1.to_string()
        >
            <div class="hero">
                <h1>{move || (page.strings().place)(Aside::Trust)}</h1>
                <p>{move || page.strings().trust().lead}</p>
            </div>
            <div class="trust-verdict">
                <p role="status">{verdict}</p>
                {move || progress(page, trust, task.get().is_some(), go_on, stop)}
            </div>
            <div class="rules">{move || rules(page)}</div>
            <ReportPart page=page />
            <chip::ChipTable page=page trust=trust />
            {claim::claims()
                .iter()
                .enumerate()
                .map(|(index, claim)| view! { <ClaimTable page=page trust=trust index=index claim=claim /> })
                .collect_view()}
        </main>
    }
}

/// Shows how many kernels are counted, with a button that stops the count or goes on; `None` once all are.
fn progress(
    page: Page,
    trust: Trust,
    is_counting: bool,
    go_on: impl Fn() + 'static,
    stop: impl Fn() + 'static,
) -> Option<AnyView> {
    let (done, all) = (trust.counted.with(Vec::len), Subject::all().count());
    if done >= all {
        return None;
    }
    let words = page.strings().trust();
    let button = if is_counting {
        view! {
            <button id="trust-stop" class="button" on:click=move |_| stop()>
                {words.stop}
            </button>
        }
        .into_any()
    } else {
        view! {
            <button id="trust-go-on" class="button" on:click=move |_| go_on()>
                {words.go_on}
            </button>
        }
        .into_any()
    };
    Some(
        view! {
            <span class="trust-progress">
                <progress max=all.to_string() value=done.to_string() aria-label=(words.kernels)((done, all)) />
                {button}
            </span>
        }
        .into_any(),
    )
}

fn rules(page: Page) -> Vec<AnyView> {
    let rules = page.strings().trust().rules.into_iter();
    let rule = |(head, text)| {
        view! {
            <section class="rule">
                <h2>{head}</h2>
                <p>{text}</p>
            </section>
        }
        .into_any()
    };
    rules.map(rule).collect()
}

#[component]
fn ClaimTable(page: Page, trust: Trust, index: usize, claim: &'static Claim) -> impl IntoView {
    let rows = Memo::new(move |_| trust.rows(index));
    let machine = Machine::by_id(claim.machine).map_or(String::new(), |machine| machine.name.to_string());
    let name = claim.kernel.kernel.name.to_string();
    let lesson = lessons::LESSONS
        .iter()
        .find(|lesson| lesson.kernels.contains(&claim.kernel));
    // The lesson page can show sizes up to this limit.
    let link = lesson.filter(|_| claim.n <= lessons::Size::MAX_N).map(|lesson| {
        format!(
            "#/{}?kernel={name}&n={}&block={}&machine={}",
            lesson.id, claim.n, claim.block, claim.machine
        )
    });
    let row = move |row: Row| {
        let words = page.strings().trust();
        let (sign, class, reason) = match row.verdict {
            Verdict::Equal => ("=", "equal", words.equal.to_owned()),
            Verdict::Differs => ("≠", "differs", words.differs.to_owned()),
            Verdict::Explained(why) | Verdict::NotOurs(why) => ("·", "explained", (words.why)(why)),
        };
        view! {
            <tr class=class data-figure=row.name data-verdict=class>
                <th scope="row">
                    <code>{row.name}</code>
                </th>
                <td>{row.printed}</td>
                <td>
                    {row.ours.unwrap_or_else(|| page.strings().none.to_owned())}
                    {matches!(row.verdict, Verdict::Explained(_))
                        .then(|| {
                            view! {
                                " "
                                {badge(page.strings(), Kind::Modelled)}
                            }
                        })}
                </td>
                <td class="sign">
                    <b aria-hidden="true">{sign}</b>
                    {reason}
                </td>
            </tr>
        }
    };
    view! {
        <section class="claim" data-claim=name.clone()>
            <h3>
                {move || claim.kernel.title.get(page.settings.language.get())} " "
                {match link {
                    Some(link) => {
                        view! {
                            <a href=link>
                                <code>{format!("{name}.wgsl")}</code>
                            </a>
                        }
                            .into_any()
                    }
                    None => view! { <code>{format!("{name}.wgsl")}</code> }.into_any(),
                }}
                <small>
                    {move || {
                        format!(
                            " n = {} · {} · {machine}",
                            grouped(claim.n.into()),
                            (page.strings().trust().block)(claim.block),
                        )
                    }}
                </small>
            </h3>
            {move || match rows.get() {
                None => view! { <p class="quiet-note">{page.strings().computing}</p> }.into_any(),
                Some(rows) => {
                    view! {
                        <table>
                            <thead>
                                <tr>
                                    <th scope="col">{page.strings().trust().counter}</th>
                                    <th scope="col">{badge(page.strings(), Kind::Published)}</th>
                                    <th scope="col">
                                        {page.strings().trust().ours} " " {badge(page.strings(), Kind::Exact)}
                                    </th>
                                    <td />
                                </tr>
                            </thead>
                            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
                        </table>
                    }
                        .into_any()
                }
            }}
            <p class="source">
                {move || (page.strings().trust().source)(title(&claim.table.source), &claim.table.device)}
            </p>
        </section>
    }
}
