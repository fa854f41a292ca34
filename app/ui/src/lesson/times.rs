//! The times panel: times measured on the reader's GPU next to published ones, as a chart and a table.

use crate::browser::window::window_size;
use crate::draw::icons;
use crate::draw::palette;
use crate::lab::lab_link;
use crate::page::{Overlay, Page};
use crate::run::badge::badge;
use crate::run::export::ExportButton;
use crate::run::gpu::{self, Bench, GpuState, measured, times};
use crate::run::times::{Action, SizeChoice, remarks, too_large};
use leptos::html;
use leptos::prelude::*;
use lessons::GalleryKernel;
use lessons::measured::measured as shipped;
use model::address::RunSpec;
use model::counters::Kind;
use model::export::Taken;
use model::lab::experiment::{Experiment, Limits, Preset};
use model::strings::Strings;
use model::times::size::AtSize;
use model::times::{ChartSize, Density, Measured, TimeRow, Times, chart, sources};

#[component]
pub fn TimesPanel(page: Page) -> impl IntoView {
    gpu::look(page);
    let progress = Bench::of(page).progress;
    let state = move || match (
        Bench::of(page).state.get(),
        progress.with(Option::is_some),
        measured(page).is_some(),
    ) {
        (_, true, _) => "measuring",
        (_, _, true) => "measured",
        (GpuState::Ready(_), ..) => "ready",
        (GpuState::Absent(_), ..) => "absent",
        (GpuState::Unknown | GpuState::Looking, ..) => "looking",
    };
    // A low window has room for the chart only on request; a measurement is one.
    let asked = RwSignal::new(None);
    let has_room = move || {
        page.epoch.track();
        window_size().1 >= ROOM * palette::current().enlarge
    };
    let is_open = move || {
        // A picture of the chart is made of what is shown.
        let is_taken = || page.route.overlay.get() == Some(Overlay::Export);
        let is_due = || has_room() || is_taken() || matches!(state(), "measuring" | "measured");
        asked.get().unwrap_or_else(is_due)
    };
    let experiment = move || {
        let at = Bench::of(page).at.get();
        page.run
            .spec
            .with(|view| view.as_ref().map(|view| of_lesson(view, at)))
    };
    view! {
        <section class="panel times-panel" id="times" data-state=state class:open=is_open>
            <h2>
                <button id="times-open" class="fold" aria-expanded=move || is_open().to_string() aria-controls="times-shown" on:click=move |_| asked.set(Some(!is_open()))>
                    {move || page.strings().times}
                </button>
                <SizeChoice page=page />
                <a
                    id="open-in-lab"
                    class="icon-button plain-button"
                    href=move || experiment().map(lab_link)
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
            <div class="times-scroll" id="times-shown">
                {move || no_times_line(page)}
                <Chart page=page enlarged=false />
                <Words page=page />
            </div>
            <div class="times-foot">
                <Action page=page />
            </div>
        </section>
    }
    .into_any()
}

/// A window of this height, in CSS pixels, has room for the chart below the code.
const ROOM: f64 = 800.0;

/// The time of a kernel in its tab: a bar on the scale of all tabs, and the figure.
#[component]
pub fn TabTime(page: Page, kernel: &'static GalleryKernel) -> impl IntoView {
    move || {
        let time = times(page)?.tab(kernel.kernel.name.as_ref())?;
        Some(view! {
            <span class="tab-time" class:own=time.is_own style=format!("--share:{}", time.share)><i></i><small>{time.text}</small></span>
        })
    }
}

/// Returns the lab's experiment that measures the same as this panel.
fn of_lesson(view: &RunSpec, at: AtSize) -> Experiment {
    let usual = Preset::Kernels.experiment(view.lesson, Limits::LEAST);
    let size = at.size(view.lesson, view.size);
    Experiment {
        sizes: vec![size.n()],
        blocks: vec![size.block()],
        ..usual
    }
}

/// Below this window width, in CSS pixels, the enlarged chart keeps the panel's size.
const NARROW: f64 = 640.0;

/// The dialog with the enlarged chart and its table.
#[component]
pub fn TimesDialog(page: Page) -> impl IntoView {
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
                    <h2>{strings.times} " " <em>{times(page).map(|times| (strings.times_of)(times.size.n(), times.block()))}</em></h2>
                    <Chart page=page enlarged=true />
                    <Words page=page />
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
        {move || times(page).map(|times| {
            let strings = page.strings();
            page.epoch.track();
            let palette = palette::current();
            let (window, _) = window_size();
            // On a phone the dialog has no more room than the panel.
            let wide = enlarged && window >= NARROW * palette.enlarge;
            let size = match wide {
                true => ChartSize { width: palette.chart_wide, text: palette.chart_text_wide, density: Density::Roomy },
                false => {
                    let width = place.get_untracked().map(|place| f64::from(place.client_width())).filter(|width| *width > 0.0);
                    ChartSize { width: width.unwrap_or(palette.chart), text: palette.chart_text, density: if enlarged { Density::Roomy } else { Density::Compact } }
                }
            };
            let svg = chart(&times, &kernel.get(), strings, size);
            view! {
                <div class="chart" aria-hidden="true" inner_html=svg></div>
                <details class="table-of-times" open=enlarged>
                    <summary>{strings.time_table}</summary>
                    {table(strings, &times.rows, wide)}
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
                <th scope="row">{row.title} {wide.then(|| view! { " " <small>{(strings.conditions)(row.of)}</small> })}</th>
                {cell(measured.map(|time| time.median.clone()))}
                {wide.then(|| view! {
                    {cell(measured.map(|time| time.interval.clone()))}
                    {cell(measured.map(|time| time.bandwidth.clone()))}
                })}
                {of(row.published.as_ref().map(|published| (published.text.clone(), aside(format!("{} · {}", (strings.published_by)(&published.device, published.build, published.library.as_deref()), (strings.conditions)(published.of))))))}
                {of(row.shipped.as_ref().map(|shipped| (shipped.text.clone(), aside((strings.conditions)(shipped.of)))))}
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
                <th scope="col">{shipped().device.as_str()} " " {strings.milliseconds}</th>
            </tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// The sentences under a chart: its limits, then its sources.
#[component]
fn Words(page: Page) -> impl IntoView {
    move || {
        times(page).map(|times| {
            view! {
                {remarks(page, &times)}
                {source_lines(page.strings(), measured(page).as_deref(), &times)}
            }
        })
    }
}

/// Shows the sources of the numbers: one line for each kind.
fn source_lines(
    strings: &'static Strings,
    measured: Option<&Measured>,
    times: &Times,
) -> impl IntoView + use<> {
    let titles = sources(&times.rows);
    let published = (!titles.is_empty()).then(|| {
        let text = (strings.published_in)(&titles.join("; "));
        view! { <p class="source">{badge(strings, Kind::Published)} " " {text}</p> }
    });
    let is_shipped = times.rows.iter().any(|row| row.shipped.is_some());
    let ours = measured.map(|measured| {
        let samples = measured
            .results
            .iter()
            .filter_map(|(_, result)| result.as_ref().ok())
            .map(|result| result.samples.len())
            .max()
            .unwrap_or(0);
        (strings.measured_on)(&measured.device, samples)
    });
    view! {
        <div id="times-source">
            {ours.map(|text| view! { <p class="source">{badge(strings, Kind::Measured)} " " {text}</p> })}
            {published}
            {is_shipped.then(|| view! {
                <p class="source" id="times-shipped">{badge(strings, Kind::Measured)} " " {(strings.shipped_times)(&shipped().device, &shipped().taken)}</p>
            })}
            {times.has_other_conditions().then(|| view! { <p class="source" id="times-others">{strings.other_conditions}</p> })}
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
