//! The contents of the buffers after the run. A reader's own kernel has no reference, so this panel takes its place.

use super::verdict::{comparison_of, wrong_values};
use crate::browser::window::window_size;
use crate::draft::Playground;
use crate::draft::Ran;
use crate::page::Page;
use crate::run::badge::badge;
use leptos::prelude::*;
use model::number::{grouped, shown_size};
use model::panels::counters::Kind;
use model::playground::cells::{Notation, columns, per_word, show_as};
use model::playground::draft::Draft;
use model::playground::expected::Wrong;
use model::strings::dialect::spoken;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Cells on one sheet: as many as a browser lays out without a pause.
const ON_A_SHEET: usize = 512;

/// Returns the values in a row, by the letters of the longest value, so that a row fits the panel; that of a phone has
/// half of them.
fn in_a_row(letters: usize) -> usize {
    /// The width of a page whose panels stand below each other, in pixels.
    const NARROW: f64 = 960.0;
    let share = if window_size().0 <= NARROW { 2 } else { 1 };
    let most = match letters {
        0..=4 => 16,
        5..=8 => 8,
        9..=16 => 4,
        _ => 2,
    };
    most / share
}

#[component]
pub fn BuffersPanel(page: Page) -> impl IntoView {
    let playground = Playground::of(page);
    let (chosen, sheet) = (RwSignal::new(None::<usize>), RwSignal::new(0usize));
    let notation = RwSignal::new(Notation::Value);
    // Without a choice, the first buffer that the kernel writes.
    let index = Memo::new(move |_| {
        playground.ran.with(|ran| {
            let buffers = ran.as_ref()?.ready.bindings();
            let writes = |binding: &simt::Binding| binding.access == simt::BindingAccess::ReadWrite;
            let usual = buffers.iter().position(writes).unwrap_or(0);
            (!buffers.is_empty()).then(|| chosen.get().filter(|&index| index < buffers.len()).unwrap_or(usual))
        })
    });
    let tabs = move || {
        let names = playground.ran.with(|ran| {
            ran.as_ref().map_or(Vec::new(), |ran| {
                let buffers = ran.ready.bindings().iter();
                buffers.map(|binding| binding.name.clone()).collect()
            })
        });
        let tab = |(number, name): (usize, String)| {
            view! {
                <button
                    data-buffer-tab=name.clone()
                    aria-pressed=move || (index.get() == Some(number)).to_string()
                    on:click=move |_| {
                        chosen.set(Some(number));
                        sheet.set(0)
                    }
                >
                    {name.clone()}
                </button>
            }
        };
        names.into_iter().enumerate().map(tab).collect_view()
    };
    view! {
        <section class="panel buffers-panel" id="buffers">
            <h2>
                {move || page.strings().playground().afterwards} <em>{move || badge(page.strings(), Kind::Exact)}</em>
            </h2>
            <div class="segments small" role="group" aria-label=move || page.strings().playground().buffers>
                {tabs}
            </div>
            {move || match (playground.ran.get(), index.get()) {
                (Some(ran), Some(index)) => cells(page, &ran, index, sheet, notation).into_any(),
                _ => view! { <p class="source">{page.strings().playground().no_buffers}</p> }.into_any(),
            }}
        </section>
    }
    .into_any()
}

fn cells(
    page: Page,
    ran: &Arc<Ran>,
    index: usize,
    sheet: RwSignal<usize>,
    notation: RwSignal<Notation>,
) -> Option<impl IntoView + use<>> {
    let words = page.strings().playground();
    let binding = ran.ready.bindings().get(index)?;
    let now = ran.after().get(index)?;
    let before = ran.ready.initial().get(index)?.contents.words();
    let size = ran.ready.initial().get(index)?.contents.image_size();
    let compared = comparison_of(ran, binding.slot);
    let wrong: BTreeMap<&str, &Wrong> = compared
        .iter()
        .flat_map(|comparison| &comparison.listed)
        .map(|wrong| (wrong.path.as_str(), wrong))
        .collect();
    let wrong_values = compared.and_then(|comparison| wrong_values(page, &binding.name, comparison));
    let size = size.map(|size| format!(" · {}", shown_size(size)));
    let layout = &binding.layout;
    let written = notation.get();
    let show = |words: &[u32], cell: usize| show_as(written, layout, words, cell);
    let names = columns(layout);
    let per_word = per_word(layout.scalar());
    let all = now.len() * per_word;
    let on_a_sheet = match &names {
        Some(names) => ON_A_SHEET / names.len() * names.len(),
        None => ON_A_SHEET,
    };
    let sheets = all.div_ceil(on_a_sheet).max(1);
    let sheet_index = sheet.get().min(sheets - 1);
    let first = sheet_index * on_a_sheet;
    let last = (first + on_a_sheet).min(all);
    let letters = (first..last).filter_map(|cell| show(now, cell));
    let step = match &names {
        Some(names) => names.len(),
        None => in_a_row(letters.map(|value| value.len()).max().unwrap_or(0)),
    };
    let row = |from: usize| {
        let cells = (from..(from + step).min(last)).map(|cell| {
            let (value, was) = (show(now, cell), show(&before, cell));
            let changed = value != was;
            let path = layout.path_at((cell * 4 / per_word) as u64);
            let expected = path.and_then(|path| wrong.get(path.as_str()));
            let title = match expected {
                Some(wrong) => Some((page.strings().expected_words().cell)(&wrong.expected)),
                None => changed.then(|| (words.was)(was.as_deref().unwrap_or("–"))),
            };
            view! {
                <td class:changed=changed class:wrong=expected.is_some() title=title data-cell=cell.to_string()>
                    {value}
                </td>
            }
        });
        let head = if names.is_some() { from / step } else { from };
        view! {
            <tr>
                <th scope="row">{head}</th>
                {cells.collect_view()}
            </tr>
        }
    };
    let rows = (first..last).step_by(step).map(row);
    let header = names.as_ref().map(|names| header(names));
    let language = Playground::of(page).draft.with(Draft::language);
    Some(view! {
        {wrong_values}
        <div class="cells-head">
            <p class="source">{spoken(language, (words.binding)(binding))} {size} " · " {(words.cells)(all)}</p>
            {notations(page, notation)}
        </div>
        <div class="cells-scroll" tabindex="0" role="region" aria-label=binding.name.clone()>
            <table class="cells" data-buffer=binding.name.clone()>
                {header}
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
        {(sheets > 1).then(|| sheet_buttons(sheet, sheet_index, sheets, first..last))}
    })
}

/// Shows the choice of the notation.
fn notations(page: Page, notation: RwSignal<Notation>) -> impl IntoView {
    let words = page.strings().playground();
    view! {
        <div class="segments small" role="group" aria-label=words.notation>
            {Notation::ALL
                .map(|each| {
                    view! {
                        <button
                            data-notation=each.id()
                            aria-pressed=move || (notation.get() == each).to_string()
                            on:click=move |_| notation.set(each)
                        >
                            {(words.notation_of)(each.id())}
                        </button>
                    }
                })}
        </div>
    }
}

/// Shows the names of a structure's members.
fn header(names: &[String]) -> impl IntoView + use<> {
    let names = names.iter().map(|name| view! { <th scope="col">{name.clone()}</th> });
    view! {
        <thead>
            <tr>
                <th />
                {names.collect_view()}
            </tr>
        </thead>
    }
}

/// Shows the numbers of a sheet's cells, and the buttons to the sheets before and after it.
fn sheet_buttons(sheet: RwSignal<usize>, index: usize, sheets: usize, cells: Range<usize>) -> impl IntoView {
    view! {
        <p class="buffer-sheets">
            <button
                class="button quiet"
                aria-disabled=(index == 0).to_string()
                on:click=move |_| sheet.set(index.saturating_sub(1))
            >
                "‹"
            </button>
            <span>{grouped(cells.start as u64)} " – " {grouped(cells.end as u64 - 1)}</span>
            <button
                class="button quiet"
                aria-disabled=(index + 1 == sheets).to_string()
                on:click=move |_| sheet.set((index + 1).min(sheets - 1))
            >
                "›"
            </button>
        </p>
    }
}
