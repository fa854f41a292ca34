//! Before and after: a pinned version beside the present one, with their texts, counters, buffers and times.

use super::face_to_face::job_of;
use super::running::ran_of;
use crate::draft::{Playground, Ran};
use crate::page::{EngineState, Page, RunSummary};
use crate::panels::lanes::LanesPanel;
use crate::run::badge::badge;
use crate::run::gpu::{Bench, GpuState, device};
use crate::run::runs::Runs;
use gpu::{Control, GpuError, Plan};
use leptos::prelude::*;
use model::panels::counters::Kind;
use model::playground::difference::difference;
use model::playground::draft::Draft;
use model::playground::versions::{Line, counter_changes, shown_ratio, text_changes};
use model::run::playback::Playback;
use model::run::times::{Time, time};
use model::strings::Strings;
use simt::BindingAccess;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// The run of the pinned version.
struct Pinned {
    draft: Draft,
    ran: Ran,
    summary: Arc<RunSummary>,
    playback: Playback,
}

/// The times of both versions on the reader's GPU.
#[derive(Clone)]
enum Times {
    Not,
    Running,
    /// The run of the present version that was measured, and the times of the pinned and of the present version.
    Done(Arc<Ran>, Arc<[Time; 2]>),
    Failed(GpuError),
}

/// The state of the comparison. Copies are the same.
#[derive(Clone, Copy)]
struct Versions {
    pinned: RwSignal<Option<Arc<Pinned>>>,
    times: RwSignal<Times>,
}

impl Versions {
    fn of(page: Page) -> Self {
        page.feature(|| Versions {
            pinned: RwSignal::new(None),
            times: RwSignal::new(Times::Not),
        })
    }
}

/// Runs the version that a draft has pinned, unless it has run, and shows it beside the present one.
pub async fn run_pinned(page: Page, runs: Runs, draft: &Draft) {
    let versions = Versions::of(page);
    let Some(pinned) = &draft.pinned else {
        versions.pinned.set(None);
        return;
    };
    let is_known = versions
        .pinned
        .with_untracked(|before| before.as_ref().is_some_and(|before| before.draft == **pinned));
    if !is_known {
        let (slow, on_progress) = runs.show_progress(0);
        let reply = runs.engine().run_draft((**pinned).clone(), on_progress).await;
        drop(slow);
        page.engine.set(EngineState::Idle);
        let ran = reply.ok().and_then(|report| ran_of(report).ok());
        versions.times.set(Times::Not);
        versions.pinned.set(ran.map(|(ran, summary, playback)| {
            Arc::new(Pinned {
                draft: (**pinned).clone(),
                ran,
                summary: Arc::new(summary),
                playback,
            })
        }));
    }
    let [pane, ..] = page.run.beside;
    versions.pinned.with_untracked(|pinned| {
        let Some(pinned) = pinned else { return };
        let grain = page.run.grain.get_untracked();
        pane.put(Arc::clone(&pinned.summary), pinned.playback.clone(), 0, grain);
        pane.seek_press(untrack(|| page.press_shown()), grain);
    });
}

/// The lanes of the pinned version, under those of the present one.
#[component]
pub fn PinnedLanes(page: Page) -> impl IntoView {
    let versions = Versions::of(page);
    let has_pinned = Memo::new(move |_| versions.pinned.with(Option::is_some));
    move || {
        has_pinned.get().then(|| {
            let [pane, ..] = page.run.beside;
            view! {
                <p class="pinned-title" id="pinned-title">
                    {move || page.strings().version_words().pinned_below}
                </p>
                <LanesPanel page=page pane=pane />
            }
        })
    }
}

#[component]
pub fn VersionsPanel(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let versions = Versions::of(page);
    let words = move || page.strings().version_words();
    let has_pin = Memo::new(move |_| playground.draft.with(|draft| draft.pinned.is_some()));
    let pin = move |_| {
        playground.set(|draft| {
            let pinned = draft.alone();
            draft.pinned = Some(Box::new(pinned));
        });
    };
    let unpin = move |_| playground.set(|draft| draft.pinned = None);
    let return_to = move |_| {
        let draft = playground.draft.get_untracked();
        if let Some(pinned) = draft.pinned.clone() {
            let mut earlier = *pinned;
            earlier.pinned = draft.pinned;
            playground.take(earlier);
        }
    };
    let compared = move || {
        let pinned = versions.pinned.get()?;
        let ran = playground.ran.get()?;
        let summary = page.run.first.summary.get()?;
        let after = playground.draft.with_untracked(|draft| draft.source.clone());
        let strings = page.strings();
        Some(view! {
            <div class="face-scroll">
                <h3>{words().text}</h3>
                {text_table(strings, &pinned.draft.source, &after)}
                <h3>{words().counters} <em>{badge(strings, Kind::Exact)}</em></h3>
                {counters_table(page, &pinned.summary, &summary)}
                <h3>{words().buffers}</h3>
                {buffers_list(strings, &pinned.ran, &ran)}
                <h3>{words().time}</h3>
                {move || times_table(page)}
            </div>
        })
    };
    view! {
        <section class="panel versions-panel" id="versions">
            <h2>{move || words().title}</h2>
            {move || {
                if has_pin.get() {
                    view! {
                        <p class="versions-buttons">
                            <button class="button" id="pin" on:click=pin>
                                {words().pin_again}
                            </button>
                            <button class="button" id="return-to-pinned" on:click=return_to>
                                {words().return_to}
                            </button>
                            <button class="button quiet" id="unpin" on:click=unpin>
                                {words().unpin}
                            </button>
                        </p>
                        {compared}
                    }
                        .into_any()
                } else {
                    view! {
                        <p class="source">{words().lead}</p>
                        <button class="button primary" id="pin" on:click=pin>
                            {words().pin}
                        </button>
                    }
                        .into_any()
                }
            }}
        </section>
    }
    .into_any()
}

fn text_table(strings: &'static Strings, before: &str, after: &str) -> AnyView {
    let lines = text_changes(before, after);
    if lines.is_empty() {
        return view! {
            <p class="source" id="same-text">
                {strings.version_words().same_text}
            </p>
        }
        .into_any();
    }
    let row = |line: Line| {
        let (class, sign, number, text) = match line {
            Line::Same { number, text } => ("same", "", number.to_string(), text),
            Line::Removed { number, text } => ("removed", "−", number.to_string(), text),
            Line::Added { number, text } => ("added", "+", number.to_string(), text),
            Line::Skipped => ("skipped", "", "⋮".to_owned(), String::new()),
        };
        view! {
            <tr class=class>
                <th scope="row">{number}</th>
                <td class="sign">{sign}</td>
                <td>
                    <code>{text}</code>
                </td>
            </tr>
        }
    };
    let rows = lines.into_iter().map(row).collect_view();
    view! {
        <table class="text-changes" id="text-changes">
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

fn counters_table(page: Page, before: &RunSummary, after: &RunSummary) -> impl IntoView + use<> {
    let words = page.strings().version_words();
    let language = page.settings.language.get();
    let row = |change: model::playground::versions::CounterChange| {
        let name = change.id.definition().title.get(language);
        let is_same = change.before == change.after;
        let ratio = change.ratio.filter(|_| !is_same).map(shown_ratio);
        view! {
            <tr class:same=is_same data-counter=change.id.name()>
                <th scope="row">{name}</th>
                <td>{change.before}</td>
                <td>{change.after}</td>
                <td>{ratio}</td>
            </tr>
        }
    };
    let changes = counter_changes(&before.counters, &after.counters);
    let rows = changes.into_iter().map(row).collect_view();
    view! {
        <table class="cells" id="counter-changes">
            <thead>
                <tr>
                    <th />
                    <th scope="col">{words.before}</th>
                    <th scope="col">{words.after}</th>
                    <th />
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// Says for each buffer of both versions that the kernel writes if it ended the same.
fn buffers_list(strings: &'static Strings, before: &Ran, after: &Ran) -> impl IntoView + use<> {
    let words = strings.version_words();
    let bindings = after.ready.bindings().iter().zip(after.after());
    let rows = bindings.filter_map(|(binding, now)| {
        if binding.access != BindingAccess::ReadWrite {
            return None;
        }
        let earlier = before
            .ready
            .bindings()
            .iter()
            .position(|each| each.slot == binding.slot)?;
        let earlier = before.after().get(earlier)?;
        let difference = difference(&binding.layout, earlier, now, 0.0);
        let (class, sign) = match difference.differing {
            0 => ("message good", "✓"),
            _ => ("message error", "≠"),
        };
        let text = match difference.listed.first() {
            None => words.same_buffer.to_owned(),
            Some(first) => (words.other_buffer)(difference.differing, first),
        };
        Some(view! {
            <p class=class data-version-buffer=binding.name.clone()>
                <i aria-hidden="true">{sign}</i>
                <span>
                    <b class="mono">{binding.name.clone()}</b>
                    " "
                    {text}
                </span>
            </p>
        })
    });
    rows.collect_view()
}

fn times_table(page: Page) -> AnyView {
    let versions = Versions::of(page);
    let strings = page.strings();
    let words = strings.version_words();
    let absent = match Bench::of(page).state.get() {
        GpuState::Absent(error) => Some(error),
        _ => None,
    };
    let button = |disabled: bool| {
        view! {
            <button class="button" id="time-versions" disabled=disabled on:click=move |_| spawn_local(measure(page))>
                {words.measure}
            </button>
        }
    };
    if let Some(error) = absent {
        return view! { <p class="source">{(strings.gpu_error)(&error)}</p> }.into_any();
    }
    match versions.times.get() {
        Times::Not => button(false).into_any(),
        Times::Running => view! { {button(true)} }.into_any(),
        Times::Failed(error) => view! {
            <p class="message error">{(strings.gpu_error)(&error)}</p>
            {button(false)}
        }
        .into_any(),
        Times::Done(of, times) => {
            let is_now = Playground::of(page)
                .ran
                .with(|ran| ran.as_ref().is_some_and(|ran| Arc::ptr_eq(ran, &of)));
            if !is_now {
                return button(false).into_any();
            }
            let [before, after] = &*times;
            let ratio = shown_ratio(after.millis / before.millis);
            view! {
                <table class="cells" id="version-times">
                    <thead>
                        <tr>
                            <th />
                            <th scope="col">{words.before}</th>
                            <th scope="col">{words.after}</th>
                            <th />
                        </tr>
                    </thead>
                    <tbody>
                        <tr>
                            <th scope="row">{strings.median}</th>
                            <td title=before.interval.clone()>{before.median.clone()}</td>
                            <td title=after.interval.clone()>{after.median.clone()}</td>
                            <td>{ratio}</td>
                        </tr>
                    </tbody>
                </table>
                <p class="source">{badge(strings, Kind::Measured)}</p>
                {button(false)}
            }
            .into_any()
        }
    }
}

/// Measures both versions on the reader's GPU, one after the other in the same rounds.
async fn measure(page: Page) {
    let versions = Versions::of(page);
    let (Some(pinned), Some(ran)) = (
        versions.pinned.get_untracked(),
        Playground::of(page).ran.get_untracked(),
    ) else {
        return;
    };
    let bench = Bench::of(page);
    if bench.is_taken() {
        return page.notify(|strings| strings.lab_measures.to_owned());
    }
    if pinned.ran.ready.waits_for_grid || ran.ready.waits_for_grid {
        return versions.times.set(Times::Failed(GpuError::GridBarrier));
    }
    versions.times.set(Times::Running);
    let Some(gpu) = device(page).await else {
        return versions.times.set(Times::Not);
    };
    let jobs = [job_of(&pinned.ran), job_of(&ran)];
    let tell = |progress| bench.progress.set(Some(progress));
    let results = gpu::measure(&gpu, &jobs, &Plan::default(), &Control::new(), tell).await;
    bench.progress.set(None);
    let times = results.and_then(|results| {
        let times: Result<Vec<Time>, GpuError> = results.into_iter().map(|result| Ok(time(&result?))).collect();
        times
    });
    versions.times.set(match times.map(<[Time; 2]>::try_from) {
        Ok(Ok(times)) => Times::Done(ran, Arc::new(times)),
        Ok(Err(_)) => Times::Not,
        Err(error) => Times::Failed(error),
    });
}
