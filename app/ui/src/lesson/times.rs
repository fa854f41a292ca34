//! The times panel: times measured on the reader's GPU next to published ones, as a chart and a table.

use crate::browser::window::window_size;
use crate::draw::icons;
use crate::draw::palette;
use crate::lab::lab_link;
use crate::page::{Overlay, Page};
use crate::run::badge::badge;
use crate::run::export::{ExportState, taken};
use crate::run::gpu::{self, Bench, GpuState, measured, times};
use crate::run::times::{Action, Room, SizeChoice, TimesChart, remarks, too_large};
use leptos::html;
use leptos::prelude::*;
use lessons::GalleryKernel;
use lessons::measured::measured as shipped;
use model::address::RunSpec;
use model::export::Taken;
use model::lab::experiment::{Experiment, Limits, Preset};
use model::panels::counters::Kind;
use model::run::times::size::AtSize;
use model::run::times::{CudaBars, Measured, Rows, TimeRow, Times, sources};
use model::strings::Strings;

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
        let is_taken = || {
            let what = ExportState::of(page).what.get();
            page.route.overlay.get() == Some(Overlay::Export) && what.taken == Taken::Times
        };
        let is_due = || has_room() || is_taken() || matches!(state(), "measuring" | "measured");
        asked.get().unwrap_or_else(is_due)
    };
    let experiment = move || {
        let size = Bench::of(page).at.get();
        page.run
            .spec
            .with(|view| view.as_ref().map(|view| of_lesson(view, size)))
    };
    view! {
        <section
            data-take=taken(page, page.run.first, Taken::Times)
            class="panel times-panel"
            id="times"
            data-state=state
            class:open=is_open
        >
            <h2>
                <button
                    id="times-open"
                    class="fold"
                    aria-expanded=move || is_open().to_string()
                    aria-controls="times-shown"
                    on:click=move |_| asked.set(Some(!is_open()))
                >
                    {move || page.strings().time_of_launch}
                </button>
                <span class="grow" />
                <Action page=page rows=Rows::Lesson />
            </h2>
            <div class="times-scroll" id="times-shown">
                <TimesChart page=page rows=Rows::Lesson room=Room::Panel />
                {move || no_times_line(page)}
                {move || {
                    times(page)
                        .map(|times| {
                            let has_bar = times.rows.iter().any(|row| times.tab(&row.kernel).is_some());
                            view! {
                                {(!has_bar)
                                    .then(|| {
                                        view! {
                                            <p class="time-remark" id="no-times">
                                                {page.strings().no_times_here}
                                            </p>
                                        }
                                    })}
                                {remarks(page, &times)}
                            }
                        })
                }}
                <div class="times-foot">
                    <SizeChoice page=page rows=Rows::Lesson />
                    <CudaChoice page=page />
                    <button id="enlarge" class="link" on:click=move |_| page.route.overlay.set(Some(Overlay::Times))>
                        {move || page.strings().time_table}
                    </button>
                    <a id="open-in-lab" href=move || experiment().map(lab_link)>
                        {move || page.strings().lab().open}
                    </a>
                </div>
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
            <span class="tab-time" class:own=time.is_own style=format!("--share:{}", time.share)>
                <i />
                <small>{time.text}</small>
            </span>
        })
    }
}

/// Says what the times in the tabs are of: the device and n.
#[component]
pub fn TabNote(page: Page) -> impl IntoView {
    move || {
        let times = times(page)?;
        let tab = times.rows.iter().find_map(|row| times.tab(&row.kernel))?;
        let device = if tab.is_own {
            None
        } else {
            Some(shipped().device.as_str())
        };
        Some((page.strings().tab_note)(device, times.size.n()))
    }
}

/// Returns the lab's experiment that measures the same as this panel.
fn of_lesson(view: &RunSpec, size: AtSize) -> Experiment {
    let usual = Preset::Kernels.experiment(view.lesson, Limits::LEAST);
    let size = size.size(view.lesson.clock, view.size);
    Experiment {
        sizes: vec![size.n()],
        blocks: vec![size.block()],
        ..usual
    }
}

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
                <section
                    class="dialog wide"
                    role="dialog"
                    aria-modal="true"
                    aria-label=strings.times
                    on:click=|event| event.stop_propagation()
                >
                    <button
                        node_ref=close
                        class="icon-button dialog-close"
                        aria-label=strings.close
                        on:click=move |_| page.route.overlay.set(None)
                    >
                        <svg viewBox="0 0 16 16" aria-hidden="true">
                            <path d=icons::CLOSE />
                        </svg>
                    </button>
                    <h2>{strings.time_of_launch}</h2>
                    <TimesChart page=page rows=Rows::Lesson room=Room::Dialog />
                    <CudaChoice page=page />
                    {move || times(page).map(|times| table(page.strings(), &times.rows))}
                    <Words page=page />
                </section>
            </div>
        }
    };
    move || (page.route.overlay.get() == Some(Overlay::Times)).then(dialog)
}

/// The choice of CUDA's bars, if there are such times.
#[component]
fn CudaChoice(page: Page) -> impl IntoView {
    let cuda = Bench::of(page).cuda;
    let has_cuda = Memo::new(move |_| times(page).is_some_and(|times| times.has_cuda()));
    let choose = move |event| {
        cuda.set(if event_target_checked(&event) {
            CudaBars::Shown
        } else {
            CudaBars::Hidden
        });
    };
    move || {
        has_cuda.get().then(|| {
            view! {
                <label class="chart-choice">
                    <input type="checkbox" prop:checked=move || cuda.get() == CudaBars::Shown on:change=choose />
                    {move || page.strings().with_cuda}
                </label>
            }
        })
    }
}

/// Draws the table of all times, with their conditions.
fn table(strings: &'static Strings, rows: &[TimeRow]) -> impl IntoView + use<> {
    let rows = rows.iter().map(|row| {
        let measured = row.measured.as_ref();
        let cell = |text: Option<String>| view! { <td>{text.unwrap_or_else(|| "–".to_owned())}</td> };
        let aside = |text: String| format!("({text})");
        let figure_cell = |figure: Option<(String, String)>| match figure {
            Some((figure, whole)) => view! { <td>{figure} " " <small>{whole}</small></td> }.into_any(),
            None => view! { <td>"–"</td> }.into_any(),
        };
        view! {
            <tr data-time=row.kernel.clone()>
                <th scope="row">{row.title} " " <small>{(strings.conditions)(row.of)}</small></th>
                {cell(measured.map(|time| time.median.clone()))}
                {cell(measured.map(|time| time.interval.clone()))}
                {cell(measured.map(|time| time.bandwidth.clone()))}
                {figure_cell(
                    row
                        .published
                        .as_ref()
                        .map(|published| (
                            published.text.clone(),
                            aside(
                                format!(
                                    "{} · {}",
                                    (strings
                                        .published_by)(
                                        &published.device,
                                        published.build,
                                        published.library.as_deref(),
                                    ),
                                    (strings.conditions)(published.of),
                                ),
                            ),
                        )),
                )}
                {figure_cell(
                    row.shipped.as_ref().map(|shipped| (shipped.text.clone(), aside((strings.conditions)(shipped.of)))),
                )}
            </tr>
            {row
                .error
                .as_ref()
                .map(|error| {
                    let text = (strings.gpu_error)(error);
                    view! {
                        <tr class="time-error">
                            <td colspan="6">{text}</td>
                        </tr>
                    }
                })}
        }
    });
    let rows = rows.collect_view();
    view! {
        <table id="time-table">
            <thead>
                <tr>
                    <th scope="col">{strings.kernel}</th>
                    <th scope="col">{strings.median}</th>
                    <th scope="col">{strings.interval}</th>
                    <th scope="col">{strings.bandwidth}</th>
                    <th scope="col">{strings.published}</th>
                    <th scope="col">{shipped().device.as_str()}</th>
                </tr>
            </thead>
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
fn source_lines(strings: &'static Strings, measured: Option<&Measured>, times: &Times) -> impl IntoView + use<> {
    let titles = sources(&times.rows);
    let published = (!titles.is_empty()).then(|| {
        let text = (strings.published_in)(&titles.join("; "));
        view! { <p class="source">{badge(strings, Kind::Published)} " " {text}</p> }
    });
    let has_interval = |row: &TimeRow| {
        let measured = row.measured.as_ref();
        measured.is_some_and(|time| time.low < time.high)
    };
    let has_intervals = times.rows.iter().any(has_interval);
    let empty = times.empty.as_ref();
    let empty = empty.map(|empty| (strings.empty_dispatch)(&empty.median));
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
            {ours.map(|text| view! { <p class="source">{badge(strings, Kind::Measured)} " " {text}</p> })} {published}
            {is_shipped
                .then(|| {
                    view! {
                        <p class="source" id="times-shipped">
                            {badge(strings, Kind::Measured)}
                            " "
                            {(strings.shipped_times)(&shipped().device, &shipped().taken)}
                        </p>
                    }
                })} {has_intervals.then(|| view! { <p class="source">{strings.intervals_drawn}</p> })}
            {empty
                .map(|text| {
                    view! {
                        <p class="source" id="times-empty">
                            {text}
                        </p>
                    }
                })}
            {times
                .has_others()
                .then(|| {
                    view! {
                        <p class="source" id="times-others">
                            {strings.other_conditions}
                        </p>
                    }
                })}
        </div>
    }
}

/// Says in a line that this browser cannot measure, and on request why.
fn no_times_line(page: Page) -> Option<AnyView> {
    let strings = page.strings();
    let (id, line, sentence) = match Bench::of(page).state.get() {
        GpuState::Unknown | GpuState::Looking => return None,
        GpuState::Absent(error) => ("gpu-absent", strings.no_gpu_here, (strings.gpu_error)(&error)),
        GpuState::Ready(_) => (
            "gpu-too-small",
            strings.gpu_too_small,
            (strings.bad_size)(too_large(page)?),
        ),
    };
    let reason = view! {
        <details class="gpu-absent" id=id>
            <summary>{line} " " <span>{strings.why_short}</span></summary>
            <p>{sentence}</p>
        </details>
    };
    Some(reason.into_any())
}
