//! A table that a source prints, on a slide.

use crate::page::Page;
use crate::run::badge::badge;
use leptos::prelude::*;
use lessons::published::{self, Column, PublishedTable};
use model::number::grouped;
use model::panels::counters::{Kind, title};

/// Writes a value with the digits of the source; whole numbers with separators.
fn as_printed(value: f64) -> String {
    if value.fract() == 0.0 && value >= 1_000.0 {
        grouped(value as u64)
    } else {
        value.to_string()
    }
}

#[component]
pub fn Printed(page: Page, table: &'static PublishedTable) -> impl IntoView {
    move || {
        let printed = table.printed()?;
        let (strings, language) = (page.strings(), page.settings.language.get());
        let words = strings.clock_words();
        let head = table.columns.iter().map(|column| {
            let text = match column {
                Column::Milliseconds => words.milliseconds,
                Column::Microseconds => words.microseconds,
                Column::Counter(name) => title(name).map_or(*name, |title| title.get(language)),
            };
            view! { <th scope="col">{text}</th> }
        });
        let rows = printed.rows.into_iter().map(|(name, kernel, values)| {
            let name = kernel.map_or(name, |kernel| kernel.title.get(language));
            let values = values.into_iter();
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    {values.map(|value| view! { <td>{as_printed(value)}</td> }).collect_view()}
                </tr>
            }
        });
        let (source, block) = (published::title(table.source), Some(printed.block));
        let work = (strings.times_of)(
            u32::try_from(printed.n).unwrap_or(u32::MAX),
            block.filter(|&block| block > 0),
        );
        Some(view! {
            <table class="printed" id="printed">
                <caption>
                    {badge(strings, Kind::Published)} " " {(words.printed_in)(source)}
                    {format!(" · {} · {work}", printed.device)}
                </caption>
                <thead>
                    <tr>
                        <td />
                        {head.collect_view()}
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        })
    }
}
