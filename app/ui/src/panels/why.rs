//! The dialog that explains a counter: the lines of code that contribute, their products, and the sum.

use crate::draw::icons;
use crate::page::{Overlay, Page, Pane};
use crate::panels::code::{shown_line, text_of};
use crate::run::badge::badge;
use leptos::html;
use leptos::prelude::*;
use model::number::grouped;
use model::panels::counters::CounterId;
use model::panels::why::{Making, Part, Row, Share, Stretch, Why, stretches, why};
use model::run::sample::Sample;
use model::strings::Strings;
use model::strings::why::WhyWords;
use simt::{has_ncu, ncu_counter};

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
        Some(Overlay::Why(pane, id)) => Some((page.run.panes().nth(pane)?, id)),
        _ => None,
    };
    let dialog = move |(pane, id): (Pane, CounterId)| {
        let (strings, language) = (page.strings(), page.settings.language.get());
        view! {
            <div class="veil" on:click=move |_| page.route.overlay.set(None)>
                <section
                    class="dialog why"
                    id="why"
                    role="dialog"
                    aria-modal="true"
                    aria-label=strings.why_hint
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
                    <h2>{id.definition().title.get(language)} " " <code>{id.name()}</code></h2>
                    <p>{id.definition().explanation.get(language)}</p>
                    {under_ncu(strings, &pane, id)}
                    {arithmetic(page, pane, strings, id)}
                </section>
            </div>
        }
    };
    move || asked().map(dialog)
}

/// Shows the name under which NVIDIA Nsight Compute counts the same, if it counts on chips with the machine's sizes.
fn under_ncu(strings: &'static Strings, pane: &Pane, id: CounterId) -> Option<impl IntoView + use<>> {
    let counter = ncu_counter(id.name())?;
    let counts = pane
        .summary
        .with(|summary| summary.as_ref().is_some_and(|summary| has_ncu(&summary.machine)));
    counts.then(|| {
        view! {
            <p class="why-ncu">
                {strings.why_words().under_ncu} " "
                <code>{counter.to_string()}</code>
            </p>
        }
    })
}

/// Shows the calculation, if a run is shown.
fn arithmetic(page: Page, pane: Pane, strings: &'static Strings, id: CounterId) -> Option<impl IntoView + use<>> {
    let summary = pane.summary.get()?;
    let why = pane.playback.with_value(|playback| {
        let playback = playback.as_ref()?;
        Some(why(id, playback, summary.sample, &summary.machine, &summary.metrics))
    })?;
    let counter = summary.counters.iter().find(|counter| counter.id == id)?;
    let words = strings.why_words();
    let value = why.result().map_or(strings.none.to_owned(), |value| id.show(value));
    let all_ran = summary.blocks_alike.then_some(why.sample.all);
    Some(view! {
        {lines(page, pane, strings, &why)}
        <p class="why-result">
            <b id="why-result">{result(words, &why, &value)}</b>
            " "
            {badge(strings, counter.kind)}
        </p>
        <div class="why-parts">
            {shares(words, &why, ("why-rounds", words.rounds), &why.iterations, all_ran)}
            {shares(words, &why, ("why-warps", words.warps), &why.warps, all_ran)}
        </div>
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
        return format!("{scale}{} ÷ {} = {value}", grouped(why.gives), grouped(why.times));
    }
    let blocks = if ran < all {
        (words.scaled)(ran, all)
    } else {
        (words.all_ran)(all)
    };
    format!("{value} · {blocks}")
}

fn lines(page: Page, pane: Pane, strings: &'static Strings, why: &Why) -> AnyView {
    let words = strings.why_words();
    if matches!(why.making, Making::Lanes | Making::Instructions) {
        return view! { <p class="source">{words.no_lines}</p> }.into_any();
    }
    if why.rows.is_empty() {
        return view! { <p>{words.nothing}</p> }.into_any();
    }
    let making = why.making;
    let columns = (words.columns)(making);
    let text = text_of(page, pane);
    let row = |row: &Row| {
        let line = shown_line(page, pane, row.line);
        // A kernel of the reader's own has one text.
        let shown_line = line.and_then(|line| text.lines().nth(line as usize - 1));
        let code = shown_line.map_or(&*row.text, str::trim).to_owned();
        let range = row.range.map(|(least, most)| (words.range)(least, most));
        view! {
            <tr data-line=row.line.to_string() data-times=row.times.to_string() data-gives=row.gives.to_string()>
                <td>{line}</td>
                <td>
                    <code>{code}</code>
                </td>
                <td>{grouped(row.times)}</td>
                <td>{each(making, row.times, row.gives)} {range.map(|range| view! { <small>{range}</small> })}</td>
                <td>{grouped(row.gives)}</td>
            </tr>
        }
    };
    view! {
        <div class="why-scroll" tabindex="0" role="region" aria-label=strings.code>
            <table class="why-table" id="why-lines">
                <thead>
                    <tr>
                        <th scope="col">{words.line}</th>
                        <th scope="col">{words.code}</th>
                        <th scope="col">{columns[0]}</th>
                        <th scope="col">{columns[1]}</th>
                        <th scope="col">{columns[2]}</th>
                    </tr>
                </thead>
                <tbody>{why.rows.iter().map(row).collect_view()}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row" colspan="2">
                            {words.sum}
                        </th>
                        <td>{grouped(why.times)}</td>
                        <td />
                        <td id="why-sum">{grouped(why.gives)}</td>
                    </tr>
                </tfoot>
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

/// Lists the contributions of parts of the followed block. `alike` is the number of blocks with the same counts.
fn shares(
    words: &'static WhyWords,
    why: &Why,
    (id, title): (&'static str, &'static str),
    shares: &[Share],
    alike: Option<u32>,
) -> Option<impl IntoView + use<>> {
    if shares.is_empty() {
        return None;
    }
    let making = why.making;
    let sum = |count: fn(&Share) -> u64| shares.iter().map(count).sum::<u64>();
    let (times, gives) = (sum(|share| share.times), sum(|share| share.gives));
    let whole = alike
        .filter(|blocks| gives * u64::from(*blocks) == why.gives)
        .map(|blocks| (words.block_times)(blocks, why.gives));
    let row = |stretch: Stretch<'_>| {
        let (share, count) = (stretch.first, stretch.count);
        let (name, factor) = match count {
            1 => (name(words, share), String::new()),
            _ => {
                let (first, last) = (name(words, share), number(stretch.last));
                (format!("{first} … {last}"), format!("{count} × "))
            }
        };
        view! {
            <tr data-part=number(share) data-count=count.to_string() data-gives=(count * share.gives).to_string()>
                <th scope="row">{name}</th>
                <td>{factor.clone()}{grouped(share.times)}</td>
                <td>{each(making, share.times, share.gives)}</td>
                <td>{factor}{grouped(share.gives)}</td>
            </tr>
        }
    };
    let columns = (words.columns)(making);
    Some(view! {
        <section>
            <h3>{title}</h3>
            <div class="why-scroll" tabindex="0" role="region" aria-label=title>
                <table class="why-table rounds" id=id>
                    <thead>
                        <tr>
                            <td />
                            {columns.map(|column| view! { <th scope="col">{column}</th> }).collect_view()}
                        </tr>
                    </thead>
                    <tbody>{stretches(shares).into_iter().map(row).collect_view()}</tbody>
                    <tfoot>
                        <tr>
                            <th scope="row">{words.sum}</th>
                            <td>{grouped(times)}</td>
                            <td />
                            <td>{grouped(gives)}</td>
                        </tr>
                        {whole
                            .map(|whole| {
                                view! {
                                    <tr>
                                        <td colspan="4">{whole}</td>
                                    </tr>
                                }
                            })}
                    </tfoot>
                </table>
            </div>
        </section>
    })
}

fn name(words: &WhyWords, share: &Share) -> String {
    match &share.of {
        Part::Iteration { number: 0, .. } => words.outside.to_owned(),
        Part::Iteration {
            variable: Some((name, value)),
            ..
        } => format!("{name} = {value}"),
        Part::Iteration { number, .. } => format!("{} {number}", words.iteration),
        Part::Warp(warp) => format!("{} {warp}", words.warp),
    }
}

/// Returns the value of the loop's variable, or the number of the iteration or of the warp.
fn number(share: &Share) -> String {
    match &share.of {
        Part::Iteration {
            variable: Some((_, value)),
            ..
        } => value.clone(),
        Part::Iteration { number, .. } | Part::Warp(number) => number.to_string(),
    }
}
