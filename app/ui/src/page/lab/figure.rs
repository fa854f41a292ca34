//! The chart of a record, its neighbours as tabs, and the files it can become.

use super::export::{self, Format};
use crate::draw::palette;
use crate::model::counters::Kind;
use crate::model::lab::figures::{Figure, Look, Subject, draw};
use crate::model::lab::list;
use crate::model::lab::record::{Record, title};
use crate::page::icons;
use crate::page::panels::counters::badge;
use crate::page::state::Page;
use leptos::html;
use leptos::prelude::*;

/// What figures of one size or one kernel show: the n that was chosen, else the largest; the kernel, else the first.
#[derive(Clone, Copy)]
struct Shown {
    chosen: RwSignal<Option<u64>>,
    kernel: RwSignal<Option<String>>,
}

impl Shown {
    fn n(self, sizes: &[u64]) -> u64 {
        let chosen = self.chosen.get().filter(|n| sizes.contains(n));
        chosen.or(sizes.last().copied()).unwrap_or(0)
    }

    fn kernel(self, record: &Record) -> String {
        let kernels = record.kernels();
        let chosen = self.kernel.get();
        let chosen = chosen.filter(|kernel| kernels.contains(&kernel.as_str()));
        chosen
            .or(kernels.first().map(|kernel| (*kernel).to_owned()))
            .unwrap_or_default()
    }
}

#[component]
pub fn FigurePanel(page: Page) -> impl IntoView {
    let lab = page.lab;
    let shown = Shown {
        chosen: RwSignal::new(None),
        kernel: RwSignal::new(None),
    };
    let offered = Memo::new(move |_| {
        lab.record.with(|record| {
            record
                .as_ref()
                .map_or(Vec::new(), |record| Figure::offered(record))
        })
    });
    let figure = Memo::new(move |_| {
        let chosen = lab.figure.get();
        offered.with(|offered| match offered.contains(&chosen) {
            true => chosen,
            false => offered.first().copied().unwrap_or(Figure::Times),
        })
    });
    let sizes = Memo::new(move |_| {
        lab.record
            .with(|record| record.as_ref().map_or(Vec::new(), |record| record.sizes()))
    });
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
            language: page.language.get(),
            strings: page.strings(),
            n: sizes.with(|sizes| shown.n(sizes)),
            kernel: &shown.kernel(&record),
        };
        let look = Look {
            width: width.unwrap_or(palette.chart_wide),
            text: palette.chart_text_wide,
            token: &|token| format!("var(--{token})"),
        };
        Some(draw(figure.get(), &subject, &look))
    };
    let save = move |format: Format| {
        let Some(record) = lab.record.get_untracked() else {
            return;
        };
        let palette = palette::current();
        let subject = Subject {
            record: &record,
            language: page.language.get_untracked(),
            strings: untrack(|| page.strings()),
            n: sizes.with_untracked(|sizes| untrack(|| shown.n(sizes))),
            kernel: &untrack(|| shown.kernel(&record)),
        };
        let look = Look {
            width: palette.chart_wide,
            text: palette.chart_text_wide,
            token: &|token| palette::token(token),
        };
        export::save(page, format, &record, || {
            draw(figure.get_untracked(), &subject, &look)
        });
    };
    view! {
        <section class="panel lab-figure" id="lab-figure" data-figure=move || figure.get().id()>
            <div class="lab-figure-head">
                <div class="segments lab-figures" role="tablist" aria-label=move || page.strings().lab.figures>
                    {move || offered.get().into_iter().map(|each| view! {
                        <button
                            role="tab"
                            data-figure-tab=each.id()
                            aria-selected=move || (figure.get() == each).to_string()
                            aria-pressed=move || (figure.get() == each).to_string()
                            on:click=move |_| lab.figure.set(each)
                        >
                            {move || (page.strings().lab.figure)(each)}
                        </button>
                    }).collect_view()}
                </div>
                {move || (figure.get().is_of_one_size() && sizes.with(|sizes| sizes.len() > 1)).then(|| view! {
                    <label class="field">
                        "n"
                        <select id="lab-at-n" on:change=move |event| shown.chosen.set(event_target_value(&event).parse().ok())>
                            {sizes.get().into_iter().rev().map(|n| {
                                let text = u32::try_from(n).map_or_else(|_| n.to_string(), list::one);
                                view! { <option value=n.to_string() selected=move || sizes.with(|sizes| shown.n(sizes)) == n>{text}</option> }
                            }).collect_view()}
                        </select>
                    </label>
                })}
                {move || {
                    let record = lab.record.get().filter(|_| figure.get().is_of_one_kernel())?;
                    let language = page.language.get();
                    Some(view! {
                        <select id="lab-of-kernel" class="lab-input" aria-label=page.strings().kernel on:change=move |event| shown.kernel.set(Some(event_target_value(&event)))>
                            {record.kernels().into_iter().map(|kernel| view! {
                                <option value=kernel.to_owned() selected=shown.kernel(&record) == kernel>{title(kernel, language)}</option>
                            }).collect_view()}
                        </select>
                    })
                }}
                <span class="grow"></span>
                {move || badge(page.strings(), Kind::Measured)}
                <div class="segments lab-export" role="group" aria-label=move || page.strings().lab.export>
                    {Format::ALL.map(|format| view! {
                        <button data-export=format.name() title=move || (page.strings().lab.export_as)(format.name()) on:click=move |_| save(format)>
                            {(format == Format::Svg).then(|| view! { <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::SAVE /></svg> })}
                            {format.name()}
                        </button>
                    }).collect_view()}
                </div>
            </div>
            <div class="lab-chart chart" node_ref=place aria-hidden="true" inner_html=move || svg().unwrap_or_default()></div>
        </section>
    }
}
