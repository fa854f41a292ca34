//! The controls of a measurement, and the sentences about its limits: beside a lesson's chart and on stage.

use super::gpu::{Bench, GpuState, charted, times_of};
use crate::draw::palette;
use crate::page::Page;
use crate::run::canvas::watch_box;
use leptos::html;
use leptos::prelude::*;
use lessons::SizeError;
use model::run::times::size::AtSize;
use model::run::times::{ChartSize, Rows, Times, chart};

/// The choice between the clock's n and the picture's.
#[component]
pub fn SizeChoice(page: Page, rows: Rows) -> impl IntoView {
    let bench = Bench::of(page);
    let choose = move |event| {
        let id = event_target_value(&event);
        if let Some(size) = AtSize::ALL.into_iter().find(|size| size.id() == id) {
            bench.at.set(size);
        }
    };
    let option = move |size: AtSize| {
        let text = move || times_of(page, rows, size).map(|times| (page.strings().at_size)(size, times.size.n()));
        view! {
            <option value=size.id() selected=move || bench.at.get() == size>
                {text}
            </option>
        }
    };
    view! {
        <select
            id="clock-size"
            aria-label=move || page.strings().at_size_label
            title=move || page.strings().at_size_label
            disabled=move || bench.progress.with(Option::is_some)
            on:change=choose
        >
            {AtSize::ALL.map(option)}
        </select>
    }
    .into_any()
}

/// The button that starts a measurement, or the progress of the measurement.
#[component]
pub fn Action(page: Page, rows: Rows) -> impl IntoView {
    let progress = Bench::of(page).progress;
    view! {
        {move || {
            let strings = page.strings();
            if let Some(progress) = progress.get() {
                let charted = charted(page, rows);
                let kernel = charted
                    .as_ref()
                    .and_then(|charted| charted.kernels.get(progress.job))
                    .map_or(strings.empty_name, |kernel| kernel.title.get(page.settings.language.get()));
                return view! {
                    <div class="measuring">
                        <div class="measuring-bar" style=format!("--share:{}", progress.fraction) />
                        <span>{kernel} " · " {(strings.phase)(progress.phase)}</span>
                        <button id="cancel-measure" class="button" on:click=move |_| page.cancel_measure()>
                            {strings.cancel}
                        </button>
                    </div>
                }
                    .into_any();
            }
            match Bench::of(page).state.get() {
                GpuState::Unknown | GpuState::Looking => {
                    view! { <p class="source">{strings.looking_for_gpu}</p> }.into_any()
                }
                GpuState::Absent(_) => ().into_any(),
                GpuState::Ready(_) if too_large(page).is_some() => ().into_any(),
                GpuState::Ready(_) => {
                    view! {
                        <button
                            id="measure"
                            class="button quiet"
                            title=strings.measure_hint
                            on:click=move |_| page.measure(rows)
                        >
                            {strings.measure}
                        </button>
                    }
                        .into_any()
                }
            }
        }}
    }
    .into_any()
}

/// Where a chart stands, which sets the size of its letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    Panel,
    Dialog,
    Stage,
}

/// The chart of times, as wide as its place.
#[component]
pub fn TimesChart(page: Page, rows: Rows, room: Room) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let width = RwSignal::new(0.0);
    watch_box(page, place, move |wide, _, _| {
        if width.get_untracked() != wide {
            width.set(wide);
        }
    });
    let svg = move || {
        page.epoch.track();
        let size = Bench::of(page).at.get();
        let (times, width) = (times_of(page, rows, size)?, width.get());
        // All rows of a ladder are of one weight.
        let names = page.run.spec.with(|view| match rows {
            Rows::Lesson => {
                let kernels = view.as_ref()?.kernels();
                let names = kernels.map(|kernel| kernel.kernel.name.to_string());
                Some(names.collect::<Vec<_>>())
            }
            Rows::Ladder => Some(Vec::new()),
        })?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let bench = Bench::of(page);
        let device = match bench.state.get() {
            GpuState::Ready(device) => Some(device.name.clone()),
            _ => None,
        };
        let palette = palette::current();
        let text = match room {
            Room::Panel | Room::Stage => palette.chart_text,
            Room::Dialog => palette.chart_text_wide,
        };
        let size = ChartSize { width, text };
        let drawn = || {
            chart(
                &times,
                &names,
                device.as_deref(),
                bench.cuda.get(),
                page.strings(),
                size,
            )
        };
        (width > 0.0).then(drawn)
    };
    view! { <div node_ref=place class="chart" aria-hidden="true" inner_html=svg /> }
}

/// Returns the chosen size if it is beyond the adapter's limits. The clock's size adapts to the adapter.
pub fn too_large(page: Page) -> Option<SizeError> {
    if Bench::of(page).at.get() == AtSize::Clock {
        return None;
    }
    let GpuState::Ready(device) = Bench::of(page).state.get() else {
        return None;
    };
    let size = page.run.spec.with(|view| view.as_ref().map(|view| view.size))?;
    let most = u32::try_from(device.max_bytes() / 4).unwrap_or(u32::MAX);
    match () {
        () if size.block() > device.max_block => Some(SizeError::BlockBeyondAdapter {
            block: size.block(),
            most: device.max_block,
        }),
        () if size.n() > most => Some(SizeError::TooMany { n: size.n(), most }),
        () => None,
    }
}

/// Shows what a chart does not permit to say. Tracked.
pub fn remarks(page: Page, times: &Times) -> AnyView {
    let strings = page.strings();
    let wanted = page.run.spec.with(|view| {
        let view = view.as_ref()?;
        Some(Bench::of(page).at.get().size(view.lesson.clock, view.size).n())
    });
    let smaller = wanted.filter(|&wanted| times.size.n() < wanted).map(|wanted| {
        view! {
            <p class="time-remark" id="smaller-n">
                {(strings.smaller_n)(times.size.n(), wanted)}
            </p>
        }
    });
    let remark = |remark| view! { <p class="time-remark">{(strings.remark)(remark)}</p> };
    view! {
        {smaller}
        {times.remarks.iter().map(remark).collect_view()}
    }
    .into_any()
}
