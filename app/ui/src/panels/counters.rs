//! The counters panel: numbers of the whole dispatch, each with its kind and the published number.

use crate::page::roving::stop;
use crate::page::{Overlay, Page, RunSummary};
use crate::panels::findings::finding_list;
use crate::run::badge::{badge, kind_id};
use crate::run::export::taken;
use engine::protocol::Check;
use leptos::prelude::*;
use lessons::Text;
use lessons::claim::{self, Comparable};
use model::export::Taken;
use model::number::grouped;
use model::panels::counters::{Counter, CounterId, Kind, Row, title};
use model::strings::Strings;
use simt::MetricValue;

#[component]
pub fn CountersPanel(page: Page) -> impl IntoView {
    let blocks = move || {
        page.run
            .first
            .summary
            .with(|summary| summary.as_ref().map(|summary| u64::from(summary.sample.all)))
    };
    view! {
        <section
            data-take=taken(page, page.run.first, Taken::Counters)
            class="panel counters-panel"
            id="counters"
            class:claimed=move || {
                page.run.first.summary.with(|summary| summary.as_ref().is_some_and(|summary| summary.has_claim()))
            }
            data-elapsed-millis=move || {
                page.run
                    .first
                    .summary
                    .with(|summary| summary.as_ref()?.took.map(|took| format!("{:.0}", took.elapsed_millis)))
            }
            data-run-millis=move || {
                let summary = page.run.first.summary;
                summary.with(|summary| summary.as_ref()?.took.map(|took| format!("{:.2}", took.run_millis)))
            }
        >
            <h2>
                <span>{move || page.strings().counters}</span>
                <em>{move || blocks().map(|blocks| (page.strings().whole_dispatch)(blocks))}</em>
            </h2>
            <div class="counters-scroll">
                {move || {
                    page.run
                        .first
                        .summary
                        .get()
                        .map(|summary| {
                            let strings = page.strings();
                            view! {
                                <div class="counter-grid" data-roving="">
                                    {badge(strings, kind_of(&summary, CounterId::GldTransactions))}
                                    <span class="counter-head load">{strings.load}</span>
                                    <span class="counter-head store">{strings.store}</span>
                                    {pairs().map(|pair| pair_row(strings, &summary, pair, page)).collect_view()}
                                    {of_row(Row::Alone)
                                        .map(|id| single_row(strings, &summary, id, page))
                                        .collect_view()}
                                    {shared_row(page, &summary)}
                                    {badge(strings, kind_of(&summary, CounterId::InstPerWarp))}
                                    {of_row(Row::Instructions)
                                        .map(|id| single_row(strings, &summary, id, page))
                                        .collect_view()}
                                </div>
                                {verdict(page, &summary)}
                                {notes(strings, &summary)}
                            }
                        })
                }}
            </div>
        </section>
    }
}

fn of_row(row: Row) -> impl Iterator<Item = CounterId> {
    let all = CounterId::ALL.iter().copied();
    all.filter(move |id| id.definition().row == row)
}

/// Returns each counter of loads with the same counter of stores, and their heading.
fn pairs() -> impl Iterator<Item = (Text, CounterId, CounterId)> {
    let loads = CounterId::ALL.iter().filter_map(|&id| match id.definition().row {
        Row::Loads { heading } => Some((heading, id)),
        _ => None,
    });
    let pair = |((heading, load), store)| (heading, load, store);
    loads.zip(of_row(Row::Stores)).map(pair)
}

fn pair_row(
    strings: &'static Strings,
    summary: &RunSummary,
    (heading, load, store): (Text, CounterId, CounterId),
    page: Page,
) -> impl IntoView + use<> {
    let (left, right) = (find(summary, load), find(summary, store));
    let comparable = claim::comparable(load.name()) == Comparable::ToTheDigit;
    view! {
        <div class="counter-name">
            <span class="why-button">{heading.get(page.settings.language.get())}</span>
        </div>
        <div class="counter-value" class:comparable=comparable>
            {left.map(|counter| number(strings, counter, Some(page)))}
        </div>
        <div class="counter-value" class:comparable=comparable>
            {right.map(|counter| number(strings, counter, Some(page)))}
        </div>
    }
}

fn single_row(strings: &'static Strings, summary: &RunSummary, id: CounterId, page: Page) -> impl IntoView + use<> {
    let counter = find(summary, id);
    view! {
        <div class="counter-name wide">
            {name(strings, id, id.definition().title.get(page.settings.language.get()), page)}
        </div>
        <div class="counter-value wide">{counter.map(|counter| number(strings, counter, None))}</div>
    }
}

/// Shows how many passes over the banks the loads from shared memory take, if there are such loads.
fn shared_row(page: Page, summary: &RunSummary) -> Option<impl IntoView + use<>> {
    let count = |name| match (simt::metric(name)?.value)(&summary.metrics)? {
        MetricValue::Count(count) => Some(count),
        MetricValue::Real(_) => None,
    };
    let (requests, wavefronts) = (count("shared_ld_requests")?, count("shared_ld_wavefronts")?);
    (requests > 0).then(|| {
        let hint = (page.strings().shared_hint)(&grouped(requests));
        view! {
            <div class="counter-name wide" title=hint.clone()>
                {title("shared_ld_wavefronts").map(|title| title.get(page.settings.language.get()))}
            </div>
            <div class="counter-value wide" title=hint>
                <b data-counter="shared_ld_wavefronts" data-kind=kind_id(summary.counted())>
                    {grouped(wavefronts)}
                </b>
            </div>
        }
    })
}

fn kind_of(summary: &RunSummary, id: CounterId) -> Kind {
    find(summary, id).map_or(Kind::Exact, |counter| counter.kind)
}

fn find(summary: &RunSummary, id: CounterId) -> Option<Counter> {
    summary.counters.iter().find(|counter| counter.id == id).cloned()
}

fn name(strings: &'static Strings, id: CounterId, text: &'static str, page: Page) -> impl IntoView + use<> {
    let title = format!("{} · {}", id.name(), strings.why_hint);
    let open = move |_| page.route.overlay.set(Some(Overlay::Why(0, id)));
    view! {
        <button class="why-button" tabindex="-1" title=title data-why=id.name() aria-haspopup="dialog" on:click=open>
            {text}
        </button>
    }
}

/// Shows a number with the published one. If `opens` is set, the number itself opens the explanation, because its row
/// has two numbers and only one name.
fn number(strings: &'static Strings, counter: Counter, opens: Option<Page>) -> impl IntoView + use<> {
    let equal = counter.published.as_ref().and_then(|published| published.equal);
    let published = counter.published.map(|published| {
        let (sign, meaning) = match published.equal {
            Some(true) => (" ✓", strings.equal_to_published),
            Some(false) => (" ≠", strings.differs_from_published),
            None => ("", ""),
        };
        let title = [
            (strings.published_on)(&published.device),
            published.source,
            meaning.to_owned(),
        ];
        let title = title
            .iter()
            .filter(|part| !part.is_empty())
            .cloned()
            .collect::<Vec<_>>()
            .join(" · ");
        view! {
            <small class="published" title=title>
                {published.text}
                {sign}
            </small>
        }
    });
    let id = counter.id;
    let bold = view! {
        <b
            data-counter=counter.id.name()
            data-kind=kind_id(counter.kind)
            title=(strings.kind_meaning)(counter.kind)
            data-equal=equal.map(|equal| equal.to_string())
        >
            {counter.value.unwrap_or_else(|| strings.none.to_owned())}
        </b>
    };
    let bold = match opens {
        None => bold.into_any(),
        Some(page) => {
            let title = format!("{} · {}", id.name(), strings.why_hint);
            let open = move |_| page.route.overlay.set(Some(Overlay::Why(0, id)));
            view! {
                <button
                    class="why-button why-number"
                    tabindex=stop(pairs().next().is_some_and(|(_, first, _)| first == id))
                    title=title
                    data-why=id.name()
                    aria-haspopup="dialog"
                    on:click=open
                >
                    {bold}
                </button>
            }
            .into_any()
        }
    };
    view! {
        {bold}
        {published}
    }
}

/// The class, sign and `data-equal` of a result against its reference.
pub fn signs(check: Check) -> (&'static str, &'static str, &'static str) {
    match check {
        Check::Equal { .. } => ("verdict good", "✓", "true"),
        Check::Differs { .. } => ("verdict bad", "✗", "false"),
    }
}

/// Shows if the result equals the reference, and the findings of the run.
fn verdict(page: Page, summary: &RunSummary) -> impl IntoView + use<> {
    let strings = page.strings();
    let (class, sign, equal) = summary.check.map_or(("verdict", "·", "none"), signs);
    let text = summary.check.map_or(strings.not_checked.to_owned(), strings.check);
    let count = summary.findings.len();
    let findings = match count {
        0 => ("verdict good", "✓", strings.no_findings.to_owned()),
        _ => ("verdict bad", "!", (strings.findings)(count)),
    };
    // A correct result has a short text; a wrong one also says where it differs.
    let (short, wrong) = match summary.check {
        Some(Check::Equal { .. }) => (strings.result_equal.to_owned(), None),
        Some(Check::Differs { words, of, .. }) => (
            (strings.result_differs)(of - words, of),
            Some(view! { <li>{text.clone()}</li> }),
        ),
        None => (text.clone(), None),
    };
    view! {
        <div class="verdicts">
            // A reader's own kernel has no reference.
            {summary
                .view
                .is_some()
                .then(|| {
                    view! {
                        <p class=class id="result" data-equal=equal title=text>
                            <i aria-hidden="true">{sign}</i>
                            <span>{short}</span>
                        </p>
                    }
                })} <p class=findings.0>
                <i aria-hidden="true">{findings.1}</i>
                <span>{findings.2}</span>
            </p>
        </div>
        <div id="findings" class="findings" data-count=count.to_string()>
            {wrong.map(|wrong| view! { <ul>{wrong}</ul> })}
            {(count != 0).then(|| finding_list(page))}
        </div>
    }
}

fn notes(strings: &'static Strings, summary: &RunSummary) -> impl IntoView + use<> {
    let sample = summary.sample;
    let missing = summary.view.as_ref().map_or(0, |view| view.kernel.missing(view.size));
    let device = summary
        .counters
        .iter()
        .find_map(|counter| counter.published.as_ref())
        .map(|published| published.device.clone());
    let notes = [
        device.map(|device| (strings.small_figures)(&device)),
        sample
            .multiplies()
            .then(|| (strings.multiplied)((sample.ran, sample.all, summary.blocks_alike))),
        (summary.counters.iter())
            .any(Counter::is_above_hundred)
            .then(|| strings.above_hundred.to_owned()),
        (missing > 0).then(|| (strings.not_multiple)(missing)),
        (strings.outcome)(&summary.outcome),
        (strings.picture_end)(summary.picture_end()).map(str::to_owned),
    ];
    view! {
        <div class="notes" id="notes">
            {notes.into_iter().flatten().map(|note| view! { <p>{note}</p> }).collect_view()}
        </div>
    }
}
