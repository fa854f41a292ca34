//! The view of the host's program: its phases in WebGPU and in CUDA, with the times of each.

use crate::page::{Page, Pane};
use crate::panels::tabs::PanelTabs;
use crate::run::badge::badge;
use crate::run::export::taken;
use crate::run::gpu::{Bench, device, look};
use gpu::RoundTrip;
use leptos::prelude::*;
use lessons::host::{Phase, measured};
use lessons::{GalleryKernel, Lesson};
use model::export::Taken;
use model::lab::figures::duration;
use model::number::grouped;
use model::panels::code::pieces;
use model::panels::counters::Kind;
use model::panels::host::own_millis;
use wasm_bindgen_futures::spawn_local;

/// The measurement on the reader's GPU.
#[derive(Clone, Debug, Default, PartialEq)]
enum State {
    #[default]
    Unknown,
    Measuring,
    /// The number of elements and the times.
    Done(u32, RoundTrip),
    Failed(Failure),
}

#[derive(Clone, Debug, PartialEq)]
enum Failure {
    Gpu(gpu::GpuError),
    WrongResult,
}

/// `Copy`: all columns and the stage share one measurement.
#[derive(Clone, Copy)]
struct Trip(RwSignal<State>);

impl Trip {
    fn of(page: Page) -> Self {
        page.feature(|| Trip(RwSignal::new(State::default())))
    }
}

#[component]
pub fn HostPanel(
    page: Page,
    pane: Pane,
    /// The phases to show; all if absent.
    #[prop(optional)]
    phases: &'static [Phase],
) -> impl IntoView {
    look(page);
    let trip = Trip::of(page).0;
    let is_measuring = move || trip.with(|state| *state == State::Measuring);
    let phases = match phases {
        [] => &Phase::ALL[..],
        phases => phases,
    };
    let rows = phases.iter().map(|&phase| row(page, trip, phase)).collect_view();
    let note = move || {
        let strings = page.strings();
        let words = &strings.panel_words().host;
        trip.with(|state| match state {
            State::Done(n, _) => (words.own)(&grouped((*n).into())),
            State::Failed(Failure::Gpu(error)) => (words.failed)(&(strings.gpu_error)(error)),
            State::Failed(Failure::WrongResult) => words.wrong.to_owned(),
            State::Unknown | State::Measuring => String::new(),
        })
    };
    let shipped = move || {
        let measured = measured();
        (page.strings().panel_words().host.shipped)(&grouped(measured.n.into()), &measured.device)
    };
    let state = move || {
        trip.with(|state| match state {
            State::Unknown => "unknown",
            State::Measuring => "measuring",
            State::Done(..) => "done",
            State::Failed(_) => "failed",
        })
    };
    let button = move || {
        let words = &page.strings().panel_words().host;
        if is_measuring() { words.measuring } else { words.measure }
    };
    view! {
        <section
            data-take=taken(page, pane, Taken::Panel(Some(lessons::Panel::Host)))
            class="panel slot-panel host-panel"
        >
            <h2>
                <PanelTabs page=page />
                <button
                    class="button"
                    id=(pane.index == 0).then_some("time-host")
                    aria-disabled=move || is_measuring().to_string()
                    on:click=move |_| measure(page, trip)
                >
                    {button}
                </button>
            </h2>
            <div
                class="slot-scroll"
                tabindex="0"
                role="region"
                aria-label=move || page.strings().panel(Some(lessons::Panel::Host))
            >
                <div class="host-phases" id=(pane.index == 0).then_some("host") data-state=state>
                    <p class="host-languages">
                        <b>"WebGPU · JavaScript"</b>
                        <b>"CUDA · C++"</b>
                    </p>
                    {rows}
                </div>
                <p class="source" role="status">
                    {note}
                </p>
                <p class="source">{shipped}</p>
            </div>
        </section>
    }
}

/// Shows a phase: its name, and in each language its lines and its time.
fn row(page: Page, trip: RwSignal<State>, phase: Phase) -> impl IntoView {
    let webgpu = move || {
        let millis = trip.with(|state| match state {
            State::Done(_, trip) => own_millis(trip, phase),
            _ => None,
        });
        millis.map(|millis| time(page, millis))
    };
    let cuda = move || phase.measured_cuda().map(|millis| time(page, millis));
    view! {
        <section class="host-phase" data-phase=phase.id()>
            <h3>{move || phase.title().get(page.settings.language.get())}</h3>
            <p class="host-time" data-language="webgpu">
                {webgpu}
            </p>
            <p class="host-time" data-language="cuda">
                {cuda}
            </p>
            {code(phase.webgpu(), "webgpu")}
            {code(phase.cuda(), "cuda")}
        </section>
    }
}

fn time(page: Page, millis: f64) -> impl IntoView {
    view! {
        <b>{duration(millis * 1e6)}</b>
        {badge(page.strings(), Kind::Measured)}
    }
}

fn code(text: &str, language: &'static str) -> impl IntoView + use<> {
    let line = |line: Vec<(model::panels::code::Piece, String)>| {
        let pieces = line.into_iter();
        let pieces = pieces.map(|(piece, text)| view! { <span class=piece.class()>{text}</span> });
        view! { <code>{pieces.collect_view()}"\n"</code> }
    };
    view! { <pre data-language=language>{pieces(text).into_iter().map(line).collect_view()}</pre> }
}

/// The reader asks for the times on the own GPU.
fn measure(page: Page, trip: RwSignal<State>) {
    let lesson = page
        .run
        .spec
        .with_untracked(|view| view.as_ref().map(|view| (view.lesson, view.kernel)));
    let Some((lesson, kernel)) = lesson else {
        return;
    };
    if trip.with_untracked(|state| *state == State::Measuring) {
        return;
    }
    if Bench::of(page).is_taken() {
        return page.notify(|strings| strings.lab_measures.to_owned());
    }
    trip.set(State::Measuring);
    spawn_local(async move {
        let measured = make(page, lesson, kernel).await;
        trip.set(measured);
    });
}

async fn make(page: Page, lesson: &'static Lesson, kernel: &'static GalleryKernel) -> State {
    let Some(gpu) = device(page).await else {
        // The chart of times shows the reason.
        return match Bench::of(page).state.get_untracked() {
            crate::run::gpu::GpuState::Absent(error) => State::Failed(Failure::Gpu(error)),
            _ => State::Unknown,
        };
    };
    let clock = lesson.clock.size;
    let block = clock.block().min(gpu.info().max_block);
    let size = kernel.task.nearest(clock.nearest_to(clock.n(), block));
    let dispatch = kernel.dispatch(size, &simt::Machine::default());
    match gpu::round_trip(&gpu, &kernel.kernel, &dispatch, kernel.output()).await {
        Ok((times, output)) => {
            let mut wanted = vec![0; output.len()];
            kernel.reference(size, &simt::Machine::default(), 0, &mut wanted);
            if wanted == output {
                State::Done(size.n(), times)
            } else {
                State::Failed(Failure::WrongResult)
            }
        }
        Err(error) => State::Failed(Failure::Gpu(error)),
    }
}
