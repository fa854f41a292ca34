//! The chart of a record, the tabs of the other charts, and the buttons that save it.

use super::export::{self, Format, kept_name};
use super::kernel_table::KernelTable;
use crate::draw::icons;
use crate::draw::palette;
use crate::lab::Lab;
use crate::page::Page;
use crate::run::badge::badge;
use leptos::html;
use leptos::prelude::*;
use model::lab::figures::roofline::{Comparison, comparisons, line};
use model::lab::figures::{Figure, Look, Subject, draw};
use model::lab::list;
use model::lab::record::title;
use model::panels::counters::Kind;

#[component]
pub fn FigurePanel(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    let figure = Memo::new(move |_| lab.shown_figure());
    let is_table = Memo::new(move |_| figure.get() == Figure::Kernels);
    let shown_n = Memo::new(move |_| lab.shown_n());
    let naming = RwSignal::new(false);
    view! {
        <section
            class="panel lab-figure"
            id="lab-figure"
            data-figure=move || figure.get().id()
            data-counted=move || lab.counts.with(|counts| counts.len()).to_string()
            data-counting=move || lab.uncounted().is_some().to_string()
        >
            <div class="lab-figure-head">
                {figure_tabs(page, figure)}
            </div>
            <div class="lab-figure-head">
                {size_list(page, figure, shown_n)}
                {kernel_list(page, figure)}
                <span class="grow" />
                // The table has the kind of each column, and files of its own.
                {move || (!is_table.get()).then(|| kinds_and_files(page, naming))}
            </div>
            {move || naming.get().then(|| view! { <NameAndSave page=page naming=naming /> })}
            {move || {
                if is_table.get() {
                    view! { <KernelTable page=page /> }.into_any()
                } else {
                    chart(page, figure, shown_n).into_any()
                }
            }}
            {move || (figure.get() == Figure::Simulated).then(|| view! { <Comparisons page=page /> })}
        </section>
    }
    .into_any()
}

/// Shows a tab for each chart that the record offers.
fn figure_tabs(page: Page, figure: Memo<Figure>) -> impl IntoView {
    let lab = Lab::of(page);
    let offered = Memo::new(move |_| {
        lab.record.with(|record| {
            let record = record.as_ref();
            record.map_or(Vec::new(), |record| Figure::offered(record))
        })
    });
    view! {
        <div class="segments lab-figures" role="tablist" aria-label=move || page.strings().lab().figures>
            {move || {
                offered
                    .get()
                    .into_iter()
                    .map(|each| {
                        view! {
                            <button
                                role="tab"
                                data-figure-tab=each.id()
                                aria-selected=move || (figure.get() == each).to_string()
                                aria-pressed=move || (figure.get() == each).to_string()
                                on:click=move |_| lab.figure.set(Some(each))
                            >
                                {move || (page.strings().lab().figure)(each)}
                            </button>
                        }
                    })
                    .collect_view()
            }}
        </div>
    }
}

/// Shows the list of sizes, for a figure of one size.
fn size_list(page: Page, figure: Memo<Figure>, shown_n: Memo<u64>) -> impl IntoView {
    let lab = Lab::of(page);
    let sizes = Memo::new(move |_| {
        lab.record
            .with(|record| record.as_ref().map_or(Vec::new(), |record| record.sizes()))
    });
    move || {
        (figure.get().is_of_one_size() && sizes.with(|sizes| sizes.len() > 1)).then(|| {
            view! {
                <label class="field">
                    "n"
                    <select
                        id="lab-at-n"
                        on:change=move |event| lab.at_n.set(event_target_value(&event).parse().ok())
                    >
                        {sizes
                            .get()
                            .into_iter()
                            .rev()
                            .map(|n| {
                                let text = u32::try_from(n).map_or_else(|_| n.to_string(), list::one);
                                view! {
                                    <option value=n.to_string() selected=move || shown_n.get() == n>
                                        {text}
                                    </option>
                                }
                            })
                            .collect_view()}
                    </select>
                </label>
            }
        })
    }
}

/// Shows the list of kernels, for a figure of one kernel.
fn kernel_list(page: Page, figure: Memo<Figure>) -> impl IntoView {
    let lab = Lab::of(page);
    move || {
        let record = lab.record.get().filter(|_| figure.get().is_of_one_kernel())?;
        let language = page.settings.language.get();
        Some(view! {
            <select
                id="lab-of-kernel"
                class="lab-input"
                aria-label=page.strings().kernel
                on:change=move |event| lab.of_kernel.set(Some(event_target_value(&event)))
            >
                {record
                    .kernels()
                    .into_iter()
                    .map(|kernel| {
                        view! {
                            <option
                                value=kernel.to_owned()
                                selected=lab.shown_kernel(&record) == kernel
                            >
                                {title(kernel, language)}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        })
    }
}

/// Saves the figure as a file, at the width of a wide chart.
fn save_figure(page: Page, format: Format) {
    let lab = Lab::of(page);
    let Some(record) = lab.record.get_untracked() else {
        return;
    };
    let figure = untrack(|| lab.shown_figure());
    let palette = palette::current();
    let subject = Subject {
        record: &record,
        language: page.settings.language.get_untracked(),
        strings: untrack(|| page.strings()),
        n: untrack(|| lab.shown_n()),
        kernel: &untrack(|| lab.shown_kernel(&record)),
        counts: &lab.counts.get_untracked(),
    };
    let look = Look {
        width: palette.chart_wide,
        text: palette.chart_text_wide,
        token: &|token| palette::token(token),
    };
    export::save(page, format, &record, || {
        draw(figure, &subject, &look).unwrap_or_default()
    });
}

/// Shows the kinds of the figure's numbers, and the buttons that save it.
fn kinds_and_files(page: Page, naming: RwSignal<bool>) -> impl IntoView {
    view! {
        {move || badge(page.strings(), Kind::Measured)}
        {move || kind_of_counts(page).map(|kind| badge(page.strings(), kind))}
        <div
            class="segments lab-export"
            role="group"
            aria-label=move || page.strings().lab().export
        >
            {Format::ALL
                .map(|format| {
                    view! {
                        <button
                            data-export=format.name()
                            title=move || (page.strings().lab().export_as)(format.name())
                            on:click=move |_| match format {
                                // A class board shows the name of a file.
                                Format::Json => naming.update(|on| *on = !*on),
                                _ => save_figure(page, format),
                            }
                        >
                            {(format == Format::Svg)
                                .then(|| {
                                    view! {
                                        <svg viewBox="0 0 16 16" aria-hidden="true">
                                            <path d=icons::SAVE />
                                        </svg>
                                    }
                                })}
                            {format.name()}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

/// Shows the drawing, as wide as its place.
fn chart(page: Page, figure: Memo<Figure>, shown_n: Memo<u64>) -> impl IntoView {
    let lab = Lab::of(page);
    let place = NodeRef::<html::Div>::new();
    let svg = move || {
        let record = lab.record.get()?;
        page.epoch.track();
        let palette = palette::current();
        let width = place
            .get()
            .map(|place| f64::from(place.client_width()))
            .filter(|width| *width > 0.0);
        let subject = Subject {
            record: &record,
            language: page.settings.language.get(),
            strings: page.strings(),
            n: shown_n.get(),
            kernel: &lab.shown_kernel(&record),
            counts: &lab.counts.get(),
        };
        let look = Look {
            width: width.unwrap_or(palette.chart_wide),
            text: palette.chart_text_wide,
            token: &|token| format!("var(--{token})"),
        };
        draw(figure.get(), &subject, &look)
    };
    view! {
        <div
            class="lab-chart chart"
            node_ref=place
            aria-hidden="true"
            inner_html=move || svg().unwrap_or_default()
        />
    }
}

/// Asks for the name on a class board, then saves the record as JSON.
#[component]
fn NameAndSave(page: Page, naming: RwSignal<bool>) -> impl IntoView {
    let lab = Lab::of(page);
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            // If the browser refuses, the focus stays where it was.
            let _ = field.focus();
        }
    });
    let recorded = lab.record.with_untracked(|record| {
        let record = record.as_ref();
        record.map_or(String::new(), |record| record.name.clone())
    });
    let usual = if recorded.is_empty() { kept_name() } else { recorded };
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = field.get_untracked().map_or(String::new(), |field| field.value());
        if let Some(record) = lab.record.get_untracked() {
            export::save_named(page, &record, &name);
        }
        naming.set(false);
    };
    view! {
        <form class="lab-name" id="lab-name" on:submit=go>
            <label for="lab-name-field">{move || page.strings().board().export_name}</label>
            <input
                node_ref=field
                id="lab-name-field"
                class="lab-input"
                type="text"
                autocomplete="off"
                maxlength="60"
                placeholder=move || page.strings().board().export_name_hint
                prop:value=usual
            />
            <button class="button" type="submit" id="lab-name-save">
                {move || (page.strings().lab().export_as)("JSON")}
            </button>
        </form>
    }
    .into_any()
}

/// Returns the kind of the counts that a figure draws in addition to times; `None` if it draws times only.
fn kind_of_counts(page: Page) -> Option<Kind> {
    match Lab::of(page).shown_figure() {
        // Operations are counted in our own bytecode.
        Figure::Roofline | Figure::Simulated => Some(Kind::Modelled),
        _ => None,
    }
}

/// The modelled and the measured order of kernels; where they differ, the possible reasons.
#[component]
fn Comparisons(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    move || {
        let record = lab.record.get()?;
        let words = page.strings().lab();
        let counts = lab.counts.get();
        let subject = Subject {
            record: &record,
            language: page.settings.language.get(),
            strings: page.strings(),
            n: lab.shown_n(),
            kernel: "",
            counts: &counts,
        };
        let (comparisons, _) = comparisons(&subject);
        let row = |each: &Comparison| {
            let flag = each.disagrees();
            view! {
                <li data-compared=each.kernel.clone() data-disagrees=flag.to_string() class:disagrees=flag>
                    <b>{each.title.clone()}</b>
                    " "
                    {line(each, words)}
                    {flag.then(|| view! { <span>{(words.explanation)(each)}</span> })}
                </li>
            }
        };
        Some(view! {
            <ul class="lab-comparisons" id="lab-comparisons">
                {comparisons.iter().map(row).collect_view()}
            </ul>
        })
    }
}
