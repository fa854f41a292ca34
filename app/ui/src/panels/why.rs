//! The dialog that explains a counter: the lines of code that contribute, their products, and the sum.

use crate::draw::icons;
use crate::page::{Overlay, Page};
use crate::panels::code::shown_line;
use crate::run::badge::badge;
use leptos::html;
use leptos::prelude::*;
use model::counters::CounterId;
use model::number::grouped;
use model::sample::Sample;
use model::strings::Strings;
use model::strings::why::WhyWords;
use model::why::{Making, Round, Row, Stretch, Why, stretches, why};

#[component]
pub fn WhyDialog(page: Page) -> impl IntoView {
    let close = NodeRef::<html::Button>::new();
    Effect::new(move |_| {
        if let Some(button) = close.get() {
            // The focus moves into the dialog. If the browser refuses, it stays where it was.
            let _ = button.focus();
        }
    });
    let asked = move || match page.route.overlay.get() {
        Some(Overlay::Why(id)) => Some(id),
        _ => None,
    };
    let dialog = move |id: CounterId| {
        let (strings, language) = (page.strings(), page.settings.language.get());
        view! {
            <div class="veil" on:click=move |_| page.route.overlay.set(None)>
                <section class="dialog why" id="why" role="dialog" aria-modal="true" aria-label=strings.why_hint on:click=|event| event.stop_propagation()>
                    <button node_ref=close class="icon-button dialog-close" aria-label=strings.close on:click=move |_| page.route.overlay.set(None)>
                        <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icons::CLOSE /></svg>
                    </button>
                    <h2>{id.definition().title.get(language)} " " <code>{id.name()}</code></h2>
                    <p>{id.definition().explanation.get(language)}</p>
                    {arithmetic(page, strings, id)}
                </section>
            </div>
        }
    };
    move || asked().map(dialog)
}

/// Shows the calculation, if a run is shown.
fn arithmetic(
    page: Page,
    strings: &'static Strings,
    id: CounterId,
) -> Option<impl IntoView + use<>> {
    let shown = page.run.first.summary.get()?;
    let why = page.run.first.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        Some(why(
            id,
            playback,
            shown.sample,
            &shown.machine,
            &shown.metrics,
        ))
    })?;
    let counter = shown.counters.iter().find(|counter| counter.id == id)?;
    let words = strings.why_words();
    let value = why
        .result()
        .map_or(strings.none.to_owned(), |value| id.show(value));
    let all_ran = shown.blocks_alike.then_some(why.sample.all);
    Some(view! {
        {lines(page, strings, &why)}
        <p class="why-result">
            <b id="why-result">{result(words, &why, &value)}</b> " " {badge(strings, counter.kind)}
        </p>
        {rounds(words, &why, all_ran)}
    })
}

/// Returns the last line: how the sums result in the panel's number.
fn result(words: &WhyWords, why: &Why, value: &str) -> String {
    let Sample { ran, all, .. } = why.sample;
    if why.making.divides() {
        let scale = match why.making {
            Making::Instructions => "",
            _ => "100 × ",
        };
        return format!(
            "{scale}{} ÷ {} = {value}",
            grouped(why.gives),
            grouped(why.times)
        );
    }
    let blocks = match ran < all {
        true => (words.scaled)(ran, all),
        false => (words.all_ran)(all),
    };
    format!("{value} · {blocks}")
}

fn lines(page: Page, strings: &'static Strings, why: &Why) -> AnyView {
    let words = strings.why_words();
    if matches!(why.making, Making::Lanes | Making::Instructions) {
        return view! { <p class="source">{words.no_lines}</p> }.into_any();
    }
    if why.rows.is_empty() {
        return view! { <p>{words.nothing}</p> }.into_any();
    }
    let making = why.making;
    let columns = (words.columns)(making);
    let row = |row: &Row| {
        let range = row.range.map(|(least, most)| (words.range)(least, most));
        view! {
            <tr data-line=row.line.to_string() data-times=row.times.to_string() data-gives=row.gives.to_string()>
                <td>{shown_line(page, page.run.first, row.line)}</td>
                <td><code>{row.text.clone()}</code></td>
                <td>{grouped(row.times)}</td>
                <td>{each(making, row.times, row.gives)} {range.map(|range| view! { <small>{range}</small> })}</td>
                <td>{grouped(row.gives)}</td>
            </tr>
        }
    };
    view! {
        <div class="why-scroll" tabindex="0" role="region" aria-label=strings.code>
            <table class="why-table" id="why-lines">
                <thead><tr>
                    <th scope="col">{words.line}</th>
                    <th scope="col">{words.code}</th>
                    <th scope="col">{columns[0]}</th>
                    <th scope="col">{columns[1]}</th>
                    <th scope="col">{columns[2]}</th>
                </tr></thead>
                <tbody>{why.rows.iter().map(row).collect_view()}</tbody>
                <tfoot><tr>
                    <th scope="row" colspan="2">{words.sum}</th>
                    <td>{grouped(why.times)}</td>
                    <td></td>
                    <td id="why-sum">{grouped(why.gives)}</td>
                </tr></tfoot>
            </table>
        </div>
    }
    .into_any()
}

/// Returns the average that one of `times` contributes; shares in percent.
fn each(making: Making, times: u64, gives: u64) -> String {
    let average = gives as f64 / times.max(1) as f64;
    match making {
        Making::Bytes | Making::Divergent => format!("{:.2} %", 100.0 * average),
        _ if gives.is_multiple_of(times.max(1)) => format!("× {}", grouped(gives / times.max(1))),
        _ => format!("× {average:.3}"),
    }
}

/// Lists the contribution of each loop iteration in the traced workgroup. `alike` is the number of workgroups with the
/// same counts.
fn rounds(
    words: &'static WhyWords,
    why: &Why,
    alike: Option<u32>,
) -> Option<impl IntoView + use<>> {
    if why.rounds.is_empty() {
        return None;
    }
    let of_counter = |round: &Round| match why.making {
        Making::Requests => round.requests,
        _ => round.transactions,
    };
    let sum: u64 = why.rounds.iter().map(of_counter).sum();
    let whole = alike
        .filter(|blocks| sum * u64::from(*blocks) == why.gives)
        .map(|blocks| (words.block_times)(blocks, why.gives));
    let name = |round: &Round| match &round.variable {
        _ if round.iteration == 0 => words.outside.to_owned(),
        Some((name, value)) => format!("{name} = {value}"),
        None => format!("{} {}", words.iteration, round.iteration),
    };
    let row = |stretch: Stretch<'_>| {
        let (round, count) = (stretch.first, stretch.count);
        let (name, times) = match count {
            1 => (name(round), String::new()),
            _ => {
                let last = match &stretch.last.variable {
                    Some((_, value)) => value.clone(),
                    None => stretch.last.iteration.to_string(),
                };
                (format!("{} … {last}", name(round)), format!("{count} × "))
            }
        };
        view! {
            <tr data-iteration=round.iteration.to_string() data-count=count.to_string()>
                <th scope="row">{name}</th>
                <td>{times.clone()}{grouped(round.requests)}</td>
                <td>{each(Making::Transactions, round.requests, round.transactions)}</td>
                <td>{times}{grouped(round.transactions)}</td>
            </tr>
        }
    };
    let columns = (words.columns)(Making::Transactions);
    Some(view! {
        <h3>{words.rounds}</h3>
        <div class="why-scroll" tabindex="0" role="region" aria-label=words.rounds>
            <table class="why-table rounds" id="why-rounds">
                <thead><tr>
                    <td></td>
                    {columns.map(|column| view! { <th scope="col">{column}</th> }).collect_view()}
                </tr></thead>
                <tbody>{stretches(&why.rounds).into_iter().map(row).collect_view()}</tbody>
                <tfoot><tr>
                    <th scope="row">{words.sum}</th>
                    <td colspan="3">{grouped(sum)} " " {whole}</td>
                </tr></tfoot>
            </table>
        </div>
    })
}
