//! The table form of a picture. It is built only while it is open.

use crate::page::lazy_view::lazy_view;
use crate::page::{Overlay, Page, Pane, WordAsked};
use leptos::prelude::*;
use model::panels::tables::{self, LaneRow, WordRow};
use model::strings::Strings;

lazy_view! { panels: picture_table(page: Page, pane: Pane, tabled: Tabled) { view! { <OpenTable page=page pane=pane tabled=tabled /> } } }

/// Which picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tabled {
    Lanes,
    Memory,
}

impl Tabled {
    const fn table(self) -> &'static str {
        match self {
            Tabled::Lanes => "lanes-table",
            Tabled::Memory => "array-table",
        }
    }

    const fn title(self, strings: &'static Strings) -> &'static str {
        match self {
            Tabled::Lanes => strings.summary().lanes_table,
            Tabled::Memory => strings.summary().memory_table,
        }
    }
}

/// Says if the page shows its pictures as tables too. Copies share the same signal.
#[derive(Clone, Copy)]
pub struct Tables {
    pub open: RwSignal<bool>,
}

impl Tables {
    pub fn of(page: Page) -> Self {
        page.feature(|| Tables {
            open: RwSignal::new(false),
        })
    }
}

/// Shows the table, which is loaded lazily, while it is open.
#[component]
pub fn PictureTable(page: Page, pane: Pane, tabled: Tabled) -> impl IntoView {
    // Columns and thumbnails have no room for a table.
    let is_shown = move || pane.is_main() && Tables::of(page).open.get();
    move || is_shown().then(|| picture_table(page, pane, tabled))
}

/// The table, on top of its picture.
#[component]
pub fn OpenTable(page: Page, pane: Pane, tabled: Tabled) -> impl IntoView {
    // The values that stand as columns, by their names.
    let picked = RwSignal::new(Vec::<String>::new());
    move || {
        let strings = page.strings();
        let step_view = pane.step_view.get()?;
        let (caption, body) = match tabled {
            Tabled::Lanes => {
                let rows = tables::lanes(&step_view);
                let table = lane_table(pane, picked, rows, strings);
                (String::new(), table.into_any())
            }
            Tabled::Memory => {
                let (rows, all) = tables::words(&step_view.array);
                let count = (strings.summary().rows_of)(rows.len(), all);
                let table = word_table(page, pane, rows, strings);
                (format!(" · {count}"), table.into_any())
            }
        };
        let picks = (tabled == Tabled::Lanes).then(|| {
            let names = pane.playback.with_value(|playback| {
                let names = playback.as_ref().map(tables::value_names);
                names.unwrap_or_default()
            });
            picks(picked, names, strings)
        });
        Some(view! {
            <div id=tabled.table() class="picture-table" tabindex="0" role="region" aria-label=tabled.title(strings)>
                {picks}
                <table>
                    <caption>{tabled.title(strings)} {caption}</caption>
                    {body}
                </table>
            </div>
        })
    }
}

/// Shows a button for each value that can stand as a column. `picked` has those that do.
fn picks(picked: RwSignal<Vec<String>>, names: Vec<String>, strings: &'static Strings) -> impl IntoView {
    let pick = move |name: String| {
        let (asked, key, label) = (name.clone(), name.clone(), name.clone());
        let is_on = move || picked.with(|picked| picked.contains(&asked));
        let toggle = move |_| {
            picked.update(|picked| match picked.iter().position(|each| *each == key) {
                Some(index) => drop(picked.remove(index)),
                None => picked.push(key.clone()),
            });
        };
        view! {
            <button class="chip" data-value=name aria-pressed=move || is_on().to_string() on:click=toggle>
                {label}
            </button>
        }
    };
    let buttons = names.into_iter().map(pick).collect_view();
    view! {
        <div class="picks" role="group" aria-label=strings.summary().columns>
            {buttons}
        </div>
    }
}

/// Shows the lanes with the values that are picked. Tracked.
fn lane_table(
    pane: Pane,
    picked: RwSignal<Vec<String>>,
    rows: Vec<LaneRow>,
    strings: &'static Strings,
) -> impl IntoView {
    let words = strings.summary();
    let names = picked.get();
    let row = |row: LaneRow| {
        let values = pane.playback.with_value(|playback| {
            let values = playback.as_ref().map(|playback| tables::values(playback, &row, &names));
            values.unwrap_or_default()
        });
        let values = values.into_iter().map(|value| view! { <td class="mono">{value}</td> });
        view! {
            <tr>
                <th scope="row">{row.lane}</th>
                <td>{row.warp}</td>
                <td>{(strings.lane_state)(row.state)}</td>
                {values.collect_view()}
                <td>{row.loads}</td>
                <td>{row.stores}</td>
            </tr>
        }
    };
    let heads = names.iter().map(|name| {
        view! {
            <th scope="col" class="mono">
                {name.clone()}
            </th>
        }
    });
    view! {
        <thead>
            <tr>
                <th scope="col">{words.lane}</th>
                <th scope="col">{words.warp}</th>
                <th scope="col">{words.state}</th>
                {heads.collect_view()}
                <th scope="col">{words.loads}</th>
                <th scope="col">{words.stores}</th>
            </tr>
        </thead>
        <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
    }
}

/// Shows the words of the memory.
fn word_table(page: Page, pane: Pane, rows: Vec<WordRow>, strings: &'static Strings) -> impl IntoView {
    let words = strings.summary();
    let row = |row: WordRow| {
        let (memory, word) = row.at;
        let asked = WordAsked {
            pane: pane.index,
            memory,
            word,
        };
        view! {
            <tr>
                <th scope="row">
                    <button
                        class="word-button"
                        title=strings.word_words().title
                        on:click=move |_| page.route.overlay.set(Some(Overlay::Word(asked)))
                    >
                        {row.name}
                    </button>
                </th>
                <td>{row.value}</td>
                <td>{row.loaded_by}</td>
                <td>{row.stored_by}</td>
                <td>{row.changed.then_some(words.yes)}</td>
            </tr>
        }
    };
    let heads = [words.word, words.value, words.loaded_by, words.stored_by, words.changed];
    let heads = heads.map(|name| view! { <th scope="col">{name}</th> });
    view! {
        <thead>
            <tr>{heads.collect_view()}</tr>
        </thead>
        <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
    }
}
