//! Runs the draft on the reader's GPU, compares its buffers with the interpreter's cell by cell, and measures its time.

use super::launch::{is_cuda, said_in};
use crate::draft::Playground;
use crate::draft::Ran;
use crate::lab::Lab;
use crate::page::Page;
use crate::run::badge::badge;
use crate::run::gpu::Bench;
use crate::run::gpu::{GpuState, device};
use gpu::{Control, GpuError, Job, Link, Measurement, Plan};
use leptos::prelude::*;
use model::address::Aside;
use model::lab::figures::duration;
use model::panels::counters::Kind;
use model::playground::chain::{Between, ReadyChain, Stage};
use model::playground::difference::{Difference, LISTED, difference};
use model::playground::ready::Ready;
use model::run::times::{Time, is_too_short, time};
use model::strings::Strings;
use simt::{Binding, BindingAccess, Dispatch, Kernel, Outcome};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// The last comparison with the GPU. Copies are the same.
#[derive(Clone, Copy)]
struct Face {
    faced: RwSignal<Option<Arc<Faced>>>,
}

impl Face {
    fn of(page: Page) -> Self {
        page.feature(|| Face {
            faced: RwSignal::new(None),
        })
    }
}

/// What came of a run on the GPU.
#[derive(Debug)]
pub struct Faced {
    /// The interpreter's run that it is compared with.
    ran: Arc<Ran>,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The run may hang the GPU, so a second click must confirm it.
    Asking,
    Running,
    Failed(GpuError),
    /// For each buffer that the kernel may write: its name and the differing cells.
    Compared {
        buffers: Vec<(String, Difference)>,
        gpu: Vec<Vec<u32>>,
        timing: Timing,
    },
}

#[derive(Clone, Debug)]
enum Timing {
    Not,
    Running,
    Done(Arc<Timed>),
    Failed(GpuError),
}

/// A measured time.
#[derive(Debug)]
struct Timed {
    /// The time of the only dispatch, or of each different one of a chain.
    parts: Vec<Part>,
    /// The time of a dispatch without work.
    empty: Option<Time>,
    device: String,
}

/// A dispatch with its time.
#[derive(Debug)]
struct Part {
    entry_point: String,
    /// The number of such dispatches in the chain.
    repeats: u32,
    time: Time,
}

/// Returns true if the run may hang a GPU, or has no defined result there.
fn is_risky(ran: &Ran) -> bool {
    let stops = |outcome: &Outcome| *outcome != Outcome::Completed;
    let mut findings = ran.findings.iter();
    let mut of_stages = ran.stages.iter().flat_map(|stage| &stage.findings);
    stops(&ran.outcome)
        || ran.stages.iter().any(|stage| stops(&stage.outcome))
        || findings.any(|finding| finding.kind.may_hang())
        || of_stages.any(|finding| finding.kind.may_hang())
}

/// Returns the job that measures the shown dispatch. Its result was compared before, so the job takes any.
pub fn job_of(ran: &Ran) -> Job<'static> {
    let ready = &ran.ready;
    job(
        ready.gpu_kernel(&ready.entry.name),
        ready.dispatch.clone(),
        &ready.entry.buffers.iter().collect::<Vec<_>>(),
    )
}

fn job(kernel: Kernel, dispatch: Dispatch, buffers: &[&Binding]) -> Job<'static> {
    let moved = dispatch.buffers.iter();
    let bytes = moved.map(|buffer| buffer.contents.byte_len()).sum();
    let written = |binding: &&Binding| binding.access == BindingAccess::ReadWrite;
    let output = buffers.iter().position(written).unwrap_or(0);
    let job = Job::new(kernel, dispatch, output, bytes, |_, _| {});
    job.with_agreement(|_, _, _| true)
}

/// Returns the different dispatches of a run, each with its entry point and how often it runs, and the job that measures
/// it.
fn jobs_of(ran: &Ran) -> Vec<(String, u32, Job<'static>)> {
    let ready = &ran.ready;
    let Some(chain) = &ready.chain else {
        return vec![(ready.entry.name.clone(), 1, job_of(ran))];
    };
    let mut different: Vec<(&Stage, u32)> = Vec::new();
    for stage in &chain.stages {
        let is_same = |other: &Stage| {
            (&other.entry_point, other.workgroups) == (&stage.entry_point, stage.workgroups)
                && (&other.overrides, &other.places) == (&stage.overrides, &stage.places)
        };
        match different.iter_mut().find(|(other, _)| is_same(other)) {
            Some((_, repeats)) => *repeats += 1,
            None => different.push((stage, 1)),
        }
    }
    let first = Between::start(chain);
    let named_job = |(stage, repeats): (&Stage, u32)| {
        // The arguments of a launch come after its arrays.
        let buffers = stage.places.iter();
        let buffers: Vec<&Binding> = buffers.filter_map(|&index| chain.bindings.get(index)).collect();
        let kernel = ready.gpu_kernel(&stage.entry_point);
        let job = job(kernel, chain.dispatch(stage, first.contents()), &buffers);
        (stage.entry_point.clone(), repeats, job)
    };
    different.into_iter().map(named_job).collect()
}

/// Returns the dispatches of a chain for the GPU.
fn links_of(ready: &Ready, chain: &ReadyChain) -> Vec<Link> {
    let link = |stage: &Stage| Link {
        kernel: ready.gpu_kernel(&stage.entry_point),
        workgroups: stage.workgroups,
        overrides: stage.overrides.clone(),
        places: stage.places.clone(),
        slots: stage.slots.clone(),
        swap: stage.swap,
        copies: stage
            .copies
            .iter()
            .map(|copy| (copy.from, copy.to, copy.bytes))
            .collect(),
    };
    chain.stages.iter().map(link).collect()
}

impl Page {
    /// Runs the shown run on the GPU. `sure` says if the reader has confirmed a risky run.
    fn face(self, sure: Sure) {
        let Some(ran) = Playground::of(self).ran.get_untracked() else {
            return;
        };
        let faced = Face::of(self).faced;
        let put = move |ran: &Arc<Ran>, state| {
            let ran = Arc::clone(ran);
            faced.set(Some(Arc::new(Faced { ran, state })));
        };
        if ran.ready.waits_for_grid {
            return put(&ran, State::Failed(GpuError::GridBarrier));
        }
        if sure == Sure::No && is_risky(&ran) {
            return put(&ran, State::Asking);
        }
        put(&ran, State::Running);
        spawn_local(async move {
            let Some(gpu) = device(self).await else {
                return faced.set(None);
            };
            let ready = &ran.ready;
            let result = match &ready.chain {
                None => {
                    let kernel = ready.gpu_kernel(&ready.entry.name);
                    gpu::run_once(&gpu, &kernel, &ready.dispatch).await
                }
                Some(chain) => {
                    let links: Vec<Link> = links_of(ready, chain);
                    gpu::run_chain(&gpu, chain.initial.clone(), &links).await
                }
            };
            let state = match result {
                Err(error) => State::Failed(error),
                Ok(words) => {
                    let all = ready.bindings().iter().zip(ran.after().iter().zip(&words));
                    let written = all.filter(|(binding, _)| binding.access == BindingAccess::ReadWrite);
                    let buffers = written.map(|(binding, (ours, theirs))| {
                        let permitted = ran.permitted_ulps;
                        let difference = difference(&binding.layout, ours, theirs, permitted);
                        (binding.name.clone(), difference)
                    });
                    State::Compared {
                        buffers: buffers.collect(),
                        gpu: words,
                        timing: Timing::Not,
                    }
                }
            };
            put(&ran, state);
        });
    }

    /// Adds the shown kernel to the lab's list, and opens the lab.
    fn measure_in_lab(self) {
        let playground = Playground::of(self);
        let Some(ran) = playground.ran.get_untracked() else {
            return;
        };
        let mut draft = playground.draft.get_untracked();
        draft.workgroups = Some(ran.ready.dispatch.workgroups);
        Lab::of(self).add_own(&draft, &ran.ready.entry);
        self.route.aside.set(Some(Aside::Lab));
    }

    /// Measures the time of each dispatch. The run before has shown the result already.
    fn time_own(self) {
        let faced = Face::of(self).faced;
        let Some(now) = faced.get_untracked() else {
            return;
        };
        let State::Compared {
            buffers, gpu: words, ..
        } = &now.state
        else {
            return;
        };
        let (ran, buffers, words) = (Arc::clone(&now.ran), buffers.clone(), words.clone());
        let put = move |timing: Timing| {
            let state = State::Compared {
                buffers: buffers.clone(),
                gpu: words.clone(),
                timing,
            };
            let ran = Arc::clone(&ran);
            faced.set(Some(Arc::new(Faced { ran, state })));
        };
        let bench = Bench::of(self);
        if bench.is_taken() {
            return self.notify(|strings| strings.lab_measures.to_owned());
        }
        put(Timing::Running);
        spawn_local(async move {
            let Some(gpu) = device(self).await else {
                return faced.set(None);
            };
            let mut jobs = vec![gpu::empty_dispatch()];
            let mut names = Vec::new();
            for (entry_point, repeats, job) in jobs_of(&now.ran) {
                names.push((entry_point, repeats));
                jobs.push(job);
            }
            let tell = |progress| bench.progress.set(Some(progress));
            let results = gpu::measure(&gpu, &jobs, &Plan::default(), &Control::new(), tell).await;
            bench.progress.set(None);
            let measured = results.and_then(|results| {
                let mut results = results.into_iter();
                let empty = results.next().and_then(Result::ok);
                let part = |((entry_point, repeats), measured): (_, Result<Measurement, _>)| {
                    Ok(Part {
                        entry_point,
                        repeats,
                        time: time(&measured?),
                    })
                };
                let parts = names.into_iter().zip(results).map(part);
                Ok(Timed {
                    parts: parts.collect::<Result<Vec<Part>, GpuError>>()?,
                    empty: empty.as_ref().map(time),
                    device: gpu.info().name.clone(),
                })
            });
            put(match measured {
                Ok(timed) => Timing::Done(Arc::new(timed)),
                Err(error) => Timing::Failed(error),
            });
        });
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sure {
    Yes,
    No,
}

#[component]
pub fn FacePanel(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let current = move || {
        let (ran, faced) = (playground.ran.get(), Face::of(page).faced.get());
        // Of another run nothing is said.
        faced.filter(|faced| ran.as_ref().is_some_and(|ran| Arc::ptr_eq(ran, &faced.ran)))
    };
    let state = move || match current().as_deref().map(|faced| &faced.state) {
        None => "none",
        Some(State::Asking) => "asking",
        Some(State::Running) => "running",
        Some(State::Failed(_)) => "failed",
        Some(State::Compared { buffers, .. }) => {
            if buffers.iter().all(|(_, difference)| difference.differing == 0) {
                "equal"
            } else {
                "differs"
            }
        }
    };
    view! {
        <section class="panel face-panel" id="face" data-state=state>
            <h2>{move || page.strings().playground().face}</h2>
            {move || match Bench::of(page).state.get() {
                GpuState::Absent(error) => {
                    Some(
                        view! {
                            <p class="source" id="no-gpu">
                                {(page.strings().gpu_error)(&error)}
                            </p>
                        },
                    )
                }
                _ => None,
            }}
            <p class="source">{move || page.strings().playground().face_lead}</p>
            <div class="face-scroll">{move || current().map(|faced| said(page, &faced))}</div>
            {move || {
                let words = page.strings().playground();
                let absent = matches!(Bench::of(page).state.get(), GpuState::Absent(_));
                let none = playground.ran.with(Option::is_none) || !playground.is_of_this_text();
                let state = state();
                let (text, sure) = if state == "asking" {
                    (words.run_anyway, Sure::Yes)
                } else {
                    (words.run_on_gpu, Sure::No)
                };
                view! {
                    <div class="face-actions">
                        <button
                            class="button primary"
                            id="run-gpu"
                            disabled=absent || none || state == "running"
                            on:click=move |_| page.face(sure)
                        >
                            {text}
                        </button>
                        // The lab varies n, which is an argument of a CUDA kernel.
                        <button
                            class="button"
                            id="to-own-lab"
                            hidden=move || is_cuda(page)
                            title=words.to_lab_hint
                            disabled=none
                            on:click=move |_| page.measure_in_lab()
                        >
                            {words.to_lab}
                        </button>
                    </div>
                }
            }}
        </section>
    }
    .into_any()
}

fn said(page: Page, faced: &Faced) -> impl IntoView + use<> {
    let strings = page.strings();
    let words = strings.playground();
    match &faced.state {
        State::Asking => view! {
            <p class="message error" id="gpu-warning">
                {words.risky}
            </p>
        }
        .into_any(),
        State::Running => view! { <p class="message">{words.running}</p> }.into_any(),
        State::Failed(error) => view! {
            <p class="message error" id="gpu-failed">
                {(strings.gpu_error)(error)}
            </p>
        }
        .into_any(),
        State::Compared { buffers, timing, .. } => {
            let tables = buffers
                .iter()
                .map(|(name, difference)| table(strings, name, difference));
            let cut_off = faced.ran.outcome != Outcome::Completed;
            view! {
                {cut_off
                    .then(|| {
                        view! {
                            <p class="message" id="cut-off">
                                {words.cut_off}
                            </p>
                        }
                    })}
                {tables.collect_view()}
                <div class="face-time" id="own-time">
                    {timed(page, timing)}
                </div>
            }
            .into_any()
        }
    }
}

/// Shows that a buffer is equal, or its differing cells.
fn table(strings: &'static Strings, name: &str, difference: &Difference) -> impl IntoView + use<> {
    let words = strings.playground();
    let equal = difference.differing == 0;
    let (class, sign) = if equal {
        ("message good", "✓")
    } else {
        ("message error", "≠")
    };
    let row = |cell: &model::playground::difference::Cell| {
        let ulps = cell.ulps.map(words.ulps);
        view! {
            <tr>
                <th scope="row">{cell.index}</th>
                <td>{cell.ours.clone()}</td>
                <td>{cell.theirs.clone()}</td>
                <td>{ulps}</td>
            </tr>
        }
    };
    let more = difference.differing.saturating_sub(LISTED);
    view! {
        <p class=class data-compared=name.to_owned() data-differing=difference.differing.to_string()>
            <i aria-hidden="true">{sign}</i>
            <span>
                <b class="mono">{name.to_owned()}</b>
                " "
                {(words.compared)(difference)}
            </span>
        </p>
        {(!equal)
            .then(|| {
                view! {
                    <table class="cells compared">
                        <thead>
                            <tr>
                                <th scope="col">{words.index}</th>
                                <th scope="col">{words.simulator}</th>
                                <th scope="col">{words.gpu}</th>
                                <th />
                            </tr>
                        </thead>
                        <tbody>{difference.listed.iter().map(row).collect_view()}</tbody>
                    </table>
                }
            })}
        {(more > 0).then(|| view! { <p class="source">{(words.more_cells)(more)}</p> })}
    }
}

fn timed(page: Page, timing: &Timing) -> AnyView {
    let strings = page.strings();
    let words = strings.playground();
    let button = |disabled: bool| {
        view! {
            <button class="button" id="time-gpu" disabled=disabled on:click=move |_| page.time_own()>
                {words.time_it}
            </button>
        }
    };
    match timing {
        Timing::Not => button(false).into_any(),
        Timing::Running => view! {
            {button(true)}
            <span>{words.timing}</span>
        }
        .into_any(),
        Timing::Failed(error) => view! {
            <p class="message error">{(strings.gpu_error)(error)}</p>
            {button(false)}
        }
        .into_any(),
        Timing::Done(timed) => {
            let empty = timed.empty.as_ref();
            let said = match timed.parts.as_slice() {
                [part] => {
                    let remark = empty.and_then(|empty| {
                        is_too_short(&part.time, Some(empty)).then(|| {
                            view! {
                                <p class="time-remark" id="own-too-short">
                                    {(words.too_short)(&empty.median)}
                                </p>
                            }
                        })
                    });
                    view! {
                        {median(strings, &part.time)}
                        {remark}
                    }
                    .into_any()
                }
                parts => of_chain(page, parts).into_any(),
            };
            view! {
                {said}
                {empty
                    .map(|empty| {
                        view! {
                            <p class="source" id="own-empty">
                                {(strings.empty_dispatch)(&empty.median)}
                            </p>
                        }
                    })}
                <p class="source">{timed.device.clone()}</p>
                {button(false)}
            }
            .into_any()
        }
    }
}

fn median(strings: &'static Strings, time: &Time) -> impl IntoView + use<> {
    view! {
        <p class="message good" id="own-median">
            <b>{time.median.clone()}</b>
            <span>{strings.interval} " " {time.interval.clone()}</span>
            {badge(strings, Kind::Measured)}
        </p>
    }
}

/// Shows the time of each dispatch of a chain, and their sum.
fn of_chain(page: Page, parts: &[Part]) -> impl IntoView + use<> {
    let strings = page.strings();
    let words = strings.chain_words();
    let row = |part: &Part| {
        let repeats = (part.repeats > 1).then(|| format!(" × {}", part.repeats));
        view! {
            <tr>
                <th scope="row">{part.entry_point.clone()} {repeats}</th>
                <td>{part.time.median.clone()}</td>
                <td>{part.time.interval.clone()}</td>
            </tr>
        }
    };
    let rows = parts.iter().map(row).collect_view();
    let all = parts.iter().map(|part| part.time.at_most * f64::from(part.repeats));
    let is_exact = parts.iter().all(|part| !part.time.millis.is_nan());
    let sum = duration(1e6 * all.sum::<f64>());
    let sum = if is_exact { sum } else { format!("< {sum}") };
    view! {
        <table class="cells" id="own-times">
            <thead>
                <tr>
                    <th />
                    <th scope="col">{strings.median}</th>
                    <th scope="col">{strings.interval}</th>
                </tr>
            </thead>
            <tbody>
                {rows} <tr id="own-sum">
                    <th scope="row">{words.all_times}</th>
                    <td>{sum}</td>
                    <td>{badge(strings, Kind::Measured)}</td>
                </tr>
            </tbody>
        </table>
        <p class="source">{said_in(page, words.times_hint)}</p>
    }
}
