//! The reader's report of NVIDIA Nsight Compute beside the run in the playground.

use super::chip::words_of;
use crate::browser::clipboard::copy_text;
use crate::browser::files::read_bytes;
use crate::draft::{Playground, Ran};
use crate::lab::drop_zone::drop_zone;
use crate::page::Page;
use crate::page::sentence::with_code;
use crate::run::badge::badge;
use leptos::prelude::*;
use model::address::Aside;
use model::panels::counters::Kind;
use model::trust::report::{self, Compared, Launched, MOST_OTHERS, ReportError, ReportedLaunch, Verdict, sizes, value};
use simt::{Metrics, Outcome, has_ncu};
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;
use web_sys::File;

/// Limit of a file in bytes.
const MOST_BYTES: usize = 64 << 20;

/// The reason why a file has no launches.
#[derive(Clone, Debug)]
enum Refusal {
    TooLarge,
    Report(ReportError),
}

/// The files that the reader has brought. `Copy`: all copies share the same signals.
#[derive(Clone, Copy)]
pub struct Reports {
    /// Each file with its number of launches, or the reason for refusing it.
    told: RwSignal<Vec<(String, Result<usize, Refusal>)>>,
    launches: RwSignal<Arc<Vec<ReportedLaunch>>>,
    /// True while files are dragged over the page.
    pub over: RwSignal<bool>,
}

/// A launch of the playground's run.
struct Ours {
    /// The call, or the kernel's name.
    name: String,
    launched: Launched,
    metrics: Metrics,
    outcome: Outcome,
}

impl Reports {
    /// The page's reports.
    pub fn of(page: Page) -> Self {
        page.feature(|| Reports {
            told: RwSignal::new(Vec::new()),
            launches: RwSignal::new(Arc::default()),
            over: RwSignal::new(false),
        })
    }

    /// Reads files, in place of those before.
    pub fn bring(self, page: Page, files: Vec<File>) {
        spawn_local(async move {
            let (mut told, mut launches) = (Vec::new(), Vec::new());
            for file in files {
                let name: String = file.name().chars().take(80).collect();
                let Some(bytes) = read_bytes(&file, MOST_BYTES).await else {
                    page.notify(move |strings| (strings.lab().unreadable)(&name));
                    continue;
                };
                let read = match bytes.len() {
                    0..=MOST_BYTES => report::read(&bytes).map_err(Refusal::Report),
                    _ => Err(Refusal::TooLarge),
                };
                told.push((name, read.as_ref().map(Vec::len).map_err(Clone::clone)));
                launches.extend(read.unwrap_or_default());
            }
            // A folder is no file.
            if !told.is_empty() {
                self.told.set(told);
                self.launches.set(Arc::new(launches));
            }
        });
    }
}

#[component]
pub fn ReportPart(page: Page) -> impl IntoView {
    let reports = Reports::of(page);
    let words = move || page.strings().report();
    let copied = RwSignal::new(None::<bool>);
    let copy = move |_| {
        copied.set(None);
        spawn_local(async move {
            let is_copied = copy_text(&command()).await.is_some();
            copied.try_set(Some(is_copied));
        });
    };
    view! {
        <section class="claim report" id="report">
            <h3>
                {move || words().title} <small>{move || words().lead}</small>
            </h3>
            <ol class="report-steps">
                <li>
                    {move || words().open} " "
                    <a href="#/playground">{move || (page.strings().place)(Aside::Playground)}</a>
                </li>
                <li>
                    {move || words().profile}
                    <div class="report-command">
                        <code tabindex="0">{command}</code>
                        <button type="button" class="button" id="report-copy" on:click=copy>
                            {move || words().copy}
                        </button>
                    </div>
                    <small role="status">
                        {move || {
                            copied
                                .get()
                                .map(|is_copied| if is_copied { words().copied } else { words().not_copied })
                        }}
                    </small>
                </li>
            </ol>
            {drop_zone(
                "report-file",
                ".csv,.txt,.log,text/csv,text/plain",
                move |files| reports.bring(page, files),
                move || [words().drop, words().or_choose],
            )}
            <div role="status" id="report-told">
                {move || told(page, reports)}
            </div>
            {move || comparison(page, reports)}
        </section>
    }
    .into_any()
}

/// Returns ncu's command for all metrics that are compared.
fn command() -> String {
    format!(
        "ncu --csv --page raw --print-units base --metrics {} ./program > report.csv",
        report::metrics()
    )
}

/// Shows what each file has.
fn told(page: Page, reports: Reports) -> Vec<AnyView> {
    let words = page.strings().report();
    let sentence = |(file, read): (String, Result<usize, Refusal>)| {
        let (class, sentence) = match read {
            Ok(launches) => ("", (words.read)(&file, launches)),
            Err(Refusal::Report(error)) => ("report-refused", (words.refused)(&file, &error)),
            Err(Refusal::TooLarge) => ("report-refused", (words.too_large)(&file)),
        };
        view! { <p class=class>{with_code(&sentence)}</p> }.into_any()
    };
    reports.told.get().into_iter().map(sentence).collect()
}

/// Shows the launches of the playground's run beside those of the report; `None` without a report.
fn comparison(page: Page, reports: Reports) -> Option<AnyView> {
    let reported = reports.launches.get();
    if reported.is_empty() {
        return None;
    }
    let words = page.strings().report();
    let note = |sentence: String| Some(view! { <p class="quiet-note" id="report-note">{sentence}</p> }.into_any());
    let playground = Playground::of(page);
    let Some(ran) = playground.ran.get() else {
        return note(words.no_run.to_owned());
    };
    if !playground.is_of_this_text() || playground.trouble.with(Option::is_some) {
        return note(words.old_run.to_owned());
    }
    let machine = &ran.ready.options.machine;
    if !has_ncu(machine) {
        return note((words.no_ncu)(&machine.name));
    }
    let ours = launches_of(playground, &ran);
    let launched: Vec<Launched> = ours.iter().map(|own| own.launched.clone()).collect();
    let pairs = report::pairs(&launched, &reported);
    let left = report::left_out(&pairs, &reported);
    let left = left
        .names
        .map(|names| view! { <p class="source">{(words.left_out)(left.launches, &names)}</p> });
    let launches = ours.iter().zip(&pairs).map(|(own, index)| {
        let launch = index.map(|index| &reported[index]);
        let sentence = launch.map_or(words.no_launch.to_owned(), |launch| {
            (words.launch)(&launch.id, &launch.kernel)
        });
        view! {
            <div class="report-launch">
                <h4>
                    <code>{own.name.clone()}</code>
                    <small>{sentence}</small>
                </h4>
                {launch.map(|launch| counters(page, own, launch))}
            </div>
        }
    });
    let launches = launches.collect_view();
    Some(
        view! {
            <div class="report-launches">{launches}</div>
            {left}
        }
        .into_any(),
    )
}

/// Returns the launches of the playground's run.
fn launches_of(playground: Playground, ran: &Ran) -> Vec<Ours> {
    let program = playground.settled().program;
    let calls = program.map(|program| program.calls).unwrap_or_default();
    let Some(chain) = &ran.ready.chain else {
        let name = report::kernel_name(&ran.ready.entry.name, &ran.ready.kernel.name);
        let call = calls.first().map_or(name, |call| &call.text);
        let grid = ran.ready.dispatch.workgroups;
        return vec![Ours {
            name: call.to_owned(),
            launched: Launched::new(call, grid, Some(ran.workgroup_size)),
            metrics: ran.metrics.clone(),
            outcome: ran.outcome.clone(),
        }];
    };
    let stages = chain.stages.iter().zip(&ran.stages).enumerate();
    let ours = stages.map(|(index, (stage, report))| {
        let call = calls.get(index);
        let name = call.map_or(&stage.entry_point, |call| &call.text);
        let threads = call.map(|call| call.block);
        Ours {
            name: name.clone(),
            launched: Launched::new(name, stage.workgroups, threads),
            metrics: report.metrics.clone(),
            outcome: report.outcome.clone(),
        }
    });
    ours.collect()
}

/// Shows the counters of one launch, or why there are none.
fn counters(page: Page, own: &Ours, launch: &ReportedLaunch) -> AnyView {
    let words = page.strings().report();
    let note = |sentence: String| view! { <p class="quiet-note">{sentence}</p> }.into_any();
    if !own.launched.has_sizes_of(launch) {
        let theirs = [sizes(launch.grid), sizes(launch.block)];
        let ours = [sizes(Some(own.launched.blocks)), sizes(own.launched.threads)];
        return note((words.other_sizes)(
            theirs.each_ref().map(String::as_str),
            ours.each_ref().map(String::as_str),
        ));
    }
    let rows = report::compare(launch, &own.metrics, &own.outcome);
    if rows.is_empty() {
        let sentence = if launch.has_labels() {
            words.labels
        } else {
            words.no_counters
        };
        return note(sentence.to_owned());
    }
    let [equal, differing, explained] = report::tally(&rows);
    let is_part = own.outcome != Outcome::Completed;
    view! {
        <p
            role="status"
            data-equal=equal.to_string()
            data-differing=differing.to_string()
            data-explained=explained.to_string()
        >
            {(words.verdict)([equal, differing, explained])}
            {is_part.then(|| format!(" {}", words.is_part))}
        </p>
        <table>
            <thead>
                <tr>
                    <th scope="col">{page.strings().trust().counter}</th>
                    <th scope="col">"ncu " {badge(page.strings(), Kind::Measured)}</th>
                    <th scope="col">{page.strings().trust().ours} " " {badge(page.strings(), Kind::Exact)}</th>
                    <td />
                </tr>
            </thead>
            <tbody>{rows.into_iter().map(|row| counter_row(page, row)).collect_view()}</tbody>
        </table>
        {only_the_chip(page, launch)}
    }
    .into_any()
}

fn counter_row(page: Page, row: Compared) -> AnyView {
    let words = page.strings().trust();
    let (sign, class, reason) = match row.verdict {
        Verdict::Equal => ("=", "equal", words.equal),
        Verdict::Unfinished => ("·", "explained", page.strings().report().part),
        Verdict::Differs => ("≠", "differs", words.differs),
        Verdict::Explained(likeness) => ("·", "explained", (words.likeness)(likeness)),
    };
    let unit = if row.name.ends_with("efficiency") { " %" } else { "" };
    let text = |number| format!("{}{unit}", value(number));
    view! {
        <tr class=class data-counter=row.name data-verdict=class>
            <th scope="row">
                <code>{words_of(row.name)}</code>
            </th>
            <td>{text(row.chip)}</td>
            <td>{text(row.ours)}</td>
            <td class="sign">
                <b aria-hidden="true">{sign}</b>
                {reason}
            </td>
        </tr>
    }
    .into_any()
}

/// Shows the metrics that no counter of ours can have, such as a time.
fn only_the_chip(page: Page, launch: &ReportedLaunch) -> Option<AnyView> {
    let words = page.strings().report();
    let others: Vec<_> = launch.others().collect();
    let more = others.len().saturating_sub(MOST_OTHERS);
    if others.is_empty() {
        return None;
    }
    let rows = others.into_iter().take(MOST_OTHERS).map(|(name, reported)| {
        view! {
            <tr>
                <th scope="row">
                    <code>{name.to_owned()}</code>
                </th>
                <td>{value(reported.value)} " " {reported.unit.clone()}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    Some(
        view! {
            <table class="report-others">
                <thead>
                    <tr>
                        <th scope="col">{words.only_the_chip}</th>
                        <td>{badge(page.strings(), Kind::Measured)}</td>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            {(more > 0).then(|| view! { <p class="source">{(words.more)(more)}</p> })}
        }
        .into_any(),
    )
}
