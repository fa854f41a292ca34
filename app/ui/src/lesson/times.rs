//! The times panel: times measured on the reader's GPU next to published ones, as a chart and a table.

use crate::browser::window::window_size;
use crate::draw::icons;
use crate::draw::palette;
use crate::lab::lab_link;
use crate::page::{Overlay, Page};
use crate::run::badge::badge;
use crate::run::export::ExportButton;
use crate::run::gpu::{self, Bench, GpuState, time_rows};
use leptos::html;
use leptos::prelude::*;
use lessons::SizeError;
use lessons::measured;
use model::address::RunSpec;
use model::counters::Kind;
use model::export::Taken;
use model::lab::experiment::{Experiment, Limits, Preset};
use model::strings::Strings;
use model::times::{ChartSize, Measured, TimeRow, chart, sources};

#[component]
pub fn TimesPanel(page: Page) -> impl IntoView {
    gpu::look(page);
    let measured = Bench::of(page).measured;
    let progress = Bench::of(page).progress;
    let state = move || match (
        Bench::of(page).state.get(),
        progress.with(Option::is_some),
        measured.with(Option::is_some),
    ) {
        (_, true, _) => "measuring",
        (_, _, true) => "measured",
        (GpuState::Ready(_), ..) => "ready",
        (GpuState::Absent(_), ..) => "absent",
        (GpuState::Unknown | GpuState::Looking, ..) => "looking",
    };
    let of = move || {
        let size = measured.with(|measured| measured.as_ref().map(|measured| measured.size));
        let size = size.or_else(|| {
            page.run
                .spec
                .with(|view| view.as_ref().map(|view| view.size))
        })?;
        Some((page.strings().times_of)(size.n(), size.block()))
    };
    view! {
        <section class="panel times-panel" id="times" data-state=state>
            <h2>
                {move || page.strings().times} <em>{of}</em>
                <a
                    id="open-in-lab"
                    class="icon-button plain-button"
                    href=move || page.run.spec.with(|view| view.as_ref().map(of_lesson)).map(lab_link)
                    aria-label=move || page.strings().lab().open
                    title=move || page.strings().lab().open
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path fill-rule="evenodd" d=icons::FLASK /></svg>
                </a>
                <ExportButton page=page pane=page.run.first taken=Taken::Times />
                <button
                    id="enlarge"
                    class="icon-button plain-button"
                    aria-label=move || page.strings().enlarge
                    title=move || page.strings().enlarge
                    on:click=move |_| page.route.overlay.set(Some(Overlay::Times))
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::ENLARGE /></svg>
                </button>
            </h2>
            <div class="times-scroll">
                {move || no_times_line(page)}
                <Chart page=page enlarged=false />
                {move || source_line(page.strings(), measured.get().as_deref(), &time_rows(page).unwrap_or_default())}
            </div>
            <div class="times-foot">
                <Action page=page />
            </div>
        </section>
    }
    .into_any()
}

/// Returns the lab's experiment that measures the same as this panel.
fn of_lesson(view: &RunSpec) -> Experiment {
    let usual = Preset::Kernels.experiment(view.lesson, Limits::LEAST);
    Experiment {
        sizes: vec![view.size.n()],
        blocks: vec![view.size.block()],
        ..usual
    }
}

/// Below this window width, in CSS pixels, the enlarged chart keeps the panel's size.
const NARROW: f64 = 640.0;

/// The dialog with the enlarged chart and its table.
#[component]
pub fn TimesDialog(page: Page) -> impl IntoView {
    let measured = Bench::of(page).measured;
    let close = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = close.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = button.focus();
        }
    });
    let dialog = move || {
        let strings = page.strings();
        view! {
            <div class="veil" on:click=move |_| page.route.overlay.set(None)>
                <section class="dialog wide" role="dialog" aria-modal="true" aria-label=strings.times on:click=|event| event.stop_propagation()>
                    <button node_ref=close class="icon-button dialog-close" aria-label=strings.close on:click=move |_| page.route.overlay.set(None)>
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::CLOSE /></svg>
                    </button>
                    <h2>{strings.times}</h2>
                    <Chart page=page enlarged=true />
                    {source_line(strings, measured.get().as_deref(), &time_rows(page).unwrap_or_default())}
                </section>
            </div>
        }
    };
    move || (page.route.overlay.get() == Some(Overlay::Times)).then(dialog)
}

#[component]
fn Chart(page: Page, enlarged: bool) -> impl IntoView {
    let kernel = Memo::new(move |_| {
        page.run.spec.with(|view| {
            view.as_ref()
                .map_or(String::new(), |view| view.kernel.kernel.name.to_string())
        })
    });
    let place = NodeRef::<html::Div>::new();
    view! {
        <div node_ref=place>
        {move || time_rows(page).map(|rows| {
            let strings = page.strings();
            page.epoch.track();
            let palette = palette::current();
            let (window, _) = window_size();
            // On a phone the dialog has no more room than the panel.
            let wide = enlarged && window >= NARROW * palette.enlarge;
            let size = match wide {
                true => ChartSize { width: palette.chart_wide, text: palette.chart_text_wide },
                false => {
                    let width = place.get_untracked().map(|place| f64::from(place.client_width())).filter(|width| *width > 0.0);
                    ChartSize { width: width.unwrap_or(palette.chart), text: palette.chart_text }
                }
            };
            let svg = chart(&rows, &kernel.get(), strings, size);
            view! {
                <div class="chart" aria-hidden="true" inner_html=svg></div>
                <details class="table-of-times" open=enlarged>
                    <summary>{strings.time_table}</summary>
                    {table(strings, &rows, wide)}
                </details>
            }
        })}
        </div>
    }
    .into_any()
}

/// Draws the table. The panel has room for the medians only; a `wide` table adds the interval and the bandwidth.
fn table(strings: &'static Strings, rows: &[TimeRow], wide: bool) -> impl IntoView + use<> {
    let columns = if wide { "6" } else { "4" };
    let rows = rows.iter().map(|row| {
        let measured = row.measured.as_ref();
        let cell = |text: Option<String>| view! { <td>{text.unwrap_or_else(|| "–".to_owned())}</td> };
        let aside = |text: String| match wide {
            true => format!("({text})"),
            false => text,
        };
        let of = |figure: Option<(String, String)>| match figure {
            Some((figure, of)) => view! { <td>{figure} " " <small>{of}</small></td> }.into_any(),
            None => view! { <td>"–"</td> }.into_any(),
        };
        view! {
            <tr data-time=row.kernel.clone()>
                <th scope="row">{row.title}</th>
                {cell(measured.map(|time| time.median.clone()))}
                {wide.then(|| view! {
                    {cell(measured.map(|time| time.interval.clone()))}
                    {cell(measured.map(|time| time.bandwidth.clone()))}
                })}
                {of(row.published.as_ref().map(|published| (published.text.clone(), aside(format!("{}, n {}", published.device, published.n)))))}
                {of(row.shipped.as_ref().map(|shipped| (shipped.text.clone(), aside(format!("n {}", shipped.n)))))}
            </tr>
            {row.error.as_ref().map(|error| {
                let text = (strings.gpu_error)(error);
                view! { <tr class="time-error"><td colspan=columns>{text}</td></tr> }
            })}
        }
    });
    let rows = rows.collect_view();
    view! {
        <table id="time-table">
            <thead><tr>
                <th scope="col">{strings.kernel}</th>
                <th scope="col">{strings.median} " " {strings.milliseconds}</th>
                {wide.then(|| view! {
                    <th scope="col">{strings.interval}</th>
                    <th scope="col">{strings.bandwidth}</th>
                })}
                <th scope="col">{strings.published} " " {strings.milliseconds}</th>
                <th scope="col">{measured::measured().device.as_str()} " " {strings.milliseconds}</th>
            </tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// Shows the sources of the numbers: one line for each kind.
fn source_line(
    strings: &'static Strings,
    measured: Option<&Measured>,
    rows: &[TimeRow],
) -> impl IntoView + use<> {
    let published = (strings.published_in)(&sources(rows).join("; "));
    let shipped = rows.iter().any(|row| row.shipped.is_some());
    let ours = measured.map(|measured| {
        let samples = measured
            .results
            .iter()
            .filter_map(|(_, result)| result.as_ref().ok())
            .map(|result| result.samples.len())
            .max()
            .unwrap_or(0);
        (strings.measured_on)(&measured.device.name, measured.device.is_fallback, samples)
    });
    view! {
        <div id="times-source">
            {ours.map(|text| view! { <p class="source">{badge(strings, Kind::Measured)} " " {text}</p> })}
            <p class="source">{badge(strings, Kind::Published)} " " {published}</p>
            {shipped.then(|| view! {
                <p class="source" id="times-shipped">{badge(strings, Kind::Measured)} " " {(strings.shipped_times)(&measured::measured().device, &measured::measured().taken)}</p>
            })}
        </div>
    }
}

/// Returns the reason why this browser cannot measure times.
fn no_times_line(page: Page) -> Option<AnyView> {
    let strings = page.strings();
    match Bench::of(page).state.get() {
        GpuState::Unknown | GpuState::Looking => None,
        GpuState::Absent(error) => {
            let sentence = (strings.gpu_error)(&error);
            Some(view! { <p class="gpu-absent" id="gpu-absent">{sentence}</p> }.into_any())
        }
        GpuState::Ready(_) => {
            let sentence = (strings.bad_size)(too_large(page)?);
            Some(view! { <p class="gpu-absent" id="gpu-too-small">{sentence}</p> }.into_any())
        }
    }
}

/// Returns the size of the run that is beyond the adapter's limits.
fn too_large(page: Page) -> Option<SizeError> {
    let GpuState::Ready(device) = Bench::of(page).state.get() else {
        return None;
    };
    let size = page
        .run
        .spec
        .with(|view| view.as_ref().map(|view| view.size))?;
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

/// The button that starts a measurement, or the progress of the measurement.
#[component]
fn Action(page: Page) -> impl IntoView {
    let progress = Bench::of(page).progress;
    let lesson = move || {
        page.run
            .spec
            .with(|view| view.as_ref().map(|view| view.lesson))
    };
    view! {
        {move || {
            let strings = page.strings();
            if let Some(progress) = progress.get() {
                let kernel = lesson().and_then(|lesson| lesson.kernels.get(progress.job)).map_or("", |kernel| kernel.title.get(page.settings.language.get()));
                return view! {
                    <div class="measuring">
                        <div class="measuring-bar" style=format!("--share:{}", progress.fraction)></div>
                        <span>{kernel} " · " {(strings.phase)(progress.phase)}</span>
                        <button id="cancel-measure" class="button" on:click=move |_| page.cancel_measure()>{strings.cancel}</button>
                    </div>
                }.into_any();
            }
            match Bench::of(page).state.get() {
                GpuState::Unknown | GpuState::Looking => view! { <p class="source">{strings.looking_for_gpu}</p> }.into_any(),
                GpuState::Absent(_) => ().into_any(),
                GpuState::Ready(_) if too_large(page).is_some() => ().into_any(),
                GpuState::Ready(_) => view! {
                    <button id="measure" class="button primary" title=strings.measure_hint on:click=move |_| page.measure()>{strings.measure}</button>
                }.into_any(),
            }
        }}
    }
    .into_any()
}
