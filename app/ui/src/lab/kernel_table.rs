//! The table of all kernels: counters, modelled, measured and shipped times, sorted, saved and printed.

use super::export::{Format, save_table};
use crate::draw::icons;
use crate::lab::Lab;
use crate::page::Page;
use crate::run::badge::{badge, kind_id};
use crate::run::gpu::{Bench, GpuState};
use leptos::prelude::*;
use lessons::measured::measured;
use model::address::Theme;
use model::lab::figures::Figure;
use model::lab::kernel_table::column::{Column, Direction};
use model::lab::kernel_table::{Row, WarpNeed, has_sizes, sorted};
use model::panels::counters::Kind;

#[component]
pub fn KernelTable(page: Page) -> impl IntoView {
    let lab = Lab::of(page);
    print_in_light(page);
    let rows = Memo::new_with_compare(
        move |_| sorted(lab.kernel_rows(page.settings.language.get()), lab.order.get()),
        |_, _| true,
    );
    let counted = move || rows.with(|rows| rows.iter().filter(|row| row.counted.is_some()).count());
    let count = move || rows.with(Vec::len);
    let is_counting = Memo::new(move |_| lab.uncounted().is_some());
    let lacks_counts = Memo::new(move |_| !lab.has_record() && !lab.counts_asked.get());
    view! {
        <div
            class="kernel-table"
            id="kernel-table"
            data-rows=move || count().to_string()
            data-counted=move || counted().to_string()
            data-counting=move || is_counting.get().to_string()
        >
            <div class="kernel-tools">
                {move || {
                    lacks_counts
                        .get()
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    id="lab-count"
                                    class="button"
                                    title=move || page.strings().lab().count_hint
                                    on:click=move |_| lab.counts_asked.set(true)
                                >
                                    {move || page.strings().lab().count}
                                </button>
                            }
                        })
                }} <span class="grow" role="status">
                    {move || is_counting.get().then(|| (page.strings().lab().counted)(counted(), count()))}
                </span> {table_files(page, rows)}
            </div>
            <div
                class="kernel-scroll"
                tabindex="0"
                role="region"
                aria-label=move || (page.strings().lab().figure_title)(Figure::Kernels)
            >
                <table class="lab-table">
                    <caption>{move || rows.with(|rows| caption(page, rows))}</caption>
                    <thead>
                        <tr>
                            {Column::ALL.map(|column| view! { <Heading page=page column=column /> }).collect_view()}
                        </tr>
                    </thead>
                    <tbody>
                        {move || {
                            rows.with(|rows| {
                                let sizes = has_sizes(rows);
                                rows.iter()
                                    .map(|row| line(page, row, sizes.then_some((row.n, row.block))))
                                    .collect_view()
                            })
                        }}
                    </tbody>
                </table>
            </div>
            <p class="source kernel-source">{move || rows.with(|rows| source(page, rows))}</p>
        </div>
    }
    .into_any()
}

/// Shows the buttons that save and print the table.
fn table_files(page: Page, rows: Memo<Vec<Row>>) -> impl IntoView {
    let save = move |format: Format| {
        let record = Lab::of(page).record.get_untracked();
        rows.with_untracked(|rows| save_table(page, format, rows, record.as_deref()));
    };
    view! {
        <div class="segments lab-export" role="group" aria-label=move || page.strings().lab().export>
            {[Format::Csv, Format::Json]
                .map(|format| {
                    view! {
                        <button
                            type="button"
                            data-table-export=format.name()
                            title=move || (page.strings().lab().export_as)(format.name())
                            on:click=move |_| save(format)
                        >
                            {(format == Format::Csv)
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
            // A frame may be forbidden to print. The reader can then print from the browser's menu.
            <button type="button" id="table-print" on:click=move |_| drop(window().print())>
                {move || page.strings().present().print}
            </button>
        </div>
    }
}

/// A heading whose click sorts the rows.
#[component]
fn Heading(page: Page, column: Column) -> impl IntoView {
    let lab = Lab::of(page);
    let direction = Memo::new(move |_| {
        let order = lab.order.get();
        (order.column == column).then_some(order.direction)
    });
    let aria = move || {
        direction.get().map(|direction| match direction {
            Direction::Rising => "ascending",
            Direction::Falling => "descending",
        })
    };
    view! {
        <th scope="col" data-column=column.id() aria-sort=aria>
            <button
                type="button"
                title=move || (page.strings().lab().column_meaning)(column)
                on:click=move |_| lab.order.update(|order| *order = order.after_click(column))
            >
                {move || (page.strings().lab().column)(column, &measured().device)}
            </button>
            {move || column.kind().map(|kind| badge(page.strings(), kind))}
        </th>
    }
}

/// Returns the title with the size, if all rows have the same.
fn caption(page: Page, rows: &[Row]) -> String {
    let words = page.strings().lab();
    let title = (words.figure_title)(Figure::Kernels);
    match rows.first().filter(|_| !has_sizes(rows)) {
        Some(row) => (words.figure_of)(title, row.n, Some(row.block)),
        None => title.to_owned(),
    }
}

/// Returns a row of the table. `size` is shown if the rows have several.
fn line(page: Page, row: &Row, size: Option<(u64, u32)>) -> impl IntoView + use<> {
    let words = page.strings().lab();
    let title = row.title.clone();
    let name = match row.link() {
        Some(link) => view! { <a href=link>{title}</a> }.into_any(),
        None => title.into_any(),
    };
    let cells = Column::ALL.into_iter().filter(|column| *column != Column::Kernel);
    let cell = |column: Column| {
        let kind = row.kind(column);
        // The heading says the kind of the others.
        let is_multiplied = kind == Some(Kind::Modelled) && column.kind() == Some(Kind::Exact);
        let text = row.text(column).unwrap_or_else(|| "–".to_owned());
        let interval = row.interval().filter(|_| column == Column::Measured);
        view! {
            <td data-column=column.id() data-kind=kind.map(kind_id)>
                {is_multiplied.then_some("≈ ")}
                {text}
                {interval.map(|interval| view! { <small>{interval}</small> })}
            </td>
        }
    };
    view! {
        <tr data-kernel=row.kernel.clone() data-n=row.n.to_string() data-block=row.block.to_string()>
            <th scope="row">
                {name} {size.map(|(n, block)| view! { <small>{(words.of_size)(n, block)}</small> })}
                {row.need.map(|need| warps(page, need))}
            </th>
            {cells.map(cell).collect_view()}
        </tr>
    }
}

/// Returns the warps that a kernel depends on, beside those of the reader's GPU.
fn warps(page: Page, need: WarpNeed) -> impl IntoView + use<> {
    let words = page.strings().lab();
    let widths = match Bench::of(page).state.get() {
        GpuState::Ready(device) => device.warp_widths,
        GpuState::Unknown | GpuState::Looking | GpuState::Absent(_) => None,
    };
    let is_unmet = widths.is_some_and(|widths| !need.is_met_by(widths));
    view! {
        <small class="kernel-warps" class:unmet=is_unmet data-lanes=need.lanes().to_string()>
            {(words.need)(need)}
            " · "
            {(words.own_warps)(widths)}
        </small>
    }
}

/// Returns the sentences below the table: the origin of its numbers.
fn source(page: Page, rows: &[Row]) -> String {
    let words = page.strings().lab();
    let is_multiplied = |row: &Row| row.counted.as_ref().is_some_and(|counted| !counted.is_exact);
    let has_counts = rows.iter().any(|row| row.counted.is_some());
    let sentences = [
        Lab::of(page).source_of_times(page),
        has_counts.then(|| words.table_source.to_owned()),
        rows.iter().any(is_multiplied).then(|| words.multiplied.to_owned()),
    ];
    sentences.into_iter().flatten().collect::<Vec<String>>().join(" · ")
}

/// Prints the table on white paper, whatever the theme.
fn print_in_light(page: Page) {
    let theme = page.settings.theme;
    let theme_before = StoredValue::new(None::<Theme>);
    let before = window_event_listener_untyped("beforeprint", move |_| {
        theme_before.set_value(Some(theme.get_untracked()));
        theme.set(Theme::Light);
    });
    let after = window_event_listener_untyped("afterprint", move |_| {
        if let Some(theme_before) = theme_before.try_update_value(Option::take).flatten() {
            theme.set(theme_before);
        }
    });
    on_cleanup(move || {
        before.remove();
        after.remove();
    });
}
