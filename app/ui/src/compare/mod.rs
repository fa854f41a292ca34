//! Two to four kernels side by side on the same data, stepped together.

pub mod differences;

use crate::compare::differences::Differences;
use crate::compare::differences::differing_lines;
use crate::page::{Page, Pane};
use crate::panels::area::PanelArea;
use crate::panels::code::CodePanel;
use crate::panels::counters::signs;
use crate::panels::lanes::LanesPanel;
use crate::run::badge::kind_id;
use crate::run::gpu::times;
use crate::run::swipe::Swipe;
use engine::protocol::Check;
use leptos::prelude::*;
use lessons::GalleryKernel;
use model::compare::comparison::{Comparison, comparisons, shown_ratio};
use model::run::playback::StepView;

#[component]
pub fn Compare(page: Page) -> impl IntoView {
    let columns = Memo::new(move |_| page.run.columns());
    let heights = heights(page);
    let columns_of = move || {
        let column = |pane: Pane| {
            let lines = differing_lines(page, pane);
            view! {
                <Column page=page pane=pane>
                    <CodePanel page=page pane=pane differing=lines />
                    <LanesPanel page=page pane=pane />
                    <PanelArea page=page pane=pane />
                </Column>
            }
        };
        page.run.panes().take(columns.get()).map(column).collect_view()
    };
    let swipe = Swipe::new(page);
    view! {
        <main
            class="panels compare"
            id="compare-panels"
            data-columns=move || columns.get().to_string()
            data-panel=move || page.run.panel.get().map(lessons::Panel::id)
            style=move || format!("--columns:{};{}", columns.get(), heights.get())
            on:pointerdown=move |event| swipe.begin(&event)
            on:pointerup=move |event| swipe.end(&event)
        >
            {columns_of}
            <Figures page=page columns=columns />
        </main>
    }
}

/// Returns the CSS variables `--warps` and `--lines`: the largest number of warp rows and of memory lines in any
/// column. All columns have these heights, so that rows can be compared by eye.
pub fn heights(page: Page) -> Memo<String> {
    Memo::new(move |_| {
        let tallest = |rows: fn(&StepView) -> usize| {
            let heights = page
                .run
                .panes()
                .map(|pane| pane.step_view.with(|step_view| step_view.as_deref().map_or(2, rows)));
            heights.max().unwrap_or(2)
        };
        let warps = tallest(|step_view| step_view.lanes.rows.len());
        let lines = tallest(|step_view| step_view.array.lines.len());
        format!("--warps:{warps};--lines:{lines}")
    })
}

/// One kernel's column: its name, the check of its result, its step, and its panels.
#[component]
pub fn Column(page: Page, pane: Pane, children: Children) -> impl IntoView {
    let title = move || {
        let kernel = page
            .run
            .spec
            .with(|view| view.as_ref().and_then(|view| view.kernel_at(pane.index)));
        kernel.map(|kernel| kernel.title.get(page.settings.language.get()))
    };
    let step = move || {
        let strings = page.strings();
        pane.step_view.with(|step_view| {
            step_view
                .as_ref()
                .map(|step_view| (strings.step_of)((step_view.press, step_view.presses)))
        })
    };
    let result = move || {
        let strings = page.strings();
        let summary = pane.summary.get()?;
        let check = summary.check?;
        let (class, sign, equal) = signs(check);
        let text = (strings.check)(check);
        let right = match check {
            Check::Differs { words, of, .. } => Some(format!("{} / {of}", of - words)),
            Check::Equal { .. } => None,
        };
        Some(view! {
            <span class=class id=pane.id("result") data-equal=equal title=text.clone() role="img" aria-label=text>
                <i aria-hidden="true">{sign}</i>
                {right.map(|right| view! { <span aria-hidden="true">{right}</span> })}
            </span>
        })
    };
    let shown_kernel = move || {
        pane.summary.with(|summary| {
            let view = summary.as_ref()?.view.as_ref()?;
            Some(view.kernel.kernel.name.to_string())
        })
    };
    let (look, away) = (
        move || Differences::of(page).look_at(pane.index),
        move || Differences::of(page).look_away(),
    );
    view! {
        <section
            class="column"
            on:pointerenter=move |_| look()
            on:pointerleave=move |_| away()
            on:focusin=move |_| look()
            on:focusout=move |_| away()
            data-column=pane.index.to_string()
            data-kernel=shown_kernel
            data-press=move || {
                pane.step_view.with(|step_view| step_view.as_ref().map(|step_view| step_view.press.to_string()))
            }
            class:waiting=move || pane.step_view.with(Option::is_none)
            aria-label=title
        >
            <h2 class="column-title">
                <i class="letter">{letter(pane.index)}</i>
                {title}
                {result}
                <em>{step}</em>
            </h2>
            {children()}
        </section>
    }
}

/// The counters and the times of all kernels: a row for each kernel, with the ratios to the first one.
#[component]
fn Figures(page: Page, columns: Memo<usize>) -> impl IntoView {
    let table = move || {
        let (strings, language) = (page.strings(), page.settings.language.get());
        let first = page.run.first.summary.get()?;
        let times = times(page);
        let heads = comparisons(&first.counters, None).into_iter().map(|head| {
            view! {
                <th scope="col" data-kind=kind_id(head.kind) title=(strings.kind_meaning)(head.kind)>
                    {head.id.definition().title.get(language)}
                </th>
            }
        });
        let row = |pane: Pane| {
            let summary = pane.summary.get()?;
            let kernel = summary.view.as_ref()?.kernel;
            let counters = (pane.index > 0).then_some(&first.counters[..]);
            let cell = |row: Comparison| {
                view! {
                    <td>
                        <b data-counter=row.id.name() data-kind=kind_id(row.kind)>
                            {row.value.unwrap_or_else(|| strings.none.to_owned())}
                        </b>
                        {row
                            .ratio
                            .map(|ratio| {
                                view! {
                                    <small class="ratio" title=strings.ratio_to_first>
                                        {ratio}
                                    </small>
                                }
                            })}
                    </td>
                }
            };
            let cells = comparisons(&summary.counters, counters).into_iter().map(cell);
            let time_of = |kernel: &GalleryKernel| times.as_ref()?.tab(kernel.kernel.name.as_ref());
            let time = time_of(kernel);
            let first_kernel = first.view.as_ref()?.kernel;
            let name = |kernel: &GalleryKernel| kernel.kernel.name.to_string();
            let ratio = times
                .as_ref()
                .filter(|_| pane.index > 0)
                .and_then(|times| times.ratio(&name(first_kernel), &name(kernel)))
                .map(|(ratio, _)| shown_ratio(ratio));
            Some(view! {
                <tr data-figures=pane.index.to_string()>
                    <th scope="row">
                        <i class="letter">{letter(pane.index)}</i>
                        {kernel.title.get(language)}
                    </th>
                    <td>
                        <b>{time.map_or_else(|| strings.none.to_owned(), |time| time.text)}</b>
                        {ratio
                            .map(|ratio| {
                                view! {
                                    <small class="ratio" title=strings.ratio_to_first>
                                        {ratio}
                                    </small>
                                }
                            })}
                    </td>
                    {cells.collect_view()}
                </tr>
            })
        };
        let rows = page.run.panes().take(columns.get()).filter_map(row);
        Some(view! {
            <table>
                <thead>
                    <tr>
                        <td />
                        <th scope="col">{strings.time_of_launch}</th>
                        {heads.collect_view()}
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        })
    };
    view! {
        <section class="panel figures" tabindex="0" aria-label=move || page.strings().counters>
            {table}
        </section>
    }
}

/// The letter of a column.
fn letter(index: usize) -> char {
    char::from(b'A' + index.min(25) as u8)
}
